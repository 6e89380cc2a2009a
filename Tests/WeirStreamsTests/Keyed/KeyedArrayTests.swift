// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirStreams
import WeirTree

struct Card: Keyed, Hashable {
  var key: Key
  var number = 0
  init(_ key: String, _ number: Int = 0) {
    self.key = Key(key)
    self.number = number
  }
}

@Suite struct KeyedArrayTests {
  @Test func `what is appended stands at the old count and is found there`() throws {
    var array = KeyedArray<Card>()
    for (place, key) in ["b", "a", "10"].enumerated() {
      try array.append(Card(key))
      #expect(array.find(Key(key)) == place && array.has(Key(key)))
    }
    #expect(array.find(Key("x")) == nil && !array.has(Key("x")))
  }

  @Test func `what is inserted moves the rest, and so does what is removed`() throws {
    var array = KeyedArray<Card>()
    for key in ["c", "b", "a"] { try array.insert(Card(key), at: 0) }
    #expect(array.map(\.key.description) == ["a", "b", "c"])
    #expect(["a", "b", "c"].map { array.find(Key($0)) } == [0, 1, 2])
    #expect(array.remove(at: 1) == Card("b"))
    #expect(array.find(Key("c")) == 1 && !array.has(Key("b")))
  }

  @Test func `a key that is there is refused without a change`() throws {
    var array = try KeyedArray([Card("a", 1), Card("b", 2)])
    let twice = DuplicateKey(key: Key("a"))
    #expect(throws: twice) { try array.append(Card("a", 9)) }
    #expect(throws: twice) { try array.insert(Card("a", 9), at: 1) }
    #expect(throws: twice) { try array.append(contentsOf: [Card("c"), Card("a")]) }
    #expect(throws: DuplicateKey(key: Key("d"))) {
      try array.reset([Card("d"), Card("d")])
    }
    #expect(Array(array) == [Card("a", 1), Card("b", 2)] && !array.has(Key("c")))
  }

  @Test func `a reset copies values, and nothing is left of what was there`() throws {
    let other = try KeyedArray([Card("x")])
    var array = try KeyedArray([Card("a")])
    try array.reset(other)
    try array.append(Card("y"))
    #expect(array.map(\.key.description) == ["x", "y"] && other.count == 1)
    array.reset()
    #expect(array.isEmpty && !array.has(Key("x")))
  }
}
