// SPDX-License-Identifier: Apache-2.0

/// The rows of a view as something else each, which is made whenever it is read and never kept.
///
///     let names = people.view.mapped { $0.item.glimpse.payload }
///     names[0]         // made of the first row
///     names.isSynced   // as the view is
///
/// It is the view as it was when it was mapped. Its indices are those of the view, so the changes of the view are its changes.
public struct MappedView<Item: CollectionItem, Shown>: RandomAccessCollection, Sendable {
  /// The view that is mapped.
  public let base: LiveView<Item>
  private let transform: @Sendable (CollectionRow<Item>) -> Shown

  init(_ base: LiveView<Item>, _ transform: @escaping @Sendable (CollectionRow<Item>) -> Shown) {
    (self.base, self.transform) = (base, transform)
  }

  /// `true` while the rows are those that the backend has, as far as was heard.
  public var isSynced: Bool { base.isSynced }

  /// The first index.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { base.rows.count }

  /// Makes the thing of a row.
  public subscript(index: Int) -> Shown { transform(base.rows[index]) }
}

extension LiveView {
  /// Returns the rows as something else each.
  public func mapped<Shown>(
    _ transform: @escaping @Sendable (CollectionRow<Item>) -> Shown
  ) -> MappedView<Item, Shown> {
    MappedView(self, transform)
  }
}
