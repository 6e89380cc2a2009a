// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

/// The options of `weir merge`.
struct MergeOptions: Hashable {
  /// The folder of the shards.
  var shards: String
  /// The folder for the tables; nil: none.
  var folder: String?
  /// `true` if only the verdict is printed.
  var isQuiet: Bool

  /// Merges the shards of one folder into another one.
  init(shards: String, folder: String?, isQuiet: Bool) {
    (self.shards, self.folder, self.isQuiet) = (shards, folder, isQuiet)
  }

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) {
    shards = invocation.operands[0]
    folder = invocation.value("out")
    isQuiet = invocation.has("quiet")
  }
}

/// `weir merge`: the shards of a sweep, put together.
enum Merge {
  /// The most problems that are said.
  private static let mostProblems = 20

  /// Puts the shards of a folder together, and judges all seeds.
  static func perform(_ options: MergeOptions, in environment: CommandEnvironment) -> ExitCode {
    do throws(Refusal) {
      var damaged: [Shard] = []
      return try ExitCode(merge(options, in: environment, damaged: &damaged))
    } catch {
      for problem in error.problems.prefix(mostProblems) { environment.report(problem) }
      let more = error.problems.count - mostProblems
      if more > 0 { environment.say("and \(more) more problem\(more == 1 ? "" : "s")") }
      return error.code
    }
  }

  /// Puts shards together; shards that are there and not to be believed are named in `damaged`, too.
  static func merge(
    _ options: MergeOptions, in environment: CommandEnvironment, damaged: inout [Shard]
  ) throws(Refusal) -> SweepReport.Verdict {
    let set = try shards(in: options.shards, damaged: &damaged)
    var (report, rules) = try blank(set, in: environment)
    let problem: Problem?
    do throws(FileFailure) {
      let tables = try options.folder.map { folder throws(FileFailure) in
        try WholeFile.makeFolder(folder)
        try SweepFolder.tidy(folder)
        return try SweepTables(report, in: folder)
      }
      let damage = try set.read(by: rules) { result throws(FileFailure) in
        report.parts[result.scenario].tally.add(result)
        try tables?.add(result)
      }
      damage.map { damaged = [$0.shard] }
      if damage == nil { try tables?.commit(report) }
      problem = damage?.problem
    } catch {
      throw Refusal(error)
    }
    if let problem { throw Refusal(problems: [problem], code: .scenarioWrong) }
    environment.show(options.isQuiet ? report.shortText : report.text)
    if let folder = options.folder, !options.isQuiet {
      environment.say("results: \(CleanText.line(folder))")
    }
    return report.verdict
  }

  /// Returns the shards of a folder, of which none is missing and none does not belong there.
  private static func shards(
    in folder: String, damaged: inout [Shard]
  ) throws(Refusal) -> ShardSet {
    let set: ShardSet
    do throws(FileFailure) {
      set = try ShardSet(in: folder)
    } catch {
      throw Refusal(error)
    }
    let absence = set.absence
    damaged = set.damaged
    if !set.problems.isEmpty || absence != nil {
      throw Refusal(
        problems: set.problems + (absence.map { [$0] } ?? []),
        code: absence == nil ? .scenarioWrong : .fileMissing)
    }
    return set
  }

  /// Returns the report of the sweep that the shards are of, before any result, and the rules of the sweep.
  private static func blank(
    _ set: ShardSet, in environment: CommandEnvironment
  ) throws(Refusal) -> (SweepReport, ShardSet.Rules) {
    guard let description = set.description else {
      throw Refusal(problems: [.noShard(in: set.folder)], code: .fileMissing)
    }
    do throws(Problems) {
      guard
        case .perform(let invocation) = try Parser.parse(
          description.words, checkers: environment.checkers)
      else { throw Problems([.unknownSweep(set)]) }
      let options = try SweepOptions(invocation, metrics: environment.catalogue.metrics)
      let points =
        try options.varied.isEmpty ? [] : SweepPoint.first(options.pointCount, of: options.varied)
      if description.build != SweepDescription.build(in: environment) {
        environment.say(
          "the shards were run by another program than this one: \(CleanText.line(description.build))"
        )
      }
      let parts = description.items.enumerated().map { number, item in
        var part = SweepReport.Part(
          name: item.name, about: item.about, file: item.file,
          tally: SweepTally(aim: options.aim))
        // Each file that was named has all points.
        part.point = points.isEmpty ? nil : points[number % points.count]
        part.reach = item.reach.map {
          SituationReach(codes: $0, actions: environment.catalogue.schema.actions)
        }
        return part
      }
      var environment = environment
      environment.files.allowsOutside = invocation.has("allow-outside")
      return (
        SweepReport(parts, options, in: environment),
        ShardSet.Rules(seeds: options.seeds, aim: options.aim, limit: options.limit)
      )
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
  }
}

extension Problem {
  fileprivate static func noShard(in folder: String) -> Problem {
    Problem(
      message: "there is no shard in '\(folder)'",
      remedy: "name the folder that `weir sweep --shard I/N --out DIR` has written to")
  }

  fileprivate static func unknownSweep(_ set: ShardSet) -> Problem {
    Problem(
      message: "the shards in '\(set.folder)' do not say which sweep they are of",
      remedy: "merge with the program that has run them")
  }
}
