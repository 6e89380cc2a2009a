// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirClient
package import WeirMetrics
package import WeirScenario
package import WeirTrace
package import WeirTree

/// A family of stacks: the one page that tells everybody all there is to know about a stack.
///
///     package enum PagerFamily: StackFamily {
///       package static let name = "pager"
///       package static let about = "Pages of an API, one after the other."
///       package static let actions = [Action("next-page", .look, "Asks for the next page.")]
///       package static let notes = [PagerNotes.wanted]
///       package static let checkers: [any Checker.Type] = [PageOrderChecker.self]
///       package static let metrics = [StepMetric.count("pages-wanted", "Pages that were asked for.", of: PagerNotes.wanted)]
///       package static func makeStack(_ options: PagerOptions, _ context: StackContext) -> any ClientStack {
///         Pager(context.screen, pageSize: options.pageSize)
///       }
///     }
///
/// A catalogue that it is added to makes it known everywhere: scenarios ask for it by name and options, people do its
/// actions, the trace tells its notes, every run carries its checkers and reports its metrics.
package protocol StackFamily: Sendable {
  /// The options below its name in a scenario.
  associatedtype Options: StackOptions = NoStackOptions

  /// The name by which scenarios ask for it.
  static var name: String { get }
  /// A sentence that says what it is.
  static var about: String { get }
  /// The actions that its stacks know, beside what everybody can do.
  static var actions: [Scenario.Work.Action] { get }
  /// The steps that only its stacks say.
  static var notes: [StepNote] { get }
  /// The promises that only its stacks make.
  static var checkers: [any Checker.Type] { get }
  /// The metrics that are read from its notes.
  static var metrics: [StepMetric] { get }
  /// The bugs that its checkers must catch.
  static var mutants: [Mutant] { get }

  /// The surfaces that its apps show beside the main list, which shows `screen`.
  static func surfaces(_ options: Options, beside screen: Screen) -> [StackSurface]

  /// The manners of the store that its apps have.
  static func store(_ options: Options) -> LocalStore.Rules

  /// The manners of the way to the service at which its apps keep files.
  static func files(_ options: Options) -> FileTransfers.Rules

  /// The manners in which its apps ask for pages.
  static func fetches(_ options: Options) -> PageFetches.Rules

  /// The pace at which the main list follows what its screen selects; of one that is not live only the family's own checkers
  /// say what it promises.
  static func pace(_ options: Options) -> ListPace

  /// `true` if its lists show what they have gathered in batches, each no sooner after the last one than that takes; otherwise
  /// they gather what they hear, and show at once what people do.
  static var publishesInBatches: Bool { get }

  /// `true` if random scenarios may have its stacks; false of one that needs something beside the scenario.
  static var isDrawn: Bool { get }

  /// The reason for which its stacks cannot show a screen, and what to write instead; nil: they can.
  static func refusal(of screen: Screen) -> (message: String, remedy: String)?

  /// Makes the stack of a client whose app starts.
  static func makeStack(_ options: Options, _ context: StackContext) -> any ClientStack

  /// The option that is meant where a scenario writes a value in place of the mapping of options; nil: none.
  static var mainOption: String? { get }
}

extension StackFamily {
  /// No action of its own.
  package static var actions: [Scenario.Work.Action] { [] }
  /// No note.
  package static var notes: [StepNote] { [] }
  /// No checker of its own.
  package static var checkers: [any Checker.Type] { [] }
  /// No metric of its own.
  package static var metrics: [StepMetric] { [] }
  /// Nothing but the main list.
  package static func surfaces(_ options: Options, beside screen: Screen) -> [StackSurface] { [] }
  /// A store that is quick and never fails.
  package static func store(_ options: Options) -> LocalStore.Rules { LocalStore.Rules() }
  /// A way that is quick and never breaks.
  package static func files(_ options: Options) -> FileTransfers.Rules { FileTransfers.Rules() }
  /// An app that waits as long as apps do.
  package static func fetches(_ options: Options) -> PageFetches.Rules { PageFetches.Rules() }
  /// A list of live queries.
  package static func pace(_ options: Options) -> ListPace { .live }
  /// A list that is shown in batches.
  package static var publishesInBatches: Bool { true }
  /// Its options are a mapping.
  package static var mainOption: String? { nil }
  /// Random scenarios may have its stacks.
  package static var isDrawn: Bool { true }
  /// It shows whatever a screen selects.
  package static func refusal(of screen: Screen) -> (message: String, remedy: String)? { nil }
  /// No mutant.
  package static var mutants: [Mutant] { [] }
}
