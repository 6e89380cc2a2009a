// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that, once nothing moves any more, what each source of a list has loaded is one run of the
/// server's order, from the end at which the list starts, without a hole, and as long as it was asked to be.
struct ContiguityChecker: Checker {
  static let promise = Promise(
    "contiguity",
    "What a list has loaded is one run of the server's order, without a hole.",
    usualCause:
      "Usually a page ended where the first window no longer was, or nobody listens to it any more."
  )
  static let kinds: KindSet = [.opened, .paged, .answered, .rested]
  static let needs: History.Parts = [.orders]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// The rows that pages brought to a client, and what may explain a gap.
  private struct Gain: Sendable {
    var rows = 0
    var pages = 0
    /// The number of its own writes that were turned away: a page may have counted their rows.
    var refusals = 0
    /// By source: how often rows of its list went or changed before the list was opened.
    var before: [ShadowLists.Losses] = []
  }

  private var gains: [Gain] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .paged: page(step)
    case .answered: answer(step)
    case .rested: rest(step, history)
    default: if case .screen(let opened) = evidence { open(step, opened, history.lists) }
    }
  }

  private mutating func open(_ step: Step, _ opened: OpenedScreen, _ lists: ShadowLists) {
    while gains.count <= Int(step.client) { gains.append(Gain()) }
    gains[Int(step.client)] = Gain(before: opened.lists.map { lists.losses[Int($0)] })
  }

  /// A page has come.
  private mutating func page(_ step: Step) {
    gains[Int(step.client)].rows += Int(step[Step.Paged.new])
    gains[Int(step.client)].pages += 1
  }

  /// A client has the answer to a write.
  private mutating func answer(_ step: Step) {
    if step.x != 0, Int(step.client) < gains.count { gains[Int(step.client)].refusals += 1 }
  }

  private mutating func rest(_ step: Step, _ history: borrowing History) {
    let (lists, orders) = (history.lists, history.orders)
    // What is shown beside a main list may be a part of what is loaded for another one.
    for client in lists.shown.indices
    where lists.shown[client].list != Step.nowhere && !lists.surfaces.isSurface(UInt32(client)) {
      let shown = lists.shown[client]
      guard shown.isLoaded else { continue }
      for (number, source) in shown.opened.screen.sources.enumerated()
      where !shown.opened.isOwn(number) {
        opportunities += 1
        verdict.reach()
        if !verdict.isBroken,
          let breach = breach(client, number, source, shown, lists, orders)
        {
          let reason = "client \(client) \(breach)"
          verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
        }
      }
    }
  }

  private func breach(
    _ client: Int, _ number: Int, _ source: QueryBuilder, _ shown: ShadowLists.Shown,
    _ lists: ShadowLists, _ orders: ServerOrders
  ) -> String? {
    let list = shown.opened.lists[number]
    let order = orders.order(of: list, by: source.index)
    let range = order.places(of: Self.range(of: source))
    let listens = shown.listens.filter { shown.opened.source(of: $0) == number }
    let run = LoadedRun(listens, of: source, in: order)
    guard let loaded = run.runs.first else {
      return range.isEmpty || source.limit == 0 ? nil : "has loaded nothing of \(source.path)"
    }
    if run.runs.count > 1 {
      let key = order.rows[loaded.upperBound].rank.key
      return "has a hole in \(source.path): it has not loaded '\(key)'"
    }
    if loaded.lowerBound < range.lowerBound || loaded.upperBound > range.upperBound {
      return "has loaded rows of \(source.path) outside the range of its list"
    }
    let start = source.isAscending ? loaded.lowerBound : loaded.upperBound
    if start != (source.isAscending ? range.lowerBound : range.upperBound) {
      return "has not loaded \(source.path) from the end where the list starts"
    }
    guard let limit = source.limit else {
      return loaded == range ? nil : "has not loaded all of \(source.path)"
    }
    let least = min(range.count, limit + pagedRows(of: client, number, source, list, lists))
    return run.count < least
      ? "has loaded \(run.count) rows of \(source.path), but should have \(least)" : nil
  }

  /// The number of rows that pages have brought that must still be there.
  ///
  /// Each page may have counted the row that was held back before it, and rows that the client had written itself
  /// and the server then turned away. Rows that went since, and in an order other than by key those that changed,
  /// may have left.
  private func pagedRows(
    of client: Int, _ number: Int, _ source: QueryBuilder, _ list: UInt32, _ lists: ShadowLists
  ) -> Int {
    let gain = gains[client]
    let (now, before) = (lists.losses[Int(list)], gain.before[number])
    var lost = now.removals - before.removals
    if source.index != .key { lost += now.changes - before.changes }
    // Pages of a union bring rows of all its sources, and nobody says how many of which.
    let isUnion = gain.before.count > 1
    return isUnion ? 0 : max(0, gain.rows - gain.pages - lost - gain.refusals)
  }

  /// All that a source may show.
  private static func range(of source: QueryBuilder) -> Query {
    source.limited(to: nil).query
  }
}
