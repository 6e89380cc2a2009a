// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore

/// A row of a table that this program has just written, cell by cell, each known by its column's name.
///
///     TableRow.all(of: bytes, named: "metrics.csv").first?["metric"]  // "post-to-seen"
struct TableRow {
  private let columns: [String]
  private let cells: [String]

  /// The text of a column; empty where nothing applies.
  subscript(column: String) -> String {
    guard let place = columns.firstIndex(of: column) else {
      invariantBroken("a table without the column '\(column)'")
    }
    return cells[place]
  }

  /// Returns every cell that holds something, with the name of its column, but for some columns.
  func numbers(without others: Set<String>) -> [(column: String, value: String)] {
    zip(columns, cells).filter { !others.contains($0.0) && !$0.1.isEmpty }
      .map { (column: $0.0, value: $0.1) }
  }

  /// Returns the rows of a table, in order.
  static func all(of bytes: [UInt8], named name: String) -> [TableRow] {
    do throws(Problems) {
      var reader = CSVReader(bytes, file: name)
      let columns = try reader.next()?.fields.map(\.text) ?? []
      var rows: [TableRow] = []
      while let row = try reader.next() {
        rows.append(TableRow(columns: columns, cells: row.fields.map(\.text)))
      }
      return rows
    } catch {
      invariantBroken("a table of ours is none: \(error)")
    }
  }
}
