// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == String {
  /// Another file, relative to this one.
  static var file: Self { Self(.file, parse: { text, _ in text }, words: { $0 }) }
}

extension Decoder {
  /// A distribution that was measured: a column of the file called `name` at `mark`.
  mutating func empirical(
    _ name: String, _ mark: Mark, unit: String, column: String?, _ fields: Fields
  ) -> Distribution? {
    guard let unit = Units.times.first(where: { $0.unit == unit }) else { return nil }
    let file = path(name, besides: mark.file)
    guard let table = measurements(file, named: mark) else { return nil }
    guard let place = place(of: column, in: table, from: file, fields) else { return nil }
    let values = table.rows.compactMap { row in
      value(row, at: place, file: file, nanoseconds: unit.nanoseconds)
    }
    guard values.count == table.rows.count else { return nil }
    return .empirical(values.sorted())
  }

  /// The file's table, which is read once however often it is named.
  private mutating func measurements(_ file: String, named mark: Mark) -> Measurements? {
    if measured[file] == nil {
      switch loader.readNamed(file) {
      case .failure(let failure):
        problems.add(failure.problem(path: file, at: mark))
        return nil
      case .success(let bytes):
        do throws(Problems) {
          measured[file] = .success(try Measurements(bytes, file: file))
        } catch {
          measured[file] = .failure(error)
        }
      }
    }
    switch measured[file] {
    case .success(let table): return table
    case .failure(let wrong):
      for problem in wrong.all { problems.add(problem) }
      return nil
    case nil: return nil
    }
  }

  private mutating func place(
    of column: String?, in table: Measurements, from file: String, _ fields: Fields
  ) -> Int? {
    let isShown = !loader.isOutside(file)
    let names =
      !isShown
      ? "its headings"
      : table.headings.map { "'\(shortened($0))'" }.prefix(20).joined(separator: ", ")
    guard let entry = fields.entry("column") else {
      if table.headings.count == 1 { return 0 }
      complain(
        fields.mark, "the file has \(table.headings.count) columns and none is named",
        "add `column:` with one of \(names)")
      return nil
    }
    guard let column else { return nil }
    if let place = table.headings.firstIndex(where: { $0.utf8.elementsEqual(column.utf8) }) {
      return place
    }
    let near =
      isShown ? nearestName(to: column, among: Array(table.headings.prefix(200))) : nil
    complain(
      entry.value.mark, "the file has no column '\(shortened(column))'",
      (near.map { "did you mean '\(shortened($0))'? " } ?? "") + "columns: \(names)")
    return nil
  }

  private mutating func value(
    _ row: (line: Int, cells: [Measurements.Cell]), at place: Int, file: String,
    nanoseconds: Int128
  ) -> Interval? {
    let last = row.cells[row.cells.count - 1].column
    let mark = Mark(
      file: file, line: row.line, column: place < row.cells.count ? row.cells[place].column : last)
    let text = place < row.cells.count ? row.cells[place].text : ""
    guard let number = ExactNumber(of: text), number.unit.isEmpty, number.digits >= 0 else {
      complain(
        mark, "expected a number of at least 0, found '\(shortened(text))'",
        "write digits, with a point if need be; leave the row out if nothing was measured")
      return nil
    }
    let (product, overflow) = number.digits.multipliedReportingOverflow(by: nanoseconds)
    let rounded = (overflow ? Int128.max / 2 : product) / number.whole
    guard rounded <= Int128(Interval.longest.nanoseconds), !overflow else {
      complain(
        mark, "the duration is longer than a hundred years", "check the number and the unit")
      return nil
    }
    return Interval(nanoseconds: Int64(rounded))
  }
}
