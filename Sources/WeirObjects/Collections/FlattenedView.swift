// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff
public import WeirTree

/// The rows of several collections one below the other: one collection for each row of an outer one.
///
///     var view = LiveView<ValueItem>(at: Path("__lnks/rooms/__itms"))
///       .flattened { LiveView<Post>(at: Path("posts").appending($0.key)) }
///     view.observe(into: &wishes)
///     // .listen(tag: 1, …), and one more for each room
///     view.rows   // the posts of all rooms, room by room
///
/// It is a machine as ``LiveView`` is one, and its wishes are handled in the same way.
///
/// - Whatever changes in the outer collection or in an inner one comes as a set of changes of all rows.
/// - The rows are told of first when the outer collection and all inner ones are complete. Later, an inner collection that is
///   new shows its rows when it is complete, and ``isSynced`` is false until then.
/// - An inner collection that may not be listened to keeps its rows as they were, and is named in ``lost``.
public struct FlattenedView<Outer: CollectionItem, Inner: CollectionItem>: Sendable {
  /// An inner collection.
  private struct Part: Sendable {
    let number: Int
    var view: LiveView<Inner>
    var isLost = false

    /// `true` if its rows are those that are to be shown.
    var isSettled: Bool { view.isSynced || isLost }
  }

  /// A listen of one of the collections.
  private struct Source: Hashable, Sendable {
    /// The number of the inner collection; 0: the outer one.
    var part: Int
    var tag: UInt32
  }

  /// The outer collection.
  public private(set) var outer: LiveView<Outer>
  /// The rows.
  public private(set) var rows: [FlattenedRow<Inner>] = []
  /// The number of those who observe it.
  public private(set) var observers = 0
  private let makeInner: @Sendable (CollectionRow<Outer>) -> LiveView<Inner>
  private var parts = SortedMap<Key, Part>()
  private var hasBegun = false
  /// By own tag, and the other way round; only looked up in.
  private var sources: [UInt32: Source] = [:]
  private var tags: [Source: UInt32] = [:]
  private var lastPart = 0
  private var lastTag: UInt32 = 0

  init(
    _ outer: LiveView<Outer>,
    _ makeInner: @escaping @Sendable (CollectionRow<Outer>) -> LiveView<Inner>
  ) {
    (self.outer, self.makeInner) = (outer, makeInner)
  }

  /// `true` while the rows are those that the backend has, as far as was heard.
  public var isSynced: Bool { outer.isSynced && parts.allSatisfy { $0.value.isSettled } }

  /// The keys of the outer rows whose inner collections may not be listened to.
  public var lost: [Key] { parts.filter { $0.value.isLost }.map(\.key) }

  /// Begins to observe; who does so twice has to stop twice.
  public mutating func observe(into wishes: inout [CollectionWish]) {
    observers += 1
    if observers > 1 { return }
    var own: [CollectionWish] = []
    outer.observe(into: &own)
    carry(own, 0, into: &wishes)
  }

  /// Stops to observe; the rows stay as they were.
  public mutating func stop(into wishes: inout [CollectionWish]) {
    if observers == 0 { return }
    observers -= 1
    if observers > 0 { return }
    var own: [CollectionWish] = []
    outer.stop(into: &own)
    carry(own, 0, into: &wishes)
    leaveParts(into: &wishes)
  }

  private mutating func leaveParts(into wishes: inout [CollectionWish]) {
    for (_, part) in parts { end(part, into: &wishes) }
    (parts, hasBegun) = (SortedMap(), false)
  }

  private mutating func end(_ part: Part, into wishes: inout [CollectionWish]) {
    var (part, own): (Part, [CollectionWish]) = (part, [])
    part.view.stop(into: &own)
    carry(own, part.number, into: &wishes)
  }

  /// Takes in an event of a listen; the rows change when the batch is complete.
  public mutating func hear(
    _ event: DataEvent, from tag: UInt32, into wishes: inout [CollectionWish]
  ) {
    guard let source = sources[tag] else { return }
    var own: [CollectionWish] = []
    if source.part == 0 {
      outer.hear(event, from: source.tag, into: &own)
    } else if let key = key(of: source.part) {
      change(key) { $0.view.hear(event, from: source.tag, into: &own) }
    }
    settle(own, source.part, into: &wishes)
  }

  /// Takes in that a listen may not go on.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, into wishes: inout [CollectionWish]
  ) {
    guard let source = sources[tag] else { return }
    forget(source)
    var own: [CollectionWish] = []
    if source.part == 0 {
      outer.lose(source.tag, refusal, into: &own)
    } else if let key = key(of: source.part) {
      change(key) {
        $0.view.lose(source.tag, refusal, into: &own)
        $0.isLost = true
      }
    }
    settle(own, source.part, into: &wishes)
  }

  private func key(of part: Int) -> Key? { parts.first { $0.value.number == part }?.key }

  private mutating func change(_ key: Key, _ body: (inout Part) -> Void) {
    guard var part = parts[key] else { return }
    body(&part)
    parts.set(part, for: key)
  }

  /// Carries out what a collection wants, and shows what has changed if it tells of that.
  private mutating func settle(
    _ own: [CollectionWish], _ part: Int, into wishes: inout [CollectionWish]
  ) {
    carry(own, part, into: &wishes)
    for wish in own {
      switch wish {
      case .initial, .changed:
        if part == 0 { follow(into: &wishes) }
        show(into: &wishes)
      case .lost(let refusal):
        if part == 0 {
          leaveParts(into: &wishes)
          observers = 0
          wishes.append(.lost(refusal))
        } else {
          show(into: &wishes)
        }
      case .listen, .unlisten, .notExtended, .read, .loaded: break
      }
    }
  }

  /// Listens where a collection wants to, under tags of this view's own.
  private mutating func carry(
    _ own: [CollectionWish], _ part: Int, into wishes: inout [CollectionWish]
  ) {
    for wish in own {
      switch wish {
      case .listen(let tag, let place, let query):
        lastTag += 1
        let source = Source(part: part, tag: tag)
        (sources[lastTag], tags[source]) = (source, lastTag)
        wishes.append(.listen(tag: lastTag, place, query))
      case .unlisten(let tag):
        let source = Source(part: part, tag: tag)
        guard let own = tags[source] else { continue }
        forget(source)
        wishes.append(.unlisten(tag: own))
      case .initial, .changed, .notExtended, .lost, .read, .loaded: break
      }
    }
  }

  private mutating func forget(_ source: Source) {
    if let tag = tags.removeValue(forKey: source) { sources[tag] = nil }
  }

  /// Has an inner collection for each row of the outer one, and no others.
  private mutating func follow(into wishes: inout [CollectionWish]) {
    var now = SortedMap<Key, Part>()
    var begun: [Key] = []
    for row in outer.rows {
      let view = makeInner(row)
      if let part = parts[row.key], part.view.isAlike(view) {
        now.set(part, for: row.key)
      } else {
        lastPart += 1
        now.set(Part(number: lastPart, view: view), for: row.key)
        begun.append(row.key)
      }
    }
    for (key, part) in parts where now[key]?.number != part.number { end(part, into: &wishes) }
    parts = now
    for key in begun {
      var own: [CollectionWish] = []
      change(key) { $0.view.observe(into: &own) }
      if let part = parts[key] { carry(own, part.number, into: &wishes) }
    }
  }

  private mutating func show(into wishes: inout [CollectionWish]) {
    if !hasBegun && !isSynced { return }
    var now: [FlattenedRow<Inner>] = []
    for row in outer.rows {
      guard let part = parts[row.key], part.isSettled else { continue }
      now += part.view.rows.map { FlattenedRow(outer: row.key, inner: $0) }
    }
    let changes = diff(from: rows, to: now)
    rows = now
    if !hasBegun {
      hasBegun = true
      wishes.append(.initial)
    } else if !changes.isEmpty {
      wishes.append(.changed(changes))
    }
  }
}

/// A row of a ``FlattenedView``: a row of an inner collection, and the key of the outer row that it belongs to.
public struct FlattenedRow<Item: CollectionItem>: Hashable, Sendable, ListRow {
  /// The identity of a row: the same key may be in several inner collections.
  public struct ID: Hashable, Sendable {
    /// The key of the outer row.
    public let outer: Key
    /// The key in the inner collection.
    public let inner: Key
  }

  /// The key of the outer row.
  public let outer: Key
  /// The row of the inner collection.
  public let inner: CollectionRow<Item>

  /// The keys of both.
  public var rowID: ID { ID(outer: outer, inner: inner.key) }

  /// `true` if both are read as the same.
  public func showsTheSame(as other: Self) -> Bool { inner.item == other.inner.item }
}

extension LiveView {
  /// Returns a view of the collections that belong to the rows, one below the other.
  public func flattened<Inner>(
    _ makeInner: @escaping @Sendable (CollectionRow<Item>) -> LiveView<Inner>
  ) -> FlattenedView<Item, Inner> {
    FlattenedView(self, makeInner)
  }
}
