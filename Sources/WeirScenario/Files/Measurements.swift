// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A file of comma-separated values with a line of headings, as an empirical distribution needs it.
struct Measurements {
  /// The most rows that are read.
  static let mostRows = 1_000_000

  /// The names in the first line.
  let headings: [String]
  /// The cells of each further line, and the line's number.
  let rows: [(line: Int, cells: [Cell])]

  /// A cell and where it starts, in characters from 1.
  struct Cell {
    var text: String
    var column: Int
  }

  /// Reads the bytes of a file; blanks around a cell do not count.
  init(_ bytes: [UInt8], file: String) throws(Problems) {
    func refuse(_ message: String, _ remedy: String) -> Problems {
      let mark = Mark(file: file, line: 1, column: 1)
      return Problems([Problem(mark: mark, message: message, remedy: remedy)])
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      throw refuse("the file is not UTF-8", "save the file as UTF-8")
    }
    var reader = CSVReader(bytes, file: file)
    var lines: [(line: Int, cells: [Cell])] = []
    while let row = try reader.next() {
      guard let first = row.fields.first else { continue }
      lines.append(
        (
          first.mark.line,
          row.fields.map { Cell(text: Self.trimmed($0.text), column: $0.mark.column) }
        ))
      if lines.count > Self.mostRows + 1 {
        throw refuse("the file has more than \(Self.mostRows) rows", "keep a sample of them")
      }
    }
    guard let first = lines.first, lines.count > 1 else {
      throw refuse("the file has no values", "write a line of headings and a value a line")
    }
    headings = first.cells.map(\.text)
    rows = Array(lines.dropFirst())
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first == " " { scalars.removeFirst() }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}

/// Joins a path that a file names to the folder of that file.
func path(_ name: String, besides file: String) -> String {
  if name.utf8.first == UInt8(ascii: "/") { return name }
  guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
    // Only the person at the keyboard can mean standard input.
    return name == "-" ? "./-" : name
  }
  return String(file[...slash]) + name
}

/// The same path without `.`, without needless slashes and, where it can be told, without `..`.
func normalised(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") {
    if part == "." { continue }
    if part == "..", let last = parts.last, last != ".." {
      parts.removeLast()
    } else {
      parts.append(part)
    }
  }
  return (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
}
