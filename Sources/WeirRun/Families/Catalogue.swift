// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
import WeirClient
public import WeirCore
package import WeirMetrics
public import WeirScenario
package import WeirTrace
import WeirTree

/// Everything that a program knows: families of stacks, the promises and metrics of every run, and what is wrong on
/// purpose.
///
///     let catalogue = Catalogue.standard.adding(PagerFamily.self)
///     let scenario = try Scenario(reading: "feed.yaml", in: catalogue.schema, loader: .files)
///     var world = try World(scenario, seed: 1, catalogue: catalogue)
///
/// Nothing else lists them: the reader of scenarios, `weir explain` and `weir list`, sweeps, gates and pages ask here.
/// Families are added by targets of this package: what they are made of is not public yet.
public struct Catalogue: Sendable {
  /// The families, in the order in which they were added.
  package private(set) var families: [Entry] = []
  /// The mutants, in the order in which they were added; those that belong to no family are the server's.
  package private(set) var mutants: [Mutant] = []
  /// The format of scenarios that follows from it.
  public private(set) var schema: Schema

  /// A family as a catalogue holds it.
  package struct Entry: Sendable {
    /// The words by which scenarios ask for it.
    package let format: StackFormat
    /// The steps that only its stacks say.
    package let notes: [StepNote]
    /// The promises that only its stacks make.
    package let checkers: [any Checker.Type]
    /// The metrics that are read from its notes.
    package let metrics: [StepMetric]
    /// Reads options, and says what is wrong with them together.
    let complaints:
      @Sendable ([Scenario.ClientGroup.Stack.Option]) -> [(
        key: String, message: String, remedy: String
      )]
    /// The surfaces that apps with these options show beside a main list.
    let surfaces: @Sendable ([Scenario.ClientGroup.Stack.Option], Screen) -> [StackSurface]
    /// The manners of an app's store and of its way to files, with these options.
    let services: @Sendable ([Scenario.ClientGroup.Stack.Option]) -> Services
    /// The pace of its main lists with these options.
    let pace: @Sendable ([Scenario.ClientGroup.Stack.Option]) -> ListPace
    /// `true` if its lists are shown in batches.
    let publishesInBatches: Bool
    /// The reason for which its stacks cannot show a screen, and what to write; nil: they can.
    let refusal: @Sendable (Screen) -> (message: String, remedy: String)?
    /// Makes what makes stacks with these options.
    let maker: @Sendable ([Scenario.ClientGroup.Stack.Option]) -> StackMaker
  }

  /// The catalogue with one more family, of which there is nothing to say but how its stacks are made.
  func adding(_ entry: Entry) -> Catalogue {
    var catalogue = self
    catalogue.families.append(entry)
    catalogue.settle()
    return catalogue
  }

  /// The manners of what an app has on its phone beside its connection.
  struct Services: Sendable {
    var store: LocalStore.Rules
    var files: FileTransfers.Rules
    var fetches: PageFetches.Rules
  }

  /// One more than the most actions that a catalogue can know, so that a sweep can count what was done when.
  package static let mostActions = 64

  /// A function that makes the stack of a client.
  typealias StackMaker = @Sendable (StackContext) -> any ClientStack

  /// Makes a catalogue without stacks.
  package init() { schema = Schema(promises: [], metrics: [], stacks: []) }

  /// The families that come with the house: list streams, pagers, lists of sources, apps with models, apps with objects, and programs in any
  /// language.
  public static let standard: Catalogue = {
    var catalogue = Catalogue()
    catalogue.enter(StreamFamily.self)
    catalogue.enter(PagerFamily.self)
    catalogue.enter(SourceFamily.self)
    catalogue.enter(ModelFamily.self)
    catalogue.enter(ObjectFamily.self)
    catalogue.enter(ProgramFamily.self)
    catalogue.settle()
    return catalogue
  }()

  /// The catalogue with another family.
  package func adding<Family: StackFamily>(_ family: Family.Type) -> Catalogue {
    var catalogue = self
    catalogue.add(family)
    return catalogue
  }

  /// Adds a family.
  package mutating func add<Family: StackFamily>(_ family: Family.Type) {
    enter(family)
    settle()
  }

  /// Enters a family, of which the schema knows nothing yet.
  private mutating func enter<Family: StackFamily>(_ family: Family.Type) {
    families.append(
      Entry(
        format: StackFormat(
          Family.name, Family.about, options: Family.Options.self, actions: Family.actions,
          mainOption: Family.mainOption, isDrawn: Family.isDrawn,
          showsWholeLists: Family.refusal(of: Screen(QueryBuilder(.root).limited(to: 1))) != nil),
        notes: Family.notes, checkers: Family.checkers, metrics: Family.metrics,
        complaints: { Family.Options($0).complaints },
        surfaces: { Family.surfaces(Family.Options($0), beside: $1) },
        services: {
          let options = Family.Options($0)
          return Services(
            store: Family.store(options), files: Family.files(options),
            fetches: Family.fetches(options))
        },
        pace: { Family.pace(Family.Options($0)) }, publishesInBatches: Family.publishesInBatches,
        refusal: { Family.refusal(of: $0) },
        maker: { given in
          let options = Family.Options(given)
          return { Family.makeStack(options, $0) }
        }))
    add(Family.mutants, to: Family.name)
  }

  /// Makes the schema of all that was entered, which takes time.
  private mutating func settle() {
    schema = Schema(
      promises: promises, metrics: metrics, stacks: families.map(\.format))
    refuseTwins()
  }

  /// Adds what is wrong on purpose with the stacks of a family, or with the server.
  package mutating func add(_ some: [Mutant], to family: String) {
    for mutant in some {
      invariant(
        !mutants.contains { $0.name == mutant.name }, "two mutants are called '\(mutant.name)'")
      var mutant = mutant
      mutant.family = mutant.isOfServer ? nil : family
      mutants.append(mutant)
    }
  }

  /// Whatever stands in files and traces by its name or number has that alone.
  private func refuseTwins() {
    func refuse<Name: Hashable>(_ these: [Name], _ what: String) {
      var seen: Set<Name> = []
      for one in these {
        invariant(seen.insert(one).inserted, "the catalogue has two \(what) '\(one)'")
      }
    }
    refuse(families.map(\.format.name), "families")
    refuse(schema.actions.map(\.name), "actions")
    refuse(schema.actions.map(\.verb.number), "actions of the number")
    refuse(notes.map(\.number), "notes of the number")
    refuse(promises.map(\.name) + metrics.map(\.name), "promises or metrics")
    invariant(schema.actions.count < Self.mostActions, "more actions than can be told apart")
  }
}

// What follows from the families.
extension Catalogue {
  /// The checkers that every run carries, in the order of the report.
  package var checkers: [any Checker.Type] { Checkers.standard + families.flatMap(\.checkers) }

  /// The checkers of a run in which these families have stacks.
  func checkers(of used: [Entry]) -> [any Checker.Type] {
    Checkers.standard + used.flatMap(\.checkers)
  }

  /// The families of a scenario's clients, in the order in which they were added.
  func families(of scenario: Scenario) -> [Entry] {
    families.filter { entry in
      scenario.clients.contains { group in
        let name = group.stack.family ?? group.stack.mutant.flatMap { mutant($0)?.family }
        return name == entry.format.name
      }
    }
  }

  /// The promises that they watch.
  public var promises: [Promise] { checkers.map { $0.promise } }

  /// The metrics that a run reports, in the order of the report.
  public var metrics: [Metric] { Metric.catalogue + stepMetrics.map(\.metric) }

  /// The metrics that are read from the notes of families.
  var stepMetrics: [StepMetric] { families.flatMap(\.metrics) }

  /// The steps that only some stacks say.
  package var notes: [StepNote] { families.flatMap(\.notes) }

  /// The family called `name`.
  package func family(_ name: String) -> Entry? { families.first { $0.format.name == name } }

  /// Returns the mutant of that name.
  package func mutant(_ name: String) -> Mutant? { mutants.first { $0.name == name } }

  /// The bugs: what is wrong on purpose, without what has no bug and stands in their place to compare.
  package var bugs: [Mutant] { mutants.filter { $0.checker != nil } }

  /// The names that steps of a run use, whose lists have these paths.
  package func names(
    lists: [String], surfaces: SurfaceNumbers = SurfaceNumbers()
  ) -> StepNames {
    var words: [UInt64: String] = [:]
    for action in schema.actions { words[action.verb.number] = action.name }
    return StepNames(
      lists: lists, actions: words, points: BuggifyPoints.names, notes: notes,
      surfaces: surfaces)
  }
}
