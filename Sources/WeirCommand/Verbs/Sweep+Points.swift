// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirMetrics
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

extension Sweep {
  /// Returns the points of what is varied, each a scenario of its own.
  static func points(
    _ file: String, _ options: SweepOptions, in environment: CommandEnvironment
  ) throws(Refusal) -> [SweepItem] {
    let draft = try ScenarioFiles.draft(file, settings: options.settings, in: environment)
    try blameVariations(options.varied, of: draft)
    do throws(Problems) {
      var items: [SweepItem] = []
      for point in try SweepPoint.first(options.pointCount, of: options.varied) {
        let text = Array(try draft.setting(point.settings).yaml.utf8)
        let scenario = try Scenario(
          text: text, named: file, in: environment.catalogue.schema, loader: environment.files)
        _ = try World(
          scenario, seed: options.seeds.lowerBound, catalogue: environment.catalogue)
        items.append(SweepItem(file: file, text: text, scenario: scenario, point: point))
      }
      return items
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
  }
}

extension Sweep {
  /// Checks that the scenario is sound, and that each key which is varied can have both of its
  /// ends.
  private static func blameVariations(
    _ varied: [Variation], of draft: Draft
  ) throws(Refusal) {
    do throws(Problems) {
      _ = try draft.scenario()
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
    var problems: [Problem] = []
    for variation in varied {
      do throws(Problems) {
        for place in [0, 1] {
          _ = try draft.setting([variation.setting(at: Double(place))]).scenario()
        }
      } catch {
        problems += error.all.map {
          Problem(message: "--vary \(variation.key): \($0.message)", remedy: $0.remedy)
        }
      }
    }
    if !problems.isEmpty { throw Refusal(problems: problems, code: .scenarioWrong) }
  }
}

extension SweepOptions {
  /// The numbers that are noted of each seed unless others are asked for.
  package static let usualMeasures = [
    "post-to-seen.p50", "post-to-seen.p99", "write-to-ack.p99", "open-to-rows.p99",
    "page-to-rows.p99", "converge-time.max", "commits.count",
  ]

  /// Reads what is varied and measured, and says everything that is wrong with it.
  mutating func readResponses(_ invocation: Invocation, _ metrics: [Metric]) -> [Problem] {
    var problems: [Problem] = []
    for text in invocation.values["vary"] ?? [] {
      do throws(Problem) {
        varied.append(try Variation(text))
      } catch {
        problems.append(error)
      }
    }
    for text in invocation.values["measure"] ?? (isWorker ? [] : Self.usualMeasures) {
      if let measure = Measure(text, among: metrics) {
        measures.append(measure)
      } else {
        problems.append(Self.noMeasure(text, metrics))
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
          Problem(message: "'\(text)' is not a time limit", remedy: "write for example 60s"))
      }
    }
    return problems
  }

  /// Returns the problem of a text that names no number of a run.
  private static func noMeasure(_ text: String, _ metrics: [Metric]) -> Problem {
    let metric = String(text.prefix { $0 != "." })
    let statistics = Metric.Statistic.allCases.map(\.rawValue).joined(separator: ", ")
    if metrics.contains(where: { $0.name == metric }) {
      return Problem(
        message: "'\(text)' is not a number of a run: '\(metric)' has no such statistic",
        remedy: "write one of \(statistics) behind the point")
    }
    let near = nearNames(to: metric, among: metrics.map(\.name))
    return Problem(
      message: "'\(text)' is not a number of a run: there is no metric '\(metric)'",
      remedy: (near.isEmpty
        ? "" : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))? ")
        + "write a metric of `weir list metrics`, and behind a point one of \(statistics)")
  }
}
