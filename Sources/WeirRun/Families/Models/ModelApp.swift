// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirModels
import WeirTrace
import WeirTree

/// An app that shows the rows of a list on several screens, all of which share its models: the list itself, tabs with the
/// same list, a row on a screen of its own, and a badge with what people count of that row.
///
/// It writes what it hears to the list at once, without waiting for more of it, and so to its tabs. Everyone else hears of it
/// by the lanes of the models: each step of an update comes when the app is woken for it, and anything may happen in
/// between. If its news go to the models, the list hears of rows that stay or go by the lanes as well.
struct ModelApp: ClientStack {
  /// The screens by their numbers; those behind the badge are tabs.
  enum Number {
    static let list = 0
    static let detail = 1
    static let badge = 2
  }

  let list: QueryBuilder
  let options: ModelOptions
  let field: Key
  var store: ModelStore
  var cache: StoredModels
  var screens: [ModelScreen]
  var chance: RandomStream
  /// The rows that the list has, as they were heard.
  var heard = SortedMap<Key, Node>()
  /// The row that went last.
  var lastGone: (key: Key, node: Node)?
  /// The events of which the screens know nothing yet.
  var events: [DataEvent] = []
  /// `true` between the first and the last event of a batch.
  private var isHearing = false
  var life = ListLife()
  /// `true` once the lanes have brought the first rows of this life, so that what the row and the badge show is not only kept.
  var isCaughtUp = false
  /// The row that was opened last in this life.
  var opened: Key?
  /// The listener that tells of the row and the badge, which change together.
  var batch: BatchListener?
  private var observer: UpdateObserver?
  /// The requests that have not ended, and the screens that asked.
  var requests: [ModelRequest: Int] = [:]
  /// The next step of the lanes, and when it is due.
  private var step: (event: LaneEvent, due: Instant)?
  /// The journeys of the writes that wait for the server.
  private var writes = SortedMap<UInt32, UInt32>()
  private var lastWrite: UInt32 = 0
  /// `true` if something was heard or done since it was last said that nothing is on its way.
  private var isStirred = false
  private var isKept = true
  /// The things to do when the app is woken, behind what was noted or written of them.
  var next: [Deferred] = []

  /// Something that has to be noted or written before a screen shows it.
  enum Deferred: Sendable {
    /// A row is opened.
    case open(Key)
    /// A screen is uncovered.
    case uncover(Int)
    /// A row on a screen is raised, which the client has written.
    case raise(Key, on: Int)
  }

  /// The number of people who have logged out on this phone.
  private var user = 0

  static let key: ListKey = "list"

  /// The context of an update: when it began, and for whom.
  struct Context: Sendable {
    var begun: Instant
    var user: Int
    /// The number of the life of which it brings the first rows; nil: it brings others.
    var begins: UInt32?
  }

  /// The context of an update that begins now.
  func context(_ now: Instant) -> Context { Context(begun: now, user: user) }

  init(_ context: StackContext, _ options: ModelOptions) {
    list = context.screen.sources[0]
    self.options = options
    field = Key(options.counts)
    store = ModelStore(hasOracle: context.hasOracle)
    cache = StoredModels(counts: field)
    screens = Array(repeating: ModelScreen(), count: 3 + options.tabs)
    chance = context.chance
  }

  // MARK: Lives

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if life.isGoingOn { return }
    close(into: &wishes)
    life.begin()
    (isHearing, isCaughtUp) = (false, false)
    heard = SortedMap()
    lastGone = nil
    observer = store.openObserver()
    for number in screens.indices { screens[number].begin(openProvider(for: number)) }
    batch = store.openBatch([Number.detail, Number.badge].compactMap { screens[$0].provider?.id })
    // A clock that rings for a closed list rings for nobody.
    if let step { wishes.append(.wake(max(now, step.due))) }
    var tasks: [StoreWish] = []
    for (number, screen) in screens.enumerated() {
      guard case .list(let provider)? = screen.provider else { continue }
      if number == Number.list, options.cache, !cache.isWiping {
        requests[store.fetch(Self.key, for: provider, context: context(now), into: &tasks)] = number
      } else {
        store.attach(provider, to: Self.key, into: &tasks)
      }
    }
    carryOut(&tasks, at: now, into: &wishes)
    for number in [Number.detail, Number.badge] { show(number, into: &wishes) }
    if options.link != ModelOptions.nowhere {
      open(Key(options.link), 0, at: now, into: &wishes)
    }
    wishes.append(life.listen(to: list))
  }

  /// `true` while the list is open.
  var isOpen: Bool { life.isOpen }
  /// `true` if the first value of this life is there.
  var isReady: Bool { life.isReady }

  /// Opens a provider for a screen.
  mutating func openProvider(for number: Int) -> ModelScreen.Provider {
    switch number {
    case Number.detail: .row(store.openModel(of: ListItem.self))
    case Number.badge: .count(store.openModel(of: ItemCount.self))
    default: .list(store.openCollection(of: ListItem.self))
    }
  }

  mutating func close(into wishes: inout [StackWish]) {
    guard life.isOpen else { return }
    life.end(into: &wishes)
    events.removeAll()
    for (_, journey) in writes { wishes.append(.over(journey: journey)) }
    writes = SortedMap()
    var tasks: [StoreWish] = []
    if let batch { store.close(batch, into: &tasks) }
    if let observer { store.close(observer) }
    for number in screens.indices {
      if let provider = screens[number].provider { store.close(provider.id, into: &tasks) }
      screens[number].end()
    }
    (batch, observer, opened) = (nil, nil, nil)
    requests = [:]
    next = []
    if options.logOut {
      user += 1
      store.clear(into: &tasks)
      noteLogOut(isDone: !options.cache, into: &wishes)
      if options.cache { cache.wipe(into: &wishes) }
    }
    carryOut(&tasks, at: .zero, into: &wishes)
  }

  private func noteLogOut(isDone: Bool, into wishes: inout [StackWish]) {
    wishes.append(
      .note(StackNote(words: ModelNotes.loggedOut.holding(), x: isDone ? 1 : 0)))
  }

  // MARK: What is heard

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard life.hears(tag) else { return }
    isHearing = event.kind != .value
    if isHearing { return events.append(event) }
    isStirred = true
    takeUp(at: now, into: &wishes)
    finish(at: now, into: &wishes)
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    life.lose(tag, refusal, into: &wishes)
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    switch answer {
    case .stored(let tag, let answer):
      var tasks: [StoreWish] = []
      let wasWiping = cache.isWiping
      if let answer = cache.take(answer, tag, into: &wishes) {
        store.receive(answer, into: &tasks)
      }
      if wasWiping, !cache.isWiping { noteLogOut(isDone: true, into: &wishes) }
      carryOut(&tasks, at: now, into: &wishes)
    case .settled(let tag, _):
      if let journey = writes.remove(tag) { wishes.append(.over(journey: journey)) }
    default: return
    }
    finish(at: now, into: &wishes)
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    let deferred = next
    next = []
    for task in deferred { carryOut(task, at: now, into: &wishes) }
    if let (event, due) = step, due <= now {
      step = nil
      var tasks: [StoreWish] = []
      store.run(event, into: &tasks)
      carryOut(&tasks, at: now, into: &wishes)
    }
    finish(at: now, into: &wishes)
  }

  // MARK: What the models want

  /// Carries out what the models want to have done and told.
  mutating func carryOut(
    _ tasks: inout [StoreWish], at now: Instant, into wishes: inout [StackWish]
  ) {
    var next = 0
    while next < tasks.count {
      let task = tasks[next]
      next += 1
      switch task {
      case .run(let event):
        let due = isOpen ? now + delay() : .zero
        step = (event, due)
        // While the list is closed nobody wakes it.
        if isOpen { wishes.append(.wake(due)) }
      case .cache(let wish):
        isKept = false
        // What somebody who has logged out wanted to keep is not kept.
        let isWanted = options.cache && (wish.context as? Context)?.user == user
        let answer =
          isWanted
          ? cache.ask(wish, into: &wishes)
          : CacheAnswer(tag: wish.tag, result: wish.job.isRead ? .nothing : .done)
        if let answer { store.receive(answer, into: &tasks) }
      case .listChanged(let id, let change, _): tell(id, change.changes, into: &wishes)
      case .batchChanged(_, let ids, let context):
        catchUp(by: context)
        for id in ids { tell(id, nil, into: &wishes) }
      // Both belong to the batch.
      case .modelChanged: break
      case .updated(_, let delivery):
        catchUp(by: delivery.context)
        noteDelivery(delivery, at: now, into: &wishes)
      case .ended(let request, let error): end(request, error, into: &tasks, at: now, &wishes)
      case .cleared: break
      case .fault(let fault): invariantBroken("an app uses its models wrongly: \(fault)")
      }
    }
    tasks.removeAll()
    if let words = store.difference { wishes.append(.differed(words)) }
  }

  /// The number of operations of the models that their oracle has compared.
  var comparisons: Int { store.comparisons }

  /// The time until the next step of the lanes.
  private mutating func delay() -> Interval {
    let most = UInt64(2 * options.laneTime.nanoseconds)
    return Interval(nanoseconds: Int64(chance.below(most + 1)))
  }

  /// A screen is told of a change of what it shows.
  private mutating func tell(
    _ id: ProviderID, _ changes: ChangeSet?, into wishes: inout [StackWish]
  ) {
    guard let number = screens.firstIndex(where: { $0.provider?.id == id }) else { return }
    tell(number, changes, into: &wishes)
  }

  mutating func tell(
    _ number: Int, _ changes: ChangeSet?, into wishes: inout [StackWish]
  ) {
    guard let provider = screens[number].provider else { return }
    isStirred = true
    let isLive = number == Number.detail || number == Number.badge ? isCaughtUp : isReady
    screens[number].tell(store.rows(of: provider), changes, isProvisional: !isLive)
    wishes.append(number == Number.list ? .publish : .publishSurface(number))
  }

  /// A screen shows what its provider has by its own doing, if that differs.
  mutating func show(_ number: Int, into wishes: inout [StackWish]) {
    guard let provider = screens[number].provider,
      screens[number].differs(from: store.rows(of: provider))
    else { return }
    tell(number, nil, into: &wishes)
  }

  /// Takes in that an update is there.
  private mutating func catchUp(by context: (any Sendable)?) {
    if (context as? Context)?.begins == life.number { isCaughtUp = true }
  }

  private func noteDelivery(
    _ delivery: ModelDelivery, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let context = delivery.context as? Context else { return }
    let time = UInt64((now - context.begun).nanoseconds)
    wishes.append(.note(StackNote(words: ModelNotes.delivered.holding(), x: time)))
  }

  /// A request has ended, of which no screen is told otherwise.
  private mutating func end(
    _ request: ModelRequest, _ error: RequestError?, into tasks: inout [StoreWish],
    at now: Instant, _ wishes: inout [StackWish]
  ) {
    guard let number = requests.removeValue(forKey: request), isOpen else { return }
    // An empty list that may only be unknown is none to show.
    if number == Number.list, isReady || error != nil || models.isEmpty { return }
    if number != Number.list, let provider = screens[number].provider {
      let keys = Set(store.rows(of: provider).map(\.key))
      delete(goneModels(of: keys), at: now, into: &tasks)
    }
    // A screen that is covered shows it when it is not any more.
    if !screens[number].isCovered { show(number, into: &wishes) }
  }

  /// Asks the server for a write, on a journey that is over when it has answered.
  mutating func write(_ write: Write, _ journey: UInt32, into wishes: inout [StackWish]) {
    lastWrite += 1
    writes.set(journey, for: lastWrite)
    wishes.append(.write(tag: lastWrite, write, journey: journey))
  }

  /// The models that the list has now.
  var models: [ListItem] {
    guard case .list(let provider)? = screens[Number.list].provider else { return [] }
    return store.rows(of: provider)
  }

  // MARK: The end of a turn

  /// Says what there is to say when all is done for now.
  mutating func finish(at now: Instant, into wishes: inout [StackWish]) {
    guard life.isGoingOn, isReady, !isHearing, store.next == nil,
      requests.isEmpty, next.isEmpty
    else { return }
    if isStirred {
      isStirred = false
      wishes.append(.note(StackNote(words: ModelNotes.settled.holding())))
    }
    guard options.cache, !isKept, cache.isIdle, !cache.isWiping, cache.isWhole else { return }
    isKept = true
    wishes.append(.note(StackNote(words: ModelNotes.kept.holding())))
  }

  // MARK: What is shown

  mutating func publish(into update: inout StackUpdate) {
    screens[Number.list].publish(into: &update)
    life.publish(&update)
  }

  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    screens[surface].publish(into: &update)
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
