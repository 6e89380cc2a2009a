// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// A moment of the calendar, to the millisecond: when a post was written, when a person was born.
///
///     static let written = Field<Post, UnixTime>("written", .milliseconds)
///     post.written = UnixTime("2026-11-28T09:30:00Z")
///
/// It knows of no time zone and of no leap seconds, as clocks of computers do not. An app with a type of its own for moments
/// maps a coding: `.seconds.mapped(to:from:called:)`.
public struct UnixTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The milliseconds since the year 1970 began in Greenwich.
  public var milliseconds: Int64

  /// Makes a moment of the milliseconds since 1970.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Orders by time.
  public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

  /// The moment as ISO 8601 writes it, such as `2026-11-28T09:30:00.250Z`; without the fraction if there is none.
  public var description: String {
    let (day, time) = milliseconds.floored(by: Self.dayLength)
    let date = CalendarDay(number: day)
    let (second, fraction) = time.quotientAndRemainder(dividingBy: 1000)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.digits(2) }
    let part = fraction == 0 ? "" : "." + fraction.digits(3)
    return "\(date)T\(clock.joined(separator: ":"))\(part)Z"
  }

  /// Reads a moment as ISO 8601 writes it, in the years 0 to 9999; nil if it is none.
  ///
  /// A moment may be given with the time of its zone, as in `2026-11-28T09:30:00+02:00`. What is finer than a millisecond is
  /// left out.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    guard let year = rest.number(4), rest.take("-"), let month = rest.number(2), rest.take("-"),
      let dayOfMonth = rest.number(2), rest.take("T"), let hour = rest.number(2), rest.take(":"),
      let minute = rest.number(2), rest.take(":"), let second = rest.number(2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)?.number,
      hour < 24, minute < 60, second < 60, let fraction = rest.fraction(),
      let zone = rest.minutesOfZone(), rest.isEmpty
    else { return nil }
    let minutes = day * 1440 + hour * 60 + minute - zone
    milliseconds = (minutes * 60 + second) * 1000 + fraction
  }

  private static let dayLength: Int64 = 86_400_000
}

extension Coding where Value == UnixTime {
  /// Moments as whole milliseconds since 1970.
  public static var milliseconds: Self {
    Coding<Int64>.integer().mapped(
      to: { UnixTime(milliseconds: $0) }, from: { $0.milliseconds }, called: "milliseconds")
  }

  /// Moments as seconds since 1970, with their milliseconds as a fraction.
  public static var seconds: Self {
    Coding<Double>.number.mapped(
      to: { number in
        Int64(exactly: (number * 1000).rounded()).map { UnixTime(milliseconds: $0) }
      },
      from: { Double($0.milliseconds) / 1000 }, called: "seconds since 1970")
  }

  /// Moments as texts of ISO 8601.
  public static var iso8601: Self {
    Coding<String>.text.mapped(
      to: { UnixTime($0) }, from: { $0.description },
      called: "a moment such as 2026-11-28T09:30:00Z")
  }
}

/// A day of the calendar, as it is counted everywhere since 1582 and by computers for the time before.
private struct CalendarDay: CustomStringConvertible {
  var year, month, day: Int64

  /// Takes a day apart that is so many days after the first one of 1970.
  init(number: Int64) {
    // Counted from the first of March of the year 0, so that a leap day is the last of its year.
    let (era, dayOfEra) = (number + 719_468).floored(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Makes a day; nil if the month has no such day.
  init?(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[Int(month) - 1]).contains(day) else { return nil }
  }

  private var isLeap: Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The number of days since the first one of 1970.
  var number: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.floored(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var description: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }
}

extension Int64 {
  /// Returns how often a number fits, and what is left, which is not below zero.
  fileprivate func floored(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }

  /// Returns the number with at least so many digits.
  fileprivate func digits(_ count: Int) -> String {
    let text = "\(magnitude)"
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, count - text.count))
      + text
  }
}

extension Substring.UTF8View {
  /// Takes the next byte if it is this one.
  fileprivate mutating func take(_ character: Character) -> Bool {
    guard let first, first == character.asciiValue else { return false }
    removeFirst()
    return true
  }

  /// Takes a number of just so many digits.
  fileprivate mutating func number(_ count: Int) -> Int64? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// Takes the fraction of a second, if there is one, and returns its milliseconds.
  fileprivate mutating func fraction() -> Int64? {
    if !take(".") { return 0 }
    let digits = prefix { (0x30...0x39).contains($0) }
    if digits.isEmpty { return nil }
    removeFirst(digits.count)
    return (0..<3).reduce(0) { sum, place in
      sum * 10 + (digits.dropFirst(place).first.map { Int64($0 - 0x30) } ?? 0)
    }
  }

  /// Takes a time zone, and returns how many minutes it is ahead of Greenwich.
  fileprivate mutating func minutesOfZone() -> Int64? {
    if take("Z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = number(2), take(":"), let minutes = number(2),
      hours < 24, minutes < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (hours * 60 + minutes)
  }
}
