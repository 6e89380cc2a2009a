// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirBenchmarks
import WeirCore
import WeirTestSupport

import WeirCommand

@Suite struct BenchTests {
  /// Runs the verb with a clock that is a microsecond further at each reading.
  private func bench(_ words: String..., terminal: Bool = false) -> Trial {
    var now: UInt64 = 0
    let clock = {
      now += 1_000
      return now
    }
    return Trial(["bench", "diff"] + words, clock: clock, terminal: terminal)
  }

  @Test func `the page says what was measured, with units and intervals`() {
    let trial = bench("--quick", "--sizes=100,200,400", "--patterns=edits1", "--keys=int,string")
    #expect(trial.code == .pass && trial.said == "")
    expectSnapshot(trial.printed, named: "bench.txt")
  }

  @Test func `quiet is the bare tables, and CSV may take their place`() throws {
    let quiet = bench("-q", "--quick", "--sizes=100,200,400", "--patterns=edits1", "--keys=int")
    #expect(quiet.printed.hasPrefix("pattern  keys  rows  diff ns/row"))
    #expect(quiet.printed.split(separator: "\n").count == 6)
    let csv = bench(
      "--quick", "--csv=-", "--sizes=100,200,400", "--patterns=replace,edits1", "--keys=int")
    var reader = CSVReader(Array(csv.printed.utf8), file: "diff.csv")
    var table: [[String]] = []
    while let row = try reader.next() { table.append(row.fields.map(\.text)) }
    #expect(csv.said == "" && table.count == 1 + 2 * 3)
    #expect(
      table[0].prefix(7) == [
        "schema_version", "benchmark", "pattern", "keys", "old_rows", "rounds", "diff_ns_per_row",
      ])
    #expect(table[1].prefix(6) == ["1", "diff", "replace", "int", "100", "6"])
    // One tick of a microsecond for 200 times 100 rows.
    #expect(table[1][6] == "0.05")
  }

  @Test func `files are the table and the CSV, whole`() throws {
    try withTemporaryFolder { folder in
      let trial = bench(
        "--quick", "--sizes=100", "--patterns=edits1", "--keys=int", "--out", "\(folder)/out",
        "--csv", "\(folder)/other.csv")
      #expect(trial.code == .pass)
      func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      }
      #expect(try read("out/diff.txt") == trial.printed)
      #expect(try read("out/diff.csv") == read("other.csv"))
      #expect(try read("other.csv").hasPrefix("schema_version,benchmark,pattern,keys,old_rows,"))
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/out").sorted()
      #expect(names == ["diff.csv", "diff.txt"])
      for name in ["out/diff.csv", "out/diff.txt", "other.csv"] {
        #expect(trial.said.contains("results: \(folder)/\(name)\n"))
      }
    }
  }

  @Test func `a place that cannot be written to is said before anything is measured`() throws {
    try withTemporaryFolder { folder in
      let trial = bench("--quick", "--csv", folder)
      #expect(trial.code == .cannotCreate && trial.printed == "")
      #expect(trial.said.contains("error: cannot write '\(folder)'"))
    }
  }

  @Test func `every wrong name is said at once, with a remedy`() {
    let trial = bench(
      "--sizes", "1k,1,x,10m", "--patterns", "edit1,shuffle", "--keys", "int,strings,", "--rounds",
      "0")
    #expect(trial.code == .usage && trial.printed == "")
    let errors = trial.said.split(separator: "\n").filter { $0.hasPrefix("weir: error: ") }
    #expect(
      errors.map { $0.dropFirst("weir: error: ".count) } == [
        "'1' is not a size of a list", "'x' is not a size of a list",
        "'10m' is not a size of a list", "there is no pattern 'edit1'",
        "there is no kind of key 'strings'", "there is no kind of key ''",
        "nothing can be measured in 0 rounds",
      ])
    #expect(trial.said.contains("remedy: did you mean 'edits1'? use some of: identical, append1"))
    #expect(trial.said.contains("remedy: did you mean 'string'? use some of: int, push-id"))
    #expect(Trial("bench").said.contains("`weir bench` lacks diff"))
    #expect(Trial("bench", "dif").said.contains("did you mean 'diff'?"))
    #expect(Trial("bench", "diff", "diff").code == .usage)
  }

  @Test func `lists of names mean each thing once, in the order of the line`() throws {
    func cells(_ words: String...) throws -> [DiffCell] {
      guard case .perform(let invocation) = try Parser.parse(["bench", "diff"] + words) else {
        return []
      }
      return try BenchOptions(invocation).cells
    }
    #expect(
      try cells("--sizes", "2k,1M,2000", "--patterns", "moves1,all", "--keys", "push-id").prefix(3)
        == [
          DiffCell(.moves1, .pushID, rows: 2_000), DiffCell(.moves1, .pushID, rows: 1_000_000),
          DiffCell(.identical, .pushID, rows: 2_000),
        ])
    #expect(try cells().count == 10 * 4 * 3)
    #expect(try cells("--patterns", "all").count == 15 * 4 * 3)
    #expect(try cells("--patterns", "usual,adverse").count == 15 * 4 * 3)
    #expect(try cells("--quick").map(\.rows).max() == 5_000)
  }

  @Test func `a terminal sees a bar, and nothing of it stays`() {
    let trial = bench("--quick", "--sizes=100", "--patterns=edits1", "--keys=int", terminal: true)
    #expect(trial.said.hasPrefix("\r 16%  [###.................]  1 of 6 measurements  about "))
    #expect(trial.said.hasSuffix("\r\u{1B}[K"))
    let silent = bench(
      "--quick", "--sizes=100", "--patterns=edits1", "--keys=int", "--no-progress", terminal: true)
    #expect(silent.said == "")
  }

  @Test func `the bar is as long as the work that is done`() {
    let half = ProgressLine.bar(done: 50, of: 100, "measurements", after: 2_000_000_000)
    #expect(half == " 50%  [##########..........]  50 of 100 measurements  about 2 s left")
    #expect(
      ProgressLine.bar(done: 0, of: 0, "things", after: 0)
        == "  0%  [....................]  0 of 1 things")
  }

  @Test func `what was not measured is empty, and numbers have about three digits`() {
    #expect(DiffBenchPage.digits(123.4) == "123" && DiffBenchPage.digits(12.34) == "12.3")
    #expect(DiffBenchPage.digits(1) == "1.00" && DiffBenchPage.digits(0.5) == "0.50")
    #expect(DiffBenchPage.digits(10) == "10.0" && DiffBenchPage.digits(.infinity) == "-")
    #expect(DiffBenchPage.short(1_000) == "1k" && DiffBenchPage.short(1_500) == "1500")
    #expect(DiffBenchPage.short(2_000_000) == "2M")
    let short = bench("--quick", "--rounds=5", "--sizes=100", "--patterns=edits1", "--keys=int")
    #expect(short.printed.contains("Intervals need 6 rounds or more."))
    #expect(short.printed.contains("needs three sizes or more."))
  }

  @Test func `what is known when somebody stops it is a page and a table, too`() {
    let cells = [100, 200, 400].map { DiffCell(.edits1, .int, rows: $0) }
    var now: UInt64 = 0
    var benchmark = DiffBenchmark(cells: cells, rounds: 7, seed: 1, effort: 100) {
      now += 1_000
      return now
    }
    #expect(DiffBenchPage(benchmark).text(isBare: false) == "nothing was measured\n")
    #expect(DiffBenchPage(benchmark).csv.split(separator: "\r\n").count == 1)
    for _ in 0..<4 { _ = benchmark.advance() }
    #expect(DiffBenchPage(benchmark).text(isBare: false).contains("Medians of 1 to 2 of 7 rounds,"))
    #expect(DiffBenchPage(benchmark).csv.split(separator: "\r\n").count == 4)
    for _ in 0..<2 { _ = benchmark.advance() }
    #expect(DiffBenchPage(benchmark).text(isBare: false).contains("Medians of 2 of 7 rounds,"))
  }
}
