// SPDX-License-Identifier: Apache-2.0

/// A number with so many decimals at most, written the same way everywhere.
///
///     Decimal(0.12345, places: 2).description  // "0.12"
public struct Decimal: CustomStringConvertible, Sendable {
  /// The number as text, without needless zeros.
  public let description: String

  /// Rounds `value`, half away from zero.
  public init(_ value: Double, places: Int) {
    guard value.isFinite, value.magnitude < 1e12 else {
      description = "\(value)"
      return
    }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int64((value.magnitude * scale).rounded(.toNearestOrAwayFromZero))
    var fraction = String(scaled % Int64(scale) + Int64(scale)).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    let sign = value < 0 && scaled != 0 ? "-" : ""
    description = sign + "\(scaled / Int64(scale))" + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// All of a number's digits, without a needless `.0`.
  package static func plain(_ number: Double) -> String {
    let whole = Int64(exactly: number)
    return whole.map { String($0) } ?? "\(number)"
  }
}

extension Interval {
  /// The length to three digits, for people: `41.7ms`.
  public var rounded: String {
    let size = Double(nanoseconds.magnitude)
    let (unit, scale) =
      size >= 1e9 ? ("s", 1e9) : size >= 1e6 ? ("ms", 1e6) : size >= 1e3 ? ("us", 1e3) : ("ns", 1)
    let value = Double(nanoseconds) / scale
    let places = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2
    return Decimal(value, places: places).description + unit
  }
}
