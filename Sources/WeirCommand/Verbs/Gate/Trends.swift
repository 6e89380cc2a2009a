// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirScenario

/// `weir trend`: when numbers changed over the runs of the gate.
enum Trends {
  /// Reads a history and prints its changes.
  static func perform(
    _ invocation: Invocation, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    let path = invocation.operands.first ?? "history.csv"
    let words = invocation.value("alpha") ?? "1%"
    guard let alpha = GateOptions.share(words), alpha > 0, alpha < 1 else {
      throw Problems([
        Problem(
          message: "'--alpha' cannot be '\(words)'", remedy: "give a share such as 1% or 0.5%")
      ])
    }
    switch environment.files.read(path) {
    case .failure(let failure):
      environment.report(failure.problem(path: path))
      return ExitCode(failure)
    case .success(let bytes):
      do throws(Problems) {
        let rows = try GateTable.read(bytes, named: path)
        if rows.isEmpty {
          environment.say("'\(path)' has no rows")
          return .nothingMeasured
        }
        environment.out.write(Trend(rows, alpha: alpha).text)
        return .pass
      } catch {
        for problem in error.all { environment.report(problem) }
        return .scenarioWrong
      }
    }
  }
}
