// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// The options of `weir gate`.
package struct GateOptions {
  /// The formats in which the findings are printed.
  enum Format: String, Hashable, CaseIterable {
    /// For people.
    case text
    /// As annotations of a pull request.
    case github
    /// For build servers.
    case junit
    /// For the summary of a job.
    case markdown
    /// For programs.
    case json
    /// For tables.
    case csv
  }

  /// The folder of baselines without `--baseline`.
  static let usualFolder = "Reports/baselines"
  /// The slow-down from which on a program fails without `--budget`.
  static let usualBudget = "2%"
  /// The same as a number.
  static let usualBudgetShare = 0.02
  /// The number of seconds that one scenario of the time lane may take without `--max-time`.
  static let usualSeconds: UInt64 = 60
  /// The number of seconds after which a process is taken for hung without `--timeout`.
  static let usualTimeout: UInt64 = 600
  /// The number of gates that `--self-check` plays if none is given.
  static let usualChecks = 100

  var files: [String]
  var settings: [String]
  var format: Format
  var isQuiet: Bool
  var showsProgress: Bool
  /// The place where baselines are.
  var baselines: String
  /// `true` if the exact lane is run.
  var isExact: Bool
  /// The reason that what was measured becomes the baseline; nil: it does not.
  var reason: String?
  /// `true` if every step is kept beside an accepted baseline.
  var keepsSteps: Bool
  var allowances: [BaselineComparison.Allowance]
  /// The program or revision that the time lane compares with.
  var against: String?
  /// The same program linked in another order, which replaces its copy in the controls.
  var relinked: String?
  /// The slow-down from which on the time lane must not pass; nil: the scenario's own, or the usual
  /// one.
  var budget: Double?
  var seconds: UInt64
  var seed: UInt64
  /// The number of gates of a program against itself that are played; nil: none.
  var checks: Int?
  var timeout: UInt64
  var jobs: Int
  /// The place where `regressions.csv` and `pairs.csv` go.
  var folder: String?
  /// The table that this run's rows are added to.
  var history: String?
  /// The commit that is measured.
  var head: String?

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation, _ schema: Schema) throws(Problems) {
    var problems: [Problem] = []
    func number(_ name: String, _ usual: UInt64) -> UInt64 {
      invocation.value(name).flatMap { UInt64($0) } ?? usual
    }
    files = invocation.operands
    settings = invocation.settings
    format = invocation.value("format").flatMap(Format.init) ?? .text
    isQuiet = invocation.has("quiet")
    showsProgress = !invocation.has("no-progress")
    against = invocation.value("against")
    relinked = invocation.value("relinked")
    checks =
      invocation.has("self-check")
      ? Int(clamping: number("gates", UInt64(Self.usualChecks))) : nil
    isExact =
      invocation.has("baseline") || invocation.has("accept")
      || against == nil && checks == nil
    baselines = invocation.value("baseline") ?? Self.usualFolder
    keepsSteps = invocation.has("keep-steps")
    seconds = number("max-time", Self.usualSeconds)
    timeout = max(1, number("timeout", Self.usualTimeout))
    seed = number("seed", 1)
    jobs = max(1, Int(clamping: number("jobs", UInt64(Machine.coreCount))))
    folder = invocation.value("out")
    history = invocation.value("history")
    head = invocation.value("head")
    let words = invocation.value("budget")
    budget = words.map { Self.share($0) ?? 0 }
    if let words, let budget, budget < 0.005 || budget > 1 {
      problems.append(
        Problem(
          message: "'--budget' cannot be '\(words)'",
          remedy:
            "give a share from 0.5% to 100%, such as 2%: linking a program again can cost 0.5%"
        ))
    }
    allowances = []
    for words in invocation.values["allow"] ?? [] {
      let parts = words.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, let share = Self.share(parts[1]) {
        allowances.append(.init(metric: parts[0], share: share))
        if let problem = Self.unknown(parts[0], schema) { problems.append(problem) }
      } else {
        problems.append(
          Problem(
            message: "'\(words)' is not an allowance",
            remedy: "write --allow METRIC=SHARE, such as --allow messages=2%"))
      }
    }
    reason = invocation.has("accept") ? invocation.value("reason") ?? "" : nil
    if let reason, reason.allSatisfy(\.isWhitespace) {
      problems.append(
        Problem(
          message: "'--accept' without a reason",
          remedy: "say why the numbers may change: --reason \"one request less for each page\""))
    }
    if reason == nil, invocation.has("reason") {
      problems.append(
        Problem(message: "'--reason' without '--accept'", remedy: "add --accept, or leave it out"))
    }
    if relinked != nil, against == nil {
      problems.append(
        Problem(
          message: "'--relinked' without '--against'",
          remedy: "name the program that it is another link of: --against BUILD"))
    }
    if files.contains("-") {
      problems.append(
        Problem(
          message: "a gate reads each scenario several times, and '-' only once",
          remedy: "write the scenario to a file"))
    }
    if !problems.isEmpty { throw Problems(problems) }
  }

  /// The number of pairs of processes that the time lane runs side by side: one for each core, at
  /// most four.
  ///
  /// The more cores are at work, the more they take the memory from one another.
  var pairsAtOnce: Int { max(1, min(jobs, Machine.cores.count, 4)) }

  /// The file of ``relinked``, which must be a program.
  var relinkedProgram: String? {
    get throws(FileFailure) {
      guard let relinked else { return nil }
      let file = Machine.file(of: relinked)
      guard Machine.isProgram(file) else {
        throw FileFailure(
          stage: .missing,
          problem: Problem(
            message: "'\(relinked)' is not a program",
            remedy: "give --relinked the program of --against, linked once more in another order"))
      }
      return file.contains("/") ? file : "./\(file)"
    }
  }

  /// Returns the problem of a metric that `--allow` names; nil if a gate knows it.
  private static func unknown(_ metric: String, _ schema: Schema) -> Problem? {
    if schema.gateMetrics.contains(metric) || metric.hasPrefix("checker ") { return nil }
    let near = nearestName(to: metric, among: schema.gateMetrics)
    return Problem(
      message: "'--allow' names an unknown metric: '\(metric)'",
      remedy: (near.map { "did you mean '\($0)'? " } ?? "")
        + "`weir list metrics` names them; the gate's own are steps, payload-bytes, "
        + "allocations and allocated-bytes")
  }

  /// Reads `2%` or `0.02` as a share; nil if it is neither.
  package static func share(_ words: String) -> Double? {
    let isPercent = words.hasSuffix("%")
    let digits = isPercent ? String(words.dropLast()) : words
    let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let value = Double(digits) else { return nil }
    return isPercent ? value / 100 : value
  }

  /// Returns the name under which a scenario's numbers are kept: its path without the folder
  /// Scenarios and its ending.
  package static func place(of file: String) -> String {
    var parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }.map { String($0) }
    if let cut = parts.lastIndex(of: "Scenarios"), cut + 1 < parts.count {
      parts.removeFirst(cut + 1)
    }
    if let last = parts.popLast() {
      let cut = last.lastIndex(of: ".") ?? last.endIndex
      parts.append(cut == last.startIndex ? last : String(last[..<cut]))
    }
    return parts.joined(separator: "/")
  }
}
