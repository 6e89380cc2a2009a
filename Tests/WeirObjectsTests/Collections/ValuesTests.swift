// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

@Suite struct ValuesTests {
  private static let home = Path("homes")
  private static let items = Path("__lnks/homes/__itms")

  /// An app with objects and a collection of them, whose reads and writes wait for their answers.
  private struct Person {
    var objects = ObjectBench()
    var bench: ViewBench<ValueItem>
    var values: Values<Address>
    var links = 0
    let name: String

    init(_ name: String, limit: Int? = nil) {
      self.name = name
      values = Values(at: ValuesTests.home, limit: limit)
      bench = ViewBench(values.view)
    }

    /// Hears all that there is.
    mutating func sync(_ tree: Node) {
      bench.view = values.view
      if values.view.observers == 0 { bench.view.observe(into: &bench.wishes) }
      bench.tellAll(tree)
      values.view = bench.view
    }

    mutating func stop() {
      bench.view = values.view
      bench.view.stop(into: &bench.wishes)
      bench.take()
      values.view = bench.view
    }

    /// Commits what is added, if that is taken.
    mutating func commit(
      _ body: (inout ObjectStore, TransactionID) throws(CollectionFault) -> Void
    ) -> CollectionFault? {
      let id = objects.store.begin()
      do throws(CollectionFault) { try body(&objects.store, id) } catch {
        try? objects.store.revert(id, into: &objects.wishes)
        return error
      }
      try? objects.store.commit(id, into: &objects.wishes)
      objects.take()
      return nil
    }

    mutating func add(_ key: String, _ payload: Node = .null) -> CollectionFault? {
      links += 1
      let link = Key("\(name)\(links)")
      let handle = objects.store.open(Address.self)
      objects.store[handle][Address.street] = "street \(key)"
      defer { objects.store.close(handle.id, into: &objects.wishes) }
      let values = values
      return commit { store, id throws(CollectionFault) in
        try values.write(
          handle, key: Key(key), link: link, Glimpse(payload: payload), in: id, of: &store)
      }
    }

    mutating func remove(_ key: String) -> CollectionFault? {
      let values = values
      return commit { store, id throws(CollectionFault) in
        try values.remove(Key(key), in: id, of: &store)
      }
    }

    mutating func remove(at index: Int) -> CollectionFault? {
      let values = values
      return commit { store, id throws(CollectionFault) in
        try values.remove(at: index, in: id, of: &store)
      }
    }

    /// Answers all that is asked, over a tree.
    mutating func drain(_ tree: inout Node) {
      objects.tree = tree
      objects.drain()
      tree = objects.tree
    }
  }

  /// Everything that is wrong with the rows, elements and links of a tree.
  private func faults(in tree: Node) -> [String] {
    let elements = tree[Self.home].children.map(\.key)
    let rows = tree[Self.items].children
    var faults: [String] = []
    if rows.map(\.key) != elements { faults.append("rows \(rows.map(\.key)) of \(elements)") }
    for (key, row) in rows {
      let item = try? ValueItem(stored: row)
      let links = tree[Path("__lnks/homes").appending(key).appending(Key("__l_itms"))]
      if item.map({ links[$0.link].isNull }) ?? true { faults.append("no link of \(key)") }
      for (_, link) in links.children {
        let texts = (try? Coding<[String]>.list(of: .text).value(in: link)) ?? []
        if texts.isEmpty { faults.append("an empty link of \(key)") }
        for text in texts where tree[Path(text)].isNull { faults.append("\(text) is not there") }
      }
    }
    for (key, node) in tree[Path("__lnks/homes")].children
    where key != Key("__itms") && !node.isNull && !elements.contains(key) {
      faults.append("links of \(key), which is not there")
    }
    return faults
  }

  @Test func `an element, its row and its link come by one write, and go by one`() throws {
    var tree = Node.null
    var person = Person("p")
    person.sync(tree)
    #expect(person.add("a", .text("red")) == nil)
    #expect(person.objects.writes.count == 1 && person.objects.reads.isEmpty)
    person.drain(&tree)
    #expect(
      try tree
        == ObjectBench.node(
          #"""
          {"homes": {"a": {"street": "street a"}}, "__lnks": {"homes": {
            "__itms": {"a": {"__lnk": "p1", "__val": {"__pl": "red"}}},
            "a": {"__l_itms": {"p1": {"0": "__lnks/homes/__itms/a"}}}}}}
          """#))
    person.sync(tree)
    #expect(person.values.view.rows.map(\.item.glimpse.payload) == [.text("red")])
    #expect(try person.values.place(at: 0) == Path("homes/a"))
    #expect(person.remove(at: 0) == nil)
    person.drain(&tree)
    #expect(tree.isNull)
  }

  @Test func `all that the links of an element lead to goes with it`() {
    var tree = Node.null
    var person = Person("p")
    person.sync(tree)
    _ = person.add("b")
    person.drain(&tree)
    let before = tree
    _ = person.add("a")
    person.drain(&tree)
    tree.set(.bool(true), at: Path("favourites/x"))
    tree.set(.bool(true), at: Path("favourites/y"))
    tree.set(
      Coding<[String]>.list(of: .text).node(for: ["favourites/x", "homes/a/street", "homes"]),
      at: Path("__lnks/homes/a/__l_itms/fav"))
    person.sync(tree)
    #expect(person.remove("a") == nil)
    person.drain(&tree)
    // What lies around the element is not a thing that mentions it.
    var rest = before
    rest.set(.bool(true), at: Path("favourites/y"))
    #expect(tree == rest)
  }

  @Test func `without synced rows an index is refused, and a key is read before it is written`() {
    var tree = Node.null
    var person = Person("p")
    #expect(person.remove(at: 0) == .notSynced)
    #expect(throws: CollectionFault.notSynced) { try person.values.place(at: 0) }
    #expect(person.add("a") == nil)
    #expect(person.objects.reads.count == 1 && person.objects.writes.isEmpty)
    person.drain(&tree)
    #expect(faults(in: tree) == [] && !tree.isNull)
    let before = tree
    #expect(person.add("a") == nil && person.remove("b") == nil)
    person.drain(&tree)
    #expect(tree == before)
    #expect(
      person.objects.ends().suffix(2).map { $0.split(separator: ": ", maxSplits: 1).last }
        == [
          "something stands at /__lnks/homes/__itms/a already",
          "nothing stands at /__lnks/homes/__itms/b",
        ])
  }

  @Test func `with synced rows what is there is not added, and what is not is not removed`() {
    var tree = Node.null
    var person = Person("p")
    person.sync(tree)
    _ = person.add("a")
    person.drain(&tree)
    person.sync(tree)
    #expect(person.add("a") == .present(Key("a")))
    #expect(person.remove("b") == .missing(Key("b")))
    #expect(person.remove(at: 1) == .noRow(1) && person.remove(at: -1) == .noRow(-1))
    #expect(person.objects.store.kept.transactions == 0)
    person.stop()
    #expect(person.remove(at: 0) == .notSynced)
  }

  @Test func `beyond the rows that are shown a key is read before it is written`() {
    var tree = Node.null
    var person = Person("p")
    for key in ["a", "b", "c"] {
      _ = person.add(key)
      person.drain(&tree)
    }
    var other = Person("o", limit: 1)
    other.sync(tree)
    #expect(other.values.view.rows.map(\.key) == [Key("c")])
    #expect(other.add("c") == .present(Key("c")))
    #expect(other.add("a") == nil && other.remove("b") == nil)
    other.drain(&tree)
    #expect(tree[Self.home].children.map(\.key) == [Key("a"), Key("c")])
    #expect(other.objects.ends().first?.contains("something stands") == true)
    #expect(faults(in: tree) == [])
  }

  @Test func `an object without a key, or of elsewhere, is refused, and stays as it is`() {
    var person = Person("p")
    let stray = person.objects.store.open(Address.self, at: Path("elsewhere/a"))
    let loose = person.objects.store.open(Address.self)
    let values = person.values
    let refused = person.commit { store, id throws(CollectionFault) in
      try values.write(stray, link: Key("l"), in: id, of: &store)
    }
    #expect(refused == .elsewhere(Path("elsewhere/a")))
    let homeless = person.commit { store, id throws(CollectionFault) in
      try values.write(loose, link: Key("l"), in: id, of: &store)
    }
    #expect(homeless == .noKey)
    let empty = person.commit { store, id throws(CollectionFault) in
      try values.write(loose, key: Key("a"), link: Key("l"), in: id, of: &store)
    }
    #expect(empty?.description == "the field '/street' has no value")
    #expect(person.objects.store[loose].place == nil)
  }

  @Test func `what is refused leaves nothing of itself in its transaction`() throws {
    var person = Person("p")
    let values = person.values
    let loose = person.objects.store.open(Address.self)
    let id = person.objects.store.begin()
    try person.objects.store.set(.bool(true), at: Path("other"), in: id)
    #expect(throws: CollectionFault.self) {
      try values.write(loose, key: Key("a"), link: Key("l"), in: id, of: &person.objects.store)
    }
    try person.objects.store.commit(id, into: &person.objects.wishes)
    var tree = Node.null
    person.drain(&tree)
    #expect(tree == Node([(Key("other"), .bool(true))]))
  }

  @Test func `whatever several people do, rows, elements and links agree`() {
    var (added, removed, refused) = (0, 0, 0)
    let seeds = fewerInDebug(0..<400)
    for seed in seeds {
      var chance = RandomStream(seed: seed, "values")
      var tree = Node.null
      var people = [Person("p"), Person("q", limit: 2)]
      for step in 0..<40 {
        let who = chance.index(below: 2)
        let key = "k\(chance.index(below: 4))"
        switch chance.index(below: 12) {
        case 0, 1, 2:
          if people[who].add(key) == nil { added += 1 } else { refused += 1 }
        case 3:
          if people[who].remove(key) == nil { removed += 1 } else { refused += 1 }
        case 4:
          if people[who].remove(at: chance.index(below: 3)) == nil {
            removed += 1
          } else {
            refused += 1
          }
        case 5, 6: people[who].sync(tree)
        case 7: people[who].stop()
        default:
          people[who].objects.tree = tree
          if !people[who].objects.writes.isEmpty, chance.index(below: 2) == 0 {
            people[who].objects.answerWrite(chance.index(below: 5) == 0 ? .forbidden : .committed)
          } else if !people[who].objects.reads.isEmpty {
            people[who].objects.answerRead()
          }
          tree = people[who].objects.tree
        }
        let found = faults(in: tree)
        if !found.isEmpty {
          Issue.record("seed \(seed), step \(step): \(found)")
          return
        }
      }
      for who in people.indices {
        people[who].drain(&tree)
        people[who].sync(tree)
        #expect(people[who].objects.store.kept.transactions == 0)
      }
      #expect(faults(in: tree) == [], "seed \(seed)")
      let keys = Array(tree[Self.home].children.map(\.key).reversed())
      people[0].sync(tree)
      #expect(people[0].values.view.rows.map(\.key) == keys)
    }
    // Each seed adds, removes and is refused several times.
    #expect(2 * added > 5 * seeds.count && 4 * removed > 3 * seeds.count)
    #expect(2 * refused > 5 * seeds.count)
  }
}
