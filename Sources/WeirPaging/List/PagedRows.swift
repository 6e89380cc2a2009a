// SPDX-License-Identifier: Apache-2.0

/// The rows of a pager: an array in parts, one for each page.
///
///     for row in pager.items { … }
///     Array(pager.items)  // the same as one array
///
/// A page is added at the end without touching the others, whatever the length of the list.
///
/// - Complexity: a look-up is O(log *p*) for *p* pages; a copy that is kept makes the next change O(*p*).
public struct PagedRows<Row: Sendable>: Sendable, RandomAccessCollection {
  /// The rows of one page.
  struct Part: Sendable {
    /// The position of its first row.
    ///
    /// Positions are told from some fixed row on, so that those of the rows that
    /// are there stay when others come before them.
    var start: Int
    var rows: [Row]

    var end: Int { start + rows.count }
  }

  private(set) var parts: [Part] = []

  init() {}

  /// All rows in one array.
  public var array: [Row] { parts.flatMap(\.rows) }

  /// The position of the first row.
  var startPosition: Int { parts.first?.start ?? 0 }
  /// The position behind the last row.
  var endPosition: Int { parts.last?.end ?? 0 }

  /// The index of the first row.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { endPosition - startPosition }

  /// The row at `index`.
  public subscript(index: Int) -> Row {
    let (part, offset) = location(of: index)
    return parts[part].rows[offset]
  }

  /// Returns the part that holds a row, and its offset in there.
  func location(of index: Int) -> (part: Int, offset: Int) {
    let position = startPosition + index
    var (low, high) = (0, parts.count)
    // The last part that does not start behind the row: parts may be empty.
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].start <= position { low = middle + 1 } else { high = middle }
    }
    return (low - 1, position - parts[low - 1].start)
  }

  /// Returns the index of the first row of a part.
  func index(ofPart part: Int) -> Int { parts[part].start - startPosition }

  mutating func append(_ rows: [Row]) { parts.append(Part(start: endPosition, rows: rows)) }

  mutating func prepend(_ rows: [Row]) {
    parts.insert(Part(start: startPosition - rows.count, rows: rows), at: 0)
  }

  mutating func removeFirst(_ count: Int) { parts.removeFirst(count) }
  mutating func removeLast(_ count: Int) { parts.removeLast(count) }

  /// Shows something else at an index.
  mutating func replace(_ row: Row, part: Int, offset: Int) { parts[part].rows[offset] = row }

  /// Gives a part other rows.
  mutating func replace(part: Int, with rows: [Row]) {
    let shift = rows.count - parts[part].rows.count
    parts[part].rows = rows
    if shift != 0 { moveParts(from: part + 1, by: shift) }
  }

  mutating func insert(_ row: Row, part: Int, offset: Int) {
    parts[part].rows.insert(row, at: offset)
    moveParts(from: part + 1, by: 1)
  }

  mutating func remove(part: Int, offset: Int) {
    parts[part].rows.remove(at: offset)
    moveParts(from: part + 1, by: -1)
  }

  private mutating func moveParts(from first: Int, by shift: Int) {
    for part in first..<parts.count { parts[part].start += shift }
  }
}
