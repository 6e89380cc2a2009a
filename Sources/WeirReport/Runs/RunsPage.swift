// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

/// The first page of a folder of results: every run of it with its verdict and most important figures, linked to its
/// own page.
///
///     var entry = RunsPage.Entry(file: "Scenarios/chat.yaml", verdict: "PASS")
///     entry.add(report, folder: "chat", hasPage: true)
///     try WholeFile.write(RunsPage([entry], verdict: "PASS", tally: "1 scenario: 1 passed").html, to: "out/index.html")
///
/// Runs that did not pass come first. Like the page of a run it needs no network and no script.
package struct RunsPage: Sendable {
  /// The most runs on the page.
  static let mostRuns = 500

  /// One run.
  package struct Entry: Sendable {
    /// The scenario file, as the person named it.
    package var file: String
    /// The end of the run, in a word.
    package var verdict: String
    private(set) var link: String?
    private(set) var about = ""
    private(set) var seed = ""
    /// The cells of ``RunsPage/figures``; empty where nothing ran.
    private(set) var cells = [String](repeating: "", count: RunsPage.figures.count)

    /// A run of which nothing more is known.
    package init(file: String, verdict: String) {
      self.file = file
      self.verdict = verdict
    }

    /// Adds what a report says; `folder` is where it was written, below the folder of the page.
    package mutating func add(_ report: Report, folder: String, hasPage: Bool) {
      link = "./" + Self.encoded(folder) + (hasPage ? "/report.html" : "/report.txt")
      about = report.outcome.scenario.about
      seed = "\(report.outcome.seed)"
      cells = RunsPage.cells(of: report)
    }

    /// Returns a path as a link has it: nothing in it ends the path or begins a query.
    static func encoded(_ path: String) -> String {
      path.utf8.map { byte in
        let isPlain =
          (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "/._-~".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain
          ? String(Unicode.Scalar(byte)) : "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }.joined()
    }
  }

  private let entries: [Entry]
  private let verdict: String
  private let tally: String

  /// Makes the page of some runs; `verdict` and `tally` sum them up.
  package init(_ entries: [Entry], verdict: String, tally: String) {
    (self.entries, self.verdict, self.tally) = (entries, verdict, tally)
  }

  /// The page.
  package var html: String { Markup.page("\(verdict) · \(ProgramName.current) run", main) }

  private func main(_ markup: inout Markup) {
    let shade = Self.shade(of: verdict)
    markup.verdict(
      verdict, shade, shade.sign,
      of: "\(ProgramName.current) run · \(grouped(entries.count)) scenarios",
      tally: [tally])
    let sorted = self.sorted
    markup.section("Runs") { markup in
      markup.cells(
        ["verdict", "scenario", "seed"] + Self.figures, caption: "Every run", numbersFrom: 2,
        sorted.prefix(Self.mostRuns).count, isLong: { _, column in column == 1 }
      ) { row, column, cell in
        let entry = sorted[row]
        switch column {
        case 0:
          let shade = Self.shade(of: entry.verdict)
          cell.element("span", ["class": shade.name], "\(shade.sign) \(entry.verdict)")
        case 1:
          if let link = entry.link {
            cell.element("a", ["href": link], entry.file)
          } else {
            cell.words(entry.file)
          }
          if !entry.about.isEmpty { cell.element("div", ["class": "quiet"], entry.about) }
        case 2: cell.words(entry.seed)
        default: cell.words(entry.cells[column - 3])
        }
      }
      if entries.count > Self.mostRuns {
        markup.element("p", "and \(grouped(entries.count - Self.mostRuns)) more")
      }
    }
    markup.section("Where it comes from") {
      $0.element(
        "p", ["class": "quiet"],
        "Beside each page lie report.txt, metrics.csv and hist.csv. All times are virtual: they have no noise."
      )
    }
  }

  /// The runs, those first that did not pass.
  private var sorted: [Entry] {
    func weight(_ entry: Entry) -> Int {
      [.bad, .doubt, .good].firstIndex(of: Self.shade(of: entry.verdict)) ?? 0
    }
    return entries.enumerated().sorted {
      (weight($0.element), $0.offset) < (weight($1.element), $1.offset)
    }.map(\.element)
  }

  private static func shade(of verdict: String) -> Shade {
    switch verdict {
    case "PASS": .good
    case "NOTHING MEASURED", "INTERRUPTED", "NOT RUN": .doubt
    default: .bad
    }
  }

  /// The most important figures.
  static let figures = [
    "promises", "expectations", "post-to-seen p50", "p99", "write-to-ack p99", "converge max",
    "commits",
    "events",
  ]

  private static func cells(of report: Report) -> [String] {
    let outcome = report.outcome
    let held = outcome.findings.count { $0.verdict == .held }
    let reached = outcome.findings.count { $0.verdict != .notReached }
    let met = outcome.expectations.count { $0.result == .met }
    return [
      "\(held)/\(reached)",
      outcome.expectations.isEmpty ? "" : "\(met)/\(outcome.expectations.count)",
      Figure.time(outcome.metric("post-to-seen")?.p50),
      Figure.time(outcome.metric("post-to-seen")?.p99),
      Figure.time(outcome.metric("write-to-ack")?.p99),
      Figure.time(outcome.metric("converge-time")?.greatest),
      grouped(outcome.metric("commits")?.count ?? 0), grouped(outcome.events),
    ]
  }
}
