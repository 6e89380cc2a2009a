// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The words of a Swift file that the compiler obeys: no comments, no texts.
///
///     SourceCode("let a = \"import Foundation\"  // Date()").tokens.map(\.text)
///     // ["let", "a", "=", "\"\""]
///
/// Code in `\( )` inside a text is kept.
struct SourceCode {
  /// A word or a sign, and the line it stands on.
  struct Token: Equatable {
    var text: String
    var line: Int
    /// `true` if white space stands before it.
    var isSpaced: Bool
  }

  /// The words and signs in order.
  private(set) var tokens: [Token] = []

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var spaced = true

  /// Takes a file apart.
  init(_ text: String) {
    bytes = Array(text.utf8)
    readCode(untilClosing: false)
  }

  /// Reads code to the end, or to the bracket that closes an interpolation.
  private mutating func readCode(untilClosing: Bool) {
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      if isNext("//") {
        while place < bytes.count, bytes[place] != 10 { place += 1 }
      } else if isNext("/*") {
        skipComment()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") && opensText() {
        readText()
      } else if byte == 10 || byte == 32 || byte == 9 || byte == 13 {
        if byte == 10 { line += 1 }
        spaced = true
        place += 1
      } else if isWord(byte) {
        let start = place
        while place < bytes.count, isWord(bytes[place]) { place += 1 }
        add(String(decoding: bytes[start..<place], as: UTF8.self))
      } else if byte == UInt8(ascii: "`") {
        skipRawIdentifier()
      } else {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if untilClosing, depth == 0 {
            place += 1
            return
          }
          depth -= 1
        }
        place += 1
        add(String(decoding: [byte], as: UTF8.self))
      }
    }
  }

  private mutating func add(_ text: String) {
    tokens.append(Token(text: text, line: line, isSpaced: spaced))
    spaced = false
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        place += 2
      } else if isNext("*/") {
        depth -= 1
        place += 2
      } else {
        if bytes[place] == 10 { line += 1 }
        place += 1
      }
    } while depth > 0 && place < bytes.count
    spaced = true
  }

  /// Skips a name in backticks, which counts as one word; a test's sentence does not count as code.
  private mutating func skipRawIdentifier() {
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "`"), bytes[place] != 10 { place += 1 }
    add("`" + String(decoding: bytes[start..<place], as: UTF8.self) + "`")
    place += 1
  }

  private func opensText() -> Bool {
    var end = place
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"")
  }

  /// Reads a text literal of any kind; its interpolations are read as code.
  private mutating func readText() {
    var hashes = 0
    while bytes[place] == UInt8(ascii: "#") {
      hashes += 1
      place += 1
    }
    let pounds = String(repeating: "#", count: hashes)
    let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
    add("\"\"")
    place += quotes.utf8.count
    while place < bytes.count {
      if isNext(quotes + pounds) {
        place += quotes.utf8.count + hashes
        return
      }
      if isNext("\\" + pounds + "(") {
        place += 2 + hashes
        readCode(untilClosing: true)
      } else if isNext("\\" + pounds) {
        place += 2 + hashes
      } else {
        if bytes[place] == 10 { line += 1 }
        place += 1
      }
    }
  }

  private func isNext(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 128 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "@")
      || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
