// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

import WeirGate
import WeirReport

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

  @Test func `memory is compared where both runs have counted it, of one allocator`() {
    func counted(_ allocations: UInt64, _ allocator: String = "glibc 2.36") -> Baseline {
      Self.base.counting(.init(allocations: allocations, bytes: 9, allocator: allocator))
    }
    func comparison(_ head: Baseline, _ base: Baseline) -> BaselineComparison {
      BaselineComparison(of: head, with: base)
    }
    #expect(comparison(counted(7), counted(7)).verdict == .pass)
    let differing = comparison(counted(8), counted(7))
    #expect(differing.verdict == .differs && differing.uncounted == nil)
    #expect(differing.rows.map(\.words) == ["allocations n: 7 → 8 (+14.3 %)"])
    let foreign = comparison(counted(7, "glibc 2.41"), counted(7))
    #expect(foreign.verdict == .rebase)
    #expect(foreign.foreign == ["allocator: glibc 2.36 in the baseline, glibc 2.41 here"])
    // A build that counts nothing says so, and has all the rest compared.
    let uncounted = comparison(Self.base, counted(7))
    #expect(uncounted.verdict == .pass && uncounted.rows.isEmpty && uncounted.uncounted != nil)
    #expect(comparison(Self.changed { $0.digest = "e" }, counted(7)).verdict == .differs)
    let first = comparison(counted(7), Self.base)
    #expect(first.verdict == .pass && first.rows.map(\.change) == [.new, .new])
  }

  @Test func `another library of statistics is told, and decides nothing`() {
    func by(_ library: String?) -> Baseline {
      Self.changed { baseline in
        if let library { baseline.key.append(.init(name: "statistics", value: library)) }
      }
    }
    let other = BaselineComparison(of: by("gsl 2.8"), with: by("gsl 2.7.1"))
    #expect(other.verdict == .pass && other.foreign.isEmpty)
    #expect(
      other.libraries
        == "statistics by gsl 2.7.1 in the baseline, by gsl 2.8 here: means, quantiles and intervals may differ in their last digits"
    )
    let finding = GateFinding(
      file: "small.yaml", comparison: other, head: by("gsl 2.8"), base: by("gsl 2.7.1"),
      allowing: [])
    #expect(finding.verdict == .pass && finding.notes == [other.libraries])
    // A baseline that does not say was made before it was asked for.
    for (head, base) in [("gsl 2.8", "gsl 2.8"), ("gsl 2.8", nil), (nil, "gsl 2.8")] {
      let comparison = BaselineComparison(of: by(head), with: by(base))
      #expect(comparison.verdict == .pass && comparison.libraries == nil)
      #expect(comparison.foreign.isEmpty && comparison.rows.isEmpty)
    }
    // A number that differs still differs.
    let differing = BaselineComparison(
      of: by("gsl 2.8"),
      with: Self.changed {
        $0.key.append(.init(name: "statistics", value: "gsl 2.7.1"))
        $0.entries[2].value = "0.5"
      })
    #expect(differing.verdict == .differs && differing.libraries != nil)
  }

  @Test func `runs are the same if what both have counted is`() {
    let counted = Self.base.counting(.init(allocations: 7, bytes: 9, allocator: "glibc 2.36"))
    let other = Self.base.counting(.init(allocations: 8, bytes: 9, allocator: "glibc 2.36"))
    #expect(counted.isSame(as: counted) && counted.isSame(as: Self.base))
    #expect(Self.base.isSame(as: counted) && !counted.isSame(as: other))
    #expect(!Self.changed { $0.digest = "e" }.isSame(as: counted))
  }

  @Test func `an allowance makes room for its own metric, up to its share`() {
    let room = [BaselineComparison.Allowance(metric: "messages", share: 0.02)]
    #expect(Self.verdict(room) { $0.entries[0].value = "204" } == .pass)
    #expect(Self.verdict(room) { $0.entries[0].value = "205" } == .differs)
    #expect(Self.verdict(room) { $0.entries[0].value = "196" } == .pass)
    #expect(Self.verdict(room) { $0.entries[2].value = "0.401" } == .differs)
    #expect(Self.verdict(room) { $0.entries[3].value = "not reached" } == .differs)
  }

  @Test func `what decides comes first, then what people feel most, then the largest growth`() {
    let base = Self.changed {
      $0.entries += [
        Self.entry("post-to-seen", "p99", "0.4"), Self.entry("post-to-seen", "p50", "0.2"),
        Self.entry("reordered", "mean", "0.1"), Self.entry("lost", "n", "3"),
      ]
    }
    var head = base
    head.entries[0].value = "300"
    head.entries[2].value = "4"
    head.entries[4].value = "0.44"
    head.entries[5].value = "0.3"
    head.entries[6].value = "0.11"
    head.entries[7].value = "9"
    head.entries.append(Self.entry("new", "n", "1"))
    let comparison = BaselineComparison(of: head, with: base, expecting: ["reordered mean"])
    #expect(
      comparison.rows.map(\.words) == [
        "reordered mean: 0.1 → 0.11 (+10 %)", "post-to-seen p50: 0.2 → 0.3 (+50 %)",
        "post-to-seen p99: 0.4 → 0.44 (+10 %)", "messages n: 200 → 300 (+50 %)",
        "seen p99: 0.4 → 4 (+900 %)", "lost n: 3 → 9 (+200 %)",
        "new n: 1, which the baseline lacks",
      ])
    let finding = GateFinding(
      file: "small.yaml", comparison: comparison, head: head, base: base, allowing: [])
    #expect(finding.sentence == "reordered mean: 0.1 → 0.11 (+10 %), and 5 other numbers")
    #expect(finding.sameCount == 3)
    #expect(finding.rows[1].direction == "lower" && finding.rows[4].direction == "")
    // What the baseline lost decides, whatever anybody feels.
    head.entries.removeLast(2)
    #expect(BaselineComparison(of: head, with: base).rows.first?.change == .missing)
  }
}
