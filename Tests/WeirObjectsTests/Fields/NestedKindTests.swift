// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

/// Objects inside of others, with relations and versions of their own.
@Suite struct NestedKindTests {
  private enum Tenant: ObjectKind {
    static let name = Field<Tenant, String>("name", .text)
    static let home = Relation<Tenant, House>("home", back: .one("flat/tenant"))
    static let clubs = Relations<Tenant, House>("clubs", back: .many("flat/guests"))
    static let fields = Fields<Tenant> {
      name
      home
      clubs
    }
  }

  /// A flat of an app that calls the number of rooms a size.
  private enum Flat: ObjectKind {
    static let size = Field<Flat, Int>("size", .integer(), .required)
    static let door = Field<Flat, String>("door", .text)
    static let tenant = Relation<Flat, Tenant>("tenant", back: .one("home"))
    static let owner = Relation<Flat, Tenant>("owner", back: .one("home"), isTwoSided: false)
    static let guests = Relations<Flat, Tenant>("guests", back: .many("clubs"))
    static let versions: ModelVersions = [ModelVersion(2, 0)]
    static let fields = Fields<Flat> {
      size
      door
      tenant
      owner
      guests
    }

    static func migrate(
      _ node: Node, from stored: ModelVersions
    ) throws(TransactionFault) -> [Write.Part] {
      if node[Key("rooms")].isNull { return [] }
      return [Write.Part(Key("size"), node[Key("rooms")]), Write.Part(Key("rooms"), .null)]
    }
  }

  private enum House: ObjectKind {
    static let street = Field<House, String>("street", .text)
    static let flat = Nested<House, Flat>("flat")
    static let fields = Fields<House> {
      street
      flat
    }
  }

  private enum Town: ObjectKind {
    static let house = Nested<Town, House>("house")
    static let versions: ModelVersions = [ModelVersion(1, 0)]
    static let fields = Fields<Town> { house }
  }

  private let mark = Coding<[UInt8]>.bytes.node(for: [2, 0, 0, 0, 0, 0, 0, 0])

  private func edit<Kind>(
    _ kind: Kind.Type, _ place: String, _ bench: inout ObjectBench,
    _ change: (inout Object<Kind>) -> Void
  ) throws {
    let handle = bench.store.open(kind, at: Path(place))
    bench.store.load(handle, into: &bench.wishes)
    bench.drain()
    change(&bench.store[handle])
    try bench.commit { store, id in try store.save(handle, .edits, in: id) }
    bench.store.close(handle.id, into: &bench.wishes)
    bench.take()
  }

  @Test
  func `O2: an inner object is brought to its newer version with the first save inside of it`()
    throws
  {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"street": "s", "flat": {"rooms": 3}}"#), at: Path("h"))
    try edit(House.self, "h", &bench) { $0.street = "t" }
    #expect(bench.tree[Path("h/flat")] == (try ObjectBench.node(#"{"rooms": 3}"#)))
    try edit(House.self, "h", &bench) { $0.flat.door = "red" }
    var flat = try ObjectBench.node(#"{"size": 3, "door": "red"}"#)
    flat.set(mark, at: Key("__mv"))
    #expect(bench.tree[Path("h/flat")] == flat)
    bench.write(.integer(9), at: Path("h/flat/rooms"))
    try edit(House.self, "h", &bench) { $0.flat.door = "blue" }
    #expect(bench.tree[Path("h/flat/size")] == .integer(3), "it migrates once")
  }

  @Test func `versions are found however deep the objects lie, and each has its own`() throws {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"house": {"flat": {"rooms": 3}}}"#), at: Path("t"))
    try edit(Town.self, "t", &bench) { $0[Town.house(House.flat(Flat.door))] = "red" }
    #expect(bench.tree[Path("t/house/flat/size")] == .integer(3))
    #expect(bench.tree[Path("t/house/flat/__mv")] == mark)
    #expect(bench.tree[Path("t/house/__mv")].isNull && !bench.tree[Path("t/__mv")].isNull)
  }

  @Test func `an inner object whose fields have all gone is not there, though its versions are`()
    throws
  {
    var bench = ObjectBench()
    try edit(House.self, "h", &bench) {
      $0.street = "s"
      $0.flat.size = 2
    }
    #expect(bench.tree[Path("h/flat/__mv")] == mark)
    try edit(House.self, "h", &bench) { $0.flat.size = nil }
    let house = bench.store.open(House.self, at: Path("h"))
    bench.store.load(house, into: &bench.wishes)
    bench.drain()
    #expect(bench.store[house].broken == [] && bench.store[house].flat.size == nil)
    #expect(bench.store[house].faults(in: .everything) == [])
    try edit(House.self, "i", &bench) { $0.flat.size = nil }
    #expect(bench.tree[Path("i")].isNull, "what is not there gets no versions")
  }

  @Test func `a relation of one side stays one inside of another object`() throws {
    var bench = ObjectBench()
    let owner = House.flat(Flat.owner)
    try edit(House.self, "h", &bench) {
      $0.flat.size = 2
      $0.relate(owner, to: Path("people/ann"))
    }
    #expect(!owner.isTwoSided && bench.tree[Path("people")].isNull)
    #expect(bench.tree[Path("h/flat/owner/t_pth")] == .text("people/ann"))
  }

  @Test func `a relation of an inner object has both ends, and goes with either`() throws {
    var bench = ObjectBench()
    bench.write(.text("Ann"), at: Path("people/ann/name"))
    bench.write(.text("Bob"), at: Path("people/bob/name"))
    bench.write(.integer(2), at: Path("h/flat/size"))
    let tenant = House.flat(Flat.tenant)
    try edit(House.self, "h", &bench) { $0.relate(tenant, to: Path("people/ann")) }
    #expect(
      try bench.tree[Path("h/flat/tenant")]
        == ObjectBench.node(#"{"t_pth": "people/ann", "r_prop": "home"}"#))
    #expect(
      try bench.tree[Path("people/ann/home")]
        == ObjectBench.node(#"{"t_pth": "h", "r_prop": "flat/tenant"}"#))
    try edit(Tenant.self, "people/bob", &bench) { $0.relate(Tenant.home, to: Path("h")) }
    #expect(bench.tree[Path("people/ann/home")].isNull, "the one before lets go")
    #expect(bench.tree[Path("h/flat/tenant/t_pth")] == .text("people/bob"))
    let house = bench.store.open(House.self, at: Path("h"))
    try bench.commit { store, id in
      try store.relate(house, House.flat(Flat.guests), with: Path("people/ann"), in: id)
    }
    #expect(bench.tree[Path("people/ann/clubs/h/r_prop")] == .text("flat/guests/ann"))
    try bench.commit { store, id in try store.delete(house, in: id) }
    #expect(
      try bench.tree
        == ObjectBench.node(#"{"people": {"ann": {"name": "Ann"}, "bob": {"name": "Bob"}}}"#))
  }
}
