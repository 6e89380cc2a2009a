// SPDX-License-Identifier: Apache-2.0
internal import WeirCore

/// Reads one JSON text, byte by byte.
///
/// Lines are counted between tokens only, for no token goes over the end of a line.
struct JSONReader {
  private static let mostProblems = 100

  let bytes: [UInt8]
  let file: String
  /// The next byte.
  var place = 0
  /// The number of bytes that since the start of the line go on with a character instead of beginning one.
  var continuations = 0
  private var line = 1
  private var lineStart = 0
  private var problems: [Problem] = []

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Reads the whole text.
  mutating func read() throws(Problems) -> JSON {
    do throws(Problem) {
      try checkEncoding()
      skipSpace()
      if isAtEnd { throw problem("nothing to read", "a JSON text holds one value") }
      let json = try value(depth: 0)
      skipSpace()
      if !isAtEnd {
        throw problem("something follows the value", "a JSON text holds one value; remove the rest")
      }
      if problems.isEmpty { return json }
    } catch {
      problems.append(error)
    }
    throw Problems(problems)
  }

  /// `true` if every byte was read.
  var isAtEnd: Bool { place >= bytes.count }

  /// The next byte; at the end 0, which no token begins with.
  var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

  /// The place of the next byte.
  var mark: Mark {
    Mark(file: file, line: line, column: place - lineStart - continuations + 1)
  }

  /// Returns a problem at a place, by default the next byte's.
  func problem(_ message: String, _ remedy: String, at mark: Mark? = nil) -> Problem {
    Problem(mark: mark ?? self.mark, message: message, remedy: remedy)
  }

  /// Notes a problem that does not keep the rest from being read.
  mutating func note(_ problem: Problem) {
    if problems.count < Self.mostProblems { problems.append(problem) }
  }

  /// Skips blanks and counts lines.
  mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): place += 1
      case UInt8(ascii: "\n"): startLine(1)
      case UInt8(ascii: "\r"):
        let isPair = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n")
        startLine(isPair ? 2 : 1)
      default: return
      }
    }
  }

  private mutating func startLine(_ length: Int) {
    place += length
    line += 1
    lineStart = place
    continuations = 0
  }

  /// Reads the value that begins here.
  mutating func value(depth: Int) throws(Problem) -> JSON {
    let mark = mark
    switch next {
    case UInt8(ascii: "{"): return JSON(.object(try object(depth: depth + 1)), at: mark)
    case UInt8(ascii: "["): return JSON(.array(try array(depth: depth + 1)), at: mark)
    case UInt8(ascii: "\""): return JSON(.text(try text()), at: mark)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSON(try number(), at: mark)
    default: return JSON(try word(), at: mark)
    }
  }

  private mutating func array(depth: Int) throws(Problem) -> [JSON] {
    try enter(depth)
    var values: [JSON] = []
    if skip(UInt8(ascii: "]")) { return values }
    while true {
      values.append(try value(depth: depth))
      if try ends(with: UInt8(ascii: "]"), of: "the array") { return values }
    }
  }

  private mutating func object(depth: Int) throws(Problem) -> [JSON.Member] {
    try enter(depth)
    var members: [JSON.Member] = []
    var keys = SeenTexts()
    if skip(UInt8(ascii: "}")) { return members }
    while true {
      let mark = mark
      guard next == UInt8(ascii: "\"") else {
        throw problem("a key is missing", "write a text in double quotes, then ':' and a value")
      }
      let key = try text()
      if !keys.add(key, among: members) {
        note(problem("the key \(quoted(key)) comes twice", "keep one of the two", at: mark))
      }
      skipSpace()
      guard skip(UInt8(ascii: ":")) else {
        throw problem("no ':' after the key \(quoted(key))", "write ':' and the value")
      }
      skipSpace()
      members.append(JSON.Member(key, try value(depth: depth), at: mark))
      if try ends(with: UInt8(ascii: "}"), of: "the object") { return members }
    }
  }

  private mutating func enter(_ depth: Int) throws(Problem) {
    if depth > JSON.greatestDepth {
      throw problem(
        "more than \(JSON.greatestDepth) levels of arrays and objects", "build a flatter value")
    }
    place += 1
    skipSpace()
  }

  /// Skips `byte`, if it comes next.
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Goes on behind a value: over a comma to the next one, or over the closing bracket.
  private mutating func ends(with bracket: UInt8, of what: String) throws(Problem) -> Bool {
    skipSpace()
    if skip(bracket) { return true }
    let sign = Character(Unicode.Scalar(bracket))
    guard next == UInt8(ascii: ",") else {
      throw isAtEnd
        ? problem("\(what) does not end", "write '\(sign)' behind its last value")
        : problem("neither ',' nor '\(sign)' behind a value", "write ',' between two values")
    }
    let comma = mark
    place += 1
    skipSpace()
    if next == bracket {
      throw problem("a comma before '\(sign)'", "remove the comma", at: comma)
    }
    return false
  }
}

/// The keys of one object so far, to tell at once whether one comes again.
private struct SeenTexts {
  /// The number of keys up to which looking through them is faster than making a hash.
  private static let few = 8

  private var hashes: Set<UInt64> = []

  /// Notes a key that comes behind `members`; false if one of them has it already.
  mutating func add(_ text: String, among members: [JSON.Member]) -> Bool {
    if members.count >= Self.few {
      if members.count == Self.few { for member in members { hashes.insert(nameHash(member.key)) } }
      if hashes.insert(nameHash(text)).inserted { return true }
    }
    let count = text.utf8.count
    return !members.contains {
      $0.key.utf8.count == count && $0.key.utf8.elementsEqual(text.utf8)
    }
  }
}

/// Returns a text in quotes as a message may show it: not too long, and without control characters.
func quoted(_ text: String) -> String {
  var words = ""
  for scalar in text.unicodeScalars.prefix(40) {
    words.unicodeScalars.append(CleanText.isHidden(scalar) ? CleanText.replacement : scalar)
  }
  return text.unicodeScalars.count > 40 ? "'\(words)…'" : "'\(words)'"
}
