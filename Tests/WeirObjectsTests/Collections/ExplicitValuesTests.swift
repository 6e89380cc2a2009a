// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

/// An element of these tests: points, of which more stand higher.
private struct Score: StoredItem, Comparable {
  var points: Int

  init(_ points: Int) { self.points = points }

  init(stored node: Node) throws(CodingFault) {
    points = try Coding<Int>.integer().value(in: node[Key("points")])
  }

  var node: Node { Node([(Key("points"), .integer(Int64(points)))]) }

  static func < (one: Self, other: Self) -> Bool { one.points > other.points }
}

@Suite struct ExplicitValuesTests {
  /// A tree, and somebody who shows the scores in it.
  private struct World {
    var objects = ObjectBench()
    var scores = ExplicitValues<Score>(at: Path("scores"))
    var bench: ViewBench<Score>

    init() { bench = ViewBench(scores.view) }

    mutating func sync() {
      if bench.view.observers == 0 { bench.view.observe(into: &bench.wishes) }
      bench.tellAll(objects.tree)
      scores.view = bench.view
    }

    mutating func add(_ key: String, _ points: Int) throws {
      let scores = scores
      try objects.commit { store, id in
        try scores.write(Score(points), key: Key(key), in: id, of: &store)
      }
    }

    mutating func remove(_ key: String) throws {
      let scores = scores
      try objects.commit { store, id in try scores.remove(Key(key), in: id, of: &store) }
    }
  }

  @Test func `an element stands whole at its place, and nothing stands beside it`() throws {
    var world = World()
    try world.add("ann", 7)
    #expect(try world.objects.tree == ObjectBench.node(#"{"scores": {"ann": {"points": 7}}}"#))
    world.sync()
    let scores = world.scores
    try world.objects.commit { store, id in try scores.remove(at: 0, in: id, of: &store) }
    #expect(world.objects.tree.isNull)
  }

  @Test func `rows stand in the order of the elements, and equal ones in that of their keys`()
    throws
  {
    var world = World()
    for (key, points) in [("d", 1), ("b", 5), ("c", 5), ("a", 3)] { try world.add(key, points) }
    world.sync()
    #expect(world.scores.view.rows.map(\.key) == [Key("b"), Key("c"), Key("a"), Key("d")])
    #expect(try world.scores.insertionIndex(of: Score(5), key: Key("bb")) == 1)
    #expect(try world.scores.insertionIndex(of: Score(9), key: Key("z")) == 0)
    #expect(try world.scores.insertionIndex(of: Score(0), key: Key("a")) == 4)
    #expect(try world.scores.view.key(at: 2) == Key("a"))
    // An element that changes moves.
    world.objects.tree.set(Score(4).node, at: Path("scores/b"))
    world.sync()
    #expect(world.scores.view.rows.map(\.key) == [Key("c"), Key("b"), Key("a"), Key("d")])
    #expect(world.bench.shadow == Array(world.scores.view.rows) && world.bench.news.count == 2)
  }

  @Test func `without synced rows an index is refused, and a key is read before it is written`()
    throws
  {
    var world = World()
    #expect(throws: CollectionFault.notSynced) {
      try world.scores.insertionIndex(of: Score(1), key: Key("a"))
    }
    #expect(throws: CollectionFault.notSynced) { try world.scores.view.key(at: 0) }
    try world.add("a", 1)
    let before = world.objects.tree
    try world.add("a", 2)
    try world.remove("b")
    #expect(world.objects.tree == before)
    #expect(
      world.objects.ends().suffix(2).map { $0.split(separator: ": ", maxSplits: 1).last }
        == ["something stands at /scores/a already", "nothing stands at /scores/b"])
    try world.remove("a")
    #expect(world.objects.tree.isNull)
  }

  @Test func `with synced rows what is there is not added, and what is not is not removed`() throws
  {
    var world = World()
    try world.add("a", 1)
    world.sync()
    #expect(throws: CollectionFault.present(Key("a"))) { try world.add("a", 2) }
    #expect(throws: CollectionFault.missing(Key("b"))) { try world.remove("b") }
    // What cannot be read is there all the same.
    world.objects.tree.set(.text("no score"), at: Path("scores/c"))
    world.sync()
    #expect(world.scores.view.broken == [Key("c")])
    try world.remove("c")
    #expect(world.objects.tree[Path("scores")].children.map(\.key) == [Key("a")])
  }

  @Test func `the changes lead to the sorted elements, whatever others do`() {
    for seed in fewerInDebug(0..<300) {
      var chance = RandomStream(seed: seed, "scores")
      var world = World()
      for step in 0..<30 {
        let place = Path("scores").appending(Key("k\(chance.index(below: 8))"))
        let isGone = chance.index(below: 4) == 0
        world.objects.tree.set(isGone ? .null : Score(chance.index(below: 4)).node, at: place)
        if chance.index(below: 3) > 0 { continue }
        world.sync()
        let model = world.objects.tree[Path("scores")].children
          .map { ($0.key, (try? Score(stored: $0.value))?.points ?? 0) }
          .sorted { $0.1 > $1.1 || $0.1 == $1.1 && $0.0 < $1.0 }
        if world.bench.shadow.map(\.key) != model.map(\.0)
          || world.bench.shadow != Array(world.bench.view.rows)
        {
          Issue.record("seed \(seed), step \(step): \(world.bench.shadow), not \(model)")
          return
        }
      }
      #expect(world.bench.view.isSynced || world.bench.news.isEmpty)
    }
  }

  // MARK: By objects

  @Test func `a value belongs to an object, and is looked up and removed by it`() throws {
    var objects = ObjectBench()
    var scores = ExplicitAssociatedValues<Profile, Score>(
      at: Path("scores"), keysAt: Path("people"))
    var bench = ViewBench(scores.view)
    let (ann, bob) = (Path("people/ann"), Path("people/bob"))
    #expect(throws: CollectionFault.notSynced) { try scores.value(for: ann) }
    #expect(throws: CollectionFault.elsewhere(Path("teams/red"))) {
      try scores.value(for: Path("teams/red"))
    }
    let written = scores
    try objects.commit { store, id in
      try written.write(Score(3), for: ann, in: id, of: &store)
      try written.write(Score(5), for: bob, in: id, of: &store)
      #expect(throws: CollectionFault.elsewhere(Path("people"))) {
        try written.write(Score(1), for: Path("people"), in: id, of: &store)
      }
    }
    #expect(
      try objects.tree
        == ObjectBench.node(#"{"scores": {"ann": {"points": 3}, "bob": {"points": 5}}}"#))
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(objects.tree)
    scores.view = bench.view
    #expect(try scores.value(for: ann) == Score(3) && scores.value(for: Path("people/eve")) == nil)
    #expect(Array(scores.keys) == [bob, ann])
    #expect(try scores.insertionIndex(of: Score(4), for: Path("people/eve")) == 1)
    let id = objects.store.begin()
    #expect(throws: CollectionFault.present(Key("ann"))) {
      try scores.write(Score(9), for: ann, in: id, of: &objects.store)
    }
    try objects.store.revert(id, into: &objects.wishes)
    let shown = scores
    try objects.commit { store, id in try shown.remove(at: 0, in: id, of: &store) }
    #expect(try objects.tree == ObjectBench.node(#"{"scores": {"ann": {"points": 3}}}"#))
  }

  @Test func `all rows go by one write, unless there may be others`() throws {
    var world = World()
    for (key, points) in [("a", 1), ("b", 2), ("c", 3)] { try world.add(key, points) }
    let unseen = world.scores
    try world.objects.commit { store, id in
      #expect(throws: CollectionFault.notSynced) { try unseen.removeAll(in: id, of: &store) }
    }
    world.sync()
    try world.add("d", 4)
    let scores = world.scores
    try world.objects.commit { store, id in try scores.removeAll(in: id, of: &store) }
    #expect(
      try world.objects.tree == ObjectBench.node(#"{"scores": {"d": {"points": 4}}}"#),
      "what others add stays")
    try world.add("e", 5)
    world.sync()
    let both = world.scores
    try world.objects.commit { store, id in
      try store.set(.integer(9), at: Path("scores/d/points"), in: id)
      #expect(throws: CollectionFault.self) { try both.removeAll(in: id, of: &store) }
    }
    #expect(
      try world.objects.tree
        == ObjectBench.node(#"{"scores": {"d": {"points": 9}, "e": {"points": 5}}}"#),
      "if one row cannot go, none goes")
    var friends = References<Profile>(at: Path("scores"), limit: 1)
    var bench = ViewBench(friends.view)
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(world.objects.tree)
    friends.view = bench.view
    let some = friends
    try world.objects.commit { store, id in
      #expect(throws: CollectionFault.notAll) { try some.removeAll(in: id, of: &store) }
    }
  }
}
