// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// The rows of a view as something else each, which is made whenever it is read and never kept.
///
///     let names = people.view.mapped { $0.item.glimpse.payload }
///     names[0]         // made of the first row
///     names.isSynced   // as the view is
///
/// It is the view as it was when it was mapped, and goes on by itself if what is heard is handed to it. Its indices are those
/// of the view, so the changes of the view are its changes.
public struct MappedView<Base: RowView, Shown>: RowView, RandomAccessCollection {
  /// The view that is mapped.
  public private(set) var base: Base
  private let transform: @Sendable (Base.Row) -> Shown

  init(_ base: Base, _ transform: @escaping @Sendable (Base.Row) -> Shown) {
    (self.base, self.transform) = (base, transform)
  }

  /// The rows: this.
  public var rows: Self { self }

  /// `true` while the rows are those that the backend has, as far as was heard.
  public var isSynced: Bool { base.isSynced }

  /// The number of those who observe the view.
  public var observers: Int { base.observers }

  /// The first index.
  public var startIndex: Int { base.rows.startIndex }

  /// The index after the last one.
  public var endIndex: Int { base.rows.endIndex }

  /// Makes the thing of a row.
  public subscript(index: Int) -> Shown { transform(base.rows[index]) }

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

extension RowView {
  /// Returns the rows as something else each.
  public func mapped<Shown>(
    _ transform: @escaping @Sendable (Row) -> Shown
  ) -> MappedView<Self, Shown> {
    MappedView(self, transform)
  }
}
