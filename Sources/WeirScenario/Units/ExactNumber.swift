// SPDX-License-Identifier: GPL-3.0-or-later

/// A problem with a value, before it is known where the value stands.
package struct Complaint: Error, Hashable {
  /// A sentence that says what is wrong.
  var message: String
  /// A sentence that says what to write.
  var remedy: String
}

/// A decimal number exactly as it was written, and the letters that follow it.
///
///     ExactNumber(of: "1.5s")  // digits 15, places 1, unit "s"
///
/// No binary fraction is involved: `0.1s` is a hundred million nanoseconds, not nearly so.
struct ExactNumber: Hashable {
  /// All digits, read as one whole number.
  var digits: Int128
  /// The number of digits that stand behind the point.
  var places: Int
  /// The letters that follow the number.
  var unit: String

  /// Reads the number at the start of `text`; nil if there is none or it has more than 30 digits.
  init?(of text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    digits = 0
    places = 0
    var count = 0
    var hasPoint = false
    var last: UInt8 = 0
    while let byte = rest.first {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        count += 1
        guard count <= 30 else { return nil }
        digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
        if hasPoint { places += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint, Self.isDigit(last) {
        hasPoint = true
      } else if byte != UInt8(ascii: "_") || !Self.isDigit(last) {
        break
      }
      last = byte
      rest = rest.dropFirst()
    }
    guard Self.isDigit(last) else { return nil }
    if isNegative { digits = -digits }
    unit = String(decoding: rest, as: UTF8.self)
  }

  /// `true` if it is a whole number without a unit.
  var isInteger: Bool { places == 0 && unit.isEmpty }

  /// The number without its unit, as it was written but for separators.
  var words: String {
    var text = String(digits.magnitude)
    if places > 0 {
      text = String(repeating: "0", count: max(0, places + 1 - text.utf8.count)) + text
      let point = text.index(text.endIndex, offsetBy: -places)
      text.insert(".", at: point)
    }
    return digits < 0 ? "-" + text : text
  }

  /// Ten to the power of ``places``.
  var whole: Int128 {
    var power: Int128 = 1
    for _ in 0..<places { power *= 10 }
    return power
  }

  /// The nearest binary number.
  var double: Double { Double(words) ?? 0 }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
