// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirScenario

/// `weir compare`: two folders of results, number by number and seed by seed.
enum Compare {
  /// Compares and says what differs.
  static func perform(_ options: CompareOptions, in environment: CommandEnvironment) -> ExitCode {
    do throws(Refusal) {
      let comparison = Comparison(
        base: try results(in: options.base, environment),
        head: try results(in: options.head, environment))
      switch options.format {
      case .text: environment.out.write(comparison.text)
      case .csv: environment.out.write(ComparisonTable.csv(comparison.rows))
      }
      if let folder = options.out { try write(comparison, to: folder) }
      return code(of: comparison)
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
  }

  private static func write(_ comparison: Comparison, to folder: String) throws(Refusal) {
    do throws(FileFailure) {
      try WholeFile.write(comparison.text, to: "\(folder)/compare.txt")
      try WholeFile.write(
        ComparisonTable.csv(comparison.rows), to: "\(folder)/\(Table.comparison.file)")
      try WholeFile.write(ComparePage(comparison).html, to: "\(folder)/index.html")
    } catch {
      throw Refusal(problems: [error.problem], code: ExitCode(error))
    }
  }

  private static func code(of comparison: Comparison) -> ExitCode {
    switch comparison.verdict {
    case .same: .pass
    case .different: .differs
    case .otherWeather: .cannotTell
    case .nothing: .nothingMeasured
    }
  }

  /// Reads everything that runs and sweeps have left in a folder and below it.
  private static func results(
    in folder: String, _ environment: CommandEnvironment
  ) throws(Refusal) -> Results {
    var results = Results(named: folder)
    for path in try tables(in: folder) {
      let bytes: [UInt8]
      switch environment.files.read(path) {
      case .success(let text): bytes = text
      case .failure(let failure):
        var problem = failure.problem(path: path)
        problem.mark = nil
        throw Refusal(problems: [problem], code: ExitCode(failure))
      }
      do throws(Problems) {
        if path.hasSuffix("/sweep.csv") {
          try results.addSweep(bytes, file: path)
        } else {
          try results.addMetrics(bytes, file: path)
        }
      } catch {
        throw Refusal(problems: error.all, code: .scenarioWrong)
      }
    }
    if results.isEmpty {
      throw Refusal(
        problems: [
          Problem(
            message: "there is neither a metrics.csv nor a sweep.csv in '\(folder)'",
            remedy: "give a folder that `weir run --out DIR` or `weir sweep --out DIR` has written")
        ], code: .nothingMeasured)
    }
    return results
  }

  /// Returns the tables in a folder and those below it, in the order of their names.
  private static func tables(in folder: String) throws(Refusal) -> [String] {
    var found: [String] = []
    let names: [String]
    do throws(FileFailure) {
      names = try WholeFile.names(in: folder)
    } catch {
      throw Refusal(problems: [error.problem], code: ExitCode(error))
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if WholeFile.isFolder(path) {
        found += try tables(in: path)
      } else if name == "metrics.csv" || name == "sweep.csv" {
        found.append(path)
      }
    }
    return found
  }
}
