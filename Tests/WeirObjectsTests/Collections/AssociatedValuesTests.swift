// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct AssociatedValuesTests {
  /// Teams, and an address for some of them.
  private struct World {
    var objects = ObjectBench()
    var teams = Values<Team>(at: Path("teams"))
    var homes: AssociatedValues<Team, Address>
    var bench: ViewBench<AssociatedItem>

    init(isLinked: Bool = true) throws {
      homes = AssociatedValues(at: Path("homes"), keysAt: Path("teams"), isLinked: isLinked)
      bench = ViewBench(homes.view)
      let teams = teams
      for name in ["red", "blue"] {
        let team = objects.store.open(Team.self)
        objects.store[team][Team.title] = name
        try objects.commit { store, id in
          try teams.write(team, key: Key(name), link: Key("own"), in: id, of: &store)
        }
      }
    }

    mutating func sync() {
      if bench.view.observers == 0 { bench.view.observe(into: &bench.wishes) }
      bench.tellAll(objects.tree)
      homes.view = bench.view
    }

    mutating func give(_ team: String, at place: String? = nil, link: String = "l1") throws {
      let homes = homes
      let home = objects.store.open(Address.self, at: place.map { Path($0) })
      objects.store[home][Address.street] = "street of \(team)"
      try objects.commit { store, id in
        try homes.write(
          home, for: Path(team), link: Key(link), Glimpse(payload: .text("far")),
          ofOwner: Glimpse(raw: .integer(7)), in: id, of: &store)
      }
    }

    mutating func remove(_ key: String) throws {
      let homes = homes
      try objects.commit { store, id in try homes.remove(Key(key), in: id, of: &store) }
    }
  }

  @Test func `a value, its row and its links come by one write, and go by one`() throws {
    var world = try World()
    let before = world.objects.tree
    world.sync()
    try world.give("teams/red")
    #expect(
      try world.objects.tree[Path("homes")]
        == ObjectBench.node(#"{"red": {"street": "street of teams/red"}}"#))
    #expect(
      try world.objects.tree[Path("__lnks/homes")]
        == ObjectBench.node(
          #"""
          {"__itms": {"red": {"__lnk": "l1", "__key": {"__raw": 7}, "__val": {"__pl": "far"}}},
           "red": {"__l_itms": {"l1": {
             "0": "__lnks/homes/__itms/red", "1": "__lnks/teams/red/__l_itms/l1"}}}}
          """#))
    #expect(
      try world.objects.tree[Path("__lnks/teams/red/__l_itms/l1")]
        == ObjectBench.node(
          #"{"0": "__lnks/homes/__itms/red", "1": "homes/red", "2": "__lnks/homes/red/__l_itms"}"#))
    world.sync()
    let homes = world.homes
    #expect(Array(homes.keys) == [Path("teams/red")] && Array(homes.values) == [Path("homes/red")])
    #expect(homes.view.rows.map(\.item.owner.raw) == [.integer(7)])
    #expect(homes.view.rows.map(\.item.glimpse.payload) == [.text("far")])
    try world.objects.commit { store, id in try homes.remove(at: 0, in: id, of: &store) }
    #expect(world.objects.tree == before)
  }

  @Test func `a key that goes with its links takes the value, its row and its links along`() throws
  {
    for isDeleted in [false, true] {
      var world = try World()
      try world.give("teams/blue", link: "l2")
      let before = world.objects.tree
      try world.give("teams/red")
      let teams = world.teams
      let red = world.objects.store.open(Team.self, at: Path("teams/red"))
      try world.objects.commit { store, id in
        if isDeleted {
          try store.delete(red, withLinks: true, in: id)
        } else {
          try teams.remove(Key("red"), in: id, of: &store)
        }
      }
      var rest = before
      for path in ["teams/red", "__lnks/teams/red", "__lnks/teams/__itms/red"] {
        rest.set(.null, at: Path(path))
      }
      #expect(world.objects.tree == rest)
    }
  }

  @Test func `a value that goes with its links takes its row and the link of its key along`() throws
  {
    var world = try World()
    let before = world.objects.tree
    try world.give("teams/red")
    let home = world.objects.store.open(Address.self, at: Path("homes/red"))
    try world.objects.commit { store, id in try store.delete(home, withLinks: true, in: id) }
    #expect(world.objects.tree == before)
  }

  @Test func `without links a value comes and goes with its row alone`() throws {
    var world = try World(isLinked: false)
    let before = world.objects.tree
    try world.give("teams/red")
    #expect(world.objects.tree[Path("__lnks/teams")] == before[Path("__lnks/teams")])
    #expect(world.objects.tree[Path("__lnks/homes")].children.map(\.key) == [Key("__itms")])
    world.sync()
    #expect(world.homes.view.rows.map(\.item.link) == [nil])
    try world.remove("red")
    #expect(world.objects.tree == before)
  }

  @Test func `a key has one value, is one of the keys, and its value lies under it`() throws {
    var world = try World()
    #expect(throws: CollectionFault.elsewhere(Path("people/ann"))) { try world.give("people/ann") }
    #expect(throws: CollectionFault.elsewhere(Path("homes/blue"))) {
      try world.give("teams/red", at: "homes/blue")
    }
    try world.give("teams/red", at: "homes/red")
    let before = world.objects.tree
    try world.give("teams/red", link: "l2")
    try world.remove("blue")
    #expect(world.objects.tree == before)
    #expect(
      world.objects.ends().suffix(2).map { $0.split(separator: ": ", maxSplits: 1).last }
        == [
          "something stands at /__lnks/homes/__itms/red already",
          "nothing stands at /__lnks/homes/__itms/blue",
        ])
    world.sync()
    #expect(throws: CollectionFault.present(Key("red"))) { try world.give("teams/red") }
    #expect(throws: CollectionFault.missing(Key("blue"))) { try world.remove("blue") }
  }

  @Test func `a value that cannot be saved leaves nothing in its transaction`() throws {
    var world = try World()
    let home = world.objects.store.open(Address.self)
    let (homes, before) = (world.homes, world.objects.tree)
    try world.objects.commit { store, id in
      #expect(throws: CollectionFault.self) {
        try homes.write(home, for: Path("teams/red"), link: Key("l1"), in: id, of: &store)
      }
    }
    #expect(world.objects.tree == before && world.objects.store[home].place == nil)
  }

  // MARK: Deletes

  @Test func `an object that is deleted with its links takes along the rows that lead to it`()
    throws
  {
    for withLinks in [false, true] {
      var objects = ObjectBench()
      let homes = Values<Address>(at: Path("homes"))
      let friends = References<Address>(at: Path("friends"))
      let home = objects.store.open(Address.self)
      objects.store[home][Address.street] = "here"
      try objects.commit { store, id in
        try homes.write(home, key: Key("a"), link: Key("own"), in: id, of: &store)
        try friends.write(
          Reference(to: Path("homes/a")), key: Key("f"), link: Key("l"), in: id, of: &store)
      }
      let rows = [Path("friends/f"), Path("__lnks/homes/__itms/a"), Path("__lnks/homes/a")]
      #expect(rows.allSatisfy { !objects.tree[$0].isNull })
      try objects.commit { store, id in try store.delete(home, withLinks: withLinks, in: id) }
      #expect(objects.tree[Path("homes")].isNull)
      #expect(rows.allSatisfy { objects.tree[$0].isNull == withLinks })
    }
  }
}
