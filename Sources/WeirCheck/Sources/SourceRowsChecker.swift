// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a list of sources shows what its client has heard: each row as it was heard last, in its order, and none
/// that is gone, or that nobody told it of, or that its filter does not admit; and all of those that it admits.
///
/// While it shows what its phone has kept, each row is as the client has heard it at some time. A list whose listen was
/// taken away stays as it was then. What a row holds is known of those that the server committed: of a client's own
/// writes that are under way neither the filter nor the order is judged.
struct SourceRowsChecker: Checker {
  static let promise = Promise(
    "source-rows",
    "A list of sources shows each row as it was heard last, and none that is gone.",
    usualCause:
      "Usually a change came between the look at a source and the subscription, or from a source that is followed no longer."
  )
  static let kinds: KindSet = [
    .committed, .opened, .heard, .cancelled, .noted, .published, .closed, .killed,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// What a client has heard.
  private struct Hearing: Sendable {
    /// `true` if its list follows sources.
    var isOfSources = false
    /// `true` if its listen was taken away.
    var isLost = false
    /// The rows that are there, with their stamps.
    var rows = SortedMap<Key, UInt64>()
    /// Every row that it has ever heard; only looked up in.
    var ever: Set<Row> = []
  }

  /// By client.
  private var hearings: [Hearing] = []
  /// The content of each stamp that the server has committed; only looked up in.
  private var contents: [UInt64: Node] = [:]

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if case .row(let node) = evidence {
      if !node.isNull { contents[node.fingerprint] = node }
      return
    }
    let client = Int(step.client)
    while hearings.count <= client { hearings.append(Hearing()) }
    switch step.kind {
    case .heard: hear(step)
    case .cancelled: hearings[client].isLost = true
    case .noted:
      if SourceNotes.followed.isSaid(by: step) { hearings[client].isOfSources = true }
    case .published:
      guard hearings[client].isOfSources, case .publication(let publication) = evidence else {
        return
      }
      publish(step, publication, history.shown.opened.screen)
    default: hearings[client] = Hearing(ever: hearings[client].ever)
    }
  }

  private mutating func hear(_ step: Step) {
    let client = Int(step.client)
    if step[Step.Heard.event] == UInt64(DataEvent.Kind.removed.rawValue) {
      hearings[client].rows.remove(step.key)
    } else {
      hearings[client].rows.set(step.x, for: step.key)
      hearings[client].ever.insert(Row(key: step.key, stamp: step.x))
    }
  }

  private mutating func publish(_ step: Step, _ publication: Publication, _ screen: Screen) {
    opportunities += 1
    verdict.reach()
    let hearing = hearings[Int(step.client)]
    if verdict.isBroken || hearing.isLost { return }
    for rows in publication.sections {
      for row in rows {
        if let words = fault(row, publication, hearing, screen.filter) {
          return blame(step, row.key, words)
        }
      }
      if let key = misplaced(rows, screen.sources[0]) {
        return blame(step, key, "shows '\(key)' out of its order")
      }
    }
    if !publication.isProvisional, let key = missing(publication, hearing, screen.filter) {
      blame(step, key, "does not show '\(key)', of which it has heard")
    }
  }

  /// The reason for which a row should not be shown so; nil: it should.
  private func fault(
    _ row: Row, _ publication: Publication, _ hearing: Hearing, _ filter: Filter
  ) -> String? {
    if let node = contents[row.stamp], !filter.admits(row.key, node) {
      return "shows '\(row.key)', which its filter does not admit"
    }
    if publication.isProvisional {
      return hearing.ever.contains(row)
        ? nil : "shows a kept row '\(row.key)' that it has never heard so"
    }
    guard let stamp = hearing.rows[row.key] else {
      return "shows '\(row.key)', which is gone or never was"
    }
    return stamp == row.stamp ? nil : "shows '\(row.key)' otherwise than it has heard"
  }

  /// The first row that stands behind one that comes after it.
  private func misplaced(_ rows: [Row], _ source: QueryBuilder) -> Key? {
    var last: Rank?
    for row in rows {
      guard let node = contents[row.stamp] else { continue }
      let rank = Rank(source.index.sortValue(of: node), row.key)
      if let last, !source.precedes(last, rank) { return row.key }
      last = rank
    }
    return nil
  }

  /// A row that should be shown and is not.
  private func missing(
    _ publication: Publication, _ hearing: Hearing, _ filter: Filter
  ) -> Key? {
    let count = publication.sections.reduce(0) { $0 + $1.count }
    if count == hearing.rows.count { return nil }
    // Only looked up in.
    let shown = Set(publication.sections.joined().map(\.key))
    for (key, stamp) in hearing.rows where !shown.contains(key) {
      if filter == .everything { return key }
      if let node = contents[stamp], filter.admits(key, node) { return key }
    }
    return nil
  }

  private mutating func blame(_ step: Step, _ key: Key, _ words: String) {
    let reason = "client \(step.client) \(words)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
