// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct KeyTests {
  /// The keys between which an order most easily goes wrong.
  static let world: [String] = {
    var texts = [
      "0", "-0", "00", "1", "01", "001", "-1", "-01", "9", "10", "1a", "a", "A", "-", "--", "-a",
      "a-",
      "2147483647", "2147483648", "02147483647", "-2147483648", "-2147483649", "00000000001",
      "000000000001", "-0000000001", "-00000000001", "+1", "1 ", " 1", "1e3", "é", "e\u{301}", "e",
      "ez", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "😀", "😀a", "\u{E000}a",
      "-000000000001", "0000000002147483647", "0000000002147483648", "-0000000002147483648",
      "-0000000002147483649", "00000000012147483647", "12345678901", "012345678901",
      "\u{10FFFF}", "a\u{10000}", "a\u{E000}", "\u{7FF}", "\u{800}", "~", "\u{80}", "a\0", "a\0b",
    ]
    for count in [7, 8, 9, 11, 15, 16, 17, 21, 22, 23, 24, 25, 100] {
      texts += [
        String(repeating: "m", count: count), String(repeating: "m", count: count - 1) + "n",
        String(repeating: "m", count: count - 1) + "l", String(repeating: "1", count: count),
        String(repeating: "m", count: count - 3) + "\u{E000}",
        String(repeating: "m", count: count - 4) + "\u{10000}",
        String(repeating: "0", count: count), String(repeating: "0", count: count - 1) + "7",
        "-" + String(repeating: "0", count: count - 1),
        "-" + String(repeating: "0", count: count - 2) + "7",
        String(repeating: "0", count: count - 1) + "a",
      ]
    }
    return texts
  }()

  /// The number that a text is, by the letter of the rule: `-?0*\d{1,10}`, within 32 bits.
  static func number(_ text: String) -> Int32? {
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = text.dropFirst(sign.count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let rest = digits.drop { $0 == "0" }
    guard rest.count <= 10 else { return nil }
    return Int64(sign + (rest.isEmpty ? "0" : rest)).flatMap { Int32(exactly: $0) }
  }

  /// The order by the letter of the rule: -1, 0 or 1.
  static func naiveOrder(_ a: String, _ b: String) -> Int {
    naiveOrder((number(a), Array(a.utf16)), (number(b), Array(b.utf16)))
  }

  private typealias Read = (number: Int32?, units: [UInt16])

  private static func naiveOrder(_ a: Read, _ b: Read) -> Int {
    let (x, y) = (a.units, b.units)
    switch (a.number, b.number) {
    case (let m?, let n?):
      if m != n { return m < n ? -1 : 1 }
      if x.count != y.count { return x.count < y.count ? -1 : 1 }
    case (.some, nil): return -1
    case (nil, .some): return 1
    case (nil, nil): break
    }
    if x == y { return 0 }
    return x.lexicographicallyPrecedes(y) ? -1 : 1
  }

  @Test func `two keys stand as the rule on UTF-16 units says, for every pair of a small world`() {
    for a in Self.world {
      for b in Self.world {
        let order = Self.naiveOrder(a, b)
        let (x, y) = (Key(a), Key(b))
        if (x < y) != (order < 0) || (y < x) != (order > 0) || (x == y) != (order == 0) {
          Issue.record("'\(a)' and '\(b)': \(x < y) \(y < x) \(x == y), by the rule \(order)")
        }
      }
    }
  }

  @Test func `the order is total and strict over every three keys of a small world`() {
    let keys = Self.world.map { Key($0) }
    var breaches = 0
    for a in keys {
      if a < a { breaches += 1 }
      for b in keys where a != b {
        if (a < b) == (b < a) { breaches += 1 }
        guard a < b else { continue }
        for c in keys where b < c && !(a < c) { breaches += 1 }
      }
    }
    #expect(breaches == 0)
  }

  @Test func `every two of all short keys over few characters stand as the rule says`() {
    let characters = ["-", "0", "1", "9", "a", "\u{301}", "\u{E000}", "\u{10000}"]
    let pairs = characters.flatMap { first in characters.map { first + $0 } }
    let triples = pairs.flatMap { pair in ["-", "0", "7", "\u{10000}"].map { pair + $0 } }
    let edges = ["214748364", "-214748364", "0214748364", "00214748364"].flatMap { start in
      ["", "6", "7", "8", "9", "70", "a"].map { start + $0 }
    }
    let keys = (characters + pairs + triples + edges).map { text in
      (key: Key(text), number: Self.number(text), units: Array(text.utf16))
    }
    for a in keys {
      for b in keys {
        let order = Self.naiveOrder((a.number, a.units), (b.number, b.units))
        let isRight = (a.key < b.key) == (order < 0) && (a.key == b.key) == (order == 0)
        if !isRight { Issue.record("'\(a.key)' and '\(b.key)', by the rule \(order)") }
      }
    }
  }

  @Test func `equal bytes are equal keys with equal hashes, whatever string they came from`() {
    for text in Self.world {
      let other = String(decoding: Array(text.utf8), as: UTF8.self)
      #expect(Key(text) == Key(other))
      #expect(Key(text).hash64 == Key(other).hash64)
      #expect(Set([Key(text), Key(other)]).count == 1)
    }
    let hashes = Set(Self.world.map { Key($0).hash64 })
    #expect(hashes.count == Set(Self.world.map { Array($0.utf8) }).count)
  }

  @Test func `letters that look alike are different keys`() {
    #expect(Key("é") != Key("e\u{301}"))
    #expect("é" == "e\u{301}")
  }

  @Test func `a key gives back its text, its length and its number`() {
    for text in Self.world {
      let key = Key(text)
      #expect(Array(key.description.utf8) == Array(text.utf8))
      #expect(key.byteCount == text.utf8.count)
      #expect(key.integer == Self.number(text))
    }
  }

  @Test func `zeroes before a number do not count, however many there are`() {
    #expect(Key("000000000001").integer == 1)
    for count in [11, 21, 22, 23, 24, 40, 767] {
      let zeroes = String(repeating: "0", count: count)
      #expect(Key(zeroes + "1").integer == 1)
      #expect(Key("-" + zeroes + "2147483648").integer == .min)
      #expect(Key(zeroes + "2147483648").integer == nil)
      #expect(Key(zeroes + "11111111111").integer == nil)
      #expect(Key("1") < Key(zeroes + "1") && Key(zeroes + "1") < Key("2"))
      #expect(Key(zeroes + "1") < Key("0" + zeroes + "1"))
      #expect(Key(zeroes + "1") < Key("-") && Key(zeroes + "1") < Key(zeroes + "1a"))
    }
  }

  @Test func `hashes are the same in every process`() {
    #expect(Key("a").hash64 == 14_221_071_037_086_689_503)
    #expect(Key(String(repeating: "m", count: 24)).hash64 == 16_733_783_419_548_227_426)
  }

  @Test func `refuses to be made of nothing`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Key("")
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("invariant broken: a key without a letter") == true)
  }

  @Test func `the key of priorities is the one that its text makes`() {
    #expect(Key.priority == Key(".priority"))
    #expect(Key.priority.description == ".priority" && Key.priority.byteCount == 9)
    #expect(Key.fault(in: ".priority") != nil)
    #expect(Key.info == Key(".info") && Key.info.description == ".info")
    #expect(Key.dash == Key("-") && Key.dash.description == "-")
  }
}
