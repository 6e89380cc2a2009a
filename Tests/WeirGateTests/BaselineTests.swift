// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

import WeirGate
import WeirReport
import WeirSweep

@Suite struct BaselineTests {
  /// Returns the real measures of a small run.
  static func measured(
    _ more: String = "", seed: UInt64 = 1, weighed: Bool = false
  ) throws -> Baseline {
    let (outcome, tables) = try run(more, seed: seed, weighed: weighed)
    return Baseline(outcome, tables: tables)
  }

  /// A small run, and the fingerprint of its tables of chance.
  private static func run(
    _ more: String = "", seed: UInt64 = 1, weighed: Bool = false
  ) throws -> (outcome: Outcome, tables: Digest) {
    let text = """
      weir: 1
      about: Two phones in one chat room.
      network:  { delay: { exponential: 40ms } }
      clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
      workload: [ { each: client, does: post, every: { exponential: 1s }, for: 5s } ]
      \(more)
      """
    let scenario = try Scenario(text: Array(text.utf8), named: "small.yaml")
    var world = try World(scenario, seed: seed)
    if weighed { world.payloadBytes = 0 }
    let tables = world.tables
    while world.advance(by: 64) {}
    return (world.outcome(), tables)
  }

  private static func read(_ text: String) throws -> Baseline {
    try Baseline(reading: Array(text.utf8), named: "b.csv")
  }

  @Test func `what is written is read back as it was`() throws {
    var baseline = try Self.measured()
    baseline.reason = "one request less, \"at last\"\r\nand a second line"
    let text = baseline.text
    baseline.reason = "one request less, \"at last\" and a second line"
    #expect(try Self.read(text) == baseline)
    #expect(try Self.measured() == Self.measured())
    #expect(baseline.entries.count > 80 && baseline.key.count == 8)
    #expect(baseline.statisticsVersion?.hasPrefix("gsl 2.") == true)
    #expect(baseline.entries.contains { $0.metric == "events" && $0.kind == .cost })
  }

  /// Cells of `metrics.csv` that are numbers, as `metric group part column: value`.
  private static func numbers(of table: String) throws -> Set<String> {
    let about: Set = [
      "schema_version", "scenario", "seed", "metric", "group", "unit", "kind", "part",
    ]
    var reader = CSVReader(Array(table.utf8), file: "metrics.csv")
    let columns = try #require(try reader.next()).fields.map(\.text)
    var numbers: Set<String> = []
    while let row = try reader.next() {
      let cells = row.fields.map(\.text)
      let place = ["metric", "group", "part"].map { name in
        columns.firstIndex(of: name).map { cells[$0] } ?? "?"
      }
      // The baseline has one column for groups and parts.
      let label = place[2].isEmpty ? place[1] : place[2]
      for (column, cell) in zip(columns, cells) where !about.contains(column) && !cell.isEmpty {
        numbers.insert("\(place[0]) \(label) \(column): \(cell)")
      }
    }
    return numbers
  }

  @Test func `every number of the table of metrics is held, with intervals, hits and bounds`()
    throws
  {
    let (outcome, tables) = try Self.run()
    let held = Baseline(outcome, tables: tables).entries
    let numbers = try Self.numbers(of: MetricsTable.csv(outcome))
    #expect(
      numbers.subtracting(held.map { "\($0.metric) \($0.group) \($0.stat): \($0.value)" }) == [])
    #expect(Set(held.map(\.stat)).isSuperset(of: ["ci95_low", "ci95_high", "hits", "none_bound"]))
    // Times are seconds, and what counts samples is none.
    for entry in held where Metric.named(entry.metric)?.kind == .duration {
      #expect(entry.unit == (entry.stat == "n" ? "1" : "s"), "\(entry.name)")
    }
  }

  @Test func `an interval of another level, a bound of another rule and a hit more are seen`()
    throws
  {
    let (outcome, tables) = try Self.run()
    let base = Baseline(outcome, tables: tables)
    func names(_ change: (inout MetricRow) -> Void, of metric: String) throws -> [String] {
      var other = outcome
      let place = try #require(other.metrics.firstIndex { $0.metric.name == metric })
      change(&other.metrics[place])
      let comparison = BaselineComparison(of: Baseline(other, tables: tables), with: base)
      #expect(comparison.verdict == .differs)
      return comparison.rows.map(\.entry.name)
    }
    #expect(try names({ $0.low = $0.low?.nextUp }, of: "stale-reads") == ["stale-reads ci95_low"])
    #expect(
      try names({ $0.high = $0.high?.nextDown }, of: "stale-reads") == ["stale-reads ci95_high"])
    #expect(
      try names({ $0.noneBound = $0.noneBound?.nextUp }, of: "stale-reads")
        == ["stale-reads none_bound"])
    #expect(try names({ $0.hits = 1 }, of: "stale-reads") == ["stale-reads hits"])
  }

  @Test
  func `a metric that vanishes from the table of metrics is never a pass, one that is new says so`()
    throws
  {
    let (outcome, tables) = try Self.run()
    let base = Baseline(outcome, tables: tables)
    for place in outcome.metrics.indices {
      var less = outcome
      let row = less.metrics.remove(at: place)
      let head = Baseline(less, tables: tables)
      let comparison = BaselineComparison(of: head, with: base)
      #expect(comparison.verdict == .invalid, "\(row.metric.name) \(row.label)")
      let finding = GateFinding(
        file: "a.yaml", comparison: BaselineComparison(of: base, with: head), head: base,
        base: head, allowing: [])
      #expect(finding.verdict == .pass && finding.sentence.contains("that the baseline lacks"))
      #expect(!finding.rows.isEmpty && finding.rows.allSatisfy { $0.verdict == "new" })
    }
    var silent = outcome
    silent.metrics[0].low = nil
    let comparison = BaselineComparison(of: Baseline(silent, tables: tables), with: base)
    #expect(
      comparison.verdict == (outcome.metrics[0].low == nil ? .pass : .invalid),
      "an interval that is gone")
  }

  @Test func `a sweep is held seed by seed and summed up, and each of its cells counts`() throws {
    let plain = try Self.measured()
    let tables = Baseline.SweepTables(
      seeds: Array(
        "schema_version,scenario,file,seed,verdict,checker,at,digest\r\n1,s,a.yaml,1,pass,,,d1\r\n1,s,a.yaml,2,broken,pages,3.5,d2\r\n"
          .utf8),
      checkers: Array(
        "schema_version,scenario,file,checker,seeds,broken,first_broken_seed,rate\r\n1,s,a.yaml,pages,2,1,2,0.5\r\n"
          .utf8),
      coverage: Array(
        "schema_version,of,fault,operation,shape,status,runs\r\n1,pair,offline,page,,reached,2\r\n1,pair,offline,edit,,missed,0\r\n"
          .utf8))
    let base = plain.holding(tables)
    #expect(
      base.entries.dropFirst(plain.entries.count).map { "\($0.name) \($0.value)" } == [
        "sweep (seed 1) verdict pass", "sweep (seed 1) digest d1",
        "sweep (seed 2) verdict broken", "sweep (seed 2) checker pages", "sweep (seed 2) at 3.5",
        "sweep (seed 2) digest d2", "checker pages (all seeds) seeds 2",
        "checker pages (all seeds) broken 1", "checker pages (all seeds) first_broken_seed 2",
        "checker pages (all seeds) rate 0.5", "situation offline, page (all seeds) runs 2",
      ])
    #expect(try Self.read(base.text) == base)
    for place in base.entries.indices.dropFirst(plain.entries.count) {
      var other = base
      other.entries[place].value += "1"
      #expect(BaselineComparison(of: other, with: base).verdict == .differs)
      other.entries.remove(at: place)
      #expect(BaselineComparison(of: other, with: base).verdict == .invalid)
    }
    // Who measured no sweep has not measured all.
    #expect(BaselineComparison(of: plain, with: base).verdict == .invalid)
  }

  @Test func `what memory was asked for is written and read back, too`() throws {
    let baseline = try Self.measured()
      .counting(.init(allocations: 120, bytes: 9_000, allocator: "glibc 2.36"))
    let read = try Self.read(baseline.text)
    #expect(read == baseline && read.allocator == "glibc 2.36")
    #expect(read.entries.suffix(2).map(\.name) == ["allocations n", "allocated-bytes n"])
    #expect(try read.withoutMemory() == Self.measured())
    // Each of its numbers can be let off, and so can every other that is no word.
    for entry in read.entries where !entry.metric.hasPrefix("checker ") {
      #expect(Schema.weir.gateMetrics.contains(entry.metric), "\(entry.metric)")
    }
  }

  @Test func `what was sent is weighed only where somebody asked, and changes nothing else`() throws
  {
    let plain = try Self.measured()
    let weighed = try Self.measured(weighed: true)
    let bytes = try #require(weighed.entries.first { $0.metric == "payload-bytes" })
    let messages = try #require(weighed.entries.first { $0.metric == "messages" })
    #expect(weighed.entries.filter { $0 != bytes } == plain.entries)
    #expect(weighed.digest == plain.digest && bytes.kind == .cost && bytes.unit == "B")
    // Some messages are empty, and a post is some dozens of bytes.
    let (sum, count) = try (#require(Int(bytes.value)), #require(Int(messages.value)))
    #expect(sum > 10 * count && sum < 1_000 * count, "\(sum) of \(count)")
  }

  @Test func `a file that was cut off anywhere is not believed`() throws {
    let bytes = Array(try Self.measured().text.utf8)
    for end in stride(from: 0, to: bytes.count - 2, by: 97) {
      #expect(throws: Problems.self) { try Baseline(reading: Array(bytes[..<end]), named: "b.csv") }
    }
  }

  @Test func `a file in which a byte is another one is not believed`() throws {
    let baseline = try Self.measured()
    let bytes = Array(baseline.text.utf8)
    var stream = RandomStream(seed: 1, "damage")
    for _ in 0..<60 {
      var damaged = bytes
      let place = stream.index(below: bytes.count)
      damaged[place] ^= 1
      // What stands before the class of a row names the scenario, and is compared with the others.
      guard let read = try? Baseline(reading: damaged, named: "b.csv") else { continue }
      #expect(read == baseline, "byte \(place)")
    }
  }

  @Test func `a table of something else says what is wrong and where`() {
    for (text, words) in [
      ("", "b.csv:1:1"), ("a,b\r\n1,2\r\n", "does not begin with its columns"),
      (Baseline.columns.joined(separator: ",") + "\r\n", "not whole"),
      (Baseline.columns.joined(separator: ",") + "\r\n2,s,key,,seed,,,1\r\n", "version is '2'"),
      (
        Baseline.columns.joined(separator: ",") + "\r\n1,s,odd,,seed,,,1\r\n",
        "is not a class of rows"
      ),
    ] {
      let problems = #expect(throws: Problems.self) { try Self.read(text) }
      #expect(problems?.description.contains(words) == true)
      #expect(problems?.description.contains("--accept") == true || text.isEmpty)
    }
  }

  /// The claim of the exact lane: each number of a real run, off by one in its last digit, is seen.
  @Test func `every number that is another one by the smallest step is caught and named`() throws {
    let baseline = try Self.measured()
    for place in baseline.entries.indices {
      var other = baseline
      let value = baseline.entries[place].value
      other.entries[place].value =
        Int(value).map { "\($0 + 1)" } ?? Double(value).map { "\($0.nextUp)" } ?? value + "!"
      let comparison = BaselineComparison(of: other, with: baseline)
      #expect(comparison.verdict == .differs, "\(baseline.entries[place].name)")
      #expect(comparison.rows.count == 1)
      #expect(comparison.rows.first?.entry.name == baseline.entries[place].name)
      #expect(comparison.sameCount == baseline.entries.count - 1)
    }
  }

  @Test func `every part of the key that differs asks for a new baseline, and is named`() throws {
    let baseline = try Self.measured()
    for place in baseline.key.indices where baseline.key[place].name != "statistics" {
      var other = baseline
      other.key[place].value += "x"
      other.entries[0].value = "odd"
      other.digest = "odd"
      let comparison = BaselineComparison(of: other, with: baseline)
      #expect(comparison.verdict == .rebase)
      #expect(comparison.foreign.first?.hasPrefix(baseline.key[place].name) == true)
    }
    var less = baseline
    less.key.removeFirst()
    #expect(BaselineComparison(of: less, with: baseline).verdict == .rebase)
    #expect(BaselineComparison(of: baseline, with: less).verdict == .rebase)
  }

  @Test func `another seed or another delay is another making, not a regression`() throws {
    let baseline = try Self.measured()
    #expect(BaselineComparison(of: try Self.measured(seed: 2), with: baseline).verdict == .rebase)
    let slower = try Self.measured("settle: 20s")
    #expect(BaselineComparison(of: slower, with: baseline).verdict == .rebase)
  }
}
