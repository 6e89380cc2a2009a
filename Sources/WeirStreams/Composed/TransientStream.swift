// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// Items of this app alone, published like those of any other stream, but neither stored nor known
/// to a server.
///
///     var drafts = TransientStream()
///     drafts.add([(Key("b"), .text("two")), (Key("a"), .text("one"))], at: now, into: &wishes)
///     // wishes: .publish; then the rows are a, b
///
/// It promises to be a sorted dictionary behind a filter: an item that is added again is the same item with
/// another content, one that the filter rejects is kept and can come back. It has loaded as soon as it is
/// opened, and gathers nothing unless asked to.
///
/// - Complexity: O(*k* log *n*) to change and publish *k* of *n* items; another filter is O(*n* log *n*).
public struct TransientStream: StreamSource {
  /// The order of the items.
  public let order: StreamOrder
  /// The filter that admits items.
  public private(set) var filter: Filter
  /// The greatest number of items that are shown; nil: all.
  public private(set) var displayLimit: Int?

  /// All items, shown or not.
  private var items = SortedMap<Key, StreamItem>()
  /// The ranks of the items that the filter admits.
  private var admitted = SortedMap<Rank, Key>()
  private var edition: Edition
  private var clock: BatchClock
  private var isOpen = false

  /// A stream without items; they are ordered by rising keys unless another order is named.
  public init(
    order: StreamOrder = StreamOrder(), filter: Filter = .everything, displayLimit: Int? = nil,
    batching: Batching = .none
  ) {
    self.order = order
    self.filter = filter
    self.displayLimit = displayLimit
    clock = BatchClock(batching)
    edition = Edition(order: order)
  }

  /// Adds items, or gives those that are there another content.
  public mutating func add(
    _ items: [(key: Key, node: Node)], at now: Instant, into wishes: inout [StackWish]
  ) {
    for (key, node) in items {
      put(StreamItem(key: key, node: node, local: local(of: key), rank: order.rank(of: key, node)))
    }
    note(at: now, into: &wishes)
  }

  /// Removes items; keys that are not there do not matter.
  public mutating func remove(_ keys: [Key], at now: Instant, into wishes: inout [StackWish]) {
    for key in keys { drop(key) }
    note(at: now, into: &wishes)
  }

  /// Makes these the items, and removes all others.
  public mutating func reset(
    to items: [(key: Key, node: Node)] = [], at now: Instant, into wishes: inout [StackWish]
  ) {
    for entry in self.items { drop(entry.key) }
    for (key, node) in items {
      put(StreamItem(key: key, node: node, rank: order.rank(of: key, node)))
    }
    note(at: now, into: &wishes)
  }

  /// Gives an item that is there local state, which the filter sees and the order does not.
  public mutating func setLocal(
    _ local: Node, of key: Key, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard var item = items[key] else { return }
    item.local = local
    put(item)
    note(at: now, into: &wishes)
  }
}

// MARK: As a stack

extension TransientStream {
  /// Publishes what was added before, if anything, and has loaded with that; once, until it is closed.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen { return }
    isOpen = true
    edition.begin()
    edition.news.append(.loaded(nil))
    finishBatch(into: &wishes)
  }

  /// Publishes no more until it is opened again; what is added meanwhile is shown then.
  public mutating func close(into wishes: inout [StackWish]) {
    isOpen = false
    clock.reset()
  }

  /// Does nothing: no event is ever heard.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// Does nothing: no listen is ever lost.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// Takes another filter or another limit; a page has nothing new.
  public mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch command {
    case .loadPage(let call, _):
      let end: StackNews =
        if !isLoaded {
          .pageFailed(call: call, .notLoaded)
        } else if !isOpen {
          .pageFailed(call: call, .cancelled)
        } else {
          .paged(call: call, new: 0, hasMore: false)
        }
      wishes.append(.tell(end))
    case .show(let filter):
      self.filter = filter
      for entry in items { put(entry.value) }
      note(at: now, into: &wishes)
    case .showAtMost(let limit):
      displayLimit = limit
      note(at: now, into: &wishes)
    case .addOwn(let key, let node): add([(key, node)], at: now, into: &wishes)
    case .removeOwn(let key): remove([key], at: now, into: &wishes)
    case .act: break
    }
  }

  /// Publishes if it is time.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    if clock.wake(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Shows the items as they are.
  public mutating func publish(into update: inout StackUpdate) {
    edition.publish(steps(), into: &update)
    clock.stop()
  }
}

// MARK: Inside

extension TransientStream {
  private func local(of key: Key) -> Node { items[key]?.local ?? .null }

  private mutating func put(_ item: StreamItem) {
    if let old = items.set(item, for: item.key) { admitted.remove(old.rank) }
    if filter.admits(item.key, item.content) { admitted.set(item.key, for: item.rank) }
    edition.touched.append(item.key)
  }

  private mutating func drop(_ key: Key) {
    guard let old = items.remove(key) else { return }
    admitted.remove(old.rank)
    edition.touched.append(key)
  }

  private mutating func note(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen, clock.note(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Wishes to publish, unless nothing would look different.
  private mutating func finishBatch(into wishes: inout [StackWish]) {
    edition.finish(edition.hasNews(in: steps()), into: &wishes)
  }

  /// Returns the steps of all items that may look different, one for each.
  private func steps() -> [ShownRows.Step] {
    (edition.touched + crossers()).withoutRepetitions().map { ShownRows.Step($0, home(of: $0)) }
  }

  private func home(of key: Key) -> ShownRows.Home? {
    guard let item = items[key] else { return nil }
    let rank = admitted.rank(of: item.rank)
    let isAdmitted = rank < admitted.count && admitted.entry(at: rank).value == key
    let place = order.isAscending ? rank : admitted.count - 1 - rank
    guard isAdmitted, place < windowCount else { return nil }
    return ShownRows.Home(section: .integer(0), item: item)
  }

  private var windowCount: Int { min(max(0, displayLimit ?? .max), admitted.count) }

  /// Returns the admitted item at a place of the list.
  private func entry(at place: Int) -> (key: Rank, value: Key) {
    admitted.entry(at: order.isAscending ? place : admitted.count - 1 - place)
  }

  /// Items that come into the limit, or fall out of it, because of what happens to others.
  private func crossers() -> [Key] {
    var keys: [Key] = []
    var end = windowCount
    // An item that is shown behind the last one that fits goes.
    let last = end > 0 ? entry(at: end - 1).key : nil
    let shown = edition.shown
    var place = shown.count - 1
    while place >= 0 {
      let item = shown.item(at: Place(Int32(place)))
      if let last, !order.precedes(last, item.rank) { break }
      keys.append(item.key)
      place -= 1
    }
    // An item that fits behind the last one that is shown comes.
    let edge = shown.count > 0 ? shown.item(at: Place(Int32(shown.count - 1))).rank : nil
    while end > 0 {
      let entry = entry(at: end - 1)
      if let edge, !order.precedes(edge, entry.key) { break }
      keys.append(entry.value)
      end -= 1
    }
    return keys
  }
}

// MARK: Shown rows

extension TransientStream {
  /// `true` if the first publication of this life has happened.
  public var isLoaded: Bool { edition.isLoaded }
  /// One.
  public var sectionCount: Int { 1 }
  /// Returns the number of items that are shown.
  public func rowCount(in section: Int) -> Int { edition.shown.rowCount(in: section) }
  /// Returns the row at a place.
  public func row(at place: Place) -> Row { edition.shown.item(at: place).row }
  /// Copies all rows into `sections`.
  public func rows(into sections: inout [[Row]]) { edition.shown.rows(into: &sections) }
  /// Returns the item at a place.
  public func item(at place: Place) -> StreamItem { edition.shown.item(at: place) }
  /// Returns the place where the item of a key is.
  public func place(of key: Key) -> Place? { edition.shown.place(of: key) }
  /// Returns `false`: it has no listens.
  public func owns(_ tag: UInt32) -> Bool { false }
  /// The reason for a refusal: always nil, because no server is asked.
  public var refusal: Message.Refusal? { nil }
}
