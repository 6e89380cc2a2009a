// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// The phone on which a list with callbacks runs, from the start of its app until it is killed.
///
///     phone.listen { batch in … } onLoss: { refusal in … }
///     phone.after(.milliseconds(50)) { … }
///     phone.write(.set(path, .text("hello"))) { answer in … }
///     phone.show(rows)
///
/// While the list is closed nothing can be asked of it: what is asked all the same leads nowhere, and is never answered. The list is
/// closed until ``CallbackList/open()`` is called, so that its initialiser asks for nothing.
public final class CallbackPhone {
  /// The screen that the list is to show, as the scenario says it.
  public let screen: Screen
  /// The number of the client in its group, from 0.
  public let number: Int
  /// The name of its group.
  public let group: String
  /// The run that it takes part in, for what its phones share.
  public let run: StackRun
  /// Chance that belongs to this life of this client's app, and to nothing else.
  public var chance: RandomStream
  /// The moment of what is being told.
  ///
  /// The list is closed without a moment of its own: then it is that of what was told last.
  public private(set) var now = Instant.zero

  private enum Phase { case closed, open, closing }
  private var phase = Phase.closed
  /// The wishes since the stack took them last.
  private var wishes: [StackWish] = []
  /// The number of what is asked for next, which no life shares with another.
  private var next: UInt32 = 1
  private var listens: [Callback] = []
  private var delays: [Callback] = []
  private var writes: [(number: UInt32, answer: (Message.Answer) -> Void)] = []
  private var pages: [UInt32] = []
  private var rows = ToldRows()
  /// `true` if the app knows in this life that the list has loaded, or may not.
  private var hasLoaded = false
  /// `true` if a listen of this life was taken away.
  private(set) var hasLost = false
  /// `true` if the app knows that.
  private var hasToldLoss = false

  init(_ context: StackContext) {
    screen = context.screen
    number = context.number
    group = context.group
    run = context.run
    chance = context.chance
  }

  // MARK: Asked by the list

  /// Listens to the first list of the screen, or to another place, and is told each batch of events after which the view is complete.
  ///
  /// - Parameters:
  ///   - path: The place; nil: that of the screen's first list.
  ///   - query: What of it; nil: what the screen's first list selects, or everything at another place.
  ///   - hear: Takes a batch, without the `value` that ends it.
  ///   - lose: Takes the reason for which the server ends the listen, or never serves it; then nothing more comes.
  @discardableResult
  public func listen(
    to path: Path? = nil, _ query: Query? = nil,
    _ hear: @escaping (_ batch: [DataEvent]) -> Void,
    onLoss lose: @escaping (Message.Refusal) -> Void = { _ in }
  ) -> Callback {
    var batch: [DataEvent] = []
    return observe(
      to: path, query,
      { event in
        if event.kind != .value { return batch.append(event) }
        let whole = batch
        batch = []
        hear(whole)
      }, onLoss: lose)
  }

  /// Listens as ``listen(to:_:_:onLoss:)`` does, and is told each event by itself, also the `value` that ends a batch.
  @discardableResult
  public func observe(
    to path: Path? = nil, _ query: Query? = nil, _ hear: @escaping (DataEvent) -> Void,
    onLoss lose: @escaping (Message.Refusal) -> Void = { _ in }
  ) -> Callback {
    let listen = Callback(takeNumber(), of: self, hear: hear, end: lose)
    guard phase == .open else {
      listen.silence()
      return listen
    }
    let list = screen.sources[0]
    listens.append(listen)
    wishes.append(
      .listen(
        tag: listen.number, path ?? list.path, query ?? (path == nil ? list.query : Query())))
    return listen
  }

  /// Shows rows in the place of those that were shown before; the same once more change nothing, and are not told.
  ///
  /// Without `changes` the phone finds how they differ. A list that finds it itself hands that over, and what it says is what
  /// the list view is told: it is said of the rows that were shown last. But the first rows of a life are shown without animation, and
  /// what a list says of them does not count.
  public func show(_ rows: [Row], _ changes: ChangeSet? = nil) {
    guard phase == .open, changes != nil || self.rows.differs(from: rows) else { return }
    self.rows.tell(rows, changes)
    wishes.append(.publish)
  }

  /// Writes, and is told the answer, unless the list is closed before it comes: then whether it was written nobody knows.
  public func write(
    _ write: Write, _ answer: @escaping (Message.Answer) -> Void = { _ in }
  ) {
    if phase == .closed { return }
    let number = takeNumber()
    writes.append((number, answer))
    wishes.append(.write(tag: number, write, journey: 0))
  }

  /// Calls back after a delay; with none, at this moment, but not before what is being told is over.
  @discardableResult
  public func after(_ delay: Interval, _ fire: @escaping () -> Void) -> Callback {
    let due = now + max(delay, .zero)
    let callback = Callback(takeNumber(), of: self, due: due, fire: fire)
    guard phase == .open else {
      callback.silence()
      return callback
    }
    delays.append(callback)
    wishes.append(.wake(due))
    return callback
  }

  private func takeNumber() -> UInt32 {
    defer { next += 1 }
    return next
  }

  /// Forgets what was stopped.
  func forget(_ callback: Callback) {
    delays.removeAll { $0 === callback }
    guard let place = listens.firstIndex(where: { $0 === callback }) else { return }
    listens.remove(at: place)
    wishes.append(.unlisten(tag: callback.number))
  }
}

// The words of the stack.
extension CallbackPhone {
  /// `true` while the list is open.
  var isOpen: Bool { phase != .closed }

  /// The rows that are shown.
  var shown: [Row] { rows.shown }

  /// Opens the list.
  func open(_ list: any CallbackList, at now: Instant) {
    self.now = now
    phase = .open
    rows.begin()
    (hasLoaded, hasLost, hasToldLoss) = (false, false, false)
    list.open()
  }

  /// Closes the list, and ends what is under way.
  func close(_ list: any CallbackList) {
    phase = .closing
    list.close()
    for listen in listens { wishes.append(.unlisten(tag: listen.number)) }
    for call in pages { wishes.append(.tell(.pageFailed(call: call, .cancelled))) }
    silence()
  }

  /// Lets go of all callbacks, and with them of the list.
  func silence() {
    phase = .closed
    for callback in listens + delays { callback.silence() }
    (listens, delays, writes, pages) = ([], [], [], [])
    rows.end()
  }

  /// Tells an event.
  func hear(_ event: DataEvent, from number: UInt32, at now: Instant) {
    self.now = now
    listens.first { $0.number == number }?.tell(event)
  }

  /// Tells that a listen was taken away: the app first, and then who listens.
  func lose(_ number: UInt32, _ refusal: Message.Refusal, at now: Instant) {
    self.now = now
    guard let place = listens.firstIndex(where: { $0.number == number }) else { return }
    let listen = listens.remove(at: place)
    hasLost = true
    if !hasToldLoss {
      hasToldLoss = true
      wishes.append(.tell(hasLoaded ? .lost(refusal) : .loaded(refusal)))
      hasLoaded = true
    }
    listen.lose(refusal)
  }

  /// Tells the answer to a write.
  func settle(_ number: UInt32, _ answer: Message.Answer, at now: Instant) {
    self.now = now
    guard let place = writes.firstIndex(where: { $0.number == number }) else { return }
    writes.remove(at: place).answer(answer)
  }

  /// Tells that delays are over.
  ///
  /// Delays that are asked for meanwhile, also those of no length, wait for the next time.
  func wake(at now: Instant) {
    self.now = now
    let ended = delays.filter { $0.due.map { $0 <= now } == true }
    let inOrder = ended.sorted {
      ($0.due ?? .never, $0.number) < ($1.due ?? .never, $1.number)
    }
    delays.removeAll { $0.due.map { $0 <= now } == true }
    for callback in inOrder { callback.ring() }
  }

  /// Asks for a page.
  func loadPage(_ call: UInt32, of count: Int, from list: any CallbackList, at now: Instant) {
    self.now = now
    guard phase == .open else {
      wishes.append(.tell(.pageFailed(call: call, .notLoaded)))
      return
    }
    pages.append(call)
    list.loadPage(of: count) { [weak self] end in self?.endPage(call, end) }
  }

  private func endPage(_ call: UInt32, _ end: PageEnd) {
    guard let place = pages.firstIndex(of: call) else { return }
    pages.remove(at: place)
    switch end {
    case .loaded(let new, let hasMore):
      wishes.append(.tell(.paged(call: call, new: new, hasMore: hasMore)))
    case .failed(let error): wishes.append(.tell(.pageFailed(call: call, error)))
    }
  }

  /// Takes what was asked for.
  func takeWishes(into wishes: inout [StackWish]) {
    wishes += self.wishes
    self.wishes.removeAll(keepingCapacity: true)
  }

  /// Shows what the list has shown next.
  func publish(into update: inout StackUpdate) {
    rows.publish(into: &update)
    if !hasLoaded { update.news.append(.loaded(nil)) }
    hasLoaded = true
  }
}
