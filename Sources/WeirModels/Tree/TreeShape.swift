// SPDX-License-Identifier: Apache-2.0

/// The identities in the rows of a holder, and where they are.
///
/// It is a class so that two trees with the same one need not be compared: a row that only shows something else keeps it.
final class TreeShape: Sendable {
  /// No identities.
  static let empty = TreeShape(firstRows: IDMap(), furtherRows: [:])

  /// The first row of each identity, in the order in which a walk meets them.
  private let firstRows: IDMap<Int32>
  /// The rows beside the first one, by the place of an identity that is in several.
  private let furtherRows: [Int32: [Int32]]  // Only looked up in.

  private init(firstRows: IDMap<Int32>, furtherRows: [Int32: [Int32]]) {
    self.firstRows = firstRows
    self.furtherRows = furtherRows
  }

  /// Finds the identities in rows.
  convenience init(of rows: [any Model]) {
    var firstRows = IDMap<Int32>()
    var furtherRows: [Int32: [Int32]] = [:]  // Only looked up in.
    for (number, row) in rows.enumerated() {
      let number = Int32(number)
      row.forEachNode { node in
        guard let id = node.modelID else { return }
        let (place, isNew) = firstRows.add(id, number)
        if isNew || firstRows.values[place] == number { return }
        var further = furtherRows.removeValue(forKey: Int32(place)) ?? []
        if further.last != number { further.append(number) }
        furtherRows[Int32(place)] = further
      }
    }
    self.init(firstRows: firstRows, furtherRows: furtherRows)
  }

  /// Each identity once, in the order in which a walk meets them.
  var ids: [ModelID] { firstRows.ids }

  /// Returns the place of an identity among all.
  func place(of id: ModelID) -> Int? { firstRows.place(of: id) }

  /// Visits the rows in which an identity is, in their order, until `visit` returns `false`.
  func forEachRow(of id: ModelID, _ visit: (Int) -> Bool) {
    guard let place = firstRows.place(of: id), visit(Int(firstRows.values[place])),
      !furtherRows.isEmpty
    else { return }
    for row in furtherRows[Int32(place)] ?? [] where !visit(Int(row)) { return }
  }

  /// Returns the rows that have one of some identities, in their order.
  func rows(of ids: [ModelID]) -> [Int] {
    var rows: [Int] = []
    for id in ids {
      forEachRow(of: id) { row in
        rows.append(row)
        return true
      }
    }
    if rows.count < 2 { return rows }
    rows.sort()
    var last = -1
    return rows.filter { row in
      defer { last = row }
      return row != last
    }
  }
}
