// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A page of plain text that grows line by line, each of them cleaned by `CleanText`.
package struct TextPage {
  /// The side to which a column is aligned.
  package enum Side {
    case left
    case right
  }

  /// The greatest width of a paragraph.
  package static let width = 100

  package private(set) var text = ""

  package init() {}

  /// Adds a line.
  package mutating func line(_ words: String) { text += CleanText.line(words) + "\n" }

  /// Adds an empty line, unless there is one already.
  package mutating func gap() { if !text.hasSuffix("\n\n") { text += "\n" } }

  /// Adds a text, broken into lines between words.
  package mutating func paragraph(_ words: String) {
    var line = ""
    for word in words.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > Self.width {
        self.line(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    if !line.isEmpty { self.line(line) }
  }

  /// Adds rows whose cells stand below one another; the first row is the heading.
  package mutating func table(_ rows: [[String]], aligned sides: [Side]) {
    let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        line +=
          (column == 0 ? "  " : "   ") + (sides[column] == .left ? cell + blanks : blanks + cell)
      }
      while line.last == " " { line.removeLast() }
      self.line(line)
    }
  }
}
