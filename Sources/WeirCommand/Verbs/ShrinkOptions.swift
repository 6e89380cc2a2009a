// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirScenario

/// The options of `weir shrink`.
struct ShrinkOptions: Hashable {
  /// The formats in which the sizes are printed.
  enum Format: String, Hashable, CaseIterable {
    /// For people.
    case text
    /// For tables.
    case csv
  }

  /// The time that it looks without `--budget` and `--runs`.
  static let usualBudget = "60s"

  /// The file that was named.
  var file: String
  /// The seed that replaces the scenario's.
  var seed: UInt64?
  /// The checker that must be broken.
  var checker: String?
  /// The keys that replace the scenario's, as `key=value`, in order.
  var settings: [String]
  /// The wall-clock time that it may take; nil: as long as there is something to try.
  var budget: Interval?
  /// The number of runs that it may make; nil: any number.
  var runs: Int?
  /// The place where the small scenario goes; nil: to the usual folder.
  var out: String?
  /// The format in which the sizes are printed.
  var format: Format
  /// `true` if only one line is printed.
  var isQuiet: Bool
  /// `true` if a terminal sees a progress line.
  var showsProgress: Bool

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    file = invocation.operands[0]
    seed = invocation.value("seed").flatMap { UInt64($0) }
    checker = invocation.value("checker")
    settings = invocation.settings
    out = invocation.value("out")
    format = invocation.value("format").flatMap(Format.init) ?? .text
    isQuiet = invocation.has("quiet")
    showsProgress = !invocation.has("no-progress")
    var problems: [Problem] = []
    if let text = invocation.value("runs") {
      runs = Int(text)
      if (runs ?? 0) < 1 {
        problems.append(
          Problem(message: "'--runs' cannot be \(text)", remedy: "use a whole number from 1 on"))
      }
    }
    let words = invocation.value("budget") ?? (runs == nil ? Self.usualBudget : nil)
    if let words {
      budget = Interval(reading: words)
      if budget == nil {
        problems.append(
          Problem(message: "'\(words)' is not a length of time", remedy: "write 60s or 5min"))
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
  }
}
