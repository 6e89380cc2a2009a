// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirMetrics
import WeirScenario
import WeirTrace
import WeirTree

/// Lists that follow a source which can be exchanged, after ReactiveKit's swappable data source and beyond it.
enum SourceFamily: StackFamily {
  static let name = "sources"
  static let about =
    "A list that follows a source which can be exchanged, after ReactiveKitSwappableDatasource."
  static let actions: [Scenario.Work.Action] = [
    Scenario.Work.Action("swap", .look, "Lets the list follow another source of its rows."),
    Scenario.Work.Action("type", .look, "Types the next letter of what is searched for."),
    Scenario.Work.Action("erase", .look, "Takes the last letter back."),
  ]
  static let notes = [SourceNotes.followed, SourceNotes.typed]
  static let checkers = Checkers.sources
  static let metrics = [
    StepMetric.count(
      "sources-followed", "Times that a list followed another source.", of: SourceNotes.followed),
    StepMetric.count(
      "letters-typed", "Letters that people typed or took back.", of: SourceNotes.typed),
  ]

  static func store(_ options: SourceOptions) -> LocalStore.Rules {
    var rules = LocalStore.Rules()
    rules.reading = .constant(options.loadTime)
    return rules
  }

  static func refusal(of screen: Screen) -> (message: String, remedy: String)? {
    if screen.sources.count > 1 {
      return ("a source of several lists", "give it one list, or use stack: streams")
    }
    if screen.sources[0].limit != nil || screen.displayLimit != nil {
      return (
        "a source that shows so many rows only, but has all of its list",
        "leave it out, or use stack: streams"
      )
    }
    if case .fixed = screen.grouping {
      return (
        "a source with sections that may be empty",
        "give it sections of a field, such as sections: { by: team }, or use stack: streams"
      )
    }
    return nil
  }

  static func makeStack(_ options: SourceOptions, _ context: StackContext) -> any ClientStack {
    SourceApp(context, options)
  }
}
