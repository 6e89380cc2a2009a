// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// Rows that are kept up to date while somebody observes them: a ``LiveView``, a ``FlattenedView`` or a ``MappedView``.
///
///     func open(_ view: inout some RowView, into wishes: inout [CollectionWish]) {
///       view.observe(into: &wishes)
///     }
///
/// It is a value and a machine: what it wants goes out as wishes, and what is heard is handed to it. ``AnyRowView`` holds any.
public protocol RowView<Row>: Sendable {
  /// A thing that is shown.
  associatedtype Row
  /// A collection of the rows.
  associatedtype Rows: RandomAccessCollection where Rows.Element == Row, Rows.Index == Int

  /// The rows.
  var rows: Rows { get }
  /// `true` while the rows are those that the backend has, as far as was heard.
  var isSynced: Bool { get }
  /// The number of those who observe them.
  var observers: Int { get }

  /// Begins to observe; who does so twice has to stop twice.
  mutating func observe(into wishes: inout [CollectionWish])
  /// Stops to observe; the rows stay as they were.
  mutating func stop(into wishes: inout [CollectionWish])
  /// Takes in an event of a listen; the rows change when the batch is complete.
  mutating func hear(_ event: DataEvent, from tag: UInt32, into wishes: inout [CollectionWish])
  /// Takes in that a listen may not go on.
  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, into wishes: inout [CollectionWish])
}

extension LiveView: RowView {}

extension FlattenedView: RowView {}

extension RowView {
  // The questions to a view whose kind is not known, answered without a copy of its rows.

  fileprivate var rowCount: Int { rows.count }

  fileprivate func row(at index: Int) -> Row { rows[rows.startIndex + index] }
}

/// Rows of one kind, whatever view shows them.
///
///     var people: [AnyRowView<String>] = [
///       AnyRowView(friends.view.mapped { $0.item.glimpse.payload.text ?? "" }),
///       AnyRowView(guests.view.flattened { … }.mapped { "\($0.inner.key)" }),
///     ]
///     people[0].observe(into: &wishes)   // the wishes of the view that it holds
///     people[0][3]                       // a row of it
///
///     if var view = people[0].base as? LiveView<ValueItem> {   // what its kind alone can do
///       try view.showMore(20, into: &wishes)
///       people[0].base = view
///     }
///
/// It is a copy of the view that it was made of, and goes on by itself: whoever has one hands to it what is heard.
///
/// - Complexity: a row is looked up as in the view that is held.
public struct AnyRowView<Row>: RowView, RandomAccessCollection {
  /// The view.
  public var base: any RowView<Row>

  /// Makes rows of a view; one that is such already is not put into another.
  public init(_ view: some RowView<Row>) { base = (view as? Self)?.base ?? view }

  /// The rows: this.
  public var rows: Self { self }

  /// `true` while the rows are those that the backend has, as far as was heard.
  public var isSynced: Bool { base.isSynced }

  /// The number of those who observe them.
  public var observers: Int { base.observers }

  /// The first index.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { base.rowCount }

  /// The row at a place.
  public subscript(index: Int) -> Row { base.row(at: index) }

  /// Begins to observe; who does so twice has to stop twice.
  public mutating func observe(into wishes: inout [CollectionWish]) { base.observe(into: &wishes) }

  /// Stops to observe; the rows stay as they were.
  public mutating func stop(into wishes: inout [CollectionWish]) { base.stop(into: &wishes) }

  /// Takes in an event of a listen; the rows change when the batch is complete.
  public mutating func hear(
    _ event: DataEvent, from tag: UInt32, into wishes: inout [CollectionWish]
  ) {
    base.hear(event, from: tag, into: &wishes)
  }

  /// Takes in that a listen may not go on.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, into wishes: inout [CollectionWish]
  ) {
    base.lose(tag, refusal, into: &wishes)
  }
}
