// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirTrace

/// The steps of a scenario as another process writes them, in binary.
enum StepStream {
  /// Returns all steps of a run in a process of its own, and the lines of its programs if they are wanted; nil if it did
  /// not come to its end.
  static func all(
    of file: String, settings: [String], variables: [String] = [], withLines: Bool = false,
    in environment: CommandEnvironment
  ) -> [UInt8]? {
    let job = ChildJobs.Job(
      program: Machine.file(of: environment.program),
      words: ["weir", "run", "--steps", "--quiet"] + (withLines ? ["--lines"] : [])
        + GateFiles.sets(settings, in: environment)
        + ["--", file],
      variables: variables)
    let children = ChildJobs(width: 1, timeout: GateOptions.usualTimeout, in: environment)
    guard let results = try? children.run([job]), let result = results.first ?? nil,
      result.ending == .exited(0), records(result.output).end != nil
    else { return nil }
    return result.output
  }

  /// Returns the first step in which two runs differ, in words; nil if there is none.
  static func difference(
    _ here: [UInt8], _ there: [UInt8], called names: (here: String, there: String)
  ) -> String? {
    let (ours, theirs) = (records(here), records(there))
    var comparison = StepComparison()
    comparison.here(ours.steps)
    comparison.there(theirs.steps)
    comparison.end()
    guard let difference = comparison.difference else { return nil }
    var words =
      "first step that differs: \(difference.number)\n"
      + "    \(names.here): \(difference.here?.description ?? "nothing more")\n"
      + "    \(names.there): \(difference.there?.description ?? "nothing more")"
    var lines = LineComparison()
    lines.here(ours.lines)
    lines.there(theirs.lines)
    lines.end()
    if let answers = lines.difference?.answers(called: names) {
      words += "\nbefore it, \(answers)  \(LineComparison.remedy)"
    }
    return words
  }

  private static func records(_ bytes: [UInt8]) -> RunRecords {
    var bytes = bytes
    return RunRecords(taking: &bytes)
  }
}
