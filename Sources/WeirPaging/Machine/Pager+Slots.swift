// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

// The list with the places of rows that are not loaded.
extension Pager {
  /// The number of rows and placeholders.
  public var slotCount: Int { placeholdersBefore + items.count + placeholdersAfter }

  /// Returns the row or placeholder at an index.
  public func slot(at index: Int) -> PageSlot<Row> {
    let row = index - placeholdersBefore
    if row < 0 { return .before(index) }
    return row < items.count ? .row(items[row]) : .after(slotCount - 1 - index)
  }

  /// Hands out the changes since the last call as ``publish(into:)`` does, for a view that shows placeholders, too.
  ///
  /// A placeholder whose row comes is deleted, and the row inserted at its index. A view takes either these changes or
  /// those of ``publish(into:)``.
  public mutating func publishSlots(into changes: inout ChangeSet) {
    let (oldBefore, oldAfter) = publishedPlaceholders
    let oldEnd = oldBefore + publishedCount
    let (newBefore, newAfter) = (placeholdersBefore, placeholdersAfter)
    let newEnd = newBefore + items.count
    publish(into: &changes)
    changes.move(old: Int32(oldBefore), new: Int32(newBefore))
    // Those that are left before the rows are the first ones, those after them the last ones.
    changes.deletes =
      places(newBefore, oldBefore) + changes.deletes
      + places(oldEnd, oldEnd + oldAfter - newAfter)
    changes.inserts =
      places(oldBefore, newBefore) + changes.inserts
      + places(newEnd, newEnd + newAfter - oldAfter)
  }

  private func places(_ start: Int, _ end: Int) -> [Place] {
    start < end ? (start..<end).map { Place(Int32($0)) } : []
  }
}
