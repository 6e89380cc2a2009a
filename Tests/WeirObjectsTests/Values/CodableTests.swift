// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

@Suite struct CodableTests {
  struct Address: Codable, Hashable, Sendable {
    var street: String
    var floors: [Int] = []
    var lift: Bool?
  }

  enum Mood: Codable, Hashable, Sendable {
    case calm
    case torn(between: [Mood], by: Double)
  }

  struct Person: Codable, Hashable, Sendable {
    var name: String
    var homes: [Address]
    var ages: [String: Int8]
    var mood: Mood
    var gaps: [UInt64?]
    var ratio: Float
  }

  private func person() -> Person {
    Person(
      name: "Ann",
      homes: [
        Address(street: "Church Lane", floors: [3, 1, 2], lift: true), Address(street: "Mill Lane"),
      ], ages: ["Bob": -7], mood: .torn(between: [.calm, .calm], by: 2.5),
      gaps: [1, nil, .max], ratio: 0.5)
  }

  @Test func `parts are children by name, and elements children by number`() throws {
    let address = Address(street: "Church Lane", floors: [3, 1, 2], lift: true)
    let node = Coding<Address>.codable.node(for: address)
    #expect(
      try node
        == ObjectBench.node(
          #"{"street": "Church Lane", "floors": {"0": 3, "1": 1, "2": 2}, "lift": true}"#))
    #expect(Coding<[Address]>.codable.node(for: [address, address])[Key("1")] == node)
    let person = Coding<Person>.codable.node(for: person())
    #expect(person[Key("gaps")].children.map(\.key.description) == ["0", "2"], "nil is nothing")
    #expect(
      try person[Key("mood")]
        == ObjectBench.node(
          #"{"torn": {"between": {"0": {"calm": true}, "1": {"calm": true}}, "by": 2.5}}"#))
  }

  @Test func `whatever is encoded is decoded as the same`() throws {
    let coding = Coding<Person>.codable
    #expect(try coding.value(in: coding.node(for: person())) == person())
    let whole = Coding<[UInt64]>.codable
    #expect(try whole.value(in: whole.node(for: [0, .max])) == [0, .max])
    let text = Coding<String>.codable
    #expect(text.node(for: "Ann") == .text("Ann"))
  }

  @Test func `a list that is not there is empty, and what may be missing is nil`() throws {
    let coding = Coding<Address>.codable
    let bare = try coding.value(in: ObjectBench.node(#"{"street": "Mill Lane"}"#))
    #expect(bare == Address(street: "Mill Lane", floors: [], lift: nil))
    #expect(Coding<[Int]>.codable.node(for: []).isNull)
    #expect(throws: CodingFault.self) { try Coding<[Int]>.codable.value(in: .null) }
  }

  @Test(arguments: [
    ("name", "7", "the number 7 at 'name' stands where a text should be"),
    ("name", "null", "nothing at 'name' stands where a value should be"),
    (
      "homes", #"{"0": {"street": true}}"#,
      "true at 'homes/0/street' stands where a text should be"
    ),
    ("homes", #"{"x": 1}"#, "the child 'x' stands where the number of a list's element should be"),
    (
      "ages", #"{"Bob": 300}"#,
      "the number 300 at 'ages/Bob' stands where a whole number of Int8 should be"
    ),
    (
      "gaps", #"{"4000000000": 1}"#,
      "the child '4000000000' stands where the number of a list's element should be"
    ),
    ("gaps", #"{"01": 1}"#, "the child '01' stands where the number of a list's element should be"),
    ("homes", #""none""#, "the text 'none' at 'homes' stands where a list should be"),
  ]) func `a fault says where it stands`(key: String, child: String, words: String) throws {
    var node = Coding<Person>.codable.node(for: person())
    node.set(try ObjectBench.node(child), at: Key(key))
    let fault = #expect(throws: CodingFault.self) { try Coding<Person>.codable.value(in: node) }
    #expect(fault?.description == words)
  }

  /// A type that can be decoded, but not encoded.
  struct Secret: Codable, Sendable {
    struct Refused: Error {}
    var word = "x"
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  enum Vault: ObjectKind {
    static let secret = Field<Vault, Secret>("secret", .codable)
    static let home = Field<Vault, Address>("home", .codable, .required)
    static let fields = Fields<Vault> {
      secret
      home
    }
  }

  @Test func `what cannot be encoded is not saved`() throws {
    var vault = Object<Vault>(at: Path("vault"))
    vault.home = Address(street: "Mill Lane")
    #expect(vault.faults(in: .everything).isEmpty)
    vault.secret = Secret()
    let faults = vault.faults(in: .everything)
    #expect(faults.contains { if case .illegal(Path("secret"), _) = $0 { true } else { false } })
    #expect(faults.description.contains("cannot be encoded: Refused()"))
  }

  /// Numbers that stand as a list with a gap.
  struct Pair: Codable, Hashable, Sendable {
    var (one, other, last) = (1, 2, 3)

    init() {}

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      (one, other) = (try list.decode(Int.self), (try list.decodeIfPresent(Int.self)) ?? 0)
      if try !list.isAtEnd && !list.decodeNil() { _ = try list.decode([Int].self) }
      if !list.isAtEnd { last = try list.decode(Int.self) }
      if other == 7 { _ = try list.decode([Int].self) }
    }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(one)
      try list.encode(other)
      try list.encodeNil()
      try list.encode(last)
    }
  }

  @Test func `a type may count its elements itself, and none comes after the last one`() throws {
    let coding = Coding<Pair>.codable
    var pair = Pair()
    pair.last = 9
    #expect(
      try coding.node(for: pair) == ObjectBench.node(#"{"0": 1, "1": 2, "3": 9}"#))
    #expect(try coding.value(in: coding.node(for: pair)) == pair)
    #expect(try coding.value(in: ObjectBench.node(#"{"0": 1}"#)).other == 0)
    let fault = #expect(throws: CodingFault.self) {
      try coding.value(in: ObjectBench.node(#"{"0": 1, "1": 7}"#))
    }
    #expect(fault?.description == "the end of the list stands where its element 2 should be")
  }

  @Test func `drawn values are decoded as they were`() throws {
    let coding = Coding<[Mood]>.codable
    for seed in fewerInDebug(0..<400) {
      var chance = RandomStream(seed: seed, "codable")
      func mood(_ depth: Int) -> Mood {
        if depth == 0 || chance.index(below: 3) == 0 { return .calm }
        let moods = (0..<chance.index(below: 4)).map { _ in mood(depth - 1) }
        return .torn(between: moods, by: Double(chance.index(below: 100)) / 8)
      }
      let moods = (0...chance.index(below: 4)).map { _ in mood(3) }
      let back = try coding.value(in: coding.node(for: moods))
      if back != moods {
        Issue.record("seed \(seed): \(moods) came back as \(back)")
        return
      }
    }
  }
}
