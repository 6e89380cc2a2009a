// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The rows of a source while several edits are made.
public struct ManualDraft<Element: ListRow & Sendable> {
  /// The rows so far.
  public internal(set) var rows: SharedList<Element>

  /// The number of rows so far.
  public var count: Int { rows.count }

  /// The row at `index`.
  public subscript(index: Int) -> Element {
    get { rows[index] }
    set { rows.replace(at: index, with: newValue) }
  }

  /// Puts a row before the one at `index`, or at the end.
  public mutating func insert(_ row: Element, at index: Int) { rows.insert(row, at: index) }

  /// Puts a row at the end.
  public mutating func append(_ row: Element) { rows.insert(row, at: rows.count) }

  /// Takes the row at `index` away.
  public mutating func remove(at index: Int) { rows.remove(at: index) }

  /// Moves a row to where it has the index `target` afterwards.
  public mutating func move(from origin: Int, to target: Int) {
    let row = rows[origin]
    rows.remove(at: origin)
    rows.insert(row, at: target)
  }
}
