// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that an app which starts shows of what it kept each row as it was heard at some time; and if all was kept, the
/// rows that have not changed since as they were then, and none that was gone.
///
/// A list that is late may keep a row by halves until all is kept. A log-out leaves nothing to whoever comes next.
struct KeptModelsChecker: Checker {
  static let promise = Promise(
    "kept-models",
    "A phone that starts shows what it kept, as it was kept last, and nothing of somebody who logged out.",
    usualCause:
      "Usually a write to the cache overtook another one, or a list was not kept again when a row of it was deleted."
  )
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .opened, .heard, .touched, .completed, .noted, .published, .closed, .killed,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var phones: ScreensOfPhones
  private var memories: [Memory] = []

  /// The things that an app may have kept.
  private struct Memory: Sendable {
    /// The rows that the client has heard in this life.
    var rows = SortedMap<Key, UInt64>()
    /// Every row that it has ever heard; only looked up in.
    var ever: Set<Row> = []
    /// The rows when all was kept; nil: it never was.
    var kept: SortedMap<Key, UInt64>?
    /// The rows that have changed since; only looked up in.
    var changed: Set<Key> = []
    /// The rows that went or were written here since, where the list is late, and may be kept by halves; only looked up in.
    var torn: Set<Key> = []

    mutating func change(_ key: Key, to stamp: UInt64?) {
      if let kept, kept[key] != stamp { changed.insert(key) }
    }
  }

  init(_ ground: Ground) { phones = ScreensOfPhones(ground.surfaces) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    guard let client = phones.observe(step, evidence) else { return }
    while memories.count <= client { memories.append(Memory()) }
    if history.lists.surfaces.isSurface(step.client) {
      // What is known of a row that is opened early is what was kept of it.
      if case .publication(let publication) = evidence, publication.isProvisional,
        phones[client]?.role(of: step.client) == .detail
      {
        judge(publication.sections.first ?? [], on: client, step)
      }
      return
    }
    switch step.kind {
    case .heard: hear(step, client)
    case .touched: tear(step, client)
    case .completed: complete(client)
    case .published:
      if case .publication(let publication) = evidence, publication.isProvisional {
        judge(client, step, publication.sections.first ?? [])
      }
    case .noted where ModelNotes.kept.isSaid(by: step):
      memories[client].kept = memories[client].rows
      (memories[client].changed, memories[client].torn) = ([], [])
    case .noted where ModelNotes.loggedOut.isSaid(by: step):
      memories[client].kept = nil
      if step.x == 0 { return }
      memories[client].ever = Set(memories[client].rows.map { Row(key: $0.key, stamp: $0.value) })
    case .opened, .closed, .killed: memories[client].rows = SortedMap()
    default: break
    }
  }

  private mutating func hear(_ step: Step, _ client: Int) {
    if step[Step.Heard.event] == UInt64(DataEvent.Kind.removed.rawValue) {
      memories[client].rows.remove(step.key)
      memories[client].change(step.key, to: nil)
      tear(step, client)
    } else {
      memories[client].rows.set(step.x, for: step.key)
      memories[client].ever.insert(Row(key: step.key, stamp: step.x))
      memories[client].change(step.key, to: step.x)
    }
  }

  /// A row goes or is written here; its parts reach a list that is late one after the other.
  private mutating func tear(_ step: Step, _ client: Int) {
    if phones[client]?.isLive == false { memories[client].torn.insert(step.key) }
  }

  /// The list is there: what was kept of rows that it does not have will go.
  private mutating func complete(_ client: Int) {
    for (key, _) in memories[client].kept ?? SortedMap() where memories[client].rows[key] == nil {
      memories[client].changed.insert(key)
    }
  }

  /// A list shows what it kept.
  private mutating func judge(_ client: Int, _ step: Step, _ rows: [Row]) {
    judge(rows, on: client, step)
    if verdict.isBroken { return }
    let memory = memories[client]
    // Only looked up in.
    let shown = Set(rows.map(\.key))
    for (key, _) in memory.kept ?? SortedMap()
    where !memory.changed.contains(key) && !shown.contains(key) {
      return blame(step, client, key, "does not show '\(key)', which it kept")
    }
  }

  /// A screen shows rows that were kept.
  private mutating func judge(_ rows: [Row], on client: Int, _ step: Step) {
    opportunities += 1
    verdict.reach()
    if verdict.isBroken { return }
    let memory = memories[client]
    for row in rows {
      if !memory.ever.contains(row), !memory.torn.contains(row.key) {
        return blame(
          step, client, row.key, "shows a kept row '\(row.key)' that it has never heard so")
      }
      guard let kept = memory.kept, !memory.changed.contains(row.key) else { continue }
      if kept[row.key] == nil {
        return blame(step, client, row.key, "shows '\(row.key)', which was gone when all was kept")
      }
      if kept[row.key] != row.stamp {
        return blame(step, client, row.key, "shows '\(row.key)' otherwise than it was kept")
      }
    }
  }

  private mutating func blame(_ step: Step, _ client: Int, _ key: Key, _ words: String) {
    let reason = "client \(client) \(words)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
