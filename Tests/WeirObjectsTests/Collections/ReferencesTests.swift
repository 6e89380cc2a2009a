// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct ReferencesTests {
  private let ann = Path("homes/ann")

  /// A tree with an object of a collection, and the rows of two lists.
  private struct World {
    var objects = ObjectBench()
    var homes = Values<Address>(at: Path("homes"))
    var friends = References<Address>(at: Path("friends"), below: Path("homes"))
    var bench: ViewBench<Reference<Address>>

    init() throws {
      bench = ViewBench(friends.view)
      let handle = objects.store.open(Address.self)
      objects.store[handle][Address.street] = "here"
      let homes = homes
      try objects.commit { store, id in
        try homes.write(handle, key: Key("ann"), link: Key("own"), in: id, of: &store)
      }
    }

    mutating func sync() {
      if bench.view.observers == 0 { bench.view.observe(into: &bench.wishes) }
      bench.tellAll(objects.tree)
      friends.view = bench.view
    }

    mutating func add(_ key: String, _ path: Path) throws {
      let friends = friends
      try objects.commit { store, id in
        try friends.write(
          Reference(to: path), key: Key(key), link: Key("l\(key)"), in: id, of: &store)
      }
    }

    mutating func remove(_ key: String) throws {
      let friends = friends
      try objects.commit { store, id in try friends.remove(Key(key), in: id, of: &store) }
    }
  }

  @Test func `a row and its link come by one write, and go by one`() throws {
    var world = try World()
    let before = world.objects.tree
    try world.add("f1", ann)
    #expect(world.objects.tree[Path("friends/f1/__src")] == .text("homes/ann"))
    #expect(
      world.objects.tree[Path("__lnks/homes/ann/__l_itms/lf1")]
        == Node([(Key("0"), .text("friends/f1"))]))
    world.sync()
    #expect(world.friends.view.rows.map(\.item.place) == [ann])
    let friends = world.friends
    try world.objects.commit { store, id in try friends.remove(at: 0, in: id, of: &store) }
    #expect(world.objects.tree == before)
  }

  @Test func `an object that goes takes along the rows that lead to it, and no others`() throws {
    var world = try World()
    world.objects.tree.set(.bool(true), at: Path("homes/bob"))
    for (key, name) in [("f1", "ann"), ("f2", "bob"), ("f3", "ann")] {
      try world.add(key, Path("homes/\(name)"))
    }
    let homes = world.homes
    try world.objects.commit { store, id in try homes.remove(Key("ann"), in: id, of: &store) }
    #expect(world.objects.tree[Path("friends")].children.map(\.key) == [Key("f2")])
    #expect(world.objects.tree[Path("__lnks/homes")].children.map(\.key) == [Key("bob")])
  }

  @Test func `a link that leads to several rows loses the one that goes`() throws {
    var world = try World()
    try world.add("f1", ann)
    let link = Path("__lnks/homes/ann/__l_itms/lf1")
    world.objects.tree.set(
      Coding<[String]>.list(of: .text).node(for: ["a/b", "friends/f1", "c/d"]), at: link)
    try world.remove("f1")
    #expect(
      world.objects.tree[link] == Coding<[String]>.list(of: .text).node(for: ["a/b", "c/d"]))
    #expect(!world.objects.tree[Path("__lnks/homes/ann/__l_itms/own")].isNull)
  }

  @Test func `links that lead elsewhere are not written`() throws {
    var world = try World()
    try world.add("f1", ann)
    let id = world.objects.store.begin()
    try world.friends.remove(Key("f1"), in: id, of: &world.objects.store)
    try world.objects.store.commit(id, into: &world.objects.wishes)
    world.objects.take()
    while !world.objects.reads.isEmpty { world.objects.answerRead() }
    guard case .merge(_, let parts)? = world.objects.writes.first?.write else {
      Issue.record("nothing is written")
      return
    }
    #expect(
      parts.map(\.path) == [Path("__lnks/homes/ann/__l_itms/lf1"), Path("friends/f1")])
  }

  @Test func `what is there is not added, and what is not there is not removed`() throws {
    var world = try World()
    #expect(throws: CollectionFault.notSynced) { try world.friends.view.key(at: 0) }
    try world.add("f1", ann)
    let before = world.objects.tree
    try world.add("f1", ann)
    try world.remove("f2")
    #expect(
      world.objects.ends().suffix(2).map { $0.split(separator: ": ", maxSplits: 1).last }
        == ["something stands at /friends/f1 already", "nothing stands at /friends/f2"])
    world.sync()
    #expect(throws: CollectionFault.present(Key("f1"))) { try world.add("f1", ann) }
    #expect(throws: CollectionFault.missing(Key("f2"))) { try world.remove("f2") }
    #expect(throws: CollectionFault.noRow(1)) { try world.friends.view.key(at: 1) }
    #expect(throws: CollectionFault.elsewhere(Path("people/eve"))) {
      try world.add("f3", Path("people/eve"))
    }
    #expect(world.objects.tree == before)
  }

  @Test func `relations are shown as rows, and changed by the store`() throws {
    var objects = ObjectBench()
    let red = Path("teams/red")
    let team = objects.store.open(Team.self, at: red)
    var bench = ViewBench(LiveView(of: Team.members, from: red))
    bench.view.observe(into: &bench.wishes)
    for name in ["ann", "bob"] {
      try objects.commit { store, id in
        try store.relate(team, Team.members, with: Path("people/\(name)"), in: id)
      }
      bench.tellAll(objects.tree)
    }
    #expect(bench.view.rows.map(\.item.target) == [Path("people/ann"), Path("people/bob")])
    try objects.commit { store, id in
      try store.unrelate(team, Team.members, from: Path("people/ann"), in: id)
    }
    bench.tellAll(objects.tree)
    #expect(bench.news == ["initial", "changed inserts [1]", "changed deletes [0]"])
    #expect(bench.shadow == Array(bench.view.rows))
  }
}
