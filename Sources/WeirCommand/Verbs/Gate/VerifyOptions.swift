// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The options of `weir verify`.
struct VerifyOptions {
  /// The number of times each scenario is run without `--times`.
  static let usualTimes = 4

  var files: [String]
  var settings: [String]
  var times: Int
  var jobs: Int
  var timeout: UInt64
  var format: GateOptions.Format
  var isQuiet: Bool
  var showsProgress: Bool

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    func number(_ name: String, _ usual: Int) -> Int {
      invocation.value(name).flatMap { Int($0) } ?? usual
    }
    files = invocation.operands
    settings = invocation.settings
    times = number("times", Self.usualTimes)
    jobs = max(1, number("jobs", Machine.coreCount))
    timeout = UInt64(max(1, number("timeout", Int(GateOptions.usualTimeout))))
    format = invocation.value("format").flatMap(GateOptions.Format.init) ?? .text
    isQuiet = invocation.has("quiet")
    showsProgress = !invocation.has("no-progress")
    var problems: [Problem] = []
    if times < 3 {
      problems.append(
        Problem(
          message: "'--times' cannot be \(times)",
          remedy: "run each scenario 3 times or more: two that agree may agree by chance"))
    }
    if files.contains("-") {
      problems.append(
        Problem(
          message: "each scenario is read several times, and '-' only once",
          remedy: "write the scenario to a file"))
    }
    if !problems.isEmpty { throw Problems(problems) }
  }
}
