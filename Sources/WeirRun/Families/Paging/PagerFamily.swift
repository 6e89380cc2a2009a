// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirMetrics
import WeirPaging
import WeirScenario
import WeirTrace
import WeirTree

/// Pagers: lists that are fetched page by page from a paged API, after Stapler and beyond it.
enum PagerFamily: StackFamily {
  static let name = "pager"
  static let about = "A list that is fetched page by page and never kept up to date, after Stapler."
  static let actions: [Scenario.Work.Action] = [
    .page,
    Scenario.Work.Action("refresh", .look, "Pulls the list to load it again."),
    Scenario.Work.Action("scroll", .look, "Scrolls on by half a screen."),
    Scenario.Work.Action("scroll-back", .look, "Scrolls back by half a screen."),
    Scenario.Work.Action("jump", .look, "Opens the list at a place in its middle."),
  ]
  static let notes = [PageNotes.scrolled, met, waited, jumped, PageNotes.opened]
  static let checkers = Checkers.paging
  static let metrics = [
    StepMetric.count(
      "scrolls", "Times that somebody scrolled by half a screen.",
      of: PageNotes.scrolled),
    StepMetric.count(
      "spinners", "Times that the end of the rows came before the next page.", of: met),
    StepMetric.spans("spinner-time", "From the end of the rows until there were more.", of: waited),
    StepMetric.sum(
      "thumb-jumps", "Rows by which the list moved under somebody's thumb.", of: jumped),
    StepMetric.share(
      "page-doubles", "Rows that a pass was brought again, of all that it was brought."),
    StepMetric.share(
      "page-skips", "Rows that stayed where they were and were passed over, of all that stayed."),
    StepMetric.share(
      "page-phantoms", "Rows of a pass that the list no longer had at its end, of all its rows."),
    StepMetric.share(
      "page-misorders",
      "Neighbours of a pass in the wrong order, of all that stayed where they were."),
    StepMetric.share(
      "page-count-lies", "Passes that brought another number of rows than the server said, of all."),
  ]

  /// The number of rows that a person sees at once.
  static let screenful = World.visibleRows

  static let met = StepNote(
    "spinner-met", "Somebody sees the end of the rows, and that there are more.",
    says: { _ in "meets a spinner" })
  static let waited = StepNote(
    "spinner-gone", "There are more rows for somebody who waited at their end.", x: .time("waited"),
    says: { _ in "has rows where the spinner was" })
  static let jumped = StepNote(
    "list-jumped", "The rows moved under somebody's thumb.", x: .number("rows"),
    says: { "sees its rows jump by \($0.x)" })

  static func fetches(_ options: PagerOptions) -> PageFetches.Rules {
    var rules = PageFetches.Rules()
    rules.patience = options.timeout
    return rules
  }

  static func pace(_ options: PagerOptions) -> ListPace { .read }

  static func store(_ options: PagerOptions) -> LocalStore.Rules {
    var rules = LocalStore.Rules()
    rules.failures = options.storeFailures
    rules.writing = .constant(options.saveTime)
    return rules
  }

  static func refusal(of screen: Screen) -> (message: String, remedy: String)? {
    if screen.sources.count > 1 {
      return ("a pager of several lists", "give it one list, or use stack: streams")
    }
    if screen.filter != .everything {
      return ("a pager with a condition", "leave 'where' out, or use stack: streams")
    }
    if screen.grouping != nil {
      return ("a pager with sections", "leave 'sections' out, or use stack: streams")
    }
    if screen.sources[0].limit != nil || screen.displayLimit != nil {
      return (
        "a pager that shows so many rows only, but fetches page after page",
        "leave it out, and say how many rows a page has: { pager: { page-size: 20 } }"
      )
    }
    return nil
  }

  static func makeStack(_ options: PagerOptions, _ context: StackContext) -> any ClientStack {
    let (list, chance) = (context.screen.sources[0], context.chance)
    return options.store
      ? PagerApp<StoredPages>(list, options, chance: chance)
      : PagerApp<NetworkPages>(list, options, chance: chance)
  }
}
