// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct TransactionTests {
  private func refused(_ body: () throws -> Void) -> TransactionFault? {
    do { try body() } catch { return error as? TransactionFault }
    return nil
  }

  @Test func `all is written at one instant, the last one at a path`() throws {
    var bench = ObjectBench()
    let id = bench.store.begin()
    try bench.store.set(.integer(1), at: Path("a/x"), in: id)
    try bench.store.set(.integer(2), at: Path("b"), in: id)
    try bench.store.set(.integer(3), at: Path("a/x"), in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    #expect(bench.writes.count == 1)
    bench.drain()
    #expect(try bench.tree == ObjectBench.node(#"{"a": {"x": 3}, "b": 2}"#))
    #expect(bench.ends() == ["ended 1"])
  }

  @Test func `T7: a transaction without anything to write ends at once`() throws {
    var bench = ObjectBench()
    try bench.commit { _, _ in }
    #expect(bench.writes.isEmpty)
    #expect(bench.ends() == ["ended 1"])
  }

  @Test func `what lies inside of what is written is refused, and changes nothing`() throws {
    var bench = ObjectBench()
    let id = bench.store.begin()
    try bench.store.set(.integer(1), at: Path("a/b"), in: id)
    for path in ["a", "a/b/c"] {
      let fault = refused { try bench.store.set(.integer(2), at: Path(path), in: id) }
      let (outer, inner) = path == "a" ? ("a", "a/b") : ("a/b", "a/b/c")
      #expect(fault == .overlap(Path(outer), Path(inner)))
    }
    #expect(refused { try bench.store.set(.null, at: Path("a"), in: id) } != nil)
    try bench.store.set(.integer(2), at: Path("ab"), in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.drain()
    #expect(try bench.tree == ObjectBench.node(#"{"a": {"b": 1}, "ab": 2}"#))
  }

  @Test func `to take away inside of what is taken away says nothing new, in any order`() throws {
    for paths in [["a", "a/b"], ["a/b", "a/c", "a"]] {
      var bench = ObjectBench()
      bench.write(try ObjectBench.node(#"{"b": 1, "c": 2}"#), at: Path("a"))
      bench.write(.integer(7), at: Path("z"))
      try bench.commit { store, id in
        for path in paths { try store.set(.null, at: Path(path), in: id) }
      }
      #expect(try bench.tree == ObjectBench.node(#"{"z": 7}"#))
    }
  }

  @Test func `T5: a transaction is committed once, and takes nothing after that`() throws {
    var bench = ObjectBench()
    let id = bench.store.begin()
    try bench.store.set(.integer(1), at: Path("a"), in: id)
    try bench.store.commit(id, into: &bench.wishes)
    for _ in 0..<2 {
      #expect(refused { try bench.store.commit(id, into: &bench.wishes) } == .over)
      #expect(refused { try bench.store.set(.null, at: Path("b"), in: id) } == .over)
      #expect(refused { try bench.store.revert(id, into: &bench.wishes) } == .over)
      bench.drain()
    }
    #expect(bench.ends() == ["ended 1"])
  }

  @Test func `one that was forgotten is named`() throws {
    var bench = ObjectBench()
    let ids = (0..<3).map { _ in bench.store.begin() }
    #expect(bench.store.unfinished == ids)
    try bench.store.commit(ids[0], into: &bench.wishes)
    try bench.store.revert(ids[2], into: &bench.wishes)
    #expect(bench.store.unfinished == [ids[1]])
    bench.drain()
    #expect(bench.ends() == ["ended 1"], "what was reverted has not ended")
  }

  @Test func `reverted, its saves are edits again`() throws {
    var bench = ObjectBench()
    let red = bench.store.open(Team.self, at: Path("teams/red"))
    bench.store[red][Team.title] = "Red"
    let id = bench.store.begin()
    try bench.store.save(red, in: id)
    #expect(!bench.store[red].hasEdits)
    try bench.store.revert(id, into: &bench.wishes)
    #expect(bench.store[red].hasEdits)
    #expect(bench.store[red][Team.title] == "Red")
    #expect(bench.store.kept.transactions == 0)
  }

  @Test func `an object that does not fit leaves the transaction and its edits as they were`()
    throws
  {
    var bench = ObjectBench()
    let red = bench.store.open(Team.self, at: Path("teams/red"))
    bench.store[red][Team.title] = "Red"
    let id = bench.store.begin()
    try bench.store.set(.text("x"), at: Path("teams"), in: id)
    #expect(
      refused { try bench.store.save(red, in: id) }
        == .overlap(Path("teams"), Path("teams/red/title")))
    #expect(bench.store[red].hasEdits)
    try bench.store.commit(id, into: &bench.wishes)
    bench.drain()
    #expect(bench.tree[Path("teams")] == .text("x"))
  }

  @Test(arguments: [
    (ObjectStore.Expectation.something, "{}", "nothing stands at /a"),
    (.nothing, #"{"a": 1}"#, "something stands at /a already"),
    (.just(.integer(2)), #"{"a": 1}"#, "something else stands at /a than was expected"),
  ])
  func `what is expected and not there ends it, and nothing is written`(
    expectation: ObjectStore.Expectation, json: String, words: String
  ) throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(json)
    let before = bench.tree
    try bench.commit { store, id in
      try store.require(expectation, at: Path("a"), in: id)
      try store.set(.integer(9), at: Path("b"), in: id)
    }
    #expect(bench.tree == before)
    #expect(bench.ends() == ["ended 1: \(words)"])
    #expect(bench.store.kept.isEmpty)
  }

  @Test(arguments: [
    (ObjectStore.Expectation.something, #"{"a": 1}"#, "{}", "nothing stands at /a"),
    (.nothing, "{}", #"{"a": 1}"#, "something stands at /a already"),
    (
      .just(.integer(2)), #"{"a": 2}"#, #"{"a": 3}"#,
      "something else stands at /a than was expected"
    ),
  ])
  func `what changes between the reading and the write turns it away`(
    expectation: ObjectStore.Expectation, json: String, later: String, words: String
  ) throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(json)
    let id = bench.store.begin()
    try bench.store.require(expectation, at: Path("a"), in: id)
    try bench.store.set(.integer(9), at: Path("b"), in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    bench.answerRead()
    bench.tree = try ObjectBench.node(later)
    bench.answerWrite()
    // It has read again, and found it.
    bench.drain()
    #expect(bench.ends() == ["ended \(id.number): \(words)"])
    #expect(try bench.tree == ObjectBench.node(later) && bench.store.kept.isEmpty)
  }

  @Test func `what is turned away begins again with what it was committed with, and not for ever`()
    throws
  {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"a": 1}"#)
    let id = bench.store.begin()
    try bench.store.require(.something, at: Path("a"), in: id)
    try bench.store.set(from: Path("c"), in: id) { node throws(TransactionFault) in
      [Write.Part(.root, node.isNull ? .integer(1) : .null)]
    }
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    var tries = 0
    while bench.ends().isEmpty {
      while !bench.reads.isEmpty { bench.answerRead() }
      tries += 1
      // There again whenever it is read, and gone whenever it is written.
      bench.write(.null, at: Path("a"))
      bench.write(tries % 2 == 0 ? .null : .integer(1), at: Path("c"))
      #expect(bench.writes.count == 1 && bench.writes[0].demands.count == 1)
      let tag = bench.writes[0].tag
      #expect(bench.store.transaction(writtenAs: tag) == id)
      bench.answerWrite()
      bench.write(.integer(1), at: Path("a"))
    }
    #expect(tries == 26 && bench.store.kept.isEmpty)
  }

  @Test func `what is expected and there lets it be written`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"a": 1}"#)
    try bench.commit { store, id in
      try store.require(.something, at: Path("a"), in: id)
      try store.require(.just(.integer(1)), at: Path("a"), in: id)
      try store.require(.nothing, at: Path("b"), in: id)
      try store.set(.integer(9), at: Path("b"), in: id)
    }
    #expect(bench.tree[Key("b")] == .integer(9))
  }

  @Test func `T4: what may not be read ends it, and its saves are edits again`() throws {
    var bench = ObjectBench()
    let red = bench.store.open(Team.self, at: Path("teams/red"))
    bench.store[red][Team.title] = "Red"
    let id = bench.store.begin()
    try bench.store.save(red, in: id)
    try bench.store.require(.something, at: Path("a"), in: id)
    try bench.store.require(.something, at: Path("b"), in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    bench.answerRead(.forbidden)
    #expect(bench.ends() == ["ended \(id.number): /a cannot be read: forbidden"])
    #expect(bench.store.kept.reads == 0)
    #expect(bench.store[red].hasEdits)
    bench.answerRead()
    bench.drain()
    #expect(bench.ends() == [], "what comes later is of no use")
    #expect(bench.tree.isNull)
  }

  @Test func `what the app makes of what it read is written with the rest`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"old": {"v": 7}}"#)
    try bench.commit { store, id in
      try store.set(.null, at: Path("old"), in: id)
      try store.set(from: Path("old"), in: id) { node in [] }
      try store.set(from: Path("old/v"), in: id) { node in [] }
    }
    #expect(bench.tree.isNull)
    bench.tree = try ObjectBench.node(#"{"count": 7}"#)
    try bench.commit { store, id in
      try store.set(from: Path("count"), in: id) { node throws(TransactionFault) in
        guard case .integer(let count) = node else { throw .missing(Path("count")) }
        return [Write.Part(.root, .integer(count + 1))]
      }
    }
    #expect(bench.tree[Key("count")] == .integer(8))
  }

  @Test(arguments: ObjectStore.MergeStrategy.allCases)
  func `T2: of two merged transactions one writes at each path, also where one takes away`(
    strategy: ObjectStore.MergeStrategy
  ) throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"a": 1, "b": 2, "c": 3}"#)
    let (ours, theirs) = (bench.store.begin(), bench.store.begin())
    try bench.store.set(.null, at: Path("a"), in: ours)
    try bench.store.set(.integer(20), at: Path("b"), in: ours)
    try bench.store.set(.integer(10), at: Path("a"), in: theirs)
    try bench.store.set(.null, at: Path("b"), in: theirs)
    try bench.store.set(.integer(30), at: Path("c"), in: theirs)
    try bench.store.merge(theirs, into: ours, strategy)
    #expect(refused { try bench.store.commit(theirs, into: &bench.wishes) } == .over)
    try bench.store.commit(ours, into: &bench.wishes)
    bench.drain()
    let json = strategy == .ours ? #"{"b": 20, "c": 30}"# : #"{"a": 10, "c": 30}"#
    #expect(try bench.tree == ObjectBench.node(json))
  }

  @Test(arguments: ObjectStore.MergeStrategy.allCases)
  func `T2: the strategy counts for what is made of what is there, too`(
    strategy: ObjectStore.MergeStrategy
  ) throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1}"#)
    let (ours, theirs) = (bench.store.begin(), bench.store.begin())
    func add(
      _ number: Int64, to name: String, in id: TransactionID, of store: inout ObjectStore
    ) throws {
      try store.set(from: Path(name), in: id) { node in
        guard case .integer(let before) = node else { return [] }
        return [Write.Part(.root, .integer(before + number))]
      }
    }
    // Made against written, either way; made against made; and two that only one of them touches.
    try add(10, to: "a", in: ours, of: &bench.store)
    try bench.store.set(.integer(70), at: Path("a"), in: theirs)
    try bench.store.set(.integer(60), at: Path("b"), in: ours)
    try add(20, to: "b", in: theirs, of: &bench.store)
    try add(10, to: "c", in: ours, of: &bench.store)
    try add(20, to: "c", in: theirs, of: &bench.store)
    try add(10, to: "d", in: ours, of: &bench.store)
    try add(20, to: "e", in: theirs, of: &bench.store)
    try bench.store.merge(theirs, into: ours, strategy)
    try bench.store.commit(ours, into: &bench.wishes)
    bench.drain()
    let json =
      strategy == .ours
      ? #"{"a": 11, "b": 60, "c": 11, "d": 11, "e": 21}"#
      : #"{"a": 70, "b": 21, "c": 21, "d": 11, "e": 21}"#
    #expect(try bench.tree == ObjectBench.node(json))
  }

  @Test func `a transaction that begins again writes nothing of what it made before`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"list": {"next": "a"}, "lock": 1}"#)
    let id = bench.store.begin()
    try bench.store.require(.something, at: Path("lock"), in: id)
    try bench.store.set(from: Path("list"), in: id) { list in
      guard case .text(let next) = list[Key("next")] else { return [] }
      return [Write.Part(Path(next), .integer(1))]
    }
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    while !bench.reads.isEmpty { bench.answerRead() }
    #expect(bench.writes.count == 1)
    bench.write(.text("b"), at: Path("list/next"))
    bench.answerWrite(.stale)
    bench.drain()
    #expect(bench.ends() == ["ended \(id.number)"])
    #expect(
      try bench.tree == ObjectBench.node(#"{"list": {"next": "b", "b": 1}, "lock": 1}"#))
  }

  @Test func `T3: merged, the saves of both end together`() throws {
    var bench = ObjectBench()
    let red = bench.store.open(Team.self, at: Path("teams/red"))
    let blue = bench.store.open(Team.self, at: Path("teams/blue"))
    let twin = bench.store.open(Team.self, at: Path("teams/red"))
    var ids: [TransactionID] = []
    for (team, title) in [(red, "Red"), (blue, "Blue"), (twin, "Rot")] {
      bench.store[team][Team.title] = title
      ids.append(bench.store.begin())
      try bench.store.save(team, in: ids[ids.count - 1])
    }
    try bench.store.merge(ids[1], into: ids[0])
    try bench.store.merge(ids[2], into: ids[0], .ours)
    try bench.store.commit(ids[0], into: &bench.wishes)
    bench.drain()
    #expect(bench.tree[Path("teams/red/title")] == .text("Red"))
    #expect(bench.store[red].state(of: Team.title).phase == .remote)
    #expect(bench.store[blue].state(of: Team.title).phase == .remote)
    #expect(
      bench.store[twin][Team.title] == "Red", "what was written, and not what it was to write")
  }

  @Test func `merged, what one of them deletes is gone`() throws {
    var bench = ObjectBench()
    bench.tree = try ObjectBench.node(#"{"x": {"title": "X"}}"#)
    let plain = bench.store.open(Team.self, at: Path("x"))
    bench.store.load(plain, into: &bench.wishes)
    bench.drain()
    let (ours, theirs) = (bench.store.begin(), bench.store.begin())
    try bench.store.delete(plain, in: theirs)
    try bench.store.merge(theirs, into: ours)
    try bench.store.commit(ours, into: &bench.wishes)
    bench.drain()
    #expect(bench.tree.isNull)
    #expect(bench.store[plain].isThere == false)
    #expect(bench.store[plain][Team.title] == nil)
  }

  @Test func `what does not fit is not merged, and both stay open`() throws {
    var bench = ObjectBench()
    let (ours, theirs) = (bench.store.begin(), bench.store.begin())
    try bench.store.set(.integer(1), at: Path("a"), in: ours)
    try bench.store.set(.integer(2), at: Path("x"), in: theirs)
    try bench.store.set(.integer(2), at: Path("a/b"), in: theirs)
    #expect(refused { try bench.store.merge(theirs, into: ours) } != nil)
    #expect(refused { try bench.store.merge(ours, into: ours) } == .over)
    #expect(bench.store.unfinished == [ours, theirs])
    try bench.store.commit(ours, into: &bench.wishes)
    bench.drain()
    #expect(try bench.tree == ObjectBench.node(#"{"a": 1}"#))
  }

  @Test func `what was turned away is an edit again, though its echo was heard before that`() throws
  {
    var bench = ObjectBench()
    let place = Path("people/ann")
    bench.write(try ObjectBench.node(#"{"name": "Ann", "born": 1}"#), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.load(ann, into: &bench.wishes)
    bench.drain()
    bench.store[ann][Profile.name] = "Anna"
    let id = bench.store.begin()
    try bench.store.save(ann, .edits, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    // A client shows its own write at once, and takes it back only after it has told the app of the refusal.
    bench.store[ann].hear(try ObjectBench.node(#"{"name": "Anna", "born": 1}"#))
    let tag = try #require(bench.writes.last).tag
    #expect(bench.store.transaction(writtenAs: tag) == id)
    bench.store.settle(tag, .forbidden, into: &bench.wishes)
    #expect(bench.store.transaction(writtenAs: tag) == nil)
    #expect(bench.store[ann].state(of: Profile.name).phase == .edited)
    bench.store[ann].hear(try ObjectBench.node(#"{"name": "Ann", "born": 1}"#))
    #expect(bench.store[ann][Profile.name] == "Anna")
    #expect(bench.store[ann].state(of: Profile.name).phase == .edited)
    #expect(try bench.store[ann].shown == ObjectBench.node(#"{"name": "Anna", "born": 1}"#))
  }
}
