// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

/// The fields that a save writes, and those that it leaves alone.
@Suite struct SavedFieldsTests {
  private let place = Path("people/ann")

  /// A bench with an object that was loaded.
  private func loaded(
    _ json: String
  ) throws -> (bench: ObjectBench, ann: ObjectHandle<Profile>) {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(json), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.load(ann, into: &bench.wishes)
    bench.drain()
    return (bench, ann)
  }

  @Test(arguments: [Object<Profile>.Scope.edits, .everything])
  func `a save of edits leaves what others have written since, and one of everything does not`(
    scope: Object<Profile>.Scope
  ) throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1}"#)
    bench.write(.text("Anna"), at: place.appending(Key("name")))
    bench.store[ann].motto = "m"
    try bench.commit { store, id in try store.save(ann, scope, in: id) }
    let name = scope == .edits ? "Anna" : "Ann"
    #expect(
      try bench.tree[place] == ObjectBench.node(#"{"name": "\#(name)", "born": 1, "motto": "m"}"#))
  }

  @Test func `one field is saved without the others, whatever is wrong with those`() throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1, "motto": "m", "likes": 2}"#)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    bench.store[ann].name = nil
    bench.store[ann].motto = "n"
    bench.store[ann].likes = 3
    bench.write(.integer(9), at: place.appending(Key("likes")))
    bench.tell()
    #expect(bench.store[ann].conflicts == [Path("likes")])
    try bench.commit { store, id in try store.save(ann, only: Profile.motto, in: id) }
    #expect(
      try bench.tree[place]
        == ObjectBench.node(#"{"name": "Ann", "born": 1, "motto": "n", "likes": 9}"#))
    #expect(!bench.store[ann].state(of: Profile.motto).hasEdit && bench.store[ann].hasEdits)
    // A field of which nothing is known writes nothing, and what is wrong with it is said.
    try bench.commit { store, id in try store.save(ann, only: Profile.home(Address.number), in: id)
    }
    #expect(bench.tree[place][Key("home")].isNull)
    let id = bench.store.begin()
    #expect(throws: TransactionFault.self) { try bench.store.save(ann, only: Profile.name, in: id) }
    #expect(throws: TransactionFault.self) {
      try bench.store.save(ann, only: Profile.likes, in: id)
    }
    #expect(bench.store[ann].faults(in: .field(Path("name"))) == [.missing(Path("name"))])
    #expect(bench.store[ann].faults(in: .field(Path("likes"))) == [.conflict(Path("likes"))])
  }

  @Test func `a value that is taken away, or is the default, is stored as nothing`() throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1, "motto": "m", "likes": 5}"#)
    bench.store[ann].motto = nil
    bench.store[ann].likes = 0
    try bench.commit { store, id in try store.save(ann, .edits, in: id) }
    #expect(try bench.tree[place] == ObjectBench.node(#"{"name": "Ann", "born": 1}"#))
    #expect(bench.store[ann].motto == nil && bench.store[ann].likes == 0)
  }

  @Test func `what cannot be read is not written over, unless it was edited`() throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1, "motto": "m"}"#)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    let newer = try ObjectBench.node(#"{"words": "of a newer app"}"#)
    bench.write(newer, at: place.appending(Key("motto")))
    bench.tell()
    #expect(bench.store[ann].motto == "m" && bench.store[ann].broken == [Path("motto")])
    try bench.commit { store, id in try store.save(ann, in: id) }
    #expect(bench.tree[place][Key("motto")] == newer)
    bench.store[ann].motto = "mine"
    bench.store[ann].decide(.mine)
    try bench.commit { store, id in try store.save(ann, in: id) }
    #expect(bench.tree[place][Key("motto")] == .text("mine"))
  }

  @Test func `a reference is a field like others`() throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1}"#)
    let bob = Reference<Profile>(to: Path("people/bob"), Glimpse(raw: .text("b")))
    bench.store[ann].friend = bob
    try bench.commit { store, id in try store.save(ann, .edits, in: id) }
    #expect(
      try bench.tree[place][Key("friend")]
        == ObjectBench.node(#"{"__src": "people/bob", "__val": {"__raw": "b"}}"#))
    bench.write(.text("a.b"), at: place.appending(Path("friend/__src")))
    let again = bench.store.open(Profile.self, at: place)
    bench.store.load(again, into: &bench.wishes)
    bench.drain()
    #expect(bench.store[again].broken == [Path("friend")] && bench.store[again].friend == nil)
    bench.store[ann].friend = nil
    try bench.commit { store, id in try store.save(ann, .edits, in: id) }
    #expect(bench.tree[place][Key("friend")].isNull)
  }

  @Test func `whoever shows an object hears of a save before whoever waits for it`() throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1}"#)
    bench.news = []
    bench.store[ann].motto = "m"
    try bench.commit { store, id in try store.save(ann, .edits, in: id) }
    let end = try #require(bench.news.firstIndex { $0.hasPrefix("ended") })
    let change = try #require(bench.news.firstIndex { $0.hasPrefix("changed") })
    #expect(change < end)
  }

  @Test func `an edit is changed by another value, and stays with the same one`() throws {
    var (bench, ann) = try loaded(#"{"name": "Ann", "born": 1, "motto": "m"}"#)
    bench.store[ann].motto = "one"
    let before = bench.store[ann].state(of: Profile.motto)
    bench.store[ann].change(Profile.motto, to: "one")
    #expect(bench.store[ann].state(of: Profile.motto) == before)
    bench.store[ann].change(Profile.motto, to: "two")
    #expect(bench.store[ann].motto == "two")
    bench.store[ann].change(Profile.motto, to: nil)
    #expect(bench.store[ann].motto == nil && bench.store[ann].hasEdits)
  }

  @Test func `fields have the names of their kind, those of nested objects too`() throws {
    var (bench, ann) = try loaded(
      #"{"name": "Ann", "born": 1, "home": {"street": "Church Lane", "number": 3}}"#)
    #expect(bench.store[ann].name == bench.store[ann][Profile.name])
    #expect(bench.store[ann].home.street == "Church Lane" && bench.store[ann].home.number == 3)
    bench.store[ann].name = "Ann"
    #expect(bench.store[ann].hasEdits, "to write what is shown is an edit, too")
    bench.store[ann].revert()
    bench.store[ann].home.street = "Mill Lane"
    bench.store[ann].born = (bench.store[ann].born ?? 0) + 1
    try bench.commit { store, id in try store.save(ann, .edits, in: id) }
    #expect(bench.tree[place][Path("home/street")] == .text("Mill Lane"))
    #expect(bench.tree[place][Key("born")] == .integer(2))
  }
}
