// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirMetrics
import WeirRun
import WeirSweep
import WeirTestSupport
import WeirTrace

import WeirReport

/// The rows of a CSV text without its header.
func rows(of bytes: some Sequence<UInt8>, header: [String]) throws -> [[String]] {
  var reader = CSVReader(Array(bytes), file: "table.csv")
  let first = try #require(try reader.next())
  #expect(first.fields.map(\.text) == header)
  var rows: [[String]] = []
  while let row = try reader.next() { rows.append(row.fields.map(\.text)) }
  return rows
}

@Suite struct TableTests {
  static let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Reports/README.md")

  /// The names between backquotes in the first cells of the table below a heading.
  private static func documented(_ heading: String) throws -> [String] {
    let text = try String(contentsOf: readme, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
      .components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
      let cell = line.dropFirst(2).components(separatedBy: " | ")[0]
      return cell.matches(of: /`(\w+)`/).map { String($0.1) }
    }
  }

  @Test(arguments: Table.all.map(\.file))
  func `each table is told column by column as the code writes it`(file: String) throws {
    let table = try #require(Table.all.first { $0.file == file })
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    #expect(text.contains("\n## \(file)\n"))
    #expect(
      text.contains(table.about + "\n\n" + table.markdown),
      "put this into Reports/README.md:\n## \(file)\n\n\(table.about)\n\n\(table.markdown)")
    #expect(try Self.documented(file) == table.header)
    #expect(Set(table.header).count == table.header.count)
  }

  @Test func `the older tables are told in the order of their columns, too`() throws {
    #expect(try Self.documented("metrics.csv") == MetricsTable.columns)
  }

  @Test func `a row of a comparison says what was and what is, and works out the rest`() throws {
    var row = ComparisonRow(
      scenario: "a \"b\", c\r\nd", metric: "writes", statistic: "count", unit: "1", kind: .exact)
    row.base = 50
    row.head = 57
    row.verdict = .fail
    row.seed = .max
    row.probability = .infinity
    let text = ComparisonTable.csv([row])
    let found = try #require(
      try rows(of: text.utf8, header: Table.comparison.header).first)
    let cells = Dictionary(uniqueKeysWithValues: zip(Table.comparison.header, found))
    #expect(cells["scenario"] == "a \"b\", c d" && cells["row_verdict"] == "fail")
    #expect(cells["delta"] == "7" && cells["delta_pct"] == "14" && cells["class"] == "exact")
    #expect(cells["seed"] == "18446744073709551615")
    #expect(cells["ci_level"] == "" && cells["p_value"] == "")
  }

  @Test func `a comparison's rows keep their order, whatever order they were found in`() throws {
    var rows: [ComparisonRow] = []
    for metric in ["writes", "events", "Events"] {
      for group in ["stage 2", "all"] {
        for seed in [3, 1, 2] as [UInt64] {
          var row = ComparisonRow(
            scenario: "a", metric: metric, statistic: "count", unit: "1", kind: .exact)
          row.group = group
          row.seed = seed
          rows.append(row)
        }
      }
    }
    let text = ComparisonTable.csv(rows)
    var random = RandomStream(seed: 5, "order", of: "rows")
    for _ in 0..<20 {
      for place in rows.indices.dropLast() {
        let other = place + Int(random.next() % UInt64(rows.count - place))
        rows.swapAt(place, other)
      }
      #expect(ComparisonTable.csv(rows) == text)
    }
    #expect(text.split(separator: "\r\n")[1].contains(",all,Events,count,"))
  }

  /// A histogram of the same lengths, made at once.
  @Test func `distributions of two runs are added by adding counts`() throws {
    var random = RandomStream(seed: 9, "lengths", of: "tally")
    var parts = [LatencyHistogram(), LatencyHistogram()]
    var whole = LatencyHistogram()
    for number in 0..<4000 {
      let value = Int64(random.next() % (1 << (1 + random.next() % 40)))
      parts[number % 2].add(value)
      whole.add(value)
    }
    func counts(_ histograms: [LatencyHistogram]) throws -> [String: Int] {
      var counts: [String: Int] = [:]
      for histogram in histograms {
        let all = [MetricDistribution(metric: "m", group: "all", histogram: histogram)]
        let text = HistogramTable.csv(all, scenario: "s", seed: 1)
        for row in try rows(of: text.utf8, header: Table.histogram.header) {
          counts["\(row[6]) to \(row[7])", default: 0] += try #require(Int(row[8]))
        }
      }
      return counts
    }
    let together = try counts([whole])
    #expect(try counts(parts) == together)
    #expect(together.values.reduce(0, +) == 4000)
  }

  /// The shell of SQLite is an outside reader of these files; where it is not installed, this test says nothing.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")))
  func `another program loads the tables with names that need quotes`() throws {
    let name = "it's, a \"room\"\r\nwith = signs"
    let samples = [
      Sample(
        .postToSeen, at: Instant.zero + .milliseconds(1500), nanoseconds: 250_000_000, client: 3),
      Sample(.serverWait, at: Instant.zero + .seconds(2), nanoseconds: 0, stage: 2),
    ]
    let bytes =
      SamplesTable.heading + SamplesTable(scenario: name, seed: .max).lines(samples)
    try withTemporaryFolder { folder in
      try WholeFile.write(bytes, to: "\(folder)/samples.csv")
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
      shell.arguments = [
        "-cmd", ".mode csv", "-cmd", ".import \(folder)/samples.csv samples", ":memory:",
        "select scenario = 'it''s, a \"room\" with = signs', seed, count(*),"
          + " sum(value), max(\"at\"), max(client), min(\"group\") from samples;",
      ]
      let pipe = Pipe()
      shell.standardOutput = pipe
      try shell.run()
      let output = try #require(try pipe.fileHandleForReading.readToEnd())
      shell.waitUntilExit()
      let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
      #expect(
        text.trimmingCharacters(in: .whitespacesAndNewlines)
          == "1,18446744073709551615,2,0.25,2,3,all")
    }
  }
}
