// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirMetrics
import WeirScenario
import WeirTrace
import WeirTree

/// Models that several screens of an app share and keep the same, after RocketData.
enum ModelFamily: StackFamily {
  static let name = "models"
  static let about =
    "A list whose rows are models that several screens share and keep the same, after RocketData."
  static let publishesInBatches = false
  static let actions: [Scenario.Work.Action] = [
    Scenario.Work.Action("look-at", .look, "Opens a row on a screen of its own, with a badge."),
    Scenario.Work.Action("like", .write, "Raises what is counted of a row, on any screen."),
    Scenario.Work.Action("cover", .look, "Covers a screen beside the list, which pauses."),
    Scenario.Work.Action("uncover", .look, "Uncovers a screen, which shows what it missed."),
    Scenario.Work.Action(
      "tell-again", .look, "A background job tells the app all rows again that it knows."),
    Scenario.Work.Action(
      "undo", .write, "Puts the row that went last from the list back under its key, as it was."),
  ]
  static let notes = [
    ModelNotes.settled, ModelNotes.covered, ModelNotes.opened, ModelNotes.delivered,
    ModelNotes.kept, ModelNotes.loggedOut,
  ]
  static let checkers = Checkers.models
  static let metrics = [
    StepMetric.count("rows-opened", "Rows that were opened on a screen.", of: ModelNotes.opened),
    StepMetric.spans(
      "model-time", "From an update of models until it has reached all that show one of them.",
      of: ModelNotes.delivered),
    StepMetric.found(
      "screens-apart", "How long two screens of one phone showed a row differently."),
  ]

  static func pace(_ options: ModelOptions) -> ListPace {
    options.news == .toList ? .live : .late
  }

  static func store(_ options: ModelOptions) -> LocalStore.Rules {
    var rules = LocalStore.Rules()
    rules.reading = .constant(options.cacheTime)
    rules.writing = .constant(options.cacheTime)
    rules.order = .byKey
    rules.failures = options.cacheFailures
    return rules
  }

  static func surfaces(_ options: ModelOptions, beside screen: Screen) -> [StackSurface] {
    let list = screen.sources[0]
    let badge = list.ordered(by: .child(Path([Key(options.counts)])))
    return [
      StackSurface(ModelNotes.detail, Screen(list), isLive: false),
      StackSurface(ModelNotes.badge, Screen(badge), isLive: false),
    ]
      + (0..<options.tabs).map { StackSurface("tab \($0 + 2)", Screen(list), isLive: false) }
  }

  static func refusal(of screen: Screen) -> (message: String, remedy: String)? {
    if screen.sources.count > 1 {
      return ("models of several lists", "give it one list, or use stack: streams")
    }
    if screen.filter != .everything {
      return ("models with a condition", "leave 'where' out, or use stack: streams")
    }
    if screen.grouping != nil {
      return ("models with sections", "leave 'sections' out, or use stack: streams")
    }
    if screen.sources[0].limit != nil || screen.displayLimit != nil {
      return (
        "models of so many rows only, where a row that leaves the list counts as deleted",
        "leave it out, or use stack: streams"
      )
    }
    return nil
  }

  static func makeStack(_ options: ModelOptions, _ context: StackContext) -> any ClientStack {
    ModelApp(context, options)
  }
}
