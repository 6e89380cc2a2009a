// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

private enum Visit: ObjectKind {
  static let count = ReadOnlyField<Visit, Int>("count", .integer(), default: 0)
  static let last = ReadOnlyField<Visit, Int>("last", .integer(), .required)
  static let fields = Fields<Visit> {
    count
    last
  }
}

private enum Guest: ObjectKind {
  static let name = Field<Guest, String>("name", .text)
  static let joined = ReadOnlyField<Guest, Int>("joined", .integer(), .required)
  static let visit = Nested<Guest, Visit>("visit")
  static let fields = Fields<Guest> {
    name
    joined
    visit
  }
}

@Suite struct ReadOnlyFieldTests {
  @Test func `a field that the app does not write is read by its field and by its name`() throws {
    var guest = Object<Guest>(at: Path("g"))
    #expect(guest.joined == nil && guest.visit.count == 0 && guest.visit.last == nil)
    guest.hear(try ObjectBench.node(#"{"joined": 7, "visit": {"count": 3, "last": 9}}"#))
    #expect(guest.joined == 7 && guest[Guest.joined] == 7)
    #expect(guest.visit.count == 3 && guest[Guest.visit(Visit.last)] == 9)
    #expect(guest.state(of: Guest.joined).phase == .remote && Guest.joined.path == Path("joined"))
    #expect(guest.broken.isEmpty)
  }

  @Test func `no save writes it, and it keeps no object from being saved`() throws {
    var bench = ObjectBench()
    let handle = bench.store.open(Guest.self, at: Path("g"))
    bench.store[handle].name = "Ann"
    #expect(bench.store[handle].faults(in: .everything).isEmpty)
    try bench.commit { store, id in try store.save(handle, in: id) }
    #expect(try bench.tree == ObjectBench.node(#"{"g": {"name": "Ann"}}"#))
    // The server adds what is its own, and later changes it.
    bench.write(.integer(5), at: Path("g/joined"))
    bench.store.load(handle, into: &bench.wishes)
    bench.drain()
    bench.write(.integer(6), at: Path("g/joined"))
    try bench.commit { store, id in try store.save(handle, in: id) }
    #expect(bench.tree[Path("g/joined")] == .integer(6))
    bench.write(try ObjectBench.node(#"{"count": 3, "last": 9}"#), at: Path("g/visit"))
    bench.store.load(handle, into: &bench.wishes)
    bench.drain()
    bench.write(.integer(4), at: Path("g/visit/count"))
    bench.store[handle].name = "Anna"
    try bench.commit { store, id in try store.save(handle, in: id) }
    #expect(
      bench.tree[Path("g/visit/count")] == .integer(4)
        && bench.tree[Path("g/name")] == .text("Anna"))
    #expect(bench.store[handle].joined == 6 && bench.store[handle].visit.count == 3)
  }

  @Test func `an object that is read without it, where it is required, is not whole`() throws {
    var guest = Object<Guest>(at: Path("g"))
    guest.hear(try ObjectBench.node(#"{"name": "Ann", "visit": {"count": 1}}"#))
    #expect(guest.broken == [Path("joined"), Path("visit/last")])
  }
}
