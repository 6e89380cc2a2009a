// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

/// Files of nested objects, and files that are taken away from objects.
@Suite struct InnerFilesTests {
  private let photo = StoredFile(Key("f1"), size: 100, stamp: 31)
  private let house = FileBench.ann.appending(Key("home"))

  @Test func `a file of a nested object lies in that, and is its object's`() {
    var bench = FileBench.withHouse()
    _ = bench.files.upload(
      photo, to: Resident.photo, of: FileBench.ann, replacing: [], into: &bench.wishes)
    bench.take()
    bench.answerWrite()
    bench.move()
    #expect(bench.reads.map(\.path) == [house], "the nested object has to be there")
    bench.drain()
    #expect(bench.told().last == "ended" && bench.tree[Key("__fls")].isNull)
    #expect(!bench.tree[house.appending(Path("photo/f1"))].isNull)
    var ann = Object<Resident>(at: FileBench.ann)
    ann.hear(bench.tree[FileBench.ann])
    #expect(ann[Resident.photo] == photo && ann[Resident.home(House.street)] == "Church Lane")
    #expect(ann.broken.isEmpty)
  }

  @Test func `where the nested object is missing the file goes again`() {
    var bench = FileBench.withAnn()
    _ = bench.files.upload(
      photo, to: Resident.photo, of: FileBench.ann, replacing: [], into: &bench.wishes)
    bench.drain()
    #expect(bench.told().contains("ended: the object is not there"))
    #expect(bench.server.files.isEmpty && bench.tree == FileBench.withAnn().tree)
  }

  /// The parts of an object that are saved in the transaction which gives it a photo.
  enum Saved: CaseIterable {
    case nothing, whole, wholeWithoutHouse, house, noHouse
  }

  @Test(arguments: Saved.allCases)
  func `a transaction demands what it does not write itself`(_ saved: Saved) throws {
    var bench = ObjectBench()
    var (files, tasks) = (ObjectFiles(notedAs: Key("phone")), [FileWish]())
    let handle = bench.store.open(Resident.self, at: FileBench.ann)
    let id = bench.store.begin()
    if saved != .house { bench.store[handle].name = "Ann" }
    if saved == .noHouse { bench.store[handle].home.street = nil }
    if saved == .whole || saved == .house { bench.store[handle].home.street = "Church Lane" }
    switch saved {
    case .nothing: break
    case .whole, .wholeWithoutHouse: try bench.store.save(handle, in: id)
    case .house, .noHouse: try bench.store.save(handle, .edits, in: id)
    }
    let transfer = try files.upload(
      photo, to: Resident.photo, of: FileBench.ann, in: id, of: &bench.store, into: &tasks)
    try bench.store.commit(id, into: &bench.wishes)
    bench.store.take(transfer, nil, into: &bench.wishes)
    bench.take()
    let wanted: [Path] =
      switch saved {
      case .nothing, .wholeWithoutHouse, .noHouse: [house]
      case .whole: []
      case .house: [FileBench.ann]
      }
    #expect(bench.reads.map(\.path) == wanted)
    bench.drain()
    let isDone = saved == .whole
    #expect(bench.tree[house.appending(Path("photo/f1"))].isNull == !isDone)
    #expect(bench.filed.map { $0.fault } == [isDone ? nil : .gone])
  }

  @Test func `who deletes an object takes the files of its nested ones away`() throws {
    var bench = FileBench.withHouse()
    _ = bench.files.upload(
      photo, to: Resident.photo, of: FileBench.ann, replacing: [], into: &bench.wishes)
    bench.drain()
    var deleter = ObjectBench()
    deleter.tree = bench.tree
    let handle = deleter.store.open(Resident.self, at: FileBench.ann)
    let id = deleter.store.begin()
    #expect(throws: TransactionFault.unreleased(FileBench.ann)) {
      try deleter.store.delete(handle, in: id)
    }
    try bench.files.delete(handle, in: id, of: &deleter.store)
    try deleter.store.commit(id, into: &deleter.wishes)
    deleter.drain()
    bench.tree = deleter.tree
    #expect(bench.tree[FileBench.ann].isNull && bench.server.files.count == 1)
    bench.files.recover(into: &bench.wishes)
    bench.drain()
    #expect(bench.tree.isNull && bench.server.files.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a file that is taken away goes from the object and from the service`(isTwice: Bool) throws {
    var bench = FileBench.withAnn()
    _ = bench.files.upload(
      photo, to: Portrait.photo, of: FileBench.ann, replacing: [], into: &bench.wishes)
    bench.drain()
    let had = bench.photos
    for phone in isTwice ? ["phone", "other"] : ["phone"] {
      var remover = ObjectBench()
      remover.tree = bench.tree
      let files = ObjectFiles(notedAs: Key(phone))
      let id = remover.store.begin()
      try files.remove(
        had, from: Portrait.photo, of: FileBench.ann, in: id, of: &remover.store)
      try remover.store.commit(id, into: &remover.wishes)
      remover.drain()
      bench.tree = remover.tree
      #expect(bench.tree[Path("__fls/\(phone)/old/f1")] == .text("people/ann/photo"))
    }
    #expect(bench.photos.isEmpty && bench.server.files.count == 1)
    for phone in isTwice ? ["phone", "other"] : ["phone"] {
      var later = FileBench(phone)
      (later.tree, later.server) = (bench.tree, bench.server)
      later.files.recover(into: &later.wishes)
      later.drain()
      (bench.tree, bench.server) = (later.tree, later.server)
    }
    #expect(bench.tree == FileBench.withAnn().tree && bench.server.files.isEmpty)
  }
}
