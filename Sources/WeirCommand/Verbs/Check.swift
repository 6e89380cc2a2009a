// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
internal import WeirReport
internal import WeirScenario

/// `weir check`: reads scenarios and says everything that is wrong with them.
package enum Check {
  /// The findings in one file.
  package struct Finding {
    /// The file, as it was named.
    var file: String
    /// The problems of the file.
    var problems: [Problem]
    /// The exit code for it alone.
    var code: ExitCode

    package init(file: String, problems: [Problem], code: ExitCode) {
      self.file = file
      self.problems = problems
      self.code = code
    }
  }

  /// Checks every file, even after a file that is wrong.
  static func perform(_ options: CheckOptions, in environment: CommandEnvironment) -> ExitCode {
    let files: [String]
    do throws(FileFailure) {
      files = try ScenarioFiles.expand(options.files)
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    let findings = files.map { finding(in: $0, options, environment) }
    switch options.format {
    case .text: printText(findings, in: environment)
    case .json: environment.out.write(json(findings))
    case .github:
      for finding in findings {
        for problem in finding.problems {
          environment.out.write(verbatim: annotation(problem, in: finding.file) + "\n")
        }
      }
    }
    return .mostSerious(findings.map(\.code))
  }

  private static func finding(
    in file: String, _ options: CheckOptions, _ environment: CommandEnvironment
  ) -> Finding {
    do throws(Refusal) {
      _ = try ScenarioFiles.load(file, settings: options.settings, in: environment)
      return Finding(file: file, problems: [], code: .pass)
    } catch {
      return Finding(file: file, problems: error.problems, code: error.code)
    }
  }

  private static func printText(_ findings: [Finding], in environment: CommandEnvironment) {
    for finding in findings {
      if finding.problems.isEmpty {
        environment.out.write("\(CleanText.line(finding.file)): ")
        environment.out.write("fine", environment.outInk.good)
        environment.out.write("\n")
      }
      for problem in finding.problems { environment.report(problem) }
    }
  }

  /// Returns the findings as JSON, a file on each line.
  package static func json(_ findings: [Finding]) -> String {
    let files = findings.map { finding in
      let problems = finding.problems.map { problem in
        let place = problem.mark.map {
          "\"file\":\(CleanText.quoted($0.file)),\"line\":\($0.line),\"column\":\($0.column),"
        }
        return "{\(place ?? "")\"message\":\(CleanText.quoted(problem.message)),"
          + "\"remedy\":\(CleanText.quoted(problem.remedy))}"
      }
      return
        "{\"file\":\(CleanText.quoted(finding.file)),\"problems\":[\(problems.joined(separator: ","))]}"
    }
    return "{\"check\":1,\"files\":[\n\(files.joined(separator: ",\n"))\n]}\n"
  }

  /// Returns a problem as an annotation of a pull request.
  package static func annotation(_ problem: Problem, in file: String) -> String {
    let mark = problem.mark ?? Mark(file: file, line: 1, column: 1)
    return "::error file=\(CleanText.annotation(mark.file, isProperty: true)),line=\(mark.line),"
      + "col=\(mark.column)::"
      + CleanText.annotation("\(problem.message)\nremedy: \(problem.remedy)", isProperty: false)
  }
}
