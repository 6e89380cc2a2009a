// SPDX-License-Identifier: Apache-2.0
public import WeirClient
import WeirCore
public import WeirDiff
public import WeirTree

// The published rows.
extension ListStream {
  /// The number of items that are published.
  public var count: Int { loaded.shown.count }

  /// `true` if the server has more rows beyond those that are loaded.
  public var hasMore: Bool { window.isFull }

  /// The keys of all rows that are loaded and not held back, in the order of the list, though the filter rejects them
  /// or they wait to be published.
  ///
  /// - Complexity: O(*n*).
  public var loadedKeys: [Key] {
    var copy = self
    copy.takeIn()
    return copy.loaded.keys(holdingBack: window.isFull)
  }

  /// The order of the items.
  public var order: StreamOrder { loaded.order }

  /// One.
  public var sectionCount: Int { 1 }

  /// Returns the number of rows that are published.
  public func rowCount(in section: Int) -> Int { loaded.shown.count }

  /// Returns the row at a place.
  public func row(at place: Place) -> Row {
    let slot = loaded.shown[Int(place.row)]
    return Row(key: loaded[slot].key, stamp: loaded.shownStamp(slot))
  }

  /// Copies all rows into `sections`.
  public func rows(into sections: inout [[Row]]) {
    version.show(in: &sections)
  }

  /// Publishes, and says what is shown then; to be asked for that afterwards would take a copy of all of the stream.
  public mutating func publish(into update: inout StackUpdate, rows sections: inout [[Row]]) {
    publish(into: &update)
    version.show(in: &sections)
  }

  /// Publishes, and takes the rows of another list that came to the same by the same changes.
  public mutating func publish<Others: Precedents>(
    into update: inout StackUpdate, rows sections: inout [[Row]], like others: borrowing Others
  ) {
    publish(into: &update, like: others)
    version.show(in: &sections)
  }

  /// Returns the item at a place.
  public func item(at place: Place) -> StreamItem {
    loaded.shownItem(loaded.shown[Int(place.row)])
  }

  /// Returns the place of the item of a key, or nil if it has none.
  public func place(of key: Key) -> Place? { find(key).map { Place(Int32($0)) } }

  /// Returns the row of a key, if it is published.
  public func find(_ key: Key) -> Int? {
    guard let slot = loaded.slot(of: key), loaded[slot].isShown else { return nil }
    return loaded.shownIndex(of: slot)
  }

  /// Returns the first row behind a place of the order, which may be empty.
  ///
  ///     stream.firstRow(after: stream.order.rank(of: key, node))
  public func firstRow(after rank: Rank) -> Int? { loaded.firstShownIndex(after: rank) }

  /// Returns the last row before a place of the order, which may be empty.
  public func lastRow(before rank: Rank) -> Int? { loaded.lastShownIndex(before: rank) }

  /// Checks that all that is kept of the rows says the same.
  ///
  /// - Complexity: O(*n* log *n*).
  package func checkInvariants() { loaded.checkInvariants() }
}
