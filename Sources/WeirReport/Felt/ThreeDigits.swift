// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
import WeirCore
import WeirRun

/// Numbers as people compare them: to three digits that count, or to as many as tell them apart truly.
///
///     ThreeDigits.pair("0.31523", "0.40187", unit: "s")   // ("315ms", "402ms")
///     ThreeDigits.pair("12345", "14001", unit: "1")       // ("12,300", "14,000")
///     ThreeDigits.pair("1204", "1205", unit: "1")         // ("1,204", "1,205"), and not ("1,200", "1,210")
package enum ThreeDigits {
  /// Writes two values of a unit in words; a value that is not a number stays as it is.
  ///
  /// They have so many digits that their difference is off by at most a tenth of itself.
  package static func pair(_ base: String, _ head: String, unit: String) -> (String, String) {
    guard let was = Double(base), let now = Double(head) else {
      return (one(base, unit: unit), one(head, unit: unit))
    }
    let difference = now - was
    let digits = (3...15).first { digits in
      let shown = rounded(now, digits) - rounded(was, digits)
      return abs(shown - difference) <= abs(difference) / 10
    }
    return (
      text(was, unit: unit, digits: digits ?? 15), text(now, unit: unit, digits: digits ?? 15)
    )
  }

  /// Returns a value of a unit in words.
  package static func one(_ value: String, unit: String) -> String {
    Double(value).map { text($0, unit: unit) } ?? value
  }

  /// Returns a number of a unit in words.
  package static func text(_ value: Double, unit: String, digits: Int = 3) -> String {
    switch unit {
    case "s":
      // Below the smallest unit there are no digits.
      let value = (value * 1e9).rounded() / 1e9
      let scales = [("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]
      let scale = scales.first { value.magnitude >= $0.1 * 0.999_999_999 } ?? scales[3]
      return plain(value / scale.1, digits) + scale.0
    case "", "1": return plain(value, digits)
    case "1/s": return plain(value, digits) + "/s"
    default: return plain(value, digits) + " \(unit)"
    }
  }

  private static func plain(_ value: Double, _ digits: Int) -> String {
    guard value != 0, value.isFinite, value.magnitude < 1e12, value.magnitude > 1e-7 else {
      return value == 0 ? "0" : "\(value)"
    }
    let size = size(of: value)
    if size >= 3 { return grouped(Int(rounded(value, max(digits, 3)).rounded())) }
    return Decimal(value, places: min(9, max(0, digits - 1 - size))).description
  }

  /// Returns a number with so many digits that count.
  private static func rounded(_ value: Double, _ digits: Int) -> Double {
    guard value != 0, value.isFinite else { return value }
    let step = pow(10, Double(size(of: value) + 1 - digits))
    return (value / step).rounded() * step
  }

  private static func size(of value: Double) -> Int { Int(log10(value.magnitude).rounded(.down)) }
}
