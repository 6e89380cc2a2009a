// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

/// Transactions that give files to objects.
@Suite struct FiledTransactionTests {
  private let eve = Path("people/eve")

  /// Returns a bench with a transaction that saves a new object with a photo, and was not committed.
  private func withNewObject() throws -> (PostBench, ObjectHandle<Portrait>, TransactionID) {
    var bench = PostBench()
    let handle = bench.objects.store.open(Portrait.self, at: eve)
    bench.objects.store[handle].name = "Eve"
    let id = bench.objects.store.begin()
    try bench.objects.store.save(handle, in: id)
    _ = try bench.upload(of: eve, in: id)
    return (bench, handle, id)
  }

  @Test func `an object and its photo come at one instant, when the photo is there`() throws {
    var (bench, handle, id) = try withNewObject()
    #expect(bench.objects.store.stage(of: id) == .open)
    try bench.commit(id)
    #expect(bench.objects.store.stage(of: id) == .bringing)
    bench.answer(.fileWrite)
    #expect(bench.tree[Path("__fls/phone/new/f1")] == .text("people/eve/photo"))
    bench.answer(.request, bytes: 60)
    #expect(bench.waiting == [.request] && bench.tree[eve].isNull)
    bench.answer(.request)
    #expect(bench.waiting == [.write] && bench.objects.store.stage(of: id) == .writing)
    bench.answer(.write)
    #expect(bench.tree[eve][Key("name")] == .text("Eve") && bench.names.had == [Key("f1")])
    #expect(bench.objects.ends() == ["ended \(id.number)"])
    #expect(bench.objects.store.stage(of: id) == nil && !bench.objects.store[handle].hasEdits)
    bench.drain()
    #expect(bench.files.told().last == "ended")
    #expect(bench.isTidy && bench.files.files.unfinished == 0 && bench.files.faults == [])
  }

  @Test func `a new post has its photo from the first instant on`() throws {
    typealias Post = Portrait
    var (store, files) = (ObjectStore(), ObjectFiles(notedAs: Key("phone")))
    var (wishes, tasks): ([ObjectWish], [FileWish]) = ([], [])
    let (place, new) = (Path("posts/p1"), PostBench.photo)
    let post = store.open(Post.self, at: place)
    store[post].name = "Hello"
    let transaction = store.begin()
    try store.save(post, in: transaction)
    let id = try files.upload(
      new, to: Post.photo, of: place, in: transaction, of: &store, into: &tasks)
    try store.commit(transaction, into: &wishes)
    #expect(wishes.isEmpty && store.stage(of: transaction) == .bringing)
    store.take(id, nil, into: &wishes)
    guard case .write(_, let write, let demands)? = wishes.first else {
      return #expect(Bool(false), "nothing is written")
    }
    var tree = Node.null
    write.apply(to: &tree)
    #expect(demands.isEmpty && tree[place][Key("name")] == .text("Hello"))
    #expect(!tree[Path("posts/p1/photo/f1")].isNull)
  }

  @Test func `a photo that is there before the commit waits for it`() throws {
    var (bench, _, id) = try withNewObject()
    bench.drain()
    #expect(bench.names.stored == [Key("f1")] && bench.tree[eve].isNull)
    try bench.commit(id)
    #expect(bench.waiting == [.write])
    bench.drain()
    #expect(bench.isTidy && bench.names.had == [Key("f1")])
  }

  @Test func `to hand over twice that a photo is there does nothing more`() throws {
    var (bench, _, id) = try withNewObject()
    let other = try bench.upload(StoredFile(Key("f2"), size: 7, stamp: 1), of: eve, in: id)
    try bench.commit(id)
    while bench.isWaiting(for: .fileWrite) || bench.isWaiting(for: .request) {
      bench.answer(bench.isWaiting(for: .request) ? .request : .fileWrite)
    }
    #expect(bench.waiting == [.write])
    bench.objects.store.take(other, nil, into: &bench.objects.wishes)
    bench.relay()
    #expect(bench.objects.writes.count == 1)
    bench.drain()
    bench.objects.store.take(other, nil, into: &bench.objects.wishes)
    bench.files.files.end(other, nil, into: &bench.files.wishes)
    bench.drain()
    #expect(bench.objects.ends() == ["ended \(id.number)"] && bench.isTidy)
    #expect(bench.names.had == [Key("f1"), Key("f2")] && bench.files.faults == [])
  }

  @Test func `the photo of an object that has gone goes, too, and so do those before`() throws {
    for isDeletedEarly in [true, false] {
      var bench = PostBench()
      let id = bench.objects.store.begin()
      _ = try bench.upload(in: id)
      try bench.commit(id)
      bench.answer(.fileWrite)
      bench.answer(.request)
      if !isDeletedEarly { bench.answer(.read) }
      bench.tree.set(.null, at: PostBench.ann)
      bench.drain()
      #expect(bench.objects.ends() == ["ended \(id.number): nothing stands at /people/ann"])
      #expect(bench.files.told().contains("ended: the object is not there"))
      #expect(bench.isTidy && bench.names.stored.isEmpty && bench.tree[PostBench.ann].isNull)
    }
  }

  @Test func `the photo before goes at the instant at which the next one comes`() throws {
    var bench = PostBench()
    var id = bench.objects.store.begin()
    _ = try bench.upload(in: id)
    try bench.commit(id)
    bench.drain()
    let next = StoredFile(Key("f2"), size: 10, stamp: 5)
    id = bench.objects.store.begin()
    _ = try bench.upload(next, replacing: [PostBench.photo], in: id)
    try bench.commit(id)
    bench.drain()
    #expect(bench.isTidy && bench.names.had == [Key("f2")])
  }

  @Test func `a photo that does not come ends its transaction, and what was edited is an edit`()
    throws
  {
    for isCommitted in [true, false] {
      var (bench, handle, id) = try withNewObject()
      if isCommitted { try bench.commit(id) }
      bench.answer(.fileWrite)
      bench.files.fail(.replaced)
      bench.relay()
      if !isCommitted { try bench.commit(id) }
      #expect(
        bench.objects.ends() == [
          "ended \(id.number): a file of it is not there: there is another file"
        ]
      )
      #expect(bench.objects.store[handle].hasEdits && bench.objects.store.kept.transactions == 0)
      bench.drain()
      #expect(bench.isTidy && bench.tree[eve].isNull)
      #expect(bench.files.files.unfinished == 0 && bench.files.faults == [])
    }
  }

  @Test(arguments: 0..<4)
  func `a transaction that is reverted takes its photo away, wherever that is`(steps: Int) throws {
    var (bench, handle, id) = try withNewObject()
    for step in 0..<steps {
      bench.answer(bench.waiting.first ?? .request, bytes: step == 1 ? 30 : .max)
      if step == 2 { #expect(bench.names.stored == [Key("f1")]) }
      if bench.waiting.isEmpty { break }
    }
    try bench.objects.store.revert(id, into: &bench.objects.wishes)
    bench.relay()
    #expect(bench.files.requests.allSatisfy { $0.upload == nil }, "nothing moves any more")
    bench.drain()
    #expect(bench.files.told().filter { $0.hasPrefix("ended") } == ["ended: somebody gave it up"])
    #expect(bench.isTidy && bench.names.stored.isEmpty && bench.tree[eve].isNull)
    #expect(bench.objects.store[handle].hasEdits && bench.files.files.unfinished == 0)
    #expect(bench.files.faults == [])
  }

  @Test func `a transaction that is given up while it is under way ends once, as cancelled`() throws
  {
    var (bench, _, id) = try withNewObject()
    let before = bench.objects.store.cancel(id, into: &bench.objects.wishes)
    #expect(!before, "it was not committed")
    try bench.commit(id)
    let during = bench.objects.store.cancel(id, into: &bench.objects.wishes)
    let after = bench.objects.store.cancel(id, into: &bench.objects.wishes)
    #expect(during && !after)
    bench.drain()
    #expect(bench.objects.ends() == ["ended \(id.number): somebody gave it up"])
    #expect(bench.isTidy && bench.names.stored.isEmpty)
  }

  @Test func `who cancels the transfer gives up the transaction, until it waits for that`() throws {
    var (bench, _, id) = try withNewObject()
    let transfer = try bench.upload(StoredFile(Key("f2"), size: 7, stamp: 1), of: eve, in: id)
    try bench.commit(id)
    bench.answer(.fileWrite)
    bench.answer(.fileWrite)
    let isCancelled = bench.files.cancel(transfer)
    #expect(isCancelled)
    bench.drain()
    #expect(
      bench.objects.ends() == ["ended \(id.number): a file of it is not there: somebody gave it up"]
    )
    #expect(bench.isTidy && bench.names.stored.isEmpty && bench.files.files.unfinished == 0)

    bench = PostBench()
    id = bench.objects.store.begin()
    let last = try bench.upload(in: id)
    bench.drain()
    let (isPaused, isGivenUp) = (bench.files.pause(last), bench.files.cancel(last))
    #expect(!isPaused && !isGivenUp && bench.names.stored == [Key("f1")])
  }

  @Test func `a photo that takes too long ends its transaction as late`() throws {
    var (bench, _, id) = try withNewObject()
    let start = Instant.zero + .seconds(1)
    try bench.objects.store.commit(
      id, within: .seconds(30), at: start, into: &bench.objects.wishes)
    bench.relay()
    #expect(bench.objects.store.nextDeadline == start + .seconds(30))
    bench.objects.store.wake(at: start + .seconds(30), into: &bench.objects.wishes)
    bench.drain()
    #expect(
      bench.objects.ends()
        == ["ended \(id.number): what has to be looked at before was not read in time"])
    #expect(bench.isTidy && bench.names.stored.isEmpty)
  }

  @Test func `a write that is refused takes the photo away, and one that is stale begins again`()
    throws
  {
    var bench = PostBench()
    let id = bench.objects.store.begin()
    _ = try bench.upload(in: id)
    try bench.commit(id)
    bench.answer(.fileWrite)
    bench.answer(.request)
    bench.answer(.read)
    bench.objects.answerWrite(.stale)
    bench.relay()
    #expect(bench.waiting == [.read])
    bench.answer(.read)
    bench.objects.tree = bench.tree
    bench.objects.answerWrite(.forbidden)
    bench.relay()
    bench.drain()
    bench.files.files.tidy(into: &bench.files.wishes)
    bench.drain()
    #expect(bench.objects.ends().count == 1 && bench.files.told().contains("untidy"))
    #expect(bench.isTidy && bench.names.stored.isEmpty)
  }

  @Test func `a transaction takes the photos of another one that is merged into it`() throws {
    var bench = PostBench()
    let (one, other) = (bench.objects.store.begin(), bench.objects.store.begin())
    _ = try bench.upload(in: other)
    try bench.objects.store.set(.text("Anna"), at: PostBench.ann.appending(Key("name")), in: one)
    try bench.objects.store.merge(other, into: one)
    try bench.commit(one)
    bench.drain()
    #expect(bench.isTidy && bench.names.had == [Key("f1")])
    #expect(bench.tree[PostBench.ann][Key("name")] == .text("Anna"))
  }

  @Test func `what was saved as a whole in one that is merged need not be there before`() throws {
    var (bench, _, id) = try withNewObject()
    let other = bench.objects.store.begin()
    try bench.objects.store.merge(id, into: other)
    try bench.commit(other)
    bench.drain()
    #expect(bench.objects.ends() == ["ended \(other.number)"])
    #expect(bench.isTidy && bench.names.had == [Key("f1")])
  }

  @Test func `an app that is killed at any moment leaves no photo without an object`() throws {
    var whole = 0
    for seed in 0..<600 as Range<UInt64> {
      var chance = RandomStream(seed: seed, "killed")
      var bench = PostBench()
      let isNew = chance.below(2) == 0
      let id = bench.objects.store.begin()
      if isNew {
        let handle = bench.objects.store.open(Portrait.self, at: eve)
        bench.objects.store[handle].name = "Eve"
        try bench.objects.store.save(handle, in: id)
      }
      _ = try bench.upload(of: isNew ? eve : PostBench.ann, in: id)
      let steps = chance.index(below: 12)
      var isCommitted = false
      for _ in 0..<steps {
        if !isCommitted, chance.below(3) == 0 {
          isCommitted = true
          try bench.commit(id)
        } else if chance.below(12) == 0 {
          bench.tree.set(.null, at: isNew ? eve : PostBench.ann)
        } else if let asked = bench.waiting.isEmpty
          ? nil : bench.waiting[chance.index(below: bench.waiting.count)]
        {
          bench.answer(asked, bytes: 40)
        }
      }
      bench.restart()
      let names = bench.names
      #expect(bench.tree[Key("__fls")].isNull, "seed \(seed)")
      #expect(names.had.allSatisfy { names.stored.contains($0) }, "seed \(seed)")
      // Whoever deletes an object otherwise than with its files leaves those.
      if names.had.count == 1 { whole += 1 }
    }
    #expect(whole > 50)
  }
}

/// Objects that are deleted with their files.
@Suite struct ReleasedFilesTests {
  private func tree() throws -> Node {
    try ObjectBench.node(
      #"""
      { "people": { "ann": { "name": "Ann", "photo": { "f1": { "size": 9, "stamp": "1f" } } },
                    "eve": { "name": "Eve" } },
        "__lnks": { "people": { "__itms": { "ann": { "__lnk": "l1" }, "eve": { "__lnk": "l2" } },
          "ann": { "__l_itms": { "l1": [ "__lnks/people/__itms/ann" ] } },
          "eve": { "__l_itms": { "l2": [ "__lnks/people/__itms/eve" ] } } } } }
      """#)
  }

  @Test func `an element that may have files is not removed unless they go, too`() throws {
    var bench = PostBench()
    bench.tree = try tree()
    let people = Values<Portrait>(at: Path("people"))
    let id = bench.objects.store.begin()
    #expect(throws: CollectionFault.transaction(.unreleased(PostBench.ann))) {
      try people.remove(Key("ann"), in: id, of: &bench.objects.store)
    }
    let handle = bench.objects.store.open(Portrait.self, at: PostBench.ann)
    #expect(throws: TransactionFault.unreleased(PostBench.ann)) {
      try bench.objects.store.delete(handle, in: id)
    }
    #expect(bench.objects.store.unfinished == [id], "nothing of it is in the transaction")
    try bench.commit(id)
    #expect(!bench.objects.isBusy)
  }

  @Test func `one that takes in another releases what that would`() throws {
    var bench = PostBench()
    bench.tree = try tree()
    let (one, other) = (bench.objects.store.begin(), bench.objects.store.begin())
    try bench.files.files.release(in: other, of: &bench.objects.store)
    try bench.objects.store.merge(other, into: one)
    let people = Values<Portrait>(at: Path("people"))
    try people.remove(Key("ann"), in: one, of: &bench.objects.store)
    try bench.commit(one)
    bench.drain()
    #expect(bench.tree[Path("__fls/phone/old/f1")] == .text("people/ann/photo"))
  }

  @Test func `what a transaction deletes gives its files back`() throws {
    var bench = PostBench()
    bench.tree = try tree()
    let file = StoredFile(Key("f1"), size: 9, stamp: 31)
    bench.files.server.files.set(file, for: file.name)
    let people = Values<Portrait>(at: Path("people"))
    let id = bench.objects.store.begin()
    try bench.files.files.release(in: id, of: &bench.objects.store)
    try people.remove(Key("ann"), in: id, of: &bench.objects.store)
    try people.remove(Key("eve"), in: id, of: &bench.objects.store)
    try bench.commit(id)
    bench.drain()
    #expect(bench.tree[Path("__fls/phone/old/f1")] == .text("people/ann/photo"))
    bench.files.files.recover(into: &bench.files.wishes)
    bench.drain()
    #expect(bench.tree == .null && bench.names.stored.isEmpty)
  }
}
