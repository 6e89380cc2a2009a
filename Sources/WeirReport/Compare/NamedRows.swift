// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The rows of a CSV table whose fields are found by the names of their columns.
struct NamedRows {
  /// A row.
  struct Row {
    fileprivate let fields: [CSVReader.Field]
    fileprivate let places: [String: Int]

    /// The text in a column; empty where the table has no such column.
    subscript(column: String) -> String { places[column].map { fields[$0].text } ?? "" }

    /// Returns the number in a column; nil where the field is empty or the table has no such
    /// column.
    func number(_ column: String) throws(Problems) -> Double? {
      guard let place = places[column], !fields[place].text.isEmpty else { return nil }
      guard let value = Double(fields[place].text), value.isFinite else {
        throw wrong(column, "a number")
      }
      return value
    }

    /// Returns the seed in a column.
    func seed(_ column: String) throws(Problems) -> UInt64 {
      guard let seed = UInt64(self[column]) else { throw wrong(column, "a seed") }
      return seed
    }

    private func wrong(_ column: String, _ wanted: String) -> Problems {
      let field = places[column].map { fields[$0] }
      return Problems([
        Problem(
          mark: field?.mark, message: "'\(field?.text ?? "")' is not \(wanted)",
          remedy: "column '\(column)' holds \(wanted) in each row; was the file changed by hand?")
      ])
    }
  }

  private var reader: CSVReader
  private var places: [String: Int] = [:]
  /// The names of the columns, from left to right.
  let columns: [String]

  /// Reads the header and sees that it has the columns that are `needed`.
  init(_ bytes: [UInt8], file: String, needed: [String]) throws(Problems) {
    reader = CSVReader(bytes, file: file)
    let header = try reader.next()?.fields.map(\.text) ?? []
    columns = header
    for (place, name) in header.enumerated() where places[name] == nil { places[name] = place }
    let missing = needed.filter { places[$0] == nil }
    if !missing.isEmpty {
      throw Problems([
        Problem(
          mark: Mark(file: file, line: 1, column: 1),
          message: "the table has no column '\(missing.joined(separator: "', '"))'",
          remedy: "give a folder that `weir run` or `weir sweep` has written")
      ])
    }
  }

  /// Returns the next row, or nil at the end.
  mutating func next() throws(Problems) -> Row? {
    try reader.next().map { Row(fields: $0.fields, places: places) }
  }
}
