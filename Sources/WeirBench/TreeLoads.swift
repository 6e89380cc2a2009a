// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The data that the benchmarks of the tree work on.
enum TreeLoads {
  /// Keys as clients make them.
  static let pushIDs: [String] = {
    var ids = PushIDs(chance: RandomStream(seed: 1, "bench"))
    return (0..<1_000).map { ids.next(at: Instant.zero + .milliseconds(Int64($0 / 3))).description }
  }()

  /// Keys that are 32-bit integers.
  static let integers = (0..<1_000).map { "\($0 * 7919 % 100_000)" }

  /// Keys with characters of all lengths.
  static let wide = (0..<1_000).map { number in
    ["é", "\u{E000}", "😀", "z"][number % 4] + "\(number * 7919 % 1_000)"
  }

  /// Returns the order of keys by the letter of the rule.
  static func precedes(_ a: String, _ b: String) -> Bool {
    switch (Int32(a), Int32(b)) {
    case (let x?, let y?): x < y
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): a.utf16.lexicographicallyPrecedes(b.utf16)
    }
  }

  /// Returns a list of children with push ids, and their keys.
  static func list(_ count: Int) -> (Node, [Key]) {
    var ids = PushIDs(chance: RandomStream(seed: 2, "bench"))
    var node = Node.null
    var keys: [Key] = []
    for number in 0..<count {
      let key = ids.next(at: Instant.zero + .milliseconds(Int64(number)))
      node.set(.integer(Int64(number)), at: key)
      keys.append(key)
    }
    return (node, keys)
  }

  /// Returns the place of a key in ordered rows.
  static func place(of key: Key, in rows: [(key: Key, value: Node)]) -> Int {
    var (low, high) = (0, rows.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns a chat room as JSON.
  static func chat(messages: Int) -> [UInt8] {
    var text = "{"
    for number in 0..<messages {
      if number > 0 { text += "," }
      text +=
        "\"\(pushIDs[number % pushIDs.count])\(number)\": {\"text\": \"message \(number), é\","
      text += " \"at\": \(1_767_225_600_000 + number), \"weight\": \(number).25, \"seen\": true}"
    }
    return Array((text + "}").utf8)
  }
}

/// A reader of well-formed JSON that goes letter by letter and keeps nothing but texts.
struct LetterReader {
  let letters: [Character]
  var place = 0
  var count = 0

  init(letters: [Character]) { self.letters = letters }

  /// Reads a value.
  mutating func value() {
    skip()
    count += 1
    switch letters[place] {
    case "{", "[": list()
    case "\"": count += text().count
    default:
      var word = ""
      while place < letters.count, !",]} ".contains(letters[place]) {
        word.append(letters[place])
        place += 1
      }
      count += Double(word) == nil ? 0 : 1
    }
    skip()
  }

  private mutating func list() {
    place += 1
    while letters[place] != "}", letters[place] != "]" {
      value()
      if letters[place] == ":" || letters[place] == "," { place += 1 }
    }
    place += 1
  }

  private mutating func text() -> String {
    place += 1
    var text = ""
    while letters[place] != "\"" {
      text.append(letters[place])
      place += 1
    }
    place += 1
    return text
  }

  private mutating func skip() {
    while place < letters.count, letters[place].isWhitespace { place += 1 }
  }
}
