// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
package import WeirRun
import WeirTrace
import WeirTree

/// An update on its way to the screens of a plain app with models.
struct PlainUpdate: Sendable {
  /// The change times rise with each update.
  var time: Int
  /// The moment at which it began.
  var begun: Instant
  /// The rows, each with what it is now; null: gone.
  var rows: [(key: Key, node: Node)]
  /// `true` if a background job tells all rows again.
  var isOldNews = false
}

/// A screen beside the list of a plain app with models.
struct PlainScreen: Sendable {
  /// The row that it shows; nil: none, or the whole list.
  var key: Key?
  /// The row as it has it; null: it has none.
  var node = Node.null
  /// The time of that.
  var time = 0
  /// The moment at which the row was opened.
  var opened = Instant.zero
  /// `true` if the row was not there when it was opened.
  var hasWaited = false
  /// The number of updates that it took.
  var updates = 0
  var isCovered = false
  /// The number of updates that it missed while it was covered.
  var missed = 0
  /// The rows on it.
  var shown: [Row] = []
  /// The rows on it when all is told.
  var told: [Row] = []
  var tellings: [(changes: ChangeSet, rows: [Row], isFirst: Bool)] = []
  var hasBegun = false
}

/// The habits of a plain app with models; a mutant has one that is wrong.
protocol ModelHabits: Sendable {
  /// `true` if a screen is told of an update at all.
  static func hears(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool
  /// `true` if an update is newer than what a screen has.
  static func isNewer(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool
  /// Returns what a screen has after an update says that a row is this now.
  static func merge(_ node: Node, into old: Node, field: Key) -> Node
  /// `true` if a badge takes its number from an update.
  static func counts(_ update: PlainUpdate) -> Bool
  /// Returns what a screen begins with when its row is opened.
  static func opens(_ now: Node, before: Node) -> Node
  /// The place of the update that is delivered next.
  static func next(of count: Int) -> Int
  /// The rows of a screen that is uncovered.
  static func uncovers(_ screen: PlainScreen, live: [Row]) -> [Row]
  /// `true` if a covered screen shows what it is told.
  static var showsCovered: Bool { get }
  /// `true` if a tab has the key of the list from the beginning.
  static var tabsJoin: Bool { get }
  /// Tells how a screen changes.
  static func changes(from old: [Row], to new: [Row]) -> ChangeSet
  /// `true` if a screen is told that it shows these rows.
  static func tells(from old: [Row], to new: [Row], isOwn: Bool) -> Bool
  /// The number of times a screen is told of an update.
  static func tellings(_ screen: PlainScreen) -> Int
  /// The rows that are shown for a moment when old news come, before the right ones; nil: none.
  static func halfway(_ rows: [Row], before: [Key: Node]) -> [Row]?
}

/// The habits of an app with models that does everything right.
enum RightModels: ModelHabits {}

extension ModelHabits {
  static func hears(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool { true }
  static func isNewer(_ update: PlainUpdate, _ screen: PlainScreen) -> Bool {
    update.time > screen.time
  }
  static func merge(_ node: Node, into old: Node, field: Key) -> Node { node }
  static func counts(_ update: PlainUpdate) -> Bool { true }
  static func opens(_ now: Node, before: Node) -> Node { now }
  static func next(of count: Int) -> Int { 0 }
  static func uncovers(_ screen: PlainScreen, live: [Row]) -> [Row] { live }
  static var showsCovered: Bool { false }
  static var tabsJoin: Bool { true }
  static func changes(from old: [Row], to new: [Row]) -> ChangeSet { diff(from: old, to: new) }
  static func tells(from old: [Row], to new: [Row], isOwn: Bool) -> Bool { old != new }
  static func tellings(_ screen: PlainScreen) -> Int { 1 }
  static func halfway(_ rows: [Row], before: [Key: Node]) -> [Row]? { nil }
}

/// An app with models that does the least that screens need to agree: the list shows what is heard at once, and a detail
/// screen and a badge are told of it a little later, in the order in which it came.
///
/// It has one tab beside the list, for which its scenario has to ask.
struct PlainModels<Habits: ModelHabits>: ClientStack {
  private enum Number {
    static var list: Int { 0 }
    static var detail: Int { 1 }
    static var badge: Int { 2 }
  }

  private enum Deferred: Sendable {
    case open(Key)
    case raise
    case uncover(Int)
  }

  private let list: QueryBuilder
  private let field = Key("likes")
  private var heard = SortedMap<Key, Node>()
  /// The version of each row before the one that was heard last; only looked up in.
  private var before: [Key: Node] = [:]
  private var events: [DataEvent] = []
  private var screens: [PlainScreen]
  private var updates: [PlainUpdate] = []
  private var deferred: [Deferred] = []
  private var clock = 0
  private var isOpen = false
  private var isReady = false
  private var hasTold = false
  private var isStirred = false
  private var tag: UInt32 = 0
  private var writes: UInt32 = 0

  /// The time that an update takes.
  private static var lane: Interval { .milliseconds(20) }

  init(_ context: StackContext) {
    list = context.screen.sources[0]
    screens = Array(repeating: PlainScreen(), count: 4)
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen { return }
    (isOpen, isReady, hasTold) = (true, false, false)
    heard = SortedMap()
    for number in screens.indices {
      let shown = screens[number].shown
      screens[number] = PlainScreen(shown: shown, told: shown)
    }
    for number in [Number.detail, Number.badge] { tell(number, [], isOwn: true, into: &wishes) }
    if !updates.isEmpty { wishes.append(.wake(now)) }
    tag += 1
    wishes.append(.listen(tag: tag, list.path, list.query))
  }

  mutating func close(into wishes: inout [StackWish]) {
    isOpen = false
    events.removeAll()
    deferred = []
    updates = []
    wishes.append(.unlisten(tag: tag))
  }

  // MARK: What is heard

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard isOpen, tag == self.tag else { return }
    if event.kind != .value { return events.append(event) }
    var rows: [(key: Key, node: Node)] = []
    for event in events {
      before[event.key] = heard[event.key] ?? .null
      if event.kind == .removed {
        heard.remove(event.key)
      } else {
        heard.set(event.node, for: event.key)
      }
      rows.append((event.key, event.kind == .removed ? .null : event.node))
    }
    events.removeAll()
    (isReady, isStirred) = (true, true)
    tell(Number.list, listed, isOwn: true, into: &wishes)
    tellTabs(into: &wishes)
    send(rows, at: now, into: &wishes)
    finish(into: &wishes)
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// The rows of the list.
  private var listed: [Row] {
    heard.map { (key: $0.key, node: $0.value) }
      .sorted { a, b in
        list.precedes(
          Rank(list.index.sortValue(of: a.node), a.key),
          Rank(list.index.sortValue(of: b.node), b.key))
      }
      .map { Row(key: $0.key, stamp: $0.node.fingerprint) }
  }

  private mutating func tellTabs(into wishes: inout [StackWish]) {
    for number in screens.indices.dropFirst(3) {
      if !Habits.tabsJoin, !screens[number].hasBegun { continue }
      if screens[number].isCovered, !Habits.showsCovered {
        screens[number].missed += 1
      } else {
        tell(number, listed, isOwn: false, into: &wishes)
      }
    }
  }

  // MARK: Updates

  private mutating func send(
    _ rows: [(key: Key, node: Node)], isOldNews: Bool = false, at now: Instant,
    into wishes: inout [StackWish]
  ) {
    clock += 1
    updates.append(PlainUpdate(time: clock, begun: now, rows: rows, isOldNews: isOldNews))
    wishes.append(.wake(now + Self.lane))
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    guard isOpen else { return }
    let tasks = deferred
    deferred = []
    for task in tasks { carryOut(task, at: now, into: &wishes) }
    while updates.contains(where: { $0.begun + Self.lane <= now }) {
      let due = updates.prefix { $0.begun + Self.lane <= now }.count
      deliver(updates.remove(at: Habits.next(of: due)), into: &wishes)
    }
    finish(into: &wishes)
  }

  private mutating func deliver(_ update: PlainUpdate, into wishes: inout [StackWish]) {
    isStirred = true
    if update.isOldNews, let rows = Habits.halfway(listed, before: before) {
      for rows in [rows, listed] { tell(Number.list, rows, isOwn: false, into: &wishes) }
    }
    for number in [Number.detail, Number.badge] {
      guard let key = screens[number].key, Habits.hears(update, screens[number]),
        let node = update.rows.last(where: { $0.key == key })?.node,
        Habits.isNewer(update, screens[number]),
        number == Number.detail || Habits.counts(update)
      else { continue }
      screens[number].node = Habits.merge(node, into: screens[number].node, field: field)
      screens[number].time = update.time
      screens[number].updates += 1
      if screens[number].isCovered, !Habits.showsCovered {
        screens[number].missed += 1
        continue
      }
      for _ in 0..<Habits.tellings(screens[number]) {
        tell(number, rows(of: number), isOwn: false, into: &wishes)
      }
    }
  }

  /// The rows that a detail screen or a badge has.
  private func rows(of number: Int) -> [Row] {
    if number > Number.badge { return listed }
    let screen = screens[number]
    let node = number == Number.detail ? screen.node : screen.node[field]
    guard let key = screen.key, !node.isNull else { return [] }
    return [Row(key: key, stamp: node.fingerprint)]
  }

  // MARK: People

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else { return }
    // The actions of the family: to look at a row, to like, to cover, to uncover, to tell again.
    if isOpen, isReady {
      switch act.action {
      case 0: look(act.journey, at: now, into: &wishes)
      case 1: like(act.journey, at: now, into: &wishes)
      case 2: cover(true, act.journey, at: now, into: &wishes)
      case 3: cover(false, act.journey, at: now, into: &wishes)
      default:
        send(heard.map { ($0.key, $0.value) }, isOldNews: true, at: now, into: &wishes)
      }
    }
    wishes.append(.over(journey: act.journey))
    finish(into: &wishes)
  }

  private mutating func look(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    let rows = listed
    if rows.isEmpty { return }
    let key = rows[Int(journey) % rows.count].key
    for number in [Number.detail, Number.badge] where screens[number].isCovered {
      noteCovered(number, false, journey, into: &wishes)
    }
    wishes.append(.note(StackNote(words: ModelNotes.opened.holding(), key: key, journey: journey)))
    deferred.append(.open(key))
    wishes.append(.wake(now))
  }

  private mutating func like(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    guard let key = screens[Number.detail].key, let node = heard[key],
      !screens[Number.detail].isCovered
    else { return }
    var count = Int64(0)
    if case .integer(let number) = node[field].content { count = number }
    writes += 1
    wishes.append(
      .write(
        tag: writes, .merge(list.path.appending(key), [Write.Part(field, .integer(count + 1))]),
        journey: journey))
    deferred.append(.raise)
    wishes.append(.wake(now))
  }

  private mutating func cover(
    _ isCovered: Bool, _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    let numbers = screens.indices.dropFirst().filter { screens[$0].isCovered != isCovered }
    if numbers.isEmpty { return }
    let number = numbers[Int(journey) % numbers.count]
    noteCovered(number, isCovered, journey, into: &wishes)
    if isCovered {
      screens[number].isCovered = true
      screens[number].missed = 0
    } else {
      deferred.append(.uncover(number))
      wishes.append(.wake(now))
    }
  }

  private func noteCovered(
    _ number: Int, _ isCovered: Bool, _ journey: UInt32, into wishes: inout [StackWish]
  ) {
    wishes.append(
      .note(
        StackNote(
          words: ModelNotes.covered.holding(isCovered ? 1 : 0), x: UInt64(number),
          journey: journey)))
  }

  private mutating func carryOut(
    _ task: Deferred, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch task {
    case .open(let key):
      for number in [Number.detail, Number.badge] {
        let node = Habits.opens(heard[key] ?? .null, before: before[key] ?? .null)
        let old = screens[number]
        screens[number] = PlainScreen(
          key: key, node: node, time: clock, opened: now, hasWaited: Int(now.nanoseconds) % 2 == 0,
          shown: old.shown, told: old.told, tellings: old.tellings, hasBegun: old.hasBegun)
        tell(number, rows(of: number), isOwn: true, into: &wishes)
      }
    case .raise:
      guard let key = screens[Number.detail].key, let node = heard[key],
        !screens[Number.detail].isCovered
      else { return }
      screens[Number.detail].node = node
      screens[Number.detail].time = clock
      tell(Number.detail, rows(of: Number.detail), isOwn: true, into: &wishes)
    case .uncover(let number):
      guard screens[number].isCovered else { return }
      let rows = Habits.uncovers(screens[number], live: rows(of: number))
      screens[number].isCovered = false
      if screens[number].hasBegun || isReady {
        tell(number, rows, isOwn: true, into: &wishes)
      }
    }
  }

  // MARK: What is shown

  private mutating func tell(
    _ number: Int, _ rows: [Row], isOwn: Bool, into wishes: inout [StackWish]
  ) {
    let isFirst = !screens[number].hasBegun
    let old = screens[number].told
    guard isFirst || Habits.tells(from: old, to: rows, isOwn: isOwn) else { return }
    isStirred = true
    let changes = isFirst ? diff(from: old, to: rows) : Habits.changes(from: old, to: rows)
    screens[number].tellings.append((changes, rows, isFirst))
    screens[number].told = rows
    screens[number].hasBegun = true
    wishes.append(number == Number.list ? .publish : .publishSurface(number))
  }

  private mutating func finish(into wishes: inout [StackWish]) {
    guard isOpen, isReady, isStirred, updates.isEmpty, deferred.isEmpty else { return }
    isStirred = false
    wishes.append(.note(StackNote(words: ModelNotes.settled.holding())))
  }

  private mutating func publish(_ number: Int, into update: inout StackUpdate) {
    update.removeAll()
    let (changes, rows, isFirst) = screens[number].tellings.removeFirst()
    (update.changes, update.isFirst) = (changes, isFirst)
    screens[number].shown = rows
  }

  mutating func publish(into update: inout StackUpdate) {
    publish(Number.list, into: &update)
    if !hasTold { update.news = [.loaded(nil)] }
    hasTold = true
  }

  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    publish(surface, into: &update)
    sections = [screens[surface].shown]
  }

  func rows(ofSurface surface: Int, into sections: inout [[Row]]) {
    sections = [screens[surface].shown]
  }

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { screens[Number.list].shown.count }
  func row(at place: Place) -> Row { screens[Number.list].shown[Int(place.row)] }
  func rows(into sections: inout [[Row]]) { sections = [screens[Number.list].shown] }
}

extension Mutant {
  /// The app of which the mutants of models are made, without a bug.
  static let plainModels = Mutant(
    "plain-models", of: "the control", caughtBy: nil,
    about: "Shares models among its screens, rightly.", models: RightModels.self)

  /// Makes a mutant of a plain app with models with a wrong habit.
  init<Habits: ModelHabits>(
    _ name: String, of provenance: String, caughtBy checker: String?, about: String,
    models: Habits.Type
  ) {
    self.init(name, of: provenance, caughtBy: checker, about: about) { PlainModels<Habits>($0) }
  }

  /// The bugs of apps with models.
  package static let models: [Mutant] = [
    WaiterDeaf.mutant, OldNewsWin.mutant, RegisteredLate.mutant, OpenedStale.mutant,
    OldListBack.mutant, TabMissesLists.mutant, ListFlickers.mutant, TabUnjoined.mutant,
    NamelessUntold.mutant, SameRowUpdated.mutant, ChildDropped.mutant, TimeIgnored.mutant,
    CoverIgnored.mutant, CountUnseen.mutant, ToldTwice.mutant, OwnWriteTold.mutant,
    DeletionStays.mutant, LaneOvertaken.mutant, DeletionMissed.mutant, SavesSwapped.mutant,
    DeletedKept.mutant, OldVersionKept.mutant, LogOutKeeps.mutant,
  ]
}
