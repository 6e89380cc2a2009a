// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct ObjectTests {
  private func ann(_ json: String) throws -> Object<Profile> {
    var object = Object<Profile>(at: Path("people/ann"))
    object.hear(try ObjectBench.node(json))
    return object
  }

  @Test func `a kind knows its fields, those of nested objects with them`() {
    #expect(
      Profile.fields.paths.map(\.description) == [
        "/born", "/friend", "/home/number", "/home/street", "/likes", "/motto", "/name", "/partner",
        "/team",
      ])
  }

  @Test func `an object shows what was heard, each field by its rule`() throws {
    let object = try ann(#"{"name": "Ann", "home": {"street": "Church Lane", "number": 3}}"#)
    #expect(object.isThere == true)
    #expect(object[Profile.name] == "Ann")
    #expect(object[Profile.motto] == nil)
    #expect(object[Profile.likes] == 0, "the default stands for nothing")
    #expect(object[Profile.home(Address.street)] == "Church Lane")
    #expect(object[Profile.home(Address.number)] == 3)
    #expect(object.broken == [])
  }

  @Test func `a field that is not what it should be leaves the others alone`() throws {
    var object = try ann(#"{"name": "Ann", "likes": 1}"#)
    object.hear(try ObjectBench.node(#"{"name": 7, "likes": 2}"#))
    #expect(object.broken == [Path("name")])
    #expect(object[Profile.name] == "Ann", "the last that could be read")
    #expect(object[Profile.likes] == 2)
    #expect(object.state(of: Profile.name).phase == .broken)
  }

  @Test func `a required field that is missing is broken, one that is required on saving is not`()
    throws
  {
    #expect(try ann(#"{"likes": 1}"#).broken == [Path("name")])
    #expect(try ann("null").broken == [])
    #expect(try ann("null").isThere == false)
  }

  @Test func `what a nested object requires it requires only if it is there`() throws {
    #expect(try ann(#"{"name": "Ann"}"#).broken == [])
    #expect(try ann(#"{"name": "Ann", "home": {"number": 3}}"#).broken == [Path("home/street")])
    var object = try ann(#"{"name": "Ann", "born": 1}"#)
    #expect(object.faults(in: .edits) == [])
    object[Profile.home(Address.number)] = 3
    #expect(object.faults(in: .edits) == [.missing(Path("home/street"))])
  }

  @Test func `a child that is heard alone changes its fields only`() throws {
    var object = try ann(#"{"name": "Ann", "home": {"street": "Church Lane", "number": 3}}"#)
    object.hear(try ObjectBench.node(#"{"street": "High Street"}"#), at: Key("home"))
    #expect(object[Profile.name] == "Ann")
    #expect(object[Profile.home(Address.street)] == "High Street")
    #expect(object[Profile.home(Address.number)] == nil)
  }

  @Test func `edits are counted by field, and dropped together`() throws {
    var object = try ann(#"{"name": "Ann", "motto": "a"}"#)
    #expect(!object.hasEdits)
    object.change(Profile.name, to: "Ann")
    #expect(!object.hasEdits, "to change to what is shown is no edit")
    object[Profile.motto] = nil
    object[Profile.likes] = 5
    #expect(object[Profile.motto] == nil)
    #expect(object.hasEdits)
    object.revert(Profile.likes)
    #expect(object[Profile.likes] == 0)
    object.revert()
    #expect(object[Profile.motto] == "a")
    #expect(!object.hasEdits)
  }

  @Test func `an object says everything that keeps it from being saved`() throws {
    var object = Object<Profile>()
    object[Profile.motto] = "m"
    #expect(
      object.faults(in: .everything) == [
        .noPlace, .missing(Path("born")), .missing(Path("name")),
      ])
    var other = try ann(#"{"name": "Ann", "born": 1, "motto": "a"}"#)
    other[Profile.motto] = "mine"
    other.hear(try ObjectBench.node(#"{"name": "Ann", "born": 1, "motto": "theirs"}"#))
    #expect(other.conflicts == [Path("motto")])
    #expect(other.faults(in: .edits) == [.conflict(Path("motto"))])
    other.decide(.mine)
    #expect(other.faults(in: .edits) == [])
  }

  @Test func `who decides about one field leaves the conflicts of others`() throws {
    var object = try ann(#"{"name": "Ann", "born": 1, "motto": "a"}"#)
    (object[Profile.motto], object[Profile.name]) = ("mine", "Anna")
    object.hear(try ObjectBench.node(#"{"name": "Anne", "born": 1, "motto": "theirs"}"#))
    object.decide(Profile.motto, .theirs)
    #expect(object.conflicts == [Path("name")] && object[Profile.motto] == "theirs")
    object.decide(Profile.name, .mine)
    #expect(object.conflicts == [] && object[Profile.name] == "Anna" && object.hasEdits)
  }

  @Test
  func
    `a field can be edited of an object that was not loaded, and not taken away if it is required`()
  {
    var object = Object<Profile>(at: Path("people/ann"))
    object[Profile.motto] = "m"
    #expect(object.faults(in: .edits) == [])
    #expect(object.faults(in: .everything) == [.missing(Path("born")), .missing(Path("name"))])
    object[Profile.name] = nil
    #expect(object.faults(in: .edits) == [.missing(Path("name"))])
  }

  @Test func `a value that could not be read again is not saved`() {
    enum Lists: ObjectKind {
      static let all = Field<Lists, [[Int]]>("all", .list(of: .list(of: .integer())))
      static let size = Field<Lists, Double>("size", .number)
      static let fields = Fields<Lists> {
        all
        size
      }
    }
    var object = Object<Lists>(at: Path("x"))
    object[Lists.all] = [[], [1]]
    object[Lists.size] = .infinity
    let words = object.faults(in: .edits).map(\.description)
    #expect(words.count == 2)
    #expect(words[0].hasPrefix("the field '/all' could not be read again: the child '1'"))
    #expect(words[1] == "the field '/size' cannot be stored: /x/size: a number that is not finite")
  }

  /// Texts that count how often they are read.
  enum Read: ObjectKind {
    static let count = Mutex(0)
    static let word = Field<Read, String>(
      "word",
      Coding(
        encode: { .text($0) },
        decode: { node throws(CodingFault) in
          count.withLock { $0 += 1 }
          return try Coding.text.value(in: node)
        }))
    static let other = Field<Read, String>("other", .text)
    static let fields = Fields<Read> {
      word
      other
    }
  }

  @Test
  func `a field is looked at when something else is heard of it, and made when it is asked for`()
    throws
  {
    var object = Object<Read>(at: Path("x"))
    for number in 0..<9 {
      object.hear(try ObjectBench.node(#"{"word": "w", "other": "\#(number)"}"#))
    }
    #expect(Read.count.withLock(\.self) == 1)
    #expect(object.word == "w" && Read.count.withLock(\.self) == 2)
    object.hear(try ObjectBench.node(#"{"word": 7}"#))
    object.hear(try ObjectBench.node(#"{"word": "w"}"#))
    #expect(object.broken == [], "what was known is heard again")
  }
}
