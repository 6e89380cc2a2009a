// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// A key of a scenario and the range in which a sweep varies it.
///
///     let delay = try Variation("network.delay=10ms..510ms")
///     delay.value(at: 0.5)   // "260ms"
///     delay.setting(at: 0.5) // "network.delay=260ms"
///
/// Both ends are of one kind: whole numbers, durations, shares or rates.
package struct Variation: Hashable, Sendable {
  /// The kind of a value that is varied.
  package enum Kind: String, Hashable, Sendable {
    /// A whole number.
    case count
    /// A length of time, in nanoseconds.
    case duration
    /// A share, in millionths.
    case share
    /// A rate, in millionths a second.
    case rate
  }

  /// The dotted path of the key.
  package let key: String
  /// The kind of the value that is varied.
  package let kind: Kind
  private let low: Int64
  private let high: Int64

  /// Reads `KEY=LOW..HIGH`.
  package init(_ text: String) throws(Problem) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let bytes = halves.count == 2 ? Array(halves[1].utf8) : []
    let cut = bytes.indices.dropLast().first { bytes[$0] == 46 && bytes[$0 + 1] == 46 }
    guard let cut, !halves[0].isEmpty else {
      throw Problem(
        message: "'\(shortened(text))' is not a key with a range",
        remedy: "write for example network.delay=10ms..500ms")
    }
    key = String(halves[0])
    let ends = [bytes[..<cut], bytes[(cut + 2)...]].map { String(decoding: $0, as: UTF8.self) }
    guard let (kind, first) = Self.read(ends[0]), let (other, last) = Self.read(ends[1]),
      kind == other
    else {
      throw Problem(
        message: "'\(shortened(ends[0]))' and '\(shortened(ends[1]))' are no ends of a range",
        remedy: "write two whole numbers, two durations, two shares or two rates: 1..50, 10ms..1s")
    }
    guard first <= last else {
      throw Problem(
        message: "the range '\(shortened(text))' ends before it begins",
        remedy: "write the smaller end first")
    }
    (self.kind, low, high) = (kind, first, last)
  }

  private static func read(_ text: String) -> (Kind, Int64)? {
    if let count = Int64(text), count >= 0 { return (.count, count) }
    if let time = try? Units.duration(text) { return (.duration, time.nanoseconds) }
    if let rate = try? Units.rate(text) { return (.rate, rate.millionths) }
    guard let share = try? Units.share(text) else { return nil }
    return (.share, Int64(UInt128(share.numerator) * 1_000_000 / UInt128(share.denominator)))
  }

  /// The value at a place between 0 and 1, in its smallest unit; of whole numbers each is equally wide.
  private func number(at place: Double) -> Int64 {
    let width = Double(high - low) + (kind == .count ? 1 : 0)
    let number = low + Int64((min(max(place, 0), 1) * width).rounded(.down))
    // Four digits are enough for a person, and for a range.
    return min(high, max(low, kind == .duration ? Self.rounded(number) : number))
  }

  private static func rounded(_ number: Int64) -> Int64 {
    var unit: Int64 = 1
    while number / unit >= 10_000 { unit *= 10 }
    return number / unit * unit
  }

  /// The value at a place between 0 and 1, as a scenario writes it.
  package func value(at place: Double) -> String {
    let number = number(at: place)
    return switch kind {
    case .count: "\(number)"
    case .duration: Interval(nanoseconds: number).description
    case .share: Canonical.words(Ratio(UInt64(number), of: 1_000_000))
    case .rate: Canonical.words(Scenario.Rate(millionths: number))
    }
  }

  /// The value at a place as a plain number: seconds, shares of one, things a second.
  package func plain(at place: Double) -> Double {
    let number = Double(number(at: place))
    return switch kind {
    case .count: number
    case .duration: number / 1e9
    case .share, .rate: number / 1e6
    }
  }

  /// The value at a place, as the command line sets it.
  package func setting(at place: Double) -> String { "\(key)=\(value(at: place))" }
}
