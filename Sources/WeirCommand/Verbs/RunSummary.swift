// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The last line of a run of a folder: how many scenarios ended how, and which of them not well.
///
///     RunSummary([.init(file: "a.yaml", code: .pass), .init(file: "b.yaml", code: .checkerBroken)], planned: 2).text
///     // BROKEN  2 scenarios: 1 passed, 1 broken (b.yaml)
package struct RunSummary {
  /// A scenario that was run.
  package struct Item {
    var file: String
    var code: ExitCode

    package init(file: String, code: ExitCode) {
      self.file = file
      self.code = code
    }
  }

  /// The number of files of a kind that are named.
  private static let mostNamed = 5

  private let items: [Item]
  private let planned: Int

  /// Sums up the scenarios that were run, of so many that were to be run.
  package init(_ items: [Item], planned: Int) {
    (self.items, self.planned) = (items, planned)
  }

  /// The line.
  package var text: String { "\(verdict)  \(tally)\n" }

  /// The end of all of them, in a word.
  package var verdict: String { Self.words(ExitCode.mostSerious(items.map(\.code))).verdict }

  /// Returns the end of one of them, in a word.
  static func verdict(_ code: ExitCode) -> String { words(code).verdict }

  /// The numbers of each end, and those that did not end well.
  package var tally: String {
    var parts: [String] = []
    for code in [.pass] + ExitCode.bySeriousness.filter({ $0 != .pass }) {
      let files = items.filter { $0.code == code }.map { CleanText.line($0.file) }
      if files.isEmpty { continue }
      let named = code == .pass ? "" : " (\(Self.names(files)))"
      parts.append("\(files.count) \(Self.words(code).many)\(named)")
    }
    if items.count < planned { parts.append("\(planned - items.count) not run") }
    return "\(planned) scenarios: \(parts.joined(separator: ", "))"
  }

  private static func names(_ files: [String]) -> String {
    files.prefix(mostNamed).joined(separator: ", ")
      + (files.count > mostNamed ? " and \(files.count - mostNamed) more" : "")
  }

  private static func words(_ code: ExitCode) -> (verdict: String, many: String) {
    switch code {
    case .pass: ("PASS", "passed")
    case .checkerBroken: ("BROKEN", "broken")
    case .expectationMissed: ("MISSED", "missed an expectation")
    case .nothingMeasured: ("NOTHING MEASURED", "measured nothing")
    case .scenarioWrong: ("REFUSED", "wrong")
    case .fileMissing: ("REFUSED", "not readable")
    case .cannotCreate, .ioFailed: ("FAILED", "not written")
    case .notDeterministic: ("NOT DETERMINISTIC", "not deterministic")
    case .interrupted, .terminated: ("INTERRUPTED", "interrupted")
    default: ("FAILED", "ended with \(code.rawValue)")
    }
  }
}
