// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirReport
import WeirCore

/// The differences between a run and its baseline, number by number.
///
///     let comparison = BaselineComparison(of: now, with: kept)
///     comparison.verdict       // .differs
///     comparison.rows.first?.words  // "messages n: 240 → 241 (+0.4 %)"
///
/// Numbers are equal or they are not; an allowance makes room for those of one metric.
package struct BaselineComparison: Hashable, Sendable {
  /// The change of a number.
  package enum Change: String, Hashable, Sendable {
    /// It is another one.
    case differs
    /// It is another one, but within what is allowed.
    case allowed
    /// There are no samples left where there were some.
    case emptied
    /// It is not reported any more.
    case missing
    /// The baseline does not have it.
    case new
  }

  /// The share by which a metric may differ from its baseline.
  package struct Allowance: Hashable, Sendable {
    /// The metric's name.
    package var metric: String
    /// The share: 0.02 is two percent.
    package var share: Double

    /// Makes an allowance.
    package init(metric: String, share: Double) {
      self.metric = metric
      self.share = share
    }
  }

  /// A number that is not the same.
  package struct Row: Hashable, Sendable {
    /// The entry that is compared; its value is the one of this run, or of the baseline if this run
    /// has none.
    package var entry: Baseline.Entry
    /// The change of the number.
    package var change: Change
    /// The value in the baseline.
    package var base: String?
    /// The value in this run.
    package var head: String?
    /// The degree in which people feel it.
    package var concern = Concern.other

    /// The growth of the number, as a share of its old value; nil if there is no such share.
    package var growth: Double? {
      guard let base = base.flatMap(Double.init), let head = head.flatMap(Double.init), base != 0
      else { return nil }
      return head / base - 1
    }

    /// `true` if it is off what it was by a share of that at most.
    func isWithin(_ share: Double) -> Bool {
      guard let base = base.flatMap(Double.init), let head = head.flatMap(Double.init) else {
        return false
      }
      return abs(head - base) <= share * abs(base)
    }

    /// The row in words.
    package var words: String {
      let unit = entry.unit
      switch (base, head) {
      case (let base?, let head?):
        let share = growth.map { " (\(Share.signed($0)))" } ?? ""
        let (was, now) = ThreeDigits.pair(base, head, unit: unit)
        return "\(entry.name): \(was) → \(now)\(share)"
      case (let base?, nil):
        return "\(entry.name): was \(ThreeDigits.one(base, unit: unit)), and is not reported"
      case (nil, let head?):
        return "\(entry.name): \(ThreeDigits.one(head, unit: unit)), which the baseline lacks"
      case (nil, nil): return entry.name
      }
    }
  }

  /// The parts of the key that differ: name, what the baseline has, what this run has.
  package let foreign: [String]
  /// The reason that the memory that was asked for is not compared, although the baseline has it;
  /// nil if it is.
  package let uncounted: String?
  /// The note that the two were computed by different versions of the library of statistics; nil if not, or if one of them
  /// does not say.
  package let libraries: String?
  /// The numbers that are not the same: those that decide first, among those the ones that people feel most
  /// (`Concern`), then the largest growth.
  package let rows: [Row]
  /// The number of numbers that are the same.
  package let sameCount: Int
  /// `true` if the whole trace is the same.
  package let isSameTrace: Bool

  /// Compares a run with its baseline; `expected` has the numbers that the scenario expects something of, such as
  /// `post-to-seen p99`.
  package init(
    of head: Baseline, with base: Baseline, allowing allowances: [Allowance] = [],
    expecting expected: Set<String> = []
  ) {
    let isCounted = head.allocator != nil || base.allocator == nil
    uncounted =
      isCounted
      ? nil : "the memory asked for is not compared: only a release build of weir counts it"
    let base = isCounted ? base : base.withoutMemory()
    foreign = Self.foreignParts(head.key, base.key)
    if let old = base.statisticsVersion, let new = head.statisticsVersion, old != new {
      libraries =
        "statistics by \(old) in the baseline, by \(new) here: means, quantiles and intervals may differ in their last digits"
    } else {
      libraries = nil
    }
    isSameTrace = head.digest == base.digest
    var (rows, same) = ([Row](), 0)
    let (heads, bases) = (Self.places(of: head.entries), Self.places(of: base.entries))
    for old in base.entries {
      guard let new = heads[Name(old)].map({ head.entries[$0] }) else {
        rows.append(Row(entry: old, change: .missing, base: old.value, head: nil))
        continue
      }
      if new.value == old.value {
        same += 1
        continue
      }
      let isEmpty = new.stat == "n" && new.value == "0"
      var row = Row(entry: new, change: .differs, base: old.value, head: new.value)
      let allowed = allowances.last { $0.metric == new.metric }
      if isEmpty, new.kind == .exact {
        row.change = .emptied
      } else if let allowed, row.isWithin(allowed.share) {
        row.change = .allowed
      }
      rows.append(row)
    }
    for new in head.entries where bases[Name(new)] == nil {
      rows.append(Row(entry: new, change: .new, base: nil, head: new.value))
    }
    // Without samples a metric has no quantiles either; that goes without saying.
    let empty = rows.filter { $0.change == .emptied }
    rows.removeAll { row in
      row.change == .missing
        && empty.contains {
          $0.entry.metric == row.entry.metric && $0.entry.group == row.entry.group
        }
    }
    let weights: [Change] = [.missing, .emptied, .differs, .new, .allowed]
    func weight(_ row: Row) -> Int { weights.firstIndex(of: row.change) ?? weights.count }
    for place in rows.indices {
      let entry = rows[place].entry
      rows[place].concern = Concern(of: entry.metric, entry.stat, expecting: expected)
    }
    self.rows = rows.enumerated().sorted { a, b in
      let (x, y) = (weight(a.element), weight(b.element))
      if x != y { return x < y }
      let (c, d) = (a.element.concern, b.element.concern)
      if c != d { return c < d }
      let (p, q) = (abs(a.element.growth ?? .infinity), abs(b.element.growth ?? .infinity))
      return p != q ? p > q : a.offset < b.offset
    }.map(\.element)
    sameCount = same
  }

  /// The verdict of the comparison.
  package var verdict: GateVerdict {
    if !foreign.isEmpty { return .rebase }
    if rows.contains(where: { $0.change == .missing }) { return .invalid }
    if rows.contains(where: { $0.change == .emptied }) { return .nothing }
    if rows.contains(where: { $0.change == .differs }) { return .differs }
    let isLoose = rows.contains { $0.change == .allowed }
    // Where every number is the same, or nothing is let off, the order of events must be the same, too.
    return isSameTrace || isLoose ? .pass : .differs
  }

  /// The name of a number within its run.
  private struct Name: Hashable {
    var group: String
    var metric: String
    var stat: String

    init(_ entry: Baseline.Entry) {
      (group, metric, stat) = (entry.group, entry.metric, entry.stat)
    }
  }

  /// Returns the place of each number; only looked up in.
  private static func places(of entries: [Baseline.Entry]) -> [Name: Int] {
    Dictionary(zip(entries.map(Name.init), entries.indices)) { first, _ in first }
  }

  private static func foreignParts(
    _ head: [Baseline.KeyPart], _ base: [Baseline.KeyPart]
  ) -> [String] {
    // A baseline that was made without counting memory has all the rest.
    let base =
      base.contains { $0.name == Baseline.allocatorKey }
      ? base : base + head.filter { $0.name == Baseline.allocatorKey }
    let names =
      base.map(\.name) + head.map(\.name).filter { name in !base.contains { $0.name == name } }
    return names.filter { $0 != Baseline.statisticsKey }.compactMap { name in
      let (old, new) = (
        base.first { $0.name == name }?.value, head.first { $0.name == name }?.value
      )
      return old == new ? nil : "\(name): \(old ?? "none") in the baseline, \(new ?? "none") here"
    }
  }
}
