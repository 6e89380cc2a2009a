// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The spelling of lengths of time, shares, rates and numbers.
package enum Units {
  /// The units of time and how many nanoseconds each has.
  static let times: [(unit: String, nanoseconds: Int128)] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000),
    ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
  ]

  /// A length of time: `40ms`, `1.5s`, `2min`.
  package static func duration(_ text: String) throws(Complaint) -> Interval {
    let example = "write a number and a unit: 250us, 40ms, 1.5s, 2min, 1h or 3d"
    guard let number = ExactNumber(of: text) else {
      throw Complaint(message: "expected a duration, found '\(shortened(text))'", remedy: example)
    }
    if number.unit.isEmpty {
      let n = number.words
      throw Complaint(
        message: "duration without a unit: \(n)", remedy: "write \(n)s, \(n)ms or \(n)min")
    }
    guard let unit = times.first(where: { $0.unit == number.unit }) else {
      throw unknownUnit(number, among: times.map(\.unit), of: "time")
    }
    if number.digits < 0 {
      throw Complaint(
        message: "a negative duration: \(shortened(text))",
        remedy: "write a duration of at least 0s")
    }
    let (product, overflow) = number.digits.multipliedReportingOverflow(by: unit.nanoseconds)
    let longest = Int128(Interval.longest.nanoseconds)
    if overflow || product / number.whole > longest {
      throw Complaint(
        message: "the duration \(shortened(text)) is longer than a hundred years",
        remedy: "write at most 36500d")
    }
    if product % number.whole != 0 {
      throw Complaint(
        message: "the duration \(shortened(text)) is finer than a nanosecond",
        remedy: "write fewer digits behind the point")
    }
    return Interval(nanoseconds: Int64(product / number.whole))
  }

  /// A share between nothing and all: `1%`, `0.5%` or `1/200`.
  package static func share(_ text: String) throws(Complaint) -> Ratio {
    if let fraction = try fraction(text) { return fraction }
    guard let number = ExactNumber(of: text), number.unit == "" || number.unit == "%" else {
      throw Complaint(
        message: "expected a share, found '\(shortened(text))'",
        remedy: "write a percentage or a fraction: 1%, 0.5% or 1/200")
    }
    if number.unit.isEmpty {
      let percent = number.digits == 0 ? "0%" : "\(number.words)%"
      throw Complaint(
        message: "share without a unit: \(number.words)",
        remedy: "write \(percent), or a fraction such as 1/200")
    }
    let whole = number.places <= 7 ? number.whole * 100 : 0
    if whole == 0 {
      throw Complaint(
        message: "the share \(shortened(text)) has more than 7 digits behind the point",
        remedy: "write a fraction, such as 1/3")
    }
    guard (0...whole).contains(number.digits) else {
      throw Complaint(
        message: "the share \(shortened(text)) is not between 0% and 100%",
        remedy: "write at least 0% and at most 100%")
    }
    return reduced(UInt64(number.digits), of: UInt64(whole))
  }

  /// `1/200`, or nil if there is no slash in the text.
  private static func fraction(_ text: String) throws(Complaint) -> Ratio? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let above = ExactNumber(of: parts[0]),
      let below = ExactNumber(of: parts[1]), above.isInteger, below.isInteger
    else { return nil }
    guard (1...1_000_000_000).contains(below.digits), (0...below.digits).contains(above.digits)
    else {
      throw Complaint(
        message: "the share \(shortened(text)) is not between 0 and 1",
        remedy: "write a smaller number over a larger one, of at most 1000000000")
    }
    return reduced(UInt64(above.digits), of: UInt64(below.digits))
  }

  /// The same share with the smallest numbers, so that `2%` and `1/50` are equal.
  static func reduced(_ above: UInt64, of below: UInt64) -> Ratio {
    var (a, b) = (below, above)
    while b != 0 { (a, b) = (b, a % b) }
    return Ratio(above / a, of: below / a)
  }

  /// A rate: `200/s`, `1.5/s`, `90/min` or `10/h`, to the nearest millionth a second.
  package static func rate(_ text: String) throws(Complaint) -> Scenario.Rate {
    let seconds: [(unit: String, count: Int128)] = [("/s", 1), ("/min", 60), ("/h", 3_600)]
    guard let number = ExactNumber(of: text) else {
      throw Complaint(
        message: "expected a rate, found '\(shortened(text))'",
        remedy: "write a number and a unit: 200/s, 90/min or 10/h")
    }
    if number.unit.isEmpty {
      let n = number.words
      throw Complaint(
        message: "rate without a unit: \(n)", remedy: "write \(n)/s, \(n)/min or \(n)/h")
    }
    guard let unit = seconds.first(where: { $0.unit == number.unit }) else {
      throw unknownUnit(number, among: seconds.map(\.unit), of: "rates")
    }
    let scale = number.whole * unit.count
    let limit = scale.multipliedReportingOverflow(by: 1_000_000_000)
    guard number.digits >= 0, !limit.overflow, number.digits <= limit.partialValue else {
      throw Complaint(
        message: "the rate \(shortened(text)) is not between 0/s and 1000000000/s",
        remedy: "write a rate between the two")
    }
    let (millions, overflow) = number.digits.multipliedReportingOverflow(by: 1_000_000)
    let millionths = overflow ? 0 : (millions + scale / 2) / scale
    if millionths == 0, number.digits > 0 {
      throw Complaint(
        message: "the rate \(shortened(text)) cannot be told exactly",
        remedy: "write at least 0.000001/s, with fewer digits")
    }
    return Scenario.Rate(millionths: Int64(millionths))
  }

  /// A whole number: `200` or `1_000_000`.
  static func integer(
    _ text: String, in range: ClosedRange<Int>
  ) throws(Complaint) -> Int {
    guard let number = ExactNumber(of: text), number.isInteger else {
      throw Complaint(
        message: "expected a whole number, found '\(shortened(text))'",
        remedy: "write digits only, from \(range.lowerBound) to \(range.upperBound)")
    }
    guard number.digits >= range.lowerBound, number.digits <= range.upperBound else {
      throw Complaint(
        message: "\(number.words) is out of range",
        remedy: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return Int(number.digits)
  }

  /// A seed: any whole number of 64 bits, decimal or hexadecimal.
  package static func seed(_ text: String) throws(Complaint) -> UInt64 {
    let isHexadecimal = text.utf8.starts(with: "0x".utf8) || text.utf8.starts(with: "0X".utf8)
    let digits = String(decoding: text.utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    let seed =
      isHexadecimal
      ? UInt64(digits.dropFirst(2), radix: 16) : ExactNumber(of: text).flatMap(wholeSeed)
    guard let seed, !text.utf8.contains(UInt8(ascii: "+")) else {
      throw Complaint(
        message: "expected a seed, found '\(shortened(text))'",
        remedy: "write a whole number from 0 to 18446744073709551615, or 0x and up to 16 digits")
    }
    return seed
  }

  private static func wholeSeed(_ number: ExactNumber) -> UInt64? {
    number.isInteger ? UInt64(exactly: number.digits) : nil
  }

  /// A number without a unit: `1.1`.
  package static func number(
    _ text: String, above least: Double, atMost most: Double
  ) throws(Complaint) -> Double {
    guard let number = ExactNumber(of: text), number.unit.isEmpty else {
      throw Complaint(
        message: "expected a number, found '\(shortened(text))'",
        remedy: "write digits, with a point if need be: 1.1")
    }
    guard number.double > least, number.double <= most else {
      throw Complaint(
        message: "\(number.words) is out of range",
        remedy: "write a number above \(Decimal.plain(least)), at most \(Decimal.plain(most))")
    }
    return number.double
  }

  private static func unknownUnit(
    _ number: ExactNumber, among units: [String], of what: String
  ) -> Complaint {
    let typed = number.unit
    let list = units.joined(separator: ", ")
    let guess = habits[typed.lowercased()] ?? nearestName(to: typed, among: units).map { [$0] }
    let words = guess.map { guess in guess.map { "\(number.words)\($0)" }.joined(separator: " or ")
    }
    return Complaint(
      message: "unknown unit '\(shortened(typed))' in \(number.words)\(shortened(typed))",
      remedy: (words.map { "did you mean \($0)? " } ?? "") + "units of \(what): \(list)")
  }

  /// The units that people write out of habit, and what they mean; `m` is both a minute and a thousandth.
  private static let habits: [String: [String]] = [
    "m": ["min", "ms"], "mins": ["min"], "minute": ["min"], "minutes": ["min"], "sec": ["s"],
    "secs": ["s"], "second": ["s"], "seconds": ["s"], "msec": ["ms"], "millis": ["ms"],
    "µs": ["us"], "μs": ["us"], "hr": ["h"], "hrs": ["h"], "hour": ["h"], "hours": ["h"],
    "day": ["d"], "days": ["d"], "/sec": ["/s"], "/second": ["/s"], "/m": ["/min"],
    "/minute": ["/min"], "/hour": ["/h"], "rps": ["/s"], "hz": ["/s"],
  ]
}
