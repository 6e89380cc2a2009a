// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct ObjectStoreTests {
  private let place = Path("people/ann")

  @Test func `an object that is listened to shows what others write`() throws {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    #expect(bench.store[ann].isThere == false)
    bench.write(try ObjectBench.node(#"{"name": "Ann", "likes": 2}"#), at: place)
    bench.tell()
    #expect(bench.store[ann][Profile.likes] == 2)
    bench.write(.null, at: place)
    bench.tell()
    #expect(bench.store[ann].isThere == false)
    #expect(bench.store[ann][Profile.name] == nil)
  }

  @Test
  func `V2: objects with one place share a listen, and one that stops leaves it to the others`()
    throws
  {
    var bench = ObjectBench()
    let one = bench.store.open(Profile.self, at: place)
    let two = bench.store.open(Profile.self, at: place)
    bench.write(try ObjectBench.node(#"{"name": "Ann"}"#), at: place)
    bench.store.listen(to: one, into: &bench.wishes)
    bench.drain()
    bench.store.listen(to: two, into: &bench.wishes)
    bench.drain()
    #expect(bench.listens.count == 1)
    #expect(bench.store[two][Profile.name] == "Ann", "it is told what is known already")
    bench.store[one][Profile.motto] = "one"
    #expect(bench.store[two][Profile.motto] == nil, "each keeps its own edits")
    bench.store.close(one.id, into: &bench.wishes)
    bench.drain()
    bench.write(.text("new"), at: place.appending(Key("motto")))
    bench.tell()
    #expect(bench.store[two][Profile.motto] == "new")
    bench.store.stop(two, into: &bench.wishes)
    bench.drain()
    #expect(bench.listens.isEmpty)
  }

  @Test func `the last news of a listen that was given up is not news of the next one`() throws {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self, at: place)
    bench.write(try ObjectBench.node(#"{"name": "Ann"}"#), at: place)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    let old = bench.listens[0].tag
    bench.store.stop(ann, into: &bench.wishes)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    bench.store.hear(DataEvent(.changed, Key("name"), .text("Eve")), from: old, into: &bench.wishes)
    bench.store.hear(.value, from: old, into: &bench.wishes)
    #expect(bench.store[ann].name == "Ann" && bench.wishes.isEmpty)
  }

  @Test func `who listens twice stops twice, and may begin again`() {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self, at: place)
    for _ in 0..<2 {
      bench.store.listen(to: ann, into: &bench.wishes)
      bench.store.listen(to: ann, into: &bench.wishes)
      bench.store.stop(ann, into: &bench.wishes)
      bench.drain()
      #expect(bench.listens.count == 1)
      bench.store.stop(ann, into: &bench.wishes)
      bench.drain()
      #expect(bench.listens.isEmpty)
    }
  }

  @Test func `who listens to an object without a place hears of it once it is saved at one`() throws
  {
    var bench = ObjectBench()
    let (ann, other) = (bench.store.open(Profile.self), bench.store.open(Profile.self))
    for handle in [ann, ann, other] { bench.store.listen(to: handle, into: &bench.wishes) }
    bench.take()
    #expect(bench.listens.isEmpty && bench.store.kept.listens == 0)
    // Of an object that could not be saved there is nothing to hear.
    let refused = bench.store.open(Profile.self)
    bench.store.listen(to: refused, into: &bench.wishes)
    (bench.store[refused].name, bench.store[refused].born) = ("Eve", 1)
    bench.store.put(refused, at: Path("people/eve"))
    let id = bench.store.begin()
    try bench.store.save(refused, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    bench.answerWrite(.forbidden)
    #expect(bench.listens.isEmpty && bench.store[refused].hasEdits)
    // One who stops before has nothing to stop.
    bench.store.stop(other, into: &bench.wishes)
    for handle in [ann, other] {
      bench.store[handle].name = "Ann"
      bench.store[handle].born = 1
    }
    bench.store.put(ann, at: Path("people/ann"))
    bench.store.put(other, at: Path("people/other"))
    try bench.commit { store, id in
      try store.save(ann, in: id)
      try store.save(other, in: id)
    }
    #expect(bench.listens.map(\.path) == [Path("people/ann")])
    // A second save listens no second time, and both who listen have to stop.
    bench.store[ann].motto = "m"
    try bench.commit { store, id in try store.save(ann, in: id) }
    bench.write(.text("n"), at: Path("people/ann/motto"))
    bench.tell()
    #expect(bench.store[ann].motto == "n" && bench.listens.count == 1)
    bench.store.stop(ann, into: &bench.wishes)
    bench.take()
    #expect(bench.listens.count == 1)
    bench.store.stop(ann, into: &bench.wishes)
    bench.take()
    #expect(bench.listens.isEmpty && bench.store.kept.listens == 0)
  }

  @Test func `a listen that is taken away leaves what is shown, and may be asked for again`() throws
  {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self, at: place)
    bench.write(try ObjectBench.node(#"{"name": "Ann"}"#), at: place)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    bench.store.lose(bench.listens.removeFirst().tag, .forbidden, into: &bench.wishes)
    bench.take()
    #expect(bench.ends() == ["lost 1 forbidden"])
    #expect(bench.store[ann][Profile.name] == "Ann")
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    #expect(bench.listens.count == 1)
  }

  @Test func `a load ends once, with what is there or with the reason`() throws {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self, at: place)
    bench.write(try ObjectBench.node(#"{"name": "Ann"}"#), at: place)
    bench.store.load(ann, into: &bench.wishes)
    bench.drain()
    #expect(bench.ends() == ["loaded 1"])
    #expect(bench.store[ann][Profile.name] == "Ann")
    bench.store.load(ann, into: &bench.wishes)
    bench.take()
    bench.answerRead(.forbidden)
    #expect(bench.ends() == ["loaded 1 forbidden"])
    #expect(bench.store[ann][Profile.name] == "Ann")
  }

  @Test func `what is closed hears nothing more, and leaves nothing behind`() throws {
    var bench = ObjectBench()
    for _ in 0..<3 {
      let ann = bench.store.open(Profile.self, at: place)
      bench.store[ann][Profile.name] = "Ann"
      bench.store[ann][Profile.born] = 1
      bench.store.listen(to: ann, into: &bench.wishes)
      bench.store.load(ann, into: &bench.wishes)
      let transaction = bench.store.begin()
      try bench.store.save(ann, in: transaction)
      try bench.store.commit(transaction, into: &bench.wishes)
      bench.store.close(ann.id, into: &bench.wishes)
      bench.drain()
      #expect(bench.ends() == ["ended \(transaction.number)"])
    }
    #expect(bench.tree[place][Key("name")] == .text("Ann"))
    #expect(bench.store.kept.isEmpty)
  }

  @Test func `a save writes the fields, and leaves what its kind does not know`() throws {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"name": "A", "shoe": 43}"#), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store[ann][Profile.name] = "Ann"
    bench.store[ann][Profile.born] = 1990
    bench.store[ann][Profile.likes] = 0
    try bench.commit { store, id in try store.save(ann, in: id) }
    #expect(
      try bench.tree[place] == ObjectBench.node(#"{"born": 1990, "name": "Ann", "shoe": 43}"#))
    #expect(bench.store[ann].state(of: Profile.name).phase == .remote)
    #expect(!bench.store[ann].hasEdits)
  }

  @Test func `P2: an object that was loaded can be saved again`() throws {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"name": "Ann", "born": 1}"#), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.load(ann, into: &bench.wishes)
    bench.drain()
    for _ in 0..<2 { try bench.commit { store, id in try store.save(ann, in: id) } }
    #expect(try bench.tree[place] == ObjectBench.node(#"{"name": "Ann", "born": 1}"#))
  }

  @Test func `only edits are written if that is asked, and an edit made meanwhile stays`() throws {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"name": "Ann", "born": 1}"#), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.load(ann, into: &bench.wishes)
    bench.drain()
    bench.store[ann][Profile.motto] = "one"
    let id = bench.store.begin()
    try bench.store.save(ann, .edits, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    #expect(bench.store[ann].state(of: Profile.motto).phase == .saving)
    bench.store[ann][Profile.motto] = "two"
    bench.drain()
    #expect(bench.tree[place][Key("motto")] == .text("one"))
    #expect(bench.store[ann][Profile.motto] == "two")
    #expect(bench.store[ann].state(of: Profile.motto).phase == .edited)
  }

  @Test func `a save that is turned away is an edit again`() throws {
    var bench = ObjectBench()
    let ann = bench.store.open(Profile.self, at: place)
    bench.store[ann][Profile.name] = "Ann"
    bench.store[ann][Profile.born] = 1
    let id = bench.store.begin()
    try bench.store.save(ann, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    bench.answerWrite(.forbidden)
    #expect(bench.ends() == ["ended \(id.number): the server did not write it: forbidden"])
    #expect(bench.store[ann].state(of: Profile.name).phase == .edited)
    #expect(bench.store[ann][Profile.name] == "Ann")
    #expect(bench.tree.isNull)
    try bench.commit { store, id in try store.save(ann, .edits, in: id) }
    #expect(bench.tree[place][Key("name")] == .text("Ann"))
  }

  @Test func `two saves under way are turned away, and no conflict comes of it`() throws {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"name": "Ann", "born": 1}"#), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.load(ann, into: &bench.wishes)
    bench.drain()
    for motto in ["one", "two"] {
      bench.store[ann][Profile.motto] = motto
      let id = bench.store.begin()
      try bench.store.save(ann, .edits, in: id)
      try bench.store.commit(id, into: &bench.wishes)
    }
    bench.take()
    bench.answerWrite(.forbidden)
    bench.answerWrite(.forbidden)
    #expect(bench.store[ann][Profile.motto] == "two")
    #expect(bench.store[ann].state(of: Profile.motto).phase == .edited)
    bench.store[ann].revert()
    #expect(bench.store[ann][Profile.motto] == nil)
  }

  /// A bench with an object whose edit is being saved.
  private func saving(_ motto: String) throws -> (bench: ObjectBench, ann: ObjectHandle<Profile>) {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"name": "Ann", "born": 1, "motto": "a"}"#), at: place)
    let ann = bench.store.open(Profile.self, at: place)
    bench.store.listen(to: ann, into: &bench.wishes)
    bench.drain()
    bench.store[ann][Profile.motto] = motto
    let id = bench.store.begin()
    try bench.store.save(ann, .edits, in: id)
    try bench.store.commit(id, into: &bench.wishes)
    bench.take()
    return (bench, ann)
  }

  @Test func `a save that is turned away leaves a newer edit over what there was before`() throws {
    var (bench, ann) = try saving("one")
    bench.store[ann][Profile.motto] = "two"
    bench.answerWrite(.forbidden)
    #expect(bench.store[ann].state(of: Profile.motto).phase == .edited)
    bench.write(.text("b"), at: place.appending(Key("motto")))
    bench.tell()
    #expect(bench.store[ann].state(of: Profile.motto).phase == .conflict)
  }

  @Test func `a save that is turned away is a conflict with what came meanwhile`() throws {
    var (bench, ann) = try saving("one")
    bench.write(.text("b"), at: place.appending(Key("motto")))
    bench.tell()
    #expect(bench.store[ann].state(of: Profile.motto).phase == .saving)
    bench.answerWrite(.forbidden)
    #expect(bench.store[ann].state(of: Profile.motto).phase == .conflict)
    #expect(bench.store[ann][Profile.motto] == "one")
  }

  @Test
  func
    `a save that is turned away while somebody else wrote just that stays an edit, until that is heard again`()
    throws
  {
    var (bench, ann) = try saving("one")
    bench.write(.text("one"), at: place.appending(Key("motto")))
    bench.tell()
    bench.answerWrite(.forbidden)
    // It may as well have been the echo of what was turned away.
    #expect(bench.store[ann].state(of: Profile.motto).phase == .edited)
    bench.write(.text("x"), at: place.appending(Key("name")))
    bench.tell()
    #expect(bench.store[ann].state(of: Profile.motto).phase == .remote)
  }

  @Test func `an object that was deleted shows nothing`() throws {
    var bench = ObjectBench()
    bench.write(try ObjectBench.node(#"{"title": "Red", "x": 1}"#), at: Path("teams/red"))
    let red = bench.store.open(Team.self, at: Path("teams/red"))
    bench.store.load(red, into: &bench.wishes)
    bench.drain()
    bench.store[red][Team.title] = "Dark red"
    try bench.commit { store, id in try store.delete(red, in: id) }
    #expect(bench.tree.isNull)
    #expect(bench.store[red].isThere == false && !bench.store[red].hasEdits)
    #expect(bench.store[red][Team.title] == nil)
  }
}
