import Testing

@testable import WeirReport

@Suite struct BaselineComparisonTests {
  static func entry(
    _ metric: String, _ stat: String, _ value: String, _ kind: Baseline.Kind = .exact
  ) -> Baseline.Entry {
    Baseline.Entry(kind: kind, group: "all", metric: metric, stat: stat, unit: "1", value: value)
  }

  static let base = Baseline(
    scenario: "small", key: [Baseline.KeyPart(name: "seed", value: "1")], digest: "d",
    entries: [
      entry("messages", "n", "200", .cost), entry("seen", "n", "50"), entry("seen", "p99", "0.4"),
      entry("checker converge", "verdict", "held"),
    ])

  private static func changed(_ change: (inout Baseline) -> Void) -> Baseline {
    var other = base
    change(&other)
    return other
  }

  private static func verdict(
    _ allowances: [BaselineComparison.Allowance] = [], _ change: (inout Baseline) -> Void
  ) -> GateVerdict {
    BaselineComparison(of: changed(change), with: base, allowing: allowances).verdict
  }

  @Test func `equal numbers pass, and a digest alone is enough to differ`() {
    #expect(Self.verdict { _ in } == .pass)
    #expect(Self.verdict { $0.digest = "e" } == .differs)
  }

  @Test func `a metric that is gone is never a pass`() {
    #expect(Self.verdict { $0.entries.remove(at: 2) } == .invalid)
    #expect(Self.verdict { $0.entries.removeAll { $0.metric == "seen" } } == .invalid)
  }

  @Test func `samples that are gone are never a pass`() {
    let comparison = BaselineComparison(
      of: Self.changed {
        $0.entries[1].value = "0"
        $0.entries.remove(at: 2)
      }, with: Self.base)
    #expect(comparison.verdict == .nothing)
    // The quantile went with its samples, which needs no line of its own.
    #expect(comparison.rows.map(\.change) == [.emptied])
  }

  @Test func `a cost that falls to nothing is a difference`() {
    #expect(Self.verdict { $0.entries[0].value = "0" } == .differs)
  }

  @Test func `new numbers do not fail what is known`() {
    #expect(Self.verdict { $0.entries.append(Self.entry("new", "n", "1")) } == .pass)
  }

  @Test func `an allowance makes room for its own metric, up to its share`() {
    let room = [BaselineComparison.Allowance(metric: "messages", share: 0.02)]
    #expect(Self.verdict(room) { $0.entries[0].value = "204" } == .pass)
    #expect(Self.verdict(room) { $0.entries[0].value = "205" } == .differs)
    #expect(Self.verdict(room) { $0.entries[0].value = "196" } == .pass)
    #expect(Self.verdict(room) { $0.entries[2].value = "0.401" } == .differs)
    #expect(Self.verdict(room) { $0.entries[3].value = "not reached" } == .differs)
  }

  @Test func `the numbers that decide come first, the largest growth before the others`() {
    let comparison = BaselineComparison(
      of: Self.changed {
        $0.entries[0].value = "202"
        $0.entries[2].value = "0.8"
        $0.entries.append(Self.entry("new", "n", "1"))
      }, with: Self.base)
    #expect(
      comparison.rows.map(\.words) == [
        "seen p99: 0.4 → 0.8 (+100 %)", "messages n: 200 → 202 (+1 %)",
        "new n: 1, which the baseline lacks",
      ])
    let finding = GateFinding(
      file: "small.yaml", comparison: comparison, head: Self.base, base: Self.base, allowing: [])
    #expect(finding.sentence == "seen p99: 0.4 → 0.8 (+100 %), and 1 other number")
    #expect(finding.sameCount == 3)
  }
}
