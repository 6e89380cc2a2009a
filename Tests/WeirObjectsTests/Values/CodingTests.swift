// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct CodingTests {
  private func tree(_ text: String) throws -> Node {
    try Node(JSON(reading: text, file: "node.json"))
  }

  /// Returns a value as it is after it was stored, sent as JSON, and read again.
  private func stored<Value>(_ value: Value, _ coding: Coding<Value>) throws -> Value {
    let json = JSON(coding.node(for: value), arrays: true)
    return try coding.value(in: tree(json.words))
  }

  @Test func `texts, flags and numbers come back`() throws {
    for text in ["", "a", "ß\u{1F600}", "1", "null"] { #expect(try stored(text, .text) == text) }
    for flag in [true, false] { #expect(try stored(flag, .flag) == flag) }
    for number in [0, -0.0, 1, 1.5, -1e300, Double.leastNonzeroMagnitude, 1e17] {
      #expect(try stored(number, .number) == number)
    }
  }

  @Test func `whole numbers of any width come back, also those that 64 bits cannot hold`() throws {
    for number in [Int8.min, 0, Int8.max] { #expect(try stored(number, .integer()) == number) }
    for number in [Int64.min, 0, Int64.max] { #expect(try stored(number, .integer()) == number) }
    for number in [UInt64.min, 1 << 63, UInt64.max] {
      #expect(try stored(number, .integer()) == number)
    }
  }

  @Test func `a number that a type cannot hold is no other number`() throws {
    let coding = Coding<Int8>.integer()
    for node in [
      Node.integer(128), .number(-129), .number(1.5), .number(.nan), .text("1"), .bool(true),
    ] {
      #expect(throws: CodingFault.self) { try coding.value(in: node) }
    }
    #expect(try coding.value(in: .number(-128)) == -128, "a whole number may be stored as any")
  }

  @Test func `a lenient number takes what loses nothing, and stores what the strict one does`()
    throws
  {
    let coding = Coding<Int8>.lenientInteger()
    for number in [Int8.min, 0, Int8.max] {
      #expect(try stored(number, coding) == number)
      #expect(coding.node(for: number) == Coding<Int8>.integer().node(for: number))
    }
    #expect(try coding.value(in: .text("-7")) == -7 && coding.value(in: .number(5)) == 5)
    #expect(try coding.value(in: .bool(true)) == 1 && coding.value(in: .bool(false)) == 0)
    for node in [Node.text("128"), .text("07"), .text("+7"), .text(" 7"), .text(""), .number(1.5)] {
      #expect(throws: CodingFault.self) { try coding.value(in: node) }
    }
  }

  @Test func `a sorted list is stored and read in its order, however it was put together`() throws {
    let coding = Coding<[String]>.list(of: .text).sorted()
    #expect(try stored(["b", "a", "c"], coding) == ["a", "b", "c"])
    #expect(coding.node(for: ["b", "a"]) == coding.node(for: ["a", "b"]))
    #expect(try coding.value(in: tree(#"{"0": "z", "1": "y"}"#)) == ["y", "z"])
    #expect(coding.node(for: []).isNull)
  }

  @Test func `an enumeration is what stands for its cases`() throws {
    enum Mood: String, Sendable { case good, bad }
    let coding = Coding<Mood>.raw(.text)
    #expect(try stored(Mood.bad, coding) == .bad)
    let fault = #expect(throws: CodingFault.self) { try coding.value(in: .text("so-so")) }
    #expect(fault?.description == "the text 'so-so' stands where a case of Mood should be")
  }

  @Test func `lists keep their order and length, also beyond ten`() throws {
    for count in [1, 2, 10, 11, 120] {
      let list = (0..<count).map { $0 * 7 % 13 }
      #expect(try stored(list, .list(of: .integer())) == list)
    }
    let deep = [[1, 2], [3]]
    #expect(try stored(deep, .list(of: .list(of: .integer()))) == deep)
    #expect(Coding<[Int]>.list(of: .integer()).node(for: []).isNull)
  }

  @Test func `a gap in a list is a fault, and so is what is no list`() {
    let coding = Coding<[Int]>.list(of: .integer())
    for json in [#"{"0": 1, "2": 3}"#, #"{"1": 1}"#, #"{"0": 1, "x": 2}"#, #"{"0": "a"}"#, "7"] {
      #expect(throws: CodingFault.self) { try coding.value(in: tree(json)) }
    }
  }

  @Test func `values by name come back`() throws {
    let values = [Key("b"): 2, Key("a"): 1]
    #expect(try stored(values, .dictionary(of: .integer())) == values)
  }

  @Test func `bytes come back as they were`() throws {
    let bytes: [UInt8] = [0, 255, 7, 61]
    #expect(try stored(bytes, .bytes) == bytes)
    #expect(throws: CodingFault.self) { try Coding<[UInt8]>.bytes.value(in: .text("?")) }
  }

  @Test func `nothing stands for no value`() {
    #expect(throws: CodingFault.self) { try Coding<String>.text.value(in: .null) }
  }

  @Test func `a reference is stored as the data model has it, with what is known of its object`()
    throws
  {
    let coding = Coding<Reference<Profile>>.reference()
    let reference = Reference<Profile>(
      to: Path("people/ann"), Glimpse(raw: .integer(2), payload: .text("Ann")))
    let node = coding.node(for: reference)
    #expect(
      try node
        == tree(#"{"__src": "people/ann", "__val": {"__raw": 2, "__pl": "Ann"}}"#))
    #expect(try coding.value(in: node) == reference)
    #expect(try stored(Reference(to: Path("x")), coding).glimpse == Glimpse())
    for json in [#"{"__val": 1}"#, #"{"__src": ""}"#, #"{"__src": 3}"#, #"{"__src": "a.b"}"#] {
      #expect(throws: CodingFault.self) { try coding.value(in: tree(json)) }
    }
  }

  @Test func `a reference below a place leaves that out, and one to elsewhere does not`() throws {
    let people = Path("app/people")
    let coding = Coding<Reference<Profile>>.reference(below: people)
    let cases = [
      ("app/people/ann", "ann"), ("app/people/ann/b", "ann/b"), ("app/people", "/app/people"),
      ("app/peoples/x", "/app/peoples/x"), ("teams/red", "/teams/red"), ("app", "/app"),
    ]
    for (place, text) in cases {
      let reference = Reference<Profile>(to: Path(place), Glimpse(raw: .integer(2)))
      let node = coding.node(for: reference)
      #expect(node[Key("__src")] == .text(text))
      #expect(try coding.value(in: node) == reference)
    }
    let moved = Coding<Reference<Profile>>.reference(below: Path("copy"))
    #expect(try moved.value(in: tree(#"{"__src": "ann"}"#)).place == Path("copy/ann"))
    for json in [#"{"__src": "/"}"#, #"{"__src": ""}"#, #"{"__src": "a.b"}"#] {
      #expect(throws: CodingFault.self) { try coding.value(in: tree(json)) }
    }
  }

  @Test func `an end of a relation is stored as the data model has it`() throws {
    let end = Profile.team.end(to: Path("teams/red"), from: Path("people/ann"))
    #expect(end.back == Path("members/ann"))
    let node = Coding.relationEnd.node(for: end)
    #expect(try node == tree(#"{"t_pth": "teams/red", "r_prop": "members/ann"}"#))
    #expect(try Coding.relationEnd.value(in: node) == end)
  }
}
