// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Smaller values of each kind, the smallest first, in units that read well.
package enum SmallerValue {
  /// Returns the texts that could stand in the place of `text`.
  package static func of(_ text: String, _ kind: Schema.Kind) -> [String] {
    switch kind {
    case .count(let range, _): counts(text, range)
    case .duration(let isPositive): durations(text, isPositive: isPositive)
    case .share: text == "0%" || text == "0" ? [] : ["0%"]
    case .rate: rates(text)
    default: []
    }
  }

  private static func counts(_ text: String, _ range: ClosedRange<Int>) -> [String] {
    guard let count = try? Units.integer(text, in: range) else { return [] }
    let half = range.lowerBound + (count - range.lowerBound) / 2
    return distinct(
      [range.lowerBound, half, count - 1].filter { $0 >= range.lowerBound && $0 < count }
    )
    .map { String($0) }
  }

  private static func durations(_ text: String, isPositive: Bool) -> [String] {
    guard let time = try? Units.duration(text), time > .zero else { return [] }
    let n = time.nanoseconds
    let least: [Int64] = isPositive ? [] : [0]
    let parts = [n / 8, n / 2, n / 4 * 3, n / 10 * 9].map(rounded)
    return distinct((least + parts).filter { $0 < n && ($0 > 0 || !isPositive) })
      .map { words($0) }
  }

  /// Longer distances, up to a day.
  package static func slower(_ text: String) -> [String] {
    guard let time = try? Units.duration(text), time > .zero else { return [] }
    let day: Int64 = 86_400_000_000_000
    return [4, 2].map { rounded(min(day, time.nanoseconds) * $0) }
      .filter { $0 > time.nanoseconds && $0 <= day }.map { words($0) }
  }

  private static func rates(_ text: String) -> [String] {
    guard let rate = try? Units.rate(text), rate.millionths > 1_000_000 else { return [] }
    return [1_000_000, rate.millionths / 2 / 1_000_000 * 1_000_000]
      .filter { $0 >= 1_000_000 && $0 < rate.millionths }
      .map { Canonical.words(Scenario.Rate(millionths: $0)) }
  }

  /// A length of time that stands for a distribution; nil if the words do not tell one.
  static func typical(of entries: [YAMLNode.Entry]) -> String? {
    for entry in entries {
      switch entry.key {
      case "exponential", "normal", "gamma", "weibull", "pareto":
        return entry.value.scalarText.flatMap(nice)
      case "uniform":
        guard case .sequence(let ends) = entry.value.content, ends.count == 2,
          let low = ends[0].scalarText.flatMap({ try? Units.duration($0) }),
          let high = ends[1].scalarText.flatMap({ try? Units.duration($0) })
        else { return nil }
        return words(rounded(low.nanoseconds / 2 + high.nanoseconds / 2))
      case "log-normal":
        return entry.value.value(of: "median")?.scalarText.flatMap(nice)
      default: continue
      }
    }
    return nil
  }

  private static func nice(_ text: String) -> String? {
    (try? Units.duration(text)).map { words($0.nanoseconds) }
  }

  private static func words(_ nanoseconds: Int64) -> String {
    Interval(nanoseconds: nanoseconds).description
  }

  /// Two digits that count, the rest cut off: 1,234 ms are 1.2 s.
  private static func rounded(_ nanoseconds: Int64) -> Int64 {
    var unit: Int64 = 1
    while nanoseconds / unit >= 100 { unit *= 10 }
    return nanoseconds / unit * unit
  }

  private static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}
