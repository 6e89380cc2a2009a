// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
package import WeirCore

extension Baseline {
  /// The file: RFC 4180, a row a number, the key before and a seal behind.
  ///
  /// The seal is a fingerprint of every row before it, so that a file that was cut off, or mended by hand, is
  /// known for it.
  package var text: String {
    var writer = CSVWriter(columns: Self.columns)
    var seal = Digest()
    func row(
      _ kind: String, _ group: String, _ metric: String, _ stat: String, _ unit: String,
      _ value: String
    ) {
      // As the table will hold them, so that who reads it comes to the same seal.
      let cells = [kind, group, metric, stat, unit, value].map(CleanText.line)
      for cell in cells { seal.absorb(cell) }
      writer.append(
        [.integer(Int64(Self.schemaVersion)), .text(scenario)] + cells.map { .text($0) })
    }
    for part in key { row("key", "", part.name, "", "", part.value) }
    row("note", "", "reason", "", "", reason)
    row("exact", "all", "trace", "digest", "", digest)
    for entry in entries {
      row(entry.kind.rawValue, entry.group, entry.metric, entry.stat, entry.unit, entry.value)
    }
    let words = "\(seal)"
    row("end", "", "seal", "", "", words)
    return writer.text
  }

  /// Reads a file that ``text`` wrote; `name` is what problems call it.
  ///
  /// - Throws: `Problems` when the file is something else, is of another version, or is not whole.
  package init(reading bytes: [UInt8], named name: String) throws(Problems) {
    var reader = CSVReader(bytes, file: name)
    let heading = try reader.next()?.fields.map(\.text)
    guard heading == Self.columns else {
      throw Self.damaged(Mark(file: name, line: 1, column: 1), "it does not begin with its columns")
    }
    self.init(scenario: "", key: [], digest: "", entries: [])
    var seal = Digest()
    var isSealed = false
    while let row = try reader.next() {
      let cells = row.fields.map(\.text)
      let mark = row.fields[0].mark
      if cells[0] != "\(Self.schemaVersion)" {
        throw Self.damaged(mark, "its version is '\(cells[0])'")
      }
      if isSealed { throw Self.damaged(mark, "something stands behind its end") }
      if cells[2] == "end" {
        guard cells[7] == "\(seal)" else {
          throw Self.damaged(mark, "its rows are not those that were written")
        }
        isSealed = true
        continue
      }
      for cell in cells[2...] { seal.absorb(cell) }
      try take(cells, at: mark)
    }
    guard isSealed, !digest.isEmpty, !entries.isEmpty else {
      throw Self.damaged(Mark(file: name, line: 1, column: 1), "it is not whole")
    }
  }

  private mutating func take(_ cells: [String], at mark: Mark) throws(Problems) {
    if scenario.isEmpty { scenario = cells[1] }
    guard scenario == cells[1] else { throw Self.damaged(mark, "it speaks of two scenarios") }
    switch cells[2] {
    case "key": key.append(KeyPart(name: cells[4], value: cells[7]))
    case "note": reason = cells[7]
    case "exact" where cells[4] == "trace": digest = cells[7]
    case "exact", "cost":
      entries.append(
        Entry(
          kind: cells[2] == "cost" ? .cost : .exact, group: cells[3], metric: cells[4],
          stat: cells[5], unit: cells[6], value: cells[7]))
    default: throw Self.damaged(mark, "'\(cells[2])' is not a class of rows")
    }
  }

  private static func damaged(_ mark: Mark, _ why: String) -> Problems {
    Problems([
      Problem(
        mark: mark, message: "this is not a sound baseline: \(why)",
        remedy: "take the file from version control, or record it again with "
          + "`weir gate --accept --reason \"…\"`")
    ])
  }
}
