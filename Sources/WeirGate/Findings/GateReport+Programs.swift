// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore
import WeirRun

extension GateReport {
  /// Annotations of a pull request: an error for each finding that is not good, at its scenario.
  package var annotations: String {
    findings.map { finding in
      let level =
        finding.verdict.isGood
        ? "notice" : [.cannotTell, .rebase].contains(finding.verdict) ? "warning" : "error"
      let words = ([finding.sentence] + finding.shownRows.map(\.words) + finding.notes)
        .joined(separator: "\n")
      let place = CleanText.annotation(finding.file, isProperty: true)
      return "::\(level) file=\(place),line=1,title=\(finding.verdict.rawValue)::"
        + CleanText.annotation("\(finding.verdict.rawValue): \(words)", isProperty: false) + "\n"
    }.joined()
  }

  /// The findings as JUnit has them: a case for each, failures apart from errors of measuring.
  package var junit: String {
    let bad = findings.filter { !$0.verdict.isGood }
    let failures = bad.count { Self.isFailure($0.verdict) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites name=\"weir gate\" tests=\"\(findings.count)\" failures=\"\(failures)\""
      + " errors=\"\(bad.count - failures)\">\n"
    text +=
      "  <testsuite name=\"weir gate\" tests=\"\(findings.count)\" failures=\"\(failures)\""
      + " errors=\"\(bad.count - failures)\">\n"
    for finding in findings {
      let name =
        "    <testcase classname=\"\(Self.forXML(finding.lane.rawValue))\" "
        + "name=\"\(Self.forXML(finding.file))\""
      if finding.verdict.isGood {
        text += name + "/>\n"
        continue
      }
      let tag = Self.isFailure(finding.verdict) ? "failure" : "error"
      let body = ([finding.sentence] + finding.shownRows.map(\.words) + finding.notes)
        .joined(separator: "\n")
      text += name + ">\n      <\(tag) type=\"\(Self.forXML(finding.verdict.rawValue))\" "
      text += "message=\"\(Self.forXML(finding.sentence))\">\(Self.forXML(body))</\(tag)>\n"
      text += "    </testcase>\n"
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// `true` if a verdict speaks of the code, and not of the measurement.
  private static func isFailure(_ verdict: GateVerdict) -> Bool {
    [.differs, .slower, .broken, .missed, .notDeterministic].contains(verdict)
  }

  private static func forXML(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n": "&#10;"
      // XML knows no other control characters, and the rest is never read.
      default: CleanText.isHidden(scalar) ? "?" : nil
      }
    }
  }

  /// The findings for the summary of a job.
  package var markdown: String {
    func cell(_ text: String) -> String {
      CleanText.line(text).unicodeScalars.map { $0 == "|" ? "\\|" : String($0) }.joined()
    }
    var text = "## \(ProgramName.current) gate: \(verdict.rawValue)\n\n"
    text += "| verdict | scenario | lane | what |\n|---|---|---|---|\n"
    for finding in findings {
      text +=
        "| \(finding.verdict.rawValue) | `\(cell(finding.file))` | \(finding.lane.rawValue) "
        + "| \(cell(finding.sentence)) |\n"
    }
    for finding in findings where !finding.verdict.isGood {
      text +=
        "\n<details><summary>\(Self.forXML(finding.file)): \(finding.verdict.rawValue)</summary>\n\n"
      for row in finding.shownRows { text += "- \(cell(row.words))\n" }
      if finding.hiddenRowCount > 0 { text += "- … and \(finding.hiddenRowCount) more\n" }
      for note in finding.notes { text += "- \(cell(note))\n" }
      if !finding.replay.isEmpty { text += "\n`\(finding.replay)`\n" }
      text += "\n</details>\n"
    }
    return text
  }

  /// The findings as one JSON object.
  package var json: String {
    func number(_ name: String, _ value: Double?) -> String {
      value.map { ",\"\(name)\":\(CSVWriter.shortest($0))" } ?? ""
    }
    func words(_ name: String, _ value: String?) -> String {
      value.map { $0.isEmpty ? "" : ",\"\(name)\":\(TraceLines.quoted($0))" } ?? ""
    }
    let items = findings.map { finding in
      let rows = finding.rows.map { row in
        "{\"verdict\":\"\(row.verdict)\",\"metric\":\(TraceLines.quoted(row.metric))"
          + ",\"stat\":\"\(row.stat)\",\"class\":\"\(row.kind)\",\"clock\":\"\(row.clock)\""
          + words("group", row.group) + words("unit", row.unit) + words("base", row.base)
          + words("head", row.head) + number("growth", row.growth) + number("low", row.low)
          + number("high", row.high) + number("p", row.probability)
          + number("pairs", row.pairCount.map(Double.init)) + number("noticed", row.noticed)
          + words("reason", row.reason) + "}"
      }
      let notes = finding.notes.map(TraceLines.quoted).joined(separator: ",")
      return "{\"file\":\(TraceLines.quoted(finding.file)),\"lane\":\"\(finding.lane.rawValue)\","
        + "\"verdict\":\"\(finding.verdict.rawValue)\","
        + "\"sentence\":\(TraceLines.quoted(finding.sentence)),\"same\":\(finding.sameCount),"
        + "\"rows\":[\(rows.joined(separator: ","))],\"notes\":[\(notes)]"
        + words("again", finding.replay) + "}"
    }
    return "{\"weir-gate\":1,\"verdict\":\"\(verdict.rawValue)\",\"findings\":[\n"
      + items.joined(separator: ",\n") + "\n]}\n"
  }
}
