// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirTrace

/// The steps of a scenario as another process writes them, in binary.
enum StepStream {
  /// Returns all steps of a run in a process of its own; nil if it did not come to its end.
  static func all(
    of file: String, settings: [String], variables: [String] = [],
    in environment: CommandEnvironment
  ) -> [UInt8]? {
    let job = ChildJobs.Job(
      program: Machine.file(of: environment.program),
      words: ["weir", "run", "--steps", "--quiet"] + GateFiles.sets(settings, in: environment)
        + ["--", file],
      variables: variables)
    let children = ChildJobs(width: 1, timeout: GateOptions.usualTimeout, in: environment)
    guard let results = try? children.run([job]), let result = results.first ?? nil,
      result.ending == .exited(0), last(of: result.output)?.isEnd == true
    else { return nil }
    return result.output
  }

  /// Returns the first step in which two runs differ, in words; nil if there is none.
  static func difference(
    _ here: [UInt8], _ there: [UInt8], called names: (here: String, there: String)
  ) -> String? {
    var comparison = StepComparison()
    comparison.here(records(here))
    comparison.there(records(there))
    comparison.end()
    guard let difference = comparison.difference else { return nil }
    return "first step that differs: \(difference.number)\n"
      + "    \(names.here): \(difference.here?.description ?? "nothing more")\n"
      + "    \(names.there): \(difference.there?.description ?? "nothing more")"
  }

  private static func records(_ bytes: [UInt8]) -> [StepRecord] {
    let size = StepRecord.byteCount
    return (0..<bytes.count / size).map { StepRecord(bytes: bytes, at: $0 * size) }
  }

  private static func last(of bytes: [UInt8]) -> StepRecord? {
    let size = StepRecord.byteCount
    guard bytes.count >= size, bytes.count % size == 0 else { return nil }
    return StepRecord(bytes: bytes, at: bytes.count - size)
  }
}
