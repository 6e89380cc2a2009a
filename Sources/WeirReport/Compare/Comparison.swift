// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirStatistics

/// Two folders of results compared with each other, number by number and seed by seed.
///
///     let comparison = Comparison(base: base, head: head)
///     comparison.verdict  // .different
///     comparison.text     // verdict first, then only what differs
///
/// All these numbers are of virtual time and have no noise: for one seed they are equal, or
/// behaviour has changed. If both sides have many seeds, each seed is paired with itself, so that
/// chance is the same on both sides, and the difference gets an interval. If they have one seed
/// each, and not the same one, differences are told but not judged: two seeds are two samples.
package struct Comparison: Sendable {
  /// The verdict on the whole.
  package enum Verdict: String, Hashable, Sendable {
    /// Every number is the same.
    case same = "SAME"
    /// Some number differs, is new or is missing.
    case different = "DIFFERENT"
    /// Numbers differ, but they were not made with the same seeds.
    case otherWeather = "OTHER SEEDS"
    /// There is nothing that both have.
    case nothing = "NOTHING TO COMPARE"
  }

  let base: Results
  let head: Results
  /// Every number that one of the sides has.
  package private(set) var rows: [ComparisonRow] = []

  /// Compares what was with what is.
  package init(base: Results, head: Results) {
    self.base = base
    self.head = head
    let onlyNew = head.subjects.filter { base.numbers[$0] == nil }
    for subject in base.subjects + onlyNew { rows.append(row(subject)) }
    let known = Set(base.sweeps)
    for scenario in base.sweeps + head.sweeps.filter({ !known.contains($0) }) {
      rows.append(verdictRow(scenario))
    }
  }

  /// The verdict on the whole.
  package var verdict: Verdict {
    let judged = rows.filter { $0.verdict == .pass || $0.verdict == .fail }
    if rows.contains(where: { $0.verdict == .info && $0.base != nil && $0.head != nil }) {
      return .otherWeather
    }
    if judged.isEmpty { return .nothing }
    return rows.allSatisfy { $0.verdict == .pass } ? .same : .different
  }

  private func row(_ subject: Results.Subject) -> ComparisonRow {
    let (old, new) = (base.numbers[subject], head.numbers[subject])
    var row = ComparisonRow(
      scenario: subject.scenario, metric: subject.metric, statistic: subject.statistic,
      unit: (old ?? new)?.unit ?? "", kind: .exact)
    row.group = subject.group
    row.baseName = base.name
    row.headName = head.name
    let was = old?.bySeed ?? [:]
    let now = new?.bySeed ?? [:]
    let seeds = was.keys.filter { now[$0] != nil }.sorted()
    row.baseCount = old.flatMap { Self.total($0, seeds) }
    row.headCount = new.flatMap { Self.total($0, seeds) }
    guard let old else { return only(row, .new, new, "the base does not have it") }
    guard let new else { return only(row, .missing, old, "the head does not have it any more") }
    if seeds.isEmpty { return apart(row, old, new) }
    judge(&row, seeds.map { (was[$0] ?? 0, now[$0] ?? 0) })
    if seeds.count == 1 { row.seed = seeds[0] }
    let others = was.count + now.count - 2 * seeds.count
    if others > 0 { row.reason += "; \(others) seeds have no partner" }
    return row
  }

  private static func total(_ numbers: Results.Numbers, _ seeds: [UInt64]) -> Int? {
    let counts = seeds.compactMap { numbers.countBySeed[$0] }
    return counts.isEmpty ? nil : counts.reduce(0, +)
  }

  private func only(
    _ row: ComparisonRow, _ verdict: ComparisonRow.Verdict, _ numbers: Results.Numbers?,
    _ reason: String
  ) -> ComparisonRow {
    var row = row
    row.verdict = verdict
    row.reason = reason
    let mean = numbers.flatMap(Self.mean)
    if verdict == .new { row.head = mean } else { row.base = mean }
    return row
  }

  /// Returns the row for two sides that have no seed in common.
  private func apart(
    _ row: ComparisonRow, _ old: Results.Numbers, _ new: Results.Numbers
  ) -> ComparisonRow {
    var row = row
    row.base = Self.mean(old)
    row.head = Self.mean(new)
    row.reason = "no seed is on both sides, so a difference may be chance"
    return row
  }

  private static func mean(_ numbers: Results.Numbers) -> Double? {
    // In the order of seeds: the last digit of a sum depends on the order.
    let values = numbers.bySeed.sorted { $0.key < $1.key }.map(\.value)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private func judge(_ row: inout ComparisonRow, _ pairs: [(was: Double, now: Double)]) {
    let count = Double(pairs.count)
    row.base = pairs.reduce(0) { $0 + $1.was } / count
    row.head = pairs.reduce(0) { $0 + $1.now } / count
    row.pairCount = pairs.count
    row.thresholdKind = "equal"
    let (up, down) = (
      pairs.filter { $0.now > $0.was }.count, pairs.filter { $0.now < $0.was }.count
    )
    row.verdict = up + down == 0 ? .pass : .fail
    guard pairs.count > 1 else {
      row.method = "equality"
      row.reason = up + down == 0 ? "equal" : "differs"
      return
    }
    row.method = "paired by seed, sign test"
    row.reason =
      up + down == 0
      ? "equal in all \(pairs.count) pairs" : "\(up) pairs rose and \(down) fell of \(pairs.count)"
    if up + down == 0 { return }
    row.probability = SignProbability.twoSided(up, down)
    guard let base = row.base, base != 0,
      let interval = try? Estimate.mean(of: pairs.map { $0.now - $0.was })
    else { return }
    row.low = 100 * interval.low / base.magnitude
    row.high = 100 * interval.high / base.magnitude
  }

  /// Returns the row that says if the seeds of a sweep ended as they did before.
  private func verdictRow(_ scenario: String) -> ComparisonRow {
    var row = ComparisonRow(
      scenario: scenario, metric: "verdict", statistic: "pass", unit: "1", kind: .exact)
    row.group = "sweep"
    row.direction = "higher"
    row.baseName = base.name
    row.headName = head.name
    let (was, now) = (base.endings[scenario] ?? [:], head.endings[scenario] ?? [:])
    func share(_ endings: [UInt64: Results.Ending], _ seeds: [UInt64]) -> Double? {
      let count = seeds.filter { endings[$0]?.verdict == "pass" }.count
      return seeds.isEmpty ? nil : Double(count) / Double(seeds.count)
    }
    let seeds = was.keys.filter { now[$0] != nil }.sorted()
    guard !seeds.isEmpty else {
      row.base = share(was, was.keys.sorted())
      row.head = share(now, now.keys.sorted())
      row.verdict = was.isEmpty ? .new : now.isEmpty ? .missing : .info
      row.reason = "no seed is on both sides"
      return row
    }
    row.base = share(was, seeds)
    row.head = share(now, seeds)
    row.baseCount = seeds.count
    row.headCount = seeds.count
    row.pairCount = seeds.count
    row.method = "paired by seed, sign test"
    row.thresholdKind = "equal"
    let worse = seeds.filter { was[$0]?.verdict == "pass" && now[$0]?.verdict != "pass" }
    let better = seeds.filter { was[$0]?.verdict != "pass" && now[$0]?.verdict == "pass" }
    let changed = seeds.filter {
      was[$0]?.verdict != now[$0]?.verdict || was[$0]?.checker != now[$0]?.checker
    }
    let moved = seeds.filter { was[$0]?.digest != now[$0]?.digest }
    row.verdict = moved.isEmpty && changed.isEmpty ? .pass : .fail
    if !worse.isEmpty || !better.isEmpty {
      row.probability = SignProbability.twoSided(better.count, worse.count)
    }
    row.reason = Self.words(worse, better, changed, moved, of: seeds.count)
    return row
  }

  private static func words(
    _ worse: [UInt64], _ better: [UInt64], _ changed: [UInt64], _ moved: [UInt64], of count: Int
  ) -> String {
    func some(_ seeds: [UInt64]) -> String {
      seeds.prefix(5).map { "\($0)" }.joined(separator: " ") + (seeds.count > 5 ? " …" : "")
    }
    var words: [String] = []
    if !worse.isEmpty { words.append("\(worse.count) seeds no longer pass (\(some(worse)))") }
    if !better.isEmpty { words.append("\(better.count) seeds pass now (\(some(better)))") }
    let others = changed.count - worse.count - better.count
    if others > 0 { words.append("\(others) seeds fail in another way") }
    words.append(
      moved.isEmpty
        ? "all \(count) traces are the same"
        : "\(moved.count) of \(count) traces differ (\(some(moved)))")
    return words.joined(separator: "; ")
  }
}
