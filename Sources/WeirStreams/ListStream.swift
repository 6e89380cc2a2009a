public import WeirClient
public import WeirCore
public import WeirDiff
public import WeirTree

/// A live list of the children that a query shows, in key order, published in batches.
///
/// Data events change the list that is *wanted*; a while later, when no event came for
/// ``Batching/wait`` or the first one is ``Batching/atMost`` old, the wanted list is published with one
/// change set. A burst is one batch, and a steady trickle cannot put publishing off for ever. The first
/// publication waits for the first `value` event, so that a list never appears half loaded.
///
/// - Complexity: an event is O(log *n*) comparisons and moves the rows behind its place.
public struct ListStream: StreamSource {
  /// How long changes are gathered.
  public typealias Batching = WeirStreams.Batching

  /// The list as it was last published.
  public private(set) var shown: [Row] = []
  /// Whether the first publication has happened.
  public private(set) var isLoaded = false

  private var wanted: [Row] = []
  private var items: [StreamItem] = []
  private var nodes: [Key: Node] = [:]
  private let leaf: UInt32
  private let builder: QueryBuilder
  private let batching: Batching
  private var workspace = DiffWorkspace()
  private var isOpen = false
  private var due = Instant.never
  private var deadline = Instant.never
  private var alarm = Instant.never

  /// Makes a stream that has heard nothing yet.
  public init(_ builder: QueryBuilder, batching: Batching, leaf: UInt32 = 0) {
    self.leaf = leaf
    self.builder = builder
    self.batching = batching
  }

  /// Asks for its children.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    let limit: Query.Limit =
      builder.limit.map { builder.isAscending ? .first($0) : .last($0) } ?? .none
    wishes.append(.listen(tag: leaf << 20, builder.path, Query(limit: limit)))
  }

  /// Shows on what it has.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// Nothing can be done to it.
  public mutating func perform(
    _ deed: StackDeed, at now: Instant, into wishes: inout [StackWish]
  ) {}

  /// One.
  public var sectionCount: Int { 1 }
  /// How many rows are shown.
  public func rowCount(in section: Int) -> Int { shown.count }
  /// A row that is shown.
  public func row(at place: Place) -> Row { shown[Int(place.row)] }
  /// All rows.
  public func rows(into sections: inout [[Row]]) { sections = [shown] }

  /// Takes in one data event.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    nodes[event.key] = event.node
    switch event.kind {
    case .added:
      let place = slot(of: event.key)
      let row = Row(key: event.key, stamp: event.node.fingerprint)
      if place < wanted.count, wanted[place].key == event.key {
        wanted[place] = row
      } else {
        wanted.insert(row, at: place)
      }
    case .changed:
      let place = slot(of: event.key)
      guard place < wanted.count, wanted[place].key == event.key else { return }
      wanted[place].stamp = event.node.fingerprint
    case .removed:
      let place = slot(of: event.key)
      guard place < wanted.count, wanted[place].key == event.key else { return }
      wanted.remove(at: place)
    case .moved: break  // In key order nothing ever moves.
    case .value: arm(at: now, into: &wishes)
    }
  }

  /// The alarm has come: publish, or wait on if later events have put the moment off.
  public mutating func ring(at now: Instant, into wishes: inout [StackWish]) {
    guard now >= alarm else { return }
    alarm = .never
    guard isOpen else { return }
    if now >= due {
      close(into: &wishes)
    } else {
      alarm = due
      wishes.append(.wake(due))
    }
  }

  /// Makes the wanted list the published one.
  public mutating func publish(into update: inout StackUpdate) {
    update.removeAll()
    update.isFirst = !isLoaded
    diff(from: shown, to: wanted, into: &update.changes, workspace: &workspace)
    isLoaded = true
    // Shared with the list view and whoever else looks at it, until the next event changes `wanted`.
    shown = wanted
    items = shown.map {
      let node = nodes[$0.key] ?? .null
      return StreamItem(key: $0.key, node: node, rank: order.rank(of: $0.key, node))
    }
  }

  /// An item.
  public func item(at place: Place) -> StreamItem { items[Int(place.row)] }
  /// Where the item of a key stands.
  public func place(of key: Key) -> Place? {
    shown.firstIndex { $0.key == key }.map { Place(Int32($0)) }
  }
  /// Whether a listen is its own.
  public func owns(_ tag: UInt32) -> Bool { tag >> 20 == leaf }
  /// It is never refused.
  public var refusal: Message.Refusal? { nil }
  /// By rising keys.
  public var order: StreamOrder { StreamOrder() }

  private mutating func arm(at now: Instant, into wishes: inout [StackWish]) {
    if batching.wait == .zero {
      close(into: &wishes)
      return
    }
    if !isOpen {
      isOpen = true
      deadline = now + batching.atMost
    }
    due = min(now + batching.wait, deadline)
    if alarm == .never {
      alarm = due
      wishes.append(.wake(due))
    }
  }

  private mutating func close(into wishes: inout [StackWish]) {
    isOpen = false
    if !isLoaded || shown != wanted { wishes.append(.publish) }
  }

  /// Where `key` stands, or would stand.
  ///
  /// Both ends are tried first: new rows come at one of them, and rows fall off a window at the other.
  private func slot(of key: Key) -> Int {
    guard let first = wanted.first, let last = wanted.last, first.key < key else { return 0 }
    if last.key < key { return wanted.count }
    var low = 1
    var high = wanted.count - 1
    while low < high {
      let middle = (low + high) / 2
      if wanted[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
