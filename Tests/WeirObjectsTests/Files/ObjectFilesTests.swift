// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

@Suite struct ObjectFilesTests {
  private let photo = StoredFile(Key("f1"), size: 100, stamp: 31)

  private func upload(_ bench: inout FileBench) -> FileTransferID {
    let id = bench.files.upload(
      photo, to: Portrait.photo, of: FileBench.ann, replacing: bench.photos, into: &bench.wishes)
    bench.take()
    return id
  }

  @Test func `a file is noted, brought, had by its object, and looked for before its note goes`()
    throws
  {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    #expect(bench.requests.isEmpty, "nothing moves before the note is there")
    bench.answerWrite()
    #expect(bench.tree[Path("__fls/phone/new/f1")] == .text("people/ann/photo"))
    bench.move(40)
    bench.move(40)
    #expect(bench.photos == [])
    bench.move()
    bench.answerRead()
    bench.answerWrite()
    #expect(bench.told() == ["progress 40", "progress 80", "progress 100", "ended"])
    #expect(bench.photos == [photo] && bench.files.unfinished == 1)
    #expect(bench.requests.map(\.download) == [photo] && bench.requests.map(\.at) == [photo.size])
    bench.move()
    bench.answerWrite()
    #expect(
      try bench.tree
        == ObjectBench.node(
          #"{"people": {"ann": {"name": "Ann", "photo": {"f1": {"size": 100, "stamp": "1f"}}}}}"#))
    #expect(bench.photos == [photo])
    #expect(bench.files.unfinished == 0 && !bench.isWaiting && bench.faults == [])
  }

  @Test func `the file before goes when the next one is there`() {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    bench.drain()
    let next = StoredFile(Key("f2"), size: 10, stamp: 32)
    _ = bench.files.upload(
      next, to: Portrait.photo, of: FileBench.ann, replacing: bench.photos, into: &bench.wishes)
    bench.take()
    bench.answerWrite()
    bench.move()
    bench.answerRead()
    bench.answerWrite()
    #expect(bench.photos == [next])
    #expect(bench.tree[Path("__fls/phone/old/f1")] == .text("people/ann/photo"))
    bench.drain()
    #expect(bench.server.files.map(\.key) == [Key("f2")])
    #expect(bench.tree[Key("__fls")].isNull && bench.files.unfinished == 0)
  }

  @Test func `a transfer that is paused or breaks off goes on where it was`() {
    var bench = FileBench.withAnn()
    let id = upload(&bench)
    let waitsForNote = bench.pause(id)
    #expect(waitsForNote)
    bench.answerWrite()
    #expect(bench.requests.isEmpty)
    bench.resume(id)
    bench.move(30)
    let waits = bench.pause(id)
    #expect(waits)
    #expect(bench.requests.isEmpty)
    bench.resume(id)
    #expect(bench.requests.map(\.at) == [30])
    // That nothing has come over yet is no progress.
    bench.move(0)
    bench.move(30)
    bench.fail(.interrupted)
    #expect(bench.requests.isEmpty && bench.files.unfinished == 1)
    bench.resume(id)
    #expect(bench.requests.map(\.at) == [60])
    // The service has lost the beginning.
    bench.server.begun = SortedMap()
    bench.move(10)
    #expect(bench.requests.map(\.at) == [0])
    bench.drain()
    #expect(
      bench.told() == [
        "paused", "progress 30", "paused", "progress 60", "paused: the transfer broke off",
        "progress 100", "ended",
      ])
    #expect(bench.photos == [photo] && bench.faults == [])
  }

  @Test(arguments: 0..<5)
  func `a transfer that is given up leaves nothing, whenever that is`(stage: Int) {
    var bench = FileBench.withAnn()
    let before = bench.tree
    let id = upload(&bench)
    if stage > 0 { bench.answerWrite() }
    if stage > 1 { bench.move(50) }
    if stage > 2 { bench.move() }
    if stage > 3 { bench.answerRead() }
    let isCancelled = bench.cancel(id)
    #expect(isCancelled == (stage < 3), "an object that is getting its file gets it")
    let isTwice = isCancelled && bench.cancel(id)
    #expect(!isTwice)
    bench.drain()
    #expect(
      bench.told().filter { $0.hasPrefix("ended") }
        == [isCancelled ? "ended: somebody gave it up" : "ended"])
    #expect(bench.server.files.count == (isCancelled ? 0 : 1))
    #expect(!isCancelled || bench.tree == before)
    #expect(bench.files.unfinished == 0 && bench.faults == [])
  }

  @Test func `what goes wrong before the write or with it takes the file away`() {
    let ways: [(inout FileBench) -> Void] = [
      { $0.answerWrite(.forbidden) },
      { bench in
        bench.answerWrite()
        bench.move()
        bench.tree.set(.null, at: FileBench.ann)
        bench.answerRead()
      },
      { bench in
        bench.answerWrite()
        bench.move()
        bench.answerRead(.forbidden)
      },
      { bench in
        bench.answerWrite()
        bench.move()
        bench.answerRead()
        bench.answerWrite(.overloaded)
      },
    ]
    let words = [
      "ended: the server did not write it: forbidden", "ended: the object is not there",
      "ended: it cannot be read: forbidden", "ended: the server did not write it: overloaded",
    ]
    for (way, end) in zip(ways, words) {
      var bench = FileBench.withAnn()
      _ = upload(&bench)
      way(&bench)
      bench.drain()
      #expect(bench.told().filter { !$0.hasPrefix("progress") && $0 != "untidy" } == [end])
      #expect(bench.server.files.isEmpty && bench.tree[Key("__fls")].isNull)
      #expect(bench.photos == [] && bench.files.unfinished == 0)
    }
  }

  @Test func `a file that could not be taken away is taken away when somebody asks again`() {
    var bench = FileBench.withAnn()
    let id = upload(&bench)
    bench.answerWrite()
    let isGivenUp = bench.cancel(id)
    #expect(isGivenUp)
    bench.fail(.offline)
    #expect(bench.told() == ["ended: somebody gave it up", "untidy"])
    #expect(!bench.isWaiting && bench.files.unfinished == 1)
    bench.files.tidy(into: &bench.wishes)
    bench.take()
    bench.move()
    bench.answerWrite(.overloaded)
    #expect(bench.files.unfinished == 1)
    bench.files.tidy(into: &bench.wishes)
    bench.drain()
    #expect(bench.files.unfinished == 0 && bench.tree[Key("__fls")].isNull)
  }

  @Test func `a transfer that goes on before it has begun to move does not wait then`() {
    var bench = FileBench.withAnn()
    let id = upload(&bench)
    let waitsForNote = bench.pause(id)
    bench.resume(id)
    bench.answerWrite()
    #expect(waitsForNote && bench.requests.map(\.at) == [0])
  }

  @Test func `an answer to a try that broke off is not one to the next`() {
    var bench = FileBench.withAnn()
    let id = upload(&bench)
    bench.answerWrite()
    bench.move(30)
    let old = bench.requests[0].tag
    bench.fail(.interrupted)
    bench.resume(id)
    bench.files.take(.done, from: old, into: &bench.wishes)
    bench.take()
    #expect(bench.told() == ["progress 30", "paused: the transfer broke off"])
    #expect(bench.requests.map(\.at) == [30] && bench.reads.isEmpty)
    bench.drain()
    #expect(bench.photos == [photo] && bench.server.files.map(\.key) == [photo.name])
  }

  @Test func `a file that is taken away is not kept, and is taken away once`() {
    var bench = FileBench("phone", .memory(bytes: 1_000))
    bench.tree = FileBench.withAnn().tree
    _ = upload(&bench)
    bench.drain()
    _ = bench.download(photo)
    bench.drain()
    _ = bench.files.upload(
      StoredFile(Key("f2"), size: 10, stamp: 32), to: Portrait.photo, of: FileBench.ann,
      replacing: bench.photos, into: &bench.wishes)
    bench.take()
    bench.answerWrite()
    bench.move()
    bench.answerRead()
    bench.answerWrite()
    #expect(bench.told().suffix(2) == ["ended", "dropped [f1]"])
    let asked = bench.requests.map(\.name)
    bench.files.tidy(into: &bench.wishes)
    bench.take()
    #expect(asked == [Key("f1"), Key("f2")] && bench.requests.map(\.name) == asked)
    bench.drain()
    #expect(bench.server.files.map(\.key) == [Key("f2")] && bench.tree[Key("__fls")].isNull)
  }

  @Test func `a file is fetched once at a time, and one that is kept is not fetched`() {
    var bench = FileBench("phone", .memory(bytes: 150))
    for number in 1...3 {
      let file = StoredFile(Key("f\(number)"), size: 70, stamp: UInt64(number))
      bench.server.files.set(file, for: file.name)
    }
    func fetch(_ number: Int) -> FileTransferID {
      let file = StoredFile(Key("f\(number)"), size: 70, stamp: UInt64(number))
      return bench.download(file)
    }
    let first = fetch(1)
    let isPaused = bench.pause(first)
    #expect(isPaused)
    let second = fetch(1)
    #expect(second == first && bench.requests.count == 1)
    bench.drain()
    #expect(bench.told() == ["paused", "progress 70", "ended"])
    let third = fetch(1)
    #expect(third != first && !bench.isWaiting)
    #expect(bench.told() == ["ended"])
    for number in [2, 1] {
      _ = fetch(number)
      bench.drain()
    }
    #expect(bench.told() == ["progress 70", "ended", "ended"])
    _ = fetch(3)
    bench.drain()
    #expect(bench.told() == ["progress 70", "ended", "dropped [f2]"])
    #expect(bench.files.unfinished == 0 && bench.faults == [])
  }

  @Test func `a file that is not there, or another one, is said to be so`() {
    var bench = FileBench.withAnn()
    _ = bench.download(photo)
    bench.drain()
    bench.server.files.set(StoredFile(photo.name, size: 100, stamp: 1), for: photo.name)
    _ = bench.download(photo)
    bench.drain()
    #expect(bench.told() == ["ended: there is no such file", "ended: there is another file"])
  }

  @Test func `a file goes with its object`() throws {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    bench.drain()
    var objects = ObjectBench()
    objects.tree = bench.tree
    let handle = objects.store.open(Portrait.self, at: FileBench.ann)
    let files = bench.files
    try objects.commit { store, id in try files.delete(handle, in: id, of: &store) }
    bench.tree = objects.tree
    #expect(bench.tree[FileBench.ann].isNull)
    bench.files.recover(into: &bench.wishes)
    bench.drain()
    #expect(bench.server.files.isEmpty && bench.tree.isNull)
  }

  /// The object is deleted when the app has read it, and before it has the photo.
  @Test func `an object that is deleted meanwhile is not brought back by its photo`() {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    bench.take()
    bench.answerWrite()
    bench.move()
    bench.answerRead()
    bench.tree.set(.null, at: FileBench.ann)
    bench.drain()
    #expect(bench.told().last == "ended: the object is not there")
    #expect(bench.tree[FileBench.ann].isNull)
    bench.files.tidy(into: &bench.wishes)
    bench.drain()
    #expect(bench.server.files.isEmpty && bench.tree.isNull && bench.files.unfinished == 0)
  }

  /// The object gets a photo when whoever deletes it has read that it has none.
  @Test func `a photo that comes between the reading and the delete goes, too`() throws {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    var objects = ObjectBench()
    objects.tree = bench.tree
    let handle = objects.store.open(Portrait.self, at: FileBench.ann)
    let id = objects.store.begin()
    try bench.files.delete(handle, in: id, of: &objects.store)
    try objects.store.commit(id, into: &objects.wishes)
    objects.take()
    while !objects.reads.isEmpty { objects.answerRead() }
    bench.drain()
    #expect(bench.photos == [photo])
    objects.tree = bench.tree
    objects.answerWrite()
    #expect(!objects.tree[FileBench.ann].isNull && !objects.reads.isEmpty)
    objects.drain()
    #expect(objects.ends() == ["ended \(id.number)"] && objects.store.kept.objects == 1)
    bench.tree = objects.tree
    #expect(bench.tree[FileBench.ann].isNull)
    bench.files.recover(into: &bench.wishes)
    bench.drain()
    #expect(bench.server.files.isEmpty && bench.tree.isNull)
  }

  /// The object is deleted while the app asks whether the photo that it has brought is at the service.
  @Test func `a photo goes with its object though it is just being looked for`() throws {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    bench.answerWrite()
    bench.move()
    bench.answerRead()
    bench.answerWrite()
    #expect(bench.requests.map(\.download) == [photo])
    try delete(&bench)
    bench.files.recover(into: &bench.wishes)
    bench.take()
    bench.answerRead()
    bench.drain()
    #expect(bench.server.files.isEmpty && bench.tree.isNull && bench.files.unfinished == 0)
  }

  /// The object is deleted while another photo is to take the place of the one that it has.
  @Test func `a photo goes with its object though another one was to replace it`() throws {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    bench.drain()
    let next = StoredFile(Key("f2"), size: 50, stamp: 32)
    _ = bench.files.upload(
      next, to: Portrait.photo, of: FileBench.ann, replacing: bench.photos, into: &bench.wishes)
    bench.take()
    bench.answerWrite()
    try delete(&bench)
    bench.files.recover(into: &bench.wishes)
    bench.drain()
    #expect(bench.told().contains("ended: the object is not there"))
    bench.files.tidy(into: &bench.wishes)
    bench.drain()
    #expect(bench.server.files.isEmpty && bench.tree.isNull && bench.files.unfinished == 0)
  }

  private func delete(_ bench: inout FileBench) throws {
    var objects = ObjectBench()
    objects.tree = bench.tree
    let handle = objects.store.open(Portrait.self, at: FileBench.ann)
    let files = bench.files
    try objects.commit { store, id in try files.delete(handle, in: id, of: &store) }
    bench.tree = objects.tree
  }

  @Test func `an object that is saved as a whole leaves its files as they are`() throws {
    var bench = FileBench.withAnn()
    _ = upload(&bench)
    var objects = ObjectBench()
    objects.tree = bench.tree
    let handle = objects.store.open(Portrait.self, at: FileBench.ann)
    objects.store.load(handle, into: &objects.wishes)
    objects.drain()
    bench.drain()
    objects.tree = bench.tree
    objects.store[handle][Portrait.name] = "Eve"
    try objects.commit { store, id in try store.save(handle, in: id) }
    #expect(FileBench.photos(objects.tree) == [photo])
  }
}
