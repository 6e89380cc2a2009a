internal import Glibc
import WeirCore
import WeirRun

/// Numbers as people compare them: to three digits that count, or to as many as tell them apart.
///
///     ThreeDigits.pair("0.31523", "0.40187", unit: "s")   // ("315ms", "402ms")
///     ThreeDigits.pair("12345", "14001", unit: "1")       // ("12,300", "14,000")
///     ThreeDigits.pair("12345", "12346", unit: "1")       // ("12,345", "12,346")
package enum ThreeDigits {
  /// Two values of a unit in words; what is no number stays as it is.
  package static func pair(_ base: String, _ head: String, unit: String) -> (String, String) {
    guard let was = Double(base), let now = Double(head) else {
      return (one(base, unit: unit), one(head, unit: unit))
    }
    let words = (text(was, unit: unit), text(now, unit: unit))
    return words.0 != words.1 || was == now
      ? words : (exact(base, unit: unit), exact(head, unit: unit))
  }

  /// A value of a unit in words.
  package static func one(_ value: String, unit: String) -> String {
    Double(value).map { text($0, unit: unit) } ?? value
  }

  /// A number of a unit in words.
  package static func text(_ value: Double, unit: String) -> String {
    if unit == "s", value.magnitude < 1e9 {
      return Interval(nanoseconds: Int64((value * 1e9).rounded())).rounded
    }
    return text(value) + ending(unit)
  }

  private static func text(_ value: Double) -> String {
    guard value != 0, value.isFinite, value.magnitude < 1e12, value.magnitude > 1e-7 else {
      return value == 0 ? "0" : "\(value)"
    }
    let size = Int(log10(value.magnitude).rounded(.down))
    if size < 3 { return Decimal(value, places: 2 - size).description }
    let step = pow(10, Double(size - 2))
    return grouped(Int((value / step).rounded() * step))
  }

  /// All digits: where three do not tell two numbers apart.
  private static func exact(_ value: String, unit: String) -> String {
    (Int(value).map(grouped) ?? value) + (unit == "s" ? " s" : ending(unit))
  }

  private static func ending(_ unit: String) -> String {
    switch unit {
    case "", "1": ""
    case "1/s": "/s"
    default: " \(unit)"
    }
  }
}
