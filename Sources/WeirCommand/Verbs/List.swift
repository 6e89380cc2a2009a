internal import WeirCheck
internal import WeirCore
internal import WeirMetrics
internal import WeirMutants
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// `weir list`: what there is, one a line, the name first.
enum List {
  /// Prints the list that was asked for.
  static func perform(_ options: ListOptions, in surroundings: Surroundings) -> ExitCode {
    switch options.subject {
    case .scenarios: return scenarios(in: options.folder, surroundings)
    case .metrics:
      write(Metric.catalogue.map { [$0.name, $0.kind.rawValue, $0.about] }, to: surroundings.out)
    case .checkers: write(Checkers.promises.map { [$0.name, $0.about] }, to: surroundings.out)
    case .mutants:
      let stacks = [Mutant.control] + Mutant.all
      write(
        stacks.map { [$0.name, $0.checker ?? "-", "\($0.about) (\($0.provenance))"] },
        to: surroundings.out)
    case .keys: return Explain.explain(key: nil, in: surroundings)
    case .features, .pairs: return together(options, surroundings)
    }
    return .pass
  }

  private static func scenarios(in folder: String, _ surroundings: Surroundings) -> ExitCode {
    do throws(FileFailure) {
      _ = try WholeFile.names(in: folder)  // A single file is no folder, and says so.
      let files = try ScenarioFiles.expand([folder])
      write(files.map { [$0, about($0, surroundings)] }, to: surroundings.out)
      return .pass
    } catch {
      surroundings.report(error.problem)
      return ExitCode(error)
    }
  }

  /// Lists the parts of the format that the scenarios of a folder use, or pairs of them that never stand together.
  private static func together(
    _ options: ListOptions, _ surroundings: Surroundings
  ) -> ExitCode {
    var pairs = FeaturePairs(of: .weir)
    do throws(FileFailure) {
      _ = try WholeFile.names(in: options.folder)
      for file in try ScenarioFiles.expand([options.folder]) {
        do throws(Refusal) {
          pairs.add(try ScenarioFiles.load(file, settings: [], in: surroundings))
        } catch {
          surroundings.report(
            Problem(
              message: "\(file) cannot be read", remedy: "weir check \(file) says why"))
          return .scenarioWrong
        }
      }
    } catch {
      surroundings.report(error.problem)
      return ExitCode(error)
    }
    if options.subject == .features {
      surroundings.out.write(pairs.words + "\n\n")
      write(pairs.table, to: surroundings.out)
    } else {
      write(pairs.missing.map { [$0, $1] }, to: surroundings.out)
    }
    return .pass
  }

  /// What a scenario is about, or that it cannot be read.
  private static func about(_ file: String, _ surroundings: Surroundings) -> String {
    do throws(Refusal) {
      return try ScenarioFiles.load(file, settings: [], in: surroundings).about
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
