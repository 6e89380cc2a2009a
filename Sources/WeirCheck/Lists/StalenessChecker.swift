// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that a list shows what it heard within the time for which changes may be gathered, however fast
/// more of it comes.
///
/// Each change that a publication makes is held against when it was heard: rows that were shown before and show
/// something else now, or are gone; and where nothing but the listens decides which rows are shown, also rows that are
/// new. A row that a filter or a window let in was heard when it did not matter yet. While a page is under way nothing
/// is held against the list: what the page's listens tell counts when all of them are there.
struct StalenessChecker: Checker {
  static let promise = Promise(
    "staleness",
    "What a list hears is shown in time, however fast more of it comes.",
    usualCause:
      "Usually each change put off the moment to publish, and nothing says how often that may be.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .listened, .unlistened, .completed, .cancelled, .heard, .published, .paused, .filtered, .closed,
    .killed,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// A change of a row, as it was heard.
  private struct Word: Sendable {
    var key: Key
    var at: Instant
    var kind: UInt64
  }

  /// What is known of a client; one look finds all of it.
  private struct Listener: Sendable {
    /// The things that it heard since its last publication and while its listens were the same, in order.
    var heard: [Word] = []
    /// The listens that have not told their first value.
    var waiting: [UInt64] = []
    /// `true` if the listens changed since the last publication.
    var haveChanged = false
    /// The moment at which somebody wanted to see another part of the rows; what was heard before it and was not shown
    /// then was let in at that moment.
    var filtered = Instant.zero
  }

  /// By client.
  private var listeners: [Listener] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .listened: listen(step)
    case .unlistened: unlisten(step)
    case .completed: complete(step)
    case .cancelled: cancel(step)
    case .heard: hear(step)
    case .paused: pause(step)
    case .filtered:
      grow(to: step.client)
      listeners[Int(step.client)].filtered = step.at
    case .published:
      guard case .publication(let publication) = evidence else { return }
      publish(step, publication, history)
    default: forget(step)
    }
  }

  private mutating func listen(_ step: Step) {
    grow(to: step.client)
    listeners[Int(step.client)].waiting.append(step.x)
    listeners[Int(step.client)].haveChanged = true
  }

  private mutating func complete(_ step: Step) {
    grow(to: step.client)
    listeners[Int(step.client)].waiting.removeAll { $0 == step.x }
  }

  private mutating func unlisten(_ step: Step) {
    grow(to: step.client)
    listeners[Int(step.client)].waiting.removeAll { $0 == step.x }
    listeners[Int(step.client)].haveChanged = true
  }

  /// A listen was taken away; which one does not matter, for its list owes nothing any more.
  private mutating func cancel(_ step: Step) {
    grow(to: step.client)
    listeners[Int(step.client)].waiting = []
  }

  private mutating func grow(to client: UInt32) {
    while listeners.count <= Int(client) { listeners.append(Listener()) }
  }

  private mutating func hear(_ step: Step) {
    grow(to: step.client)
    // The next publication is not held against it: a list that loads has nothing of what it hears kept.
    if listeners[Int(step.client)].haveChanged { return }
    listeners[Int(step.client)].heard.append(
      Word(key: step.key, at: step.at, kind: step[Step.Heard.event]))
  }

  /// A list is published.
  private mutating func publish(
    _ step: Step, _ publication: Publication, _ history: borrowing History
  ) {
    let client = Int(step.client)
    guard client < listeners.count else { return }
    let isSettled = listeners[client].waiting.isEmpty && !listeners[client].haveChanged
    listeners[client].haveChanged = !listeners[client].waiting.isEmpty
    if listeners[client].heard.isEmpty { return }
    // What a whole list needed when it loaded would lie idle from then on.
    defer { listeners[client].heard.empty(keepingRoomFor: 16) }
    // The first publication waits for the first value, and pages wait for all of their rows.
    let opened = history.lists.shown[client].opened
    guard history.lists.shown[client].isLoaded, opened.isLive, isSettled, !verdict.isBroken
    else { return }
    let old = history.lists.shown[client].sections
    // What is heard of a row of a union may concern the one behind it, which a filter shows later.
    let showsAll = opened.showsAllThatIsLoaded
    if !showsAll, opened.screen.sources.count > 1 { return }
    var index = SortedMap<Key, Int>()
    if listeners[client].heard.count > 16 {
      for (place, word) in listeners[client].heard.enumerated() { index.set(place, for: word.key) }
    }
    // What one of two listens no longer has the other may have still, until a window or a page drops it.
    if !history.lists.listensTwice(at: step.client) {
      for place in publication.changes.deletes {
        look(old.row(at: place), Self.isRemoval, step, opened, index, history)
      }
    }
    for update in publication.changes.updates {
      look(old.row(at: update.old), Self.isChange, step, opened, index, history)
    }
    if showsAll {
      let letIn = listeners[client].filtered
      for place in publication.changes.inserts {
        look(
          publication.sections.row(at: place), Self.isAddition, step, opened, index, history,
          letIn: letIn)
      }
    }
  }

  /// Holds the time at which a row's news was heard against the time at which it is shown.
  private mutating func look(
    _ row: Row?, _ isMeant: (UInt64) -> Bool, _ step: Step, _ opened: OpenedScreen,
    _ index: SortedMap<Key, Int>, _ history: borrowing History, letIn: Instant = .zero
  ) {
    guard let row else { return }
    let client = Int(step.client)
    let place = listeners[client].heard.count > 16 ? index[row.key] : lastWord(of: row.key, client)
    guard let place, isMeant(listeners[client].heard[place].kind) else { return }
    opportunities += 1
    verdict.reach()
    let late = step.at - max(listeners[client].heard[place].at, letIn)
    if late > opened.atMost {
      let word = listeners[client].heard[place]
      let surfaces = history.lists.surfaces
      let who = surfaces.words(for: step.client)
      verdict.breaks(
        at: step.at,
        Breach(
          "\(who) shows what happened to '\(word.key)' only \(late) after it heard of it",
          first: Fact(
            at: word.at, client: step.client, list: step.list, key: word.key,
            "client \(surfaces.home(of: step.client)) heard of '\(word.key)'"),
          second: Fact(step, key: word.key, "\(who) shows it")))
    }
  }

  /// The place of the last word about a row, among few.
  private func lastWord(of key: Key, _ client: Int) -> Int? {
    var place = listeners[client].heard.count - 1
    while place >= 0, listeners[client].heard[place].key != key { place -= 1 }
    return place >= 0 ? place : nil
  }

  /// An app goes to the background: what it heard so far it shows when it is back, however late that is.
  private mutating func pause(_ step: Step) {
    guard step.x == 1, Int(step.client) < listeners.count else { return }
    listeners[Int(step.client)].heard.removeAll(keepingCapacity: true)
  }

  /// An app is killed.
  private mutating func forget(_ step: Step) {
    guard Int(step.client) < listeners.count else { return }
    listeners[Int(step.client)] = Listener()
  }

  private static func isRemoval(_ kind: UInt64) -> Bool {
    kind == DataEvent.Kind.removed.rawValue
  }
  private static func isAddition(_ kind: UInt64) -> Bool {
    kind == DataEvent.Kind.added.rawValue
  }
  private static func isChange(_ kind: UInt64) -> Bool {
    kind == DataEvent.Kind.changed.rawValue || kind == DataEvent.Kind.moved.rawValue
  }
}

extension Screen {
  /// `true` if every row that the listens tell is shown at once.
  var showsAllThatIsLoaded: Bool {
    filter == .everything && displayLimit == nil && sources.allSatisfy { $0.limit == nil }
  }
}

extension [[Row]] {
  /// A row, if there is one at the place.
  func row(at place: Place) -> Row? {
    guard indices.contains(Int(place.section)) else { return nil }
    let rows = self[Int(place.section)]
    return rows.indices.contains(Int(place.row)) ? rows[Int(place.row)] : nil
  }
}
