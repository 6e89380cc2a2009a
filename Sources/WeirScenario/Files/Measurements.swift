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

  /// Reads the bytes of a file; cells may stand in double quotes.
  init(_ bytes: [UInt8]) throws(Complaint) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Complaint(message: "the file is not UTF-8", remedy: "save the file as UTF-8")
    }
    var lines: [(Int, [Cell])] = []
    var number = 0
    let body =
      text.utf8.starts(with: [0xEF, 0xBB, 0xBF])
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let cells = Self.cells(line.last == "\r" ? line.dropLast() : line)
      if cells.count == 1, cells[0].text.isEmpty { continue }
      lines.append((number, cells))
      if lines.count > Self.mostRows + 1 {
        throw Complaint(
          message: "the file has more than \(Self.mostRows) rows", remedy: "keep a sample of them")
      }
    }
    guard let first = lines.first, lines.count > 1 else {
      throw Complaint(
        message: "the file has no values", remedy: "write a line of headings and a value a line")
    }
    headings = first.1.map(\.text)
    rows = lines.dropFirst().map { (line: $0.0, cells: $0.1) }
  }

  /// The cells of a line.
  private static func cells(_ line: Substring.UnicodeScalarView) -> [Cell] {
    var cells: [Cell] = []
    var current = Cell(text: "", column: 1)
    var isQuoted = false
    var column = 0
    for scalar in line {
      column += 1
      if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ",", !isQuoted {
        cells.append(current)
        current = Cell(text: "", column: column + 1)
      } else if scalar != " " || isQuoted || !current.text.isEmpty {
        current.text.unicodeScalars.append(scalar)
      }
    }
    cells.append(current)
    return cells.map { cell in
      var cell = cell
      while cell.text.unicodeScalars.last == " " { cell.text.unicodeScalars.removeLast() }
      return cell
    }
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
