// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct DialectTests {
  private func fill(_ start: String, _ character: String, to length: Int = 786) -> String {
    start + String(repeating: character, count: length - start.utf16.count)
  }

  private func successor(_ key: String, _ dialect: Dialect) -> String? {
    Key(key).successor(dialect)?.description
  }

  private func predecessor(_ key: String, _ dialect: Dialect) -> String? {
    Key(key).predecessor(dialect)?.description
  }

  private func same(_ a: String?, _ b: String?) -> Bool {
    a.map { Array($0.utf8) } == b.map { Array($0.utf8) }
  }

  @Test func `the neighbours of integers are integers in every dialect`() {
    for dialect in Dialect.allCases {
      #expect(successor("5", dialect) == "6")
      #expect(successor("-1", dialect) == "0")
      #expect(successor("007", dialect) == "8")
      #expect(predecessor("0", dialect) == "-1")
      #expect(predecessor("-2147483648", dialect) == nil)
      #expect(successor("2147483647", dialect) == "\(dialect.leastCharacter)")
      #expect(predecessor("\(dialect.leastCharacter)", dialect) == "2147483647")
    }
  }

  @Test func `the neighbours of texts differ between the dialects`() {
    #expect(successor("a", .olderFirebaseJS) == "a-")
    #expect(successor("a", .firebaseIOS) == "a ")
    #expect(successor("a", .wilddog) == "a ")
    #expect(predecessor("a-", .olderFirebaseJS) == "a")
    #expect(same(predecessor("a-", .firebaseIOS), fill("a,", "\u{FFFF}")))
    #expect(predecessor("a ", .firebaseIOS) == "a")
    #expect(predecessor("b", .olderFirebaseJS) == fill("a", "z"))
    #expect(same(predecessor("b", .firebaseIOS), fill("a", "\u{FFFF}")))
    #expect(predecessor("a0", .olderFirebaseJS) == fill("a-", "z"))
    #expect(predecessor("aA", .olderFirebaseJS) == fill("a9", "z"))
    #expect(predecessor("aa", .olderFirebaseJS) == fill("a_", "z"))
  }

  @Test func `a key of the greatest length is counted up from its end`() {
    #expect(same(successor(fill("a", "z"), .olderFirebaseJS), "b"))
    #expect(same(successor(fill("aZ", "z"), .olderFirebaseJS), "a_"))
    #expect(successor(fill("", "z"), .olderFirebaseJS) == nil)
    #expect(successor(fill("", "\u{FFFF}"), .firebaseIOS) == nil)
    #expect(same(successor(fill("", "b"), .firebaseIOS), fill("", "b", to: 785) + "c"))
    #expect(successor(fill("1", "z"), .olderFirebaseJS) == "2-")
  }

  @Test func `a neighbour is never half a character`() {
    func after(_ end: String) -> String? {
      successor(fill("", "k", to: 786 - end.utf16.count) + end, .firebaseIOS)
    }
    let start = fill("", "k", to: 785)
    #expect(same(after("\u{D7FF}"), start + "\u{10000}"))
    #expect(same(after("\u{10FFFF}"), fill("", "k", to: 784) + "\u{E000}"))
    #expect(same(predecessor("\u{10000}", .firebaseIOS), fill("\u{D7FF}", "\u{FFFF}")))
    #expect(same(predecessor("\u{E000}", .firebaseIOS), fill("\u{10FFFF}", "\u{FFFF}")))
    #expect(same(predecessor("é", .olderFirebaseJS), fill("z", "z")))
  }

  /// Keys that clients use, with what comes between the characters of push ids.
  private static let world = [
    "-", "--", "-a", "0a", "0-", "00-", "1-", "1 ", "1a", "a", "a ", "a!", "a,", "a-", "a-b", "a0",
    "aZ", "a_", "aa", "az", "azz", "a~", "aé", "a\u{E000}", "a😀", "b", "z", "zz", "~", "é",
    "\u{10000}", "\u{E000}", "\u{FFFF}", "-1", "0", "1", "01", "2", "2147483647", "2147483648",
  ]

  @Test(arguments: Dialect.allCases)
  func `neighbours stand on their side, and a wider alphabet misses no text`(dialect: Dialect) {
    for text in Self.world {
      let key = Key(text)
      let (next, before) = (key.successor(dialect), key.predecessor(dialect))
      if let next { #expect(key < next, "'\(text)'") }
      if let before { #expect(before < key, "'\(text)'") }
      guard key.integer == nil else { continue }
      for other in Self.world.map({ Key($0) }) where other != key {
        let isOfBrowsers = dialect == .firebaseJS || dialect == .olderFirebaseJS
        let isMissed = isOfBrowsers && !Self.isPlain(other)
        if let next, other > key, !isMissed { #expect(next <= other, "'\(text)' '\(other)'") }
        if let before, other < key, !isMissed { #expect(other <= before, "'\(text)' '\(other)'") }
      }
    }
  }

  private static func isPlain(_ key: Key) -> Bool {
    key.description.utf8.allSatisfy {
      PushIDsTests.alphabet.contains(Character(Unicode.Scalar($0)))
    }
  }

  @Test func `a range behind a child leaves out other children in each dialect`() {
    let keys = ["a", "a ", "a!", "a-", "a0", "b"].map { Key($0) }
    func shown(_ query: Query) -> [String] {
      keys.prefix(query.limit.count).filter {
        let rank = query.rank(of: $0, .bool(true))
        return query.startRank.map { $0 <= rank } ?? true && query.endRank.map { rank < $0 } ?? true
      }.map(\.description)
    }
    #expect(shown(Query().startingAfter(Key("a"), .olderFirebaseJS)) == ["a-", "a0", "b"])
    #expect(shown(Query().startingAfter(Key("a"), .firebaseIOS)) == ["a ", "a!", "a-", "a0", "b"])
    #expect(shown(Query().endingBefore(Key("a-"), .olderFirebaseJS)) == ["a"])
    #expect(shown(Query().endingBefore(Key("a-"), .firebaseIOS)) == ["a", "a ", "a!"])
    #expect(shown(Query().startingAfter(Key(fill("", "z")), .olderFirebaseJS)) == [])
    #expect(shown(Query().endingBefore(Key("-2147483648"), .olderFirebaseJS)) == [])
    let values = Query(.value)
    #expect(shown(values.startingAfter(.bool(true), .olderFirebaseJS)) == [])
    #expect(shown(values.startingAfter(.bool(false), .olderFirebaseJS)).count == 6)
    #expect(shown(values.startingAfter(.bool(true), key: Key("a0"), .olderFirebaseJS)) == ["b"])
    #expect(shown(values.endingBefore(.bool(true), .olderFirebaseJS)) == [])
    #expect(shown(values.endingBefore(.bool(true), key: Key("a "), .firebaseIOS)) == ["a"])
    #expect(shown(values.endingBefore(.text(""), .firebaseIOS)).count == 6)
    // Current browsers leave out the child alone.
    #expect(shown(Query().startingAfter(Key("a"))) == ["a ", "a!", "a-", "a0", "b"])
    #expect(shown(Query().endingBefore(Key("a-"))) == ["a", "a ", "a!"])
    #expect(shown(Query().startingAfter(Key(fill("", "z")))) == [])
    #expect(shown(values.startingAfter(.bool(true))) == [])
    #expect(shown(values.startingAfter(.bool(true), key: Key("a "))) == ["a!", "a-", "a0", "b"])
    #expect(shown(values.endingBefore(.bool(true), key: Key("a "))) == ["a"])
    #expect(Query().endingBefore(Key("-2147483648")).limit == .none)
  }

  @Test func `a range of neighbours loses children that the comparison shows`() {
    func shown(_ names: [String], _ query: Query) -> [String] {
      names.map { Key($0) }.sorted().filter {
        let rank = query.rank(of: $0, .bool(true))
        return query.startRank.map { $0 <= rank } ?? true && query.endRank.map { rank < $0 } ?? true
      }.map(\.description)
    }
    let guests = ["Tom", "Tom (2)", "Tony"]
    #expect(shown(guests, Query().startingAfter(Key("Tom"))) == ["Tom (2)", "Tony"])
    #expect(shown(guests, Query().startingAfter(Key("Tom"), .olderFirebaseJS)) == ["Tony"])
    let names = ["Joan", "Joé", "Jp"]
    #expect(shown(names, Query().endingBefore(Key("Jp"))) == ["Joan", "Joé"])
    #expect(shown(names, Query().endingBefore(Key("Jp"), .olderFirebaseJS)) == ["Joan"])
    let numbers = ["5", "05", "005", "6"]
    #expect(shown(numbers, Query().startingAfter(Key("5"))) == ["05", "005", "6"])
    #expect(shown(numbers, Query().startingAfter(Key("5"), .firebaseIOS)) == ["6"])
    #expect(Dialect.allCases.filter { !$0.hasNeighbours } == [.firebaseJS])
  }
}
