internal import WeirCore
internal import WeirRun
internal import WeirScenario

extension Sweep {
  /// The points of what is varied, each a scenario of its own.
  static func points(
    _ file: String, _ options: SweepOptions, in surroundings: Surroundings
  ) throws(Refusal) -> [SweepItem] {
    let draft = try ScenarioFiles.draft(file, settings: options.settings, in: surroundings)
    do throws(Problems) {
      var items: [SweepItem] = []
      for point in try SweepPoint.first(options.pointCount, of: options.varied) {
        let text = Array(try draft.setting(point.settings).yaml.utf8)
        let scenario = try Scenario(text: text, named: file, loader: surroundings.files)
        _ = try World(scenario, seed: options.seeds.lowerBound)
        items.append(SweepItem(file: file, text: text, scenario: scenario, point: point))
      }
      return items
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
  }
}

extension SweepOptions {
  /// What is noted of each point unless something is asked for.
  static let usualMeasures = ["converge-time.max", "post-to-seen.p99", "commits.count"]

  /// Reads what is varied and measured, and says everything that is wrong with it.
  mutating func readResponses(_ invocation: Invocation) -> [Problem] {
    var problems: [Problem] = []
    for text in invocation.values["vary"] ?? [] {
      do throws(Problem) {
        varied.append(try Variation(text))
      } catch {
        problems.append(error)
      }
    }
    let usual = varied.isEmpty ? [] : Self.usualMeasures
    for text in invocation.values["measure"] ?? usual {
      if let measure = Measure(text) {
        measures.append(measure)
      } else {
        problems.append(
          Problem(
            message: "'\(text)' is no number of a run",
            remedy: "write a metric of `weir list metrics`, and behind a point one of "
              + Scenario.Statistic.allCases.map(\.rawValue).joined(separator: ", ")))
      }
    }
    if invocation.has("points"), varied.isEmpty {
      problems.append(
        Problem(
          message: "'--points' without '--vary' has nothing to choose from",
          remedy: "name a key and its range, such as --vary network.delay=10ms..500ms"))
    }
    if let text = invocation.value("seed-limit") {
      seedLimit = Interval(reading: text)
      if (seedLimit ?? .zero) == .zero {
        problems.append(
          Problem(message: "'\(text)' is no limit of time", remedy: "write for example 60s"))
      }
    }
    return problems
  }
}
