// SPDX-License-Identifier: Apache-2.0

/// A probability or share as an exact fraction between 0 and 1.
///
///     Ratio(1, of: 100).description  // "1%"
public struct Ratio: Hashable, Sendable {
  /// The number of parts of ``denominator``.
  public let numerator: UInt64
  /// The whole, never zero.
  public let denominator: UInt64

  /// Makes `numerator` out of `denominator`.
  public init(_ numerator: UInt64, of denominator: UInt64) {
    invariant(denominator > 0, "ratio \(numerator)/0")
    invariant(numerator <= denominator, "\(numerator) of \(denominator) is more than the whole")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Never.
  public static let zero = Ratio(0, of: 1)
  /// Always.
  public static let one = Ratio(1, of: 1)

  /// `true` if the ratio is exactly zero.
  @inlinable
  public var isZero: Bool { numerator == 0 }
}

extension Ratio: CustomStringConvertible {
  /// The ratio in percent, to four decimals at most: `2.5%`.
  public var description: String {
    let (high, low) = numerator.multipliedFullWidth(by: 1_000_000)
    let scaled = denominator.dividingFullWidth((high, low)).quotient
    var fraction = String(scaled % 10_000 + 10_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(scaled / 10_000)" + (fraction.isEmpty ? "" : ".\(fraction)") + "%"
  }
}
