// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff
public import WeirTree

/// The rows of a collection as a backend has them, all of them or the newest ones, kept up to date while somebody observes it.
///
///     var view = LiveView<Reference<Profile>>(at: Path("friends"), .newestFirst, limit: 20)
///     view.observe(into: &wishes)   // .listen(tag: 1, /friends, the last 20)
///     // … events are handed to `hear(_:from:into:)` …
///     view.isSynced                 // true, and the wish .initial was made
///     try view.showMore(20, into: &wishes)
///
/// It is a value and a machine: what it wants goes out as wishes, whose tags are its own, and what is heard is handed to it.
///
/// - Rows change with complete batches alone. Each change comes as the set that makes the new rows of the old ones.
/// - More rows are those of a longer listen, which takes the place of the one before when it is complete. So no row is
///   missed or shown twice, and rows of all pages change and go.
/// - Who stops keeps the rows as they were, and they count as synced no longer.
///
/// - Complexity: O(log *n*) for each child that a batch tells of, but for the first batch of a listen, and for rows that are
///   sorted by their contents: those are sorted and compared anew.
public struct LiveView<Item: CollectionItem>: Sendable {
  /// The order of the rows.
  public enum Order: Sendable, Hashable, CaseIterable {
    /// The greatest key first: push ids grow with time.
    case newestFirst
    /// The least key first.
    case oldestFirst
  }

  /// A listen, and what was heard of it.
  private struct Listen: Sendable {
    var tag: UInt32
    var limit: Int?
    var nodes = Node.null
    /// `true` once all was told that there was at first.
    var isComplete = false
    /// The keys of children that were told since the last batch.
    var touched: [Key] = []

    /// Takes in an event; returns `true` if that completed a batch.
    mutating func take(_ event: DataEvent) -> Bool {
      switch event.kind {
      case .removed: nodes.set(.null, at: event.key)
      case .added, .changed: nodes.set(event.node, at: event.key)
      case .moved: return false
      case .value: return true
      }
      if isComplete { touched.append(event.key) }
      return false
    }
  }

  /// The place whose children are the rows.
  public let place: Path
  /// The order of the rows.
  public let order: Order
  /// The rows.
  public private(set) var rows: LiveRows<Item>
  /// `true` while the rows are those that the backend has, as far as was heard.
  public private(set) var isSynced = false
  /// The number of those who observe it.
  public private(set) var observers = 0
  private var limit: Int?
  private var unreadable = SortedMap<Key, Bool>()
  private var shown: Listen?
  /// The longer listen that is to take the place of the other one.
  private var longer: Listen?
  /// The tag of a reading under way.
  private var reading: UInt32?
  private var lastTag: UInt32 = 0

  /// Makes a view without rows; without a limit it shows all.
  public init(at place: Path, _ order: Order = .newestFirst, limit: Int? = nil) {
    (self.place, self.order, self.limit) = (place, order, limit)
    rows = LiveRows(order)
  }

  /// Makes a view that shows all rows in an order of their contents; of equal ones the least key comes first.
  public init(at place: Path, sortedBy areInOrder: @escaping @Sendable (Item, Item) -> Bool) {
    (self.place, order) = (place, .oldestFirst)
    rows = LiveRows(.oldestFirst, sortedBy: areInOrder)
  }

  /// The keys of children that cannot be read, which have no rows.
  public var broken: [Key] { unreadable.map(\.key) }

  /// `true` if there is a child of a key that cannot be read.
  func isBroken(_ key: Key) -> Bool { unreadable[key] != nil }

  /// `true` if the backend may have rows that are not shown.
  public var hasMore: Bool {
    guard isSynced, let shown else { return true }
    return shown.nodes.children.count >= shown.limit ?? .max
  }

  /// `true` while more rows are asked for.
  public var isExtending: Bool { longer != nil }

  /// `true` if both show the same rows of a place in the same order, unless they are sorted by their contents.
  func isAlike(_ other: Self) -> Bool {
    place == other.place && order == other.order && limit == other.limit
  }

  /// Returns the row of a key; nil: there is none.
  public func row(of key: Key) -> CollectionRow<Item>? { rows.row(of: key) }

  /// Returns the key of a row; refused while the rows are not synced.
  public func key(at index: Int) throws(CollectionFault) -> Key {
    if !isSynced { throw .notSynced }
    guard rows.indices.contains(index) else { throw .noRow(index) }
    return rows[index].key
  }

  /// Begins to observe; who does so twice has to stop twice.
  public mutating func observe(into wishes: inout [CollectionWish]) {
    observers += 1
    if observers == 1 { shown = listen(limit, into: &wishes) }
  }

  /// Reads the rows once, for who does not want to observe them.
  ///
  /// They are shown when they come, and do not count as synced: nobody tells of what changes then. Who observes has them
  /// anyway, and so nothing is read; what comes when somebody does is not heard.
  public mutating func load(into wishes: inout [CollectionWish]) {
    if observers > 0 || reading != nil { return }
    lastTag += 1
    reading = lastTag
    wishes.append(.read(tag: lastTag, place, query(limit)))
  }

  /// Takes in what was read, the children that were asked for, or why it was not.
  public mutating func take(
    _ found: Result<Node, ReadRefusal>, of tag: UInt32, into wishes: inout [CollectionWish]
  ) {
    guard tag == reading else { return }
    reading = nil
    if observers > 0 { return }
    switch found {
    case .success(let node):
      var listen = Listen(tag: tag, limit: limit)
      listen.nodes = node
      let changes = showAll(listen)
      if !changes.isEmpty { wishes.append(.changed(changes)) }
      wishes.append(.loaded(nil))
    case .failure(let refused): wishes.append(.loaded(refused.refusal))
    }
  }

  /// Stops to observe.
  public mutating func stop(into wishes: inout [CollectionWish]) {
    if observers == 0 { return }
    observers -= 1
    if observers == 0 { leave(into: &wishes) }
  }

  private mutating func listen(_ limit: Int?, into wishes: inout [CollectionWish]) -> Listen {
    lastTag += 1
    wishes.append(.listen(tag: lastTag, place, query(limit)))
    return Listen(tag: lastTag, limit: limit)
  }

  /// Returns what asks for so many rows.
  private func query(_ limit: Int?) -> Query {
    let part = limit.map { order == .newestFirst ? Query.Limit.last($0) : .first($0) }
    return Query(limit: part ?? .none)
  }

  private mutating func leave(into wishes: inout [CollectionWish]) {
    for listen in [shown, longer].compactMap(\.self) { wishes.append(.unlisten(tag: listen.tag)) }
    (shown, longer, isSynced) = (nil, nil, false)
  }

  /// Asks for more rows; false, if there are none or if they are asked for already.
  @discardableResult
  public mutating func showMore(
    _ count: Int, into wishes: inout [CollectionWish]
  ) throws(CollectionFault) -> Bool {
    if !isSynced { throw .notSynced }
    guard let limit = shown?.limit, hasMore, longer == nil, count > 0 else { return false }
    longer = listen(limit + count, into: &wishes)
    return true
  }

  /// Takes in an event of a listen; the rows change when the batch is complete.
  public mutating func hear(
    _ event: DataEvent, from tag: UInt32, into wishes: inout [CollectionWish]
  ) {
    if tag == shown?.tag {
      if shown?.take(event) == true { show(into: &wishes) }
    } else if tag == longer?.tag, longer?.take(event) == true {
      if let last = shown { wishes.append(.unlisten(tag: last.tag)) }
      (shown, longer, limit) = (longer, nil, longer?.limit)
      show(into: &wishes)
    }
  }

  /// Takes in that a listen may not go on.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, into wishes: inout [CollectionWish]
  ) {
    if tag == longer?.tag {
      longer = nil
      wishes.append(.notExtended(refusal))
    } else if tag == shown?.tag {
      shown = nil
      leave(into: &wishes)
      observers = 0
      wishes.append(.lost(refusal))
    }
  }

  /// Shows what a batch has completed: of the first one of a listen everything, of later ones what they tell.
  private mutating func show(into wishes: inout [CollectionWish]) {
    guard let listen = shown else { return }
    shown?.isComplete = true
    shown?.touched = []
    let changes = listen.isComplete ? showTouched(listen) : showAll(listen)
    if !isSynced {
      isSynced = true
      wishes.append(.initial)
    } else if !changes.isEmpty {
      wishes.append(.changed(changes))
    }
  }

  private mutating func showAll(_ listen: Listen) -> ChangeSet {
    var items = SortedMap<Key, Item>()
    unreadable = SortedMap()
    for (key, node) in listen.nodes.children {
      if let item = read(node, at: key) { items.set(item, for: key) }
    }
    return rows.become(items)
  }

  private mutating func showTouched(_ listen: Listen) -> ChangeSet {
    var news: [(key: Key, item: Item?)] = []
    for key in listen.touched.sorted() where news.last?.key != key {
      news.append((key, read(listen.nodes[key], at: key)))
    }
    return rows.take(news)
  }

  /// Returns what a child is read as, and notes whether it could be read.
  private mutating func read(_ node: Node, at key: Key) -> Item? {
    let item = node.isNull ? nil : try? Item(stored: node)
    if item == nil, !node.isNull {
      unreadable.set(true, for: key)
    } else if !unreadable.isEmpty {
      unreadable.remove(key)
    }
    return item
  }
}

/// Something that the children of a collection's place are read as.
public protocol CollectionItem: Hashable, Sendable {
  /// Reads a child.
  init(stored node: Node) throws(CodingFault)
}

/// A row of a collection: its key, and what stands there.
public struct CollectionRow<Item: CollectionItem>: Hashable, Sendable, ListRow {
  /// The key of the child.
  public let key: Key
  /// The thing that it is read as.
  public let item: Item

  /// Makes a row.
  public init(key: Key, item: Item) { (self.key, self.item) = (key, item) }

  /// The key.
  public var rowID: Key { key }

  /// `true` if both are read as the same.
  public func showsTheSame(as other: Self) -> Bool { item == other.item }
}

/// Something that a ``LiveView`` wants to have done, or told.
public enum CollectionWish: Sendable {
  /// Listen to some of the children of a place; hand what is heard to ``LiveView/hear(_:from:into:)``.
  case listen(tag: UInt32, Path, Query)
  /// Listen no longer.
  case unlisten(tag: UInt32)
  /// Read once some of the children of a place; hand them to ``LiveView/take(_:of:into:)``.
  case read(tag: UInt32, Path, Query)
  /// A load has ended: the rows are those that were read, or nothing could be read.
  case loaded(Message.Refusal?)
  /// The rows are those that the backend has, for the first time since it is observed.
  case initial
  /// The rows have changed.
  case changed(ChangeSet)
  /// More rows may not be listened to; those that are shown stay.
  case notExtended(Message.Refusal)
  /// The rows may not be listened to any more; they stay as they are.
  case lost(Message.Refusal)
}

/// A reason for which a collection does not do something.
public enum CollectionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rows are not known to be those that the backend has.
  case notSynced
  /// The backend may have rows that the view does not show.
  case notAll
  /// There is no row at an index.
  case noRow(Int)
  /// There is no element of a key.
  case missing(Key)
  /// There is an element of a key already.
  case present(Key)
  /// The object has neither a place nor a key for one.
  case noKey
  /// The object has a place elsewhere.
  case elsewhere(Path)
  /// The transaction does not take it.
  case transaction(TransactionFault)

  /// The reason, in words.
  public var description: String {
    switch self {
    case .notSynced: "the rows are not synced with the backend"
    case .notAll: "the view does not show all rows"
    case .noRow(let index): "there is no row \(index)"
    case .missing(let key): "there is no element '\(key)'"
    case .present(let key): "there is an element '\(key)' already"
    case .noKey: "the object has neither a place nor a key"
    case .elsewhere(let path): "the object has the place \(path)"
    case .transaction(let fault): fault.description
    }
  }
}
