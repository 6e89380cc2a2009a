// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirScenario
import WeirTrace
import WeirTree

/// An app whose list follows a source: it hears the rows of a live query, keeps them in a base or two, and shows a container
/// of sources over one of these, which people exchange and search.
struct SourceApp: ClientStack {
  private let list: QueryBuilder
  private let options: SourceOptions
  private let rig: SourceRig
  private var clock: BatchClock
  private var chance: RandomStream
  private var search: SearchField
  private var store = KeptRows()
  private var life = ListLife()
  /// The events of a batch that is under way.
  private var events: [DataEvent] = []
  /// `true` if the list was published in this life.
  private var hasPublished = false
  /// `true` if the rows that were kept are to be shown as soon as it is woken.
  private var showsKept = false

  init(_ context: StackContext, _ options: SourceOptions) {
    list = context.screen.sources[0]
    self.options = options
    rig = SourceRig(context.screen)
    clock = BatchClock(context.batching)
    chance = context.chance
    search = SearchField(Path(options.search))
  }

  // MARK: Lives

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if life.isGoingOn { return }
    close(into: &wishes)
    hasPublished = false
    search.clear()
    rig.narrow = .everything
    rig.beginAgain(writers: options.writers)
    // Who comes back to a list finds it as it was, and needs nothing that was kept.
    if life.number == 0, options.keep { store.load(into: &wishes) }
    life.begin()
    wishes.append(life.listen(to: list))
  }

  mutating func close(into wishes: inout [StackWish]) {
    guard life.isOpen else { return }
    life.end(into: &wishes)
    events.removeAll()
    showsKept = false
    clock.reset()
  }

  // MARK: Events

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard life.hears(tag) else { return }
    if event.kind != .value { return events.append(event) }
    rig.take(events)
    events.removeAll(keepingCapacity: true)
    if life.getReady() {
      rig.follow(options.writers > 0 ? .table : .memory)
      tellFollowed(0, into: &wishes)
    }
    note(at: now, into: &wishes)
    // Requests come last, for what is said after one waits for it.
    if options.keep { store.save(rig.heard, into: &wishes) }
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    life.lose(tag, refusal, into: &wishes)
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    guard case .stored(let tag, let answer) = answer, life.isOpen,
      let rows = store.take(answer, tag), !life.isReady, !rows.isEmpty
    else { return }
    rig.follow(kept: rows)
    tellFollowed(0, into: &wishes)
    // What is said of an answer comes behind a publication, and that it follows these rows is to be known before.
    showsKept = true
    wishes.append(.wake(now))
  }

  // MARK: People

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else { return }
    switch SourceFamily.actions[act.action].name {
    case "swap":
      rig.swap()
      tellFollowed(act.journey, into: &wishes)
    case "type":
      if search.type(rig.heard, &chance) { seek(act.journey, into: &wishes) }
    default: if search.erase() { seek(act.journey, into: &wishes) }
    }
    wishes.append(.over(journey: act.journey))
    note(at: now, into: &wishes)
  }

  /// Lets the list show what is searched for.
  private mutating func seek(_ journey: UInt32, into wishes: inout [StackWish]) {
    rig.narrow = search.filter
    wishes.append(.narrow(search.filter, journey: journey))
    wishes.append(
      .note(
        StackNote(
          words: SourceNotes.typed.holding(), x: UInt64(search.letters.count), journey: journey)))
    if let base = rig.base {
      rig.follow(base)
      tellFollowed(journey, into: &wishes)
    }
  }

  private func tellFollowed(_ journey: UInt32, into wishes: inout [StackWish]) {
    guard let base = rig.base else { return }
    wishes.append(
      .note(
        StackNote(
          words: SourceNotes.followed.holding(), x: UInt64(base.rawValue), journey: journey)))
  }

  // MARK: The list

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    if clock.wake(at: now, into: &wishes) || showsKept { finishBatch(into: &wishes) }
    showsKept = false
  }

  /// Records that there may be something to show.
  private mutating func note(at now: Instant, into wishes: inout [StackWish]) {
    guard life.isOpen, rig.base != nil else { return }
    if clock.note(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Publishes, unless nothing would be said.
  private mutating func finishBatch(into wishes: inout [StackWish]) {
    if rig.hasNews() || life.hasNews { wishes.append(.publish) }
  }

  mutating func publish(into update: inout StackUpdate) {
    update.removeAll()
    rig.show(into: &update.changes)
    update.isFirst = !hasPublished
    update.isProvisional = !life.isReady
    hasPublished = true
    life.publish(&update)
  }

  var sectionCount: Int { rig.shown.count }
  func rowCount(in section: Int) -> Int { rig.shown[section].count }
  func row(at place: Place) -> Row { rig.shown[Int(place.section)][Int(place.row)] }
  func rows(into sections: inout [[Row]]) { sections = rig.shown }
}
