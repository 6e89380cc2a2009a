// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore

import WeirGate
import WeirReport

@Suite struct GateReportTests {
  private static func finding(
    _ verdict: GateVerdict, file: String = "a.yaml", sentence: String = "all is well"
  ) -> GateFinding {
    GateFinding(
      file: file, scenario: "a", lane: .exact, verdict: verdict, sentence: sentence)
  }

  private static var differing: GateFinding {
    var finding = finding(
      .differs, file: "odd,\"name\"|<&>.yaml", sentence: "messages n: 1 → 2 (+100 %)")
    var row = GateRow(
      verdict: "fail", metric: "messages", stat: "n", unit: "1", kind: "cost", clock: "virtual")
    (row.base, row.head, row.growth) = ("1", "2", 1)
    finding.rows = Array(repeating: row, count: 11)
    finding.notes = ["a note\nof two lines"]
    finding.replay = "weir gate odd.yaml"
    return finding
  }

  @Test func `the verdict comes first, then only what failed, then a line for the rest`() {
    let good = (1...5).map { Self.finding(.pass, file: "\($0).yaml") }
    let text = GateReport(good + [Self.differing]).text
    #expect(text.hasPrefix("DIFFERS  1 of 6 scenarios\n"))
    #expect(text.hasSuffix("\n5 others passed\n"))
    #expect(!text.contains("3.yaml"))
    #expect(text.contains("    messages n: 1 → 2   +100 %\n") && text.contains("and 3 more rows"))
    #expect(GateReport(good).text == "PASS  5 scenarios\n")
  }

  @Test func `what nobody came to is one line`() {
    let stopped = (1...9).map { Self.finding(.interrupted, file: "\($0).yaml") }
    let text = GateReport([Self.differing] + stopped).text
    #expect(text.hasPrefix("INTERRUPTED  10 of 10 scenarios\n") && text.contains("DIFFERS  odd"))
    #expect(text.contains("not run to the end: 9 scenarios, first 1.yaml\n"))
    #expect(!text.contains("2.yaml"))
  }

  @Test func `nothing at all is not a pass`() {
    #expect(GateReport([]).verdict == .nothing)
    #expect(GateReport([]).text.hasPrefix("NOTHING MEASURED"))
  }

  @Test(arguments: GateVerdict.allCases)
  func `every verdict is said on every page`(verdict: GateVerdict) throws {
    let report = GateReport([Self.finding(verdict)])
    #expect(report.verdict == verdict)
    #expect(report.text.hasPrefix("\(verdict.rawValue)  "))
    #expect(report.markdown.contains("| \(verdict.rawValue) | `a.yaml` | exact | all is well |"))
    #expect(report.json.contains("\"verdict\":\"\(verdict.rawValue)\""))
    #expect(report.annotations.contains("title=\(verdict.rawValue)::"))
    #expect(report.annotations.hasPrefix("::notice ") == verdict.isGood)
    #expect(report.junit.contains("<testcase") && report.junit.contains("/>") == verdict.isGood)
  }

  @Test func `pages for programs are sound whatever a file is called`() throws {
    let report = GateReport([Self.differing, Self.finding(.pass)])
    let json = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
    #expect((json?["findings"] as? [Any])?.count == 2)
    #expect(
      report.annotations.hasPrefix("::error file=odd%2C\"name\"|<&>.yaml,line=1,title=DIFFERS::"))
    #expect(report.annotations.split(separator: "\n").count == 2)
    #expect(report.markdown.contains("odd,\"name\"\\|<&>.yaml"))
    let parser = XMLChecker()
    #expect(
      parser.names(in: report.junit) == [
        "testsuites", "testsuite", "testcase", "failure", "testcase",
      ])
    #expect(report.junit.contains("tests=\"2\" failures=\"1\" errors=\"0\""))
  }

  @Test func `the table reads back, and a history only grows`() throws {
    var origin = GateTable.Origin()
    (origin.base, origin.head, origin.run) = ("base,\r\n1", "abc", "7")
    let once = Array(GateTable.csv([Self.differing], origin).utf8)
    let rows = try GateTable.read(once, named: "h.csv")
    #expect(rows.count == 11)
    #expect(rows[0]["metric"] == "messages" && rows[0]["delta_pct"] == "100")
    #expect(rows[0]["base_ref"] == "base, 1" && rows[0]["p_value"] == "")
    let twice = try GateTable.adding(
      [Self.finding(.pass)], origin, to: once, named: "h.csv")
    #expect(twice.starts(with: once))
    let all = try GateTable.read(twice, named: "h.csv")
    // A finding without a number leaves a row all the same.
    #expect(all.count == 12 && all[11]["head_value"] == "PASS" && all[11]["stat"] == "verdict")
    #expect(try GateTable.adding([], origin, to: [], named: "h.csv").count > 0)
    #expect(throws: Problems.self) {
      try GateTable.adding([], origin, to: Array("a,b\r\n".utf8), named: "h.csv")
    }
  }

  @Test func `shares are shown with the digits that matter`() {
    #expect(Share.unsigned(0.013) == "1.3 %" && Share.unsigned(0) == "0 %")
    #expect(Share.signed(-0.0002) == "−0.02 %" && Share.signed(1) == "+100 %")
    #expect(Share.unsigned(0.00000012).hasPrefix("0.00001"))
  }
}

/// The names of the elements of an XML text, by hand: each tag closed, nothing loose.
private struct XMLChecker {
  func names(in text: String) -> [String]? {
    var (names, open) = ([String](), [String]())
    for part in text.split(separator: "<").dropFirst() {
      guard let end = part.firstIndex(of: ">") else { return nil }
      let tag = part[..<end]
      if tag.hasPrefix("?") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else { return nil }
        continue
      }
      guard let name = tag.split(separator: " ").first.map(String.init) else { return nil }
      names.append(name.hasSuffix("/") ? String(name.dropLast()) : name)
      guard tag.split(separator: "\"", omittingEmptySubsequences: false).count % 2 == 1 else {
        return nil
      }
      if !tag.hasSuffix("/") { open.append(name) }
    }
    return open.isEmpty ? names : nil
  }
}
