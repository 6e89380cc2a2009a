// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// Finds how `old` becomes `new`, or says which rows of one list share an id.
///
///     let (hello, bye) = (Message(id: 1, text: "hello"), Message(id: 2, text: "bye"))
///     try checkedDiff(from: [hello, bye], to: [bye, bye])
///     // error: rows 0 and 1 of the new list are the same row
///
/// It is for those who hold that no id may occur twice, as diffable data sources do; ``diff(from:to:)-([Row],_)`` pairs such
/// rows by its rules. The ids of both lists are hashed, all of them.
///
/// - Throws: `Problems` with every row that has the id of an earlier one of its list.
public func checkedDiff<Row: ListRow>(
  from old: [Row], to new: [Row]
) throws(Problems) -> ChangeSet {
  let problems = twins(in: old, "old") + twins(in: new, "new")
  if !problems.isEmpty { throw Problems(problems) }
  return diff(from: old, to: new)
}

private func twins<Row: ListRow>(in rows: [Row], _ name: String) -> [Problem] {
  var places: [Row.RowID: Int] = [:]
  var problems: [Problem] = []
  for (place, row) in rows.enumerated() {
    if let first = places[row.rowID] {
      problems.append(
        Problem(
          message: "rows \(first) and \(place) of the \(name) list are the same row",
          remedy: "give every row an id of its own, or use `diff`, which pairs such rows in order"))
    } else {
      places[row.rowID] = place
    }
  }
  return problems
}
