// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// `weir list`: what there is, one a line, the name first.
enum List {
  /// Prints the list that was asked for.
  static func perform(_ options: ListOptions, in environment: CommandEnvironment) -> ExitCode {
    switch options.subject {
    case .scenarios: return scenarios(in: options.folder, environment)
    case .metrics:
      write(
        environment.catalogue.metrics.map { [$0.name, $0.kind.rawValue, $0.about] },
        to: environment.out)
    case .checkers:
      write(environment.catalogue.promises.map { [$0.name, $0.about] }, to: environment.out)
    case .mutants:
      write(
        environment.catalogue.mutants.map {
          [$0.name, $0.checker ?? "-", "\($0.about) (\($0.provenance))"]
        },
        to: environment.out)
    case .keys: return Explain.explain(key: nil, in: environment)
    case .features, .pairs, .triples: return together(options, environment)
    }
    return .pass
  }

  private static func scenarios(in folder: String, _ environment: CommandEnvironment) -> ExitCode {
    do throws(FileFailure) {
      _ = try WholeFile.names(in: folder)  // A single file is no folder, and says so.
      let files = try ScenarioFiles.expand([folder])
      write(files.map { [$0, about($0, environment)] }, to: environment.out)
      return .pass
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
  }

  /// Lists the parts of the format that the scenarios of a folder use, pairs of them that never occur together, or those
  /// that no fault hits.
  private static func together(
    _ options: ListOptions, _ environment: CommandEnvironment
  ) -> ExitCode {
    var scenarios: [Scenario] = []
    do throws(FileFailure) {
      _ = try WholeFile.names(in: options.folder)
      for file in try ScenarioFiles.expand([options.folder]) {
        do throws(Refusal) {
          scenarios.append(try ScenarioFiles.load(file, settings: [], in: environment))
        } catch {
          environment.report(
            Problem(
              message: "\(file) cannot be read", remedy: "weir check \(file) says why"))
          return .scenarioWrong
        }
      }
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    if options.subject == .triples {
      triples(of: scenarios, under: options.fault, environment)
    } else {
      var pairs = FeaturePairs(of: environment.catalogue.schema)
      for scenario in scenarios { pairs.add(scenario) }
      if options.subject == .features {
        environment.out.write(pairs.words + "\n\n")
        write(pairs.table, to: environment.out)
      } else {
        write(pairs.missing.map { [$0, $1] }, to: environment.out)
      }
    }
    return .pass
  }

  /// Lists the faults with what they hit and the pairs that none of them hits, or the pairs that one fault does not hit.
  private static func triples(
    of scenarios: [Scenario], under fault: Scenario.Fault.Kind?, _ environment: CommandEnvironment
  ) {
    var triples = FeatureTriples(of: environment.catalogue.schema)
    for scenario in scenarios { triples.add(scenario) }
    if let fault {
      return write(triples.missing(under: fault).map { [$0, $1] }, to: environment.out)
    }
    environment.out.write(triples.words + "\n\n")
    write(triples.table, to: environment.out)
    // The pairs come in the order of their first features, each of which has one line.
    var unhit: [(feature: String, others: [String])] = []
    for (one, other) in triples.unhit {
      if unhit.last?.feature == one {
        unhit[unhit.count - 1].others.append(other)
      } else {
        unhit.append((one, [other]))
      }
    }
    if unhit.isEmpty { return }
    environment.out.write("\nTogether in a scenario, and hit by no fault:\n")
    write(unhit.map { [$0, $1.joined(separator: ", ")] }, to: environment.out)
  }

  /// Returns the description of a scenario, or the note that it cannot be read.
  private static func about(_ file: String, _ environment: CommandEnvironment) -> String {
    do throws(Refusal) {
      return try ScenarioFiles.load(file, settings: [], in: environment).about
    } catch {
      return "(wrong: `weir check \(file)` says why)"
    }
  }

  /// Writes rows with their columns in line.
  static func write(_ rows: [[String]], to out: Output) {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.compactMap { $0.count > column ? $0[column].count : nil }.max() ?? 0
    }
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count {
          line += String(repeating: " ", count: widths[column] - cell.count + 2)
        }
      }
      out.write(CleanText.line(line) + "\n")
    }
  }
}
