// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

extension Report {
  /// The report as one JSON object on one line.
  public var json: String {
    let findings = outcome.findings.map { finding in
      "{\"checker\":\(TraceLines.quoted(finding.checker)),"
        + "\"verdict\":\(TraceLines.quoted("\(finding.verdict)")),"
        + "\"opportunities\":\(finding.opportunities)}"
    }
    let expectations = outcome.expectations.map { result in
      "{\"expected\":\(TraceLines.quoted(result.words)),"
        + "\"measured\":\(TraceLines.quoted(result.measured)),"
        + "\"result\":\"\(result.result)\"}"
    }
    let metrics = outcome.metrics.map { row in
      let cells = row.figures + [("ci95_low", row.low), ("ci95_high", row.high)]
      let scale = row.metric.kind == .duration ? 1e9 : 1
      let numbers = cells.compactMap { name, value in
        value.map { ",\"\(name)\":\($0 / scale)" }
      }
      let hits = row.hits.map { ",\"hits\":\($0)" } ?? ""
      let part = row.part.map { "\"part\":\(TraceLines.quoted($0))," } ?? ""
      let bound = row.noneBound.map { ",\"none_bound\":\($0)" } ?? ""
      return "{\"metric\":\"\(row.metric.name)\",\"group\":\(TraceLines.quoted(row.group)),"
        + part + "\"n\":\(row.count)\(numbers.joined())\(hits)\(bound)}"
    }
    let faults = outcome.faults.map { TraceLines.quoted(outcome.scenario.line(of: $0)) }
    let wrong = faults.isEmpty ? "" : "\"faults\":[\(faults.joined(separator: ","))],"
    return "{\"weir-report\":1,\"scenario\":\(TraceLines.quoted(outcome.scenario.name)),"
      + "\"seed\":\(outcome.seed),\"verdict\":\(TraceLines.quoted(verdict.rawValue)),"
      + "\"digest\":\"\(outcome.digest)\",\"replay\":\(TraceLines.quoted(replay)),"
      + wrong + "\"findings\":[\(findings.joined(separator: ","))],"
      + "\"expectations\":[\(expectations.joined(separator: ","))],"
      + "\"metrics\":[\(metrics.joined(separator: ","))]}\n"
  }

  /// The failures as annotations of a pull request, each at its line of the scenario.
  package var annotations: String {
    var lines = ""
    for finding in outcome.findings where finding.verdict.isBroken {
      lines += Self.annotation(
        "error", Mark(file: file, line: 1, column: 1),
        "\(finding.checker): \(finding.verdict)\nreplay: \(replay)")
    }
    for result in outcome.expectations where result.result != .met {
      lines += Self.annotation(
        "error", result.expectation.mark,
        "expected \(result.words), measured \(result.measured)\nreplay: \(replay)")
    }
    if lines.isEmpty {
      lines = Self.annotation(
        verdict == .pass ? "notice" : "warning", Mark(file: file, line: 1, column: 1),
        "\(verdict.rawValue): \(outcome.scenario.about)")
    }
    return lines
  }

  private static func annotation(_ level: String, _ mark: Mark, _ words: String) -> String {
    let place = CleanText.annotation(mark.file, isProperty: true)
    let words = CleanText.annotation(words, isProperty: false)
    return "::\(level) file=\(place),line=\(mark.line),col=\(mark.column)::\(words)\n"
  }
}
