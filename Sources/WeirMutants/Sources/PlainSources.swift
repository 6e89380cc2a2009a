// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
package import WeirRun
import WeirTrace
import WeirTree

/// The habits of a plain list of sources; a mutant has one that is wrong.
protocol SourceHabits: Sendable {
  /// Takes a batch of events into the rows that are followed.
  static func take(_ events: [DataEvent], into list: inout SourcesState)
  /// Follows another source of the same rows.
  static func swap(_ list: inout SourcesState)
  /// Puts the rows that are followed and admitted into their order.
  static func arrange(_ list: SourcesState) -> [Row]
  /// Tells how the list changes.
  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet
  /// `true` if a list is told.
  static func tells(_ changes: ChangeSet, from old: [Row], to new: [Row], _ list: SourcesState)
    -> Bool
  /// The number of times a change is told.
  static var tellings: Int { get }
}

/// The state of a plain list of sources.
struct SourcesState: Sendable {
  let list: QueryBuilder
  /// What was heard.
  var heard = SortedMap<Key, Node>()
  /// What of it the list follows.
  var followed = SortedMap<Key, Node>()
  /// The letter with which rows begin that are admitted; nil: all are.
  var letter: UInt8?
  /// The letter before that.
  var lastLetter: UInt8?
  /// `true` if the source was exchanged since the list was told last.
  var isSwapped = false
  /// The number of exchanges there were.
  var swaps = 0
  /// The number of times the list was told.
  var publications = 0

  /// `true` if a row begins with a letter.
  static func admits(_ node: Node, _ letter: UInt8?) -> Bool {
    guard let letter else { return true }
    guard case .text(let text) = node[Key("text")].content else { return false }
    return text.utf8.first == letter
  }

  func precedes(_ a: (key: Key, node: Node), _ b: (key: Key, node: Node)) -> Bool {
    list.precedes(
      Rank(list.index.sortValue(of: a.node), a.key), Rank(list.index.sortValue(of: b.node), b.key))
  }

  /// The rows that are followed and admitted.
  var admitted: [(key: Key, node: Node)] {
    followed.filter { Self.admits($0.value, letter) }.map { ($0.key, $0.value) }
  }
}

/// The habits of a list of sources that does everything right.
enum RightSources: SourceHabits {}

extension SourceHabits {
  static func take(_ events: [DataEvent], into list: inout SourcesState) {
    for event in events where event.kind != .value {
      list.followed.set(event.kind == .removed ? nil : event.node, at: event.key)
    }
  }
  static func swap(_ list: inout SourcesState) { list.followed = list.heard }
  static func arrange(_ list: SourcesState) -> [Row] {
    list.admitted.sorted(by: list.precedes).map { Row(key: $0.key, stamp: $0.node.fingerprint) }
  }
  static func changes(from old: [Row], to new: [Row], after list: SourcesState) -> ChangeSet {
    diff(from: old, to: new)
  }
  static func tells(
    _ changes: ChangeSet, from old: [Row], to new: [Row], _ list: SourcesState
  ) -> Bool { !changes.isEmpty }
  static var tellings: Int { 1 }
}

extension SortedMap where Value == Node {
  /// Puts a node at a key; nil takes the one there away.
  fileprivate mutating func set(_ node: Node?, at key: Key) {
    if let node { set(node, for: key) } else { remove(key) }
  }
}

/// A list of sources that does the least that a list needs: it shows what it hears, lets its source be exchanged, and lets
/// people search by one letter.
struct PlainSources<Habits: SourceHabits>: ClientStack {
  private var list: SourcesState
  private var clock: BatchClock
  private var shown: [Row] = []
  private var wanted: [Row] = []
  private var events: [DataEvent] = []
  private var isOpen = false
  private var isReady = false
  private var hasPublished = false
  private var tag: UInt32 = 0

  init(_ context: StackContext) {
    list = SourcesState(list: context.screen.sources[0])
    clock = BatchClock(context.batching)
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen { return }
    list = SourcesState(list: list.list)
    (isOpen, isReady, hasPublished) = (true, false, false)
    tag += 1
    wishes.append(.listen(tag: tag, list.list.path, list.list.query))
  }

  mutating func close(into wishes: inout [StackWish]) {
    isOpen = false
    events.removeAll()
    clock.reset()
    wishes.append(.unlisten(tag: tag))
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard isOpen, tag == self.tag else { return }
    if event.kind != .value { return events.append(event) }
    for event in events { list.heard.set(event.kind == .removed ? nil : event.node, at: event.key) }
    Habits.take(events, into: &list)
    events.removeAll()
    if !isReady { follow(0, into: &wishes) }
    isReady = true
    note(at: now, into: &wishes)
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {}

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    if clock.wake(at: now, into: &wishes) { tell(into: &wishes) }
  }

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else { return }
    // The first action of the family is to swap, the second one to type, the last one to erase.
    if act.action == 0 {
      Habits.swap(&list)
      list.isSwapped = true
      list.swaps += 1
    } else {
      list.lastLetter = list.letter
      list.letter = act.action == 1 ? UInt8(ascii: "a") + UInt8(act.journey % 3) : nil
      let letter = list.letter
      wishes.append(
        .narrow(
          letter.map { letter in
            .custom("begins with \(letter)") { SourcesState.admits($1, letter) }
          } ?? .everything, journey: act.journey))
    }
    if isReady {
      follow(act.journey, into: &wishes)
      note(at: now, into: &wishes)
    }
    wishes.append(.over(journey: act.journey))
  }

  private func follow(_ journey: UInt32, into wishes: inout [StackWish]) {
    wishes.append(.note(StackNote(words: SourceNotes.followed.holding(), journey: journey)))
  }

  private mutating func note(at now: Instant, into wishes: inout [StackWish]) {
    if clock.note(at: now, into: &wishes) { tell(into: &wishes) }
  }

  private mutating func tell(into wishes: inout [StackWish]) {
    guard isOpen, isReady else { return }
    wanted = Habits.arrange(list)
    let changes = Habits.changes(from: shown, to: wanted, after: list)
    guard Habits.tells(changes, from: shown, to: wanted, list) || !hasPublished else { return }
    for _ in 0..<(hasPublished ? Habits.tellings : 1) { wishes.append(.publish) }
    list.publications += 1
  }

  mutating func publish(into update: inout StackUpdate) {
    update.changes = Habits.changes(from: shown, to: wanted, after: list)
    shown = wanted
    list.isSwapped = false
    update.isFirst = !hasPublished
    if !hasPublished { update.news = [.loaded(nil)] }
    hasPublished = true
  }

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { shown.count }
  func row(at place: Place) -> Row { shown[Int(place.row)] }
  func rows(into sections: inout [[Row]]) { sections = [shown] }
}

extension Mutant {
  /// The list of which the mutants of lists of sources are made, without a bug.
  static let plainSources = Mutant(
    "plain-sources", of: "the control", caughtBy: nil,
    about: "Follows a source that is exchanged, rightly.", sources: RightSources.self)

  /// Makes a mutant of a plain list of sources with a wrong habit.
  init<Habits: SourceHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    sources: Habits.Type
  ) {
    self.init(name, of: provenance, caughtBy: checker, about: about) { PlainSources<Habits>($0) }
  }

  /// The bugs of lists of sources.
  package static let sources: [Mutant] = [
    SwapRetells.mutant, NothingTold.mutant, SnapshotGap.mutant, UpdateSpacesMixed.mutant,
    TiesReorder.mutant, CollectionWritten.mutant, SwapNested.mutant, EqualContentSkipped.mutant,
    OldSourceHeard.mutant, FilterKeepsRemoved.mutant, SwapAsMoveAndUpdate.mutant,
    MoveToItself.mutant,
  ]
}
