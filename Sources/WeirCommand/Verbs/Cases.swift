// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirCases
internal import WeirScenario

/// `weir cases`: plays step-by-step cases on the client's view engine and on the oracle beside it.
enum Cases {
  /// Plays every case of every file, even after a file that is wrong.
  static func perform(_ options: CasesOptions, in environment: CommandEnvironment) -> ExitCode {
    let files: [String]
    do throws(FileFailure) {
      files = try ScenarioFiles.expand(options.files, .cases)
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    if options.isRecording {
      return .mostSerious(files.map { record($0, in: environment) })
    }
    var (played, passed) = (0, 0)
    var codes: [ExitCode] = []
    for file in files {
      do throws(Refusal) {
        let read = try load(file, in: environment) { bytes throws(Problems) in
          try CaseFile(reading: bytes, file: file)
        }
        let failures = read.cases.compactMap { CaseRunner.failure(of: $0) }
        for failure in failures { environment.out.write("\(failure)\n") }
        played += read.cases.count
        passed += read.cases.count - failures.count
        codes.append(failures.isEmpty ? .pass : .checkerBroken)
      } catch {
        for problem in error.problems { environment.report(problem) }
        codes.append(error.code)
      }
    }
    environment.out.write("\(played) \(played == 1 ? "case" : "cases"), \(passed) passed\n")
    return .mostSerious(codes)
  }

  /// Prints a file with what really happens as its expected events.
  private static func record(_ file: String, in environment: CommandEnvironment) -> ExitCode {
    do throws(Refusal) {
      let text = try load(file, in: environment) { bytes throws(Problems) in
        try CaseFile.recording(bytes, file: file)
      }
      environment.out.write(text)
      return .pass
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
  }

  /// Returns what `make` makes of a file, or throws the reason that it could not be loaded.
  private static func load<Made>(
    _ file: String, in environment: CommandEnvironment,
    _ make: ([UInt8]) throws(Problems) -> Made
  ) throws(Refusal) -> Made {
    switch environment.files.read(file) {
    case .success(let bytes):
      do throws(Problems) {
        return try make(bytes)
      } catch {
        throw Refusal(problems: error.all, code: .scenarioWrong)
      }
    case .failure(let failure):
      // A file that is not there has no line 1 to point to.
      var problem = failure.problem(path: file)
      problem.mark = nil
      throw Refusal(problems: [problem], code: ExitCode(failure))
    }
  }
}
