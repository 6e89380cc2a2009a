// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTree

@Suite struct ObjectCacheTests {
  private let ann = Path("people/ann")
  private let ben = Path("people/ben")
  private let cat = Path("people/cat")

  /// A bench whose store keeps what it hears by a rule, and whose tree has three profiles.
  private func bench(_ cache: ObjectCachePolicy) throws -> ObjectBench {
    var bench = ObjectBench()
    bench.store = ObjectStore(cache)
    for place in [ann, ben, cat] {
      bench.write(try ObjectBench.node(#"{"name": "\#(place)", "likes": 1}"#), at: place)
    }
    return bench
  }

  /// Opens a profile and listens to it; nothing is told yet.
  private func listen(_ bench: inout ObjectBench, to place: Path) -> ObjectHandle<Profile> {
    let handle = bench.store.open(Profile.self, at: place)
    bench.store.listen(to: handle, into: &bench.wishes)
    bench.take()
    return handle
  }

  /// Listens to a profile for a moment.
  private func visit(_ bench: inout ObjectBench, _ place: Path) {
    let handle = listen(&bench, to: place)
    bench.tell()
    bench.store.close(handle.id, into: &bench.wishes)
    bench.take()
  }

  /// The name that a profile shows before anything of it is heard.
  private func firstName(_ bench: inout ObjectBench, _ place: Path) -> String? {
    let handle = listen(&bench, to: place)
    while !bench.recalls.isEmpty { bench.answerRecall() }
    defer {
      bench.store.close(handle.id, into: &bench.wishes)
      bench.take()
    }
    return bench.store[handle][Profile.name]
  }

  @Test func `a store that keeps nothing shows nothing until it hears`() throws {
    var bench = try bench(.none)
    visit(&bench, ann)
    #expect(firstName(&bench, ann) == nil && bench.disk.isEmpty)
    #expect(ObjectStore().kept.isEmpty)
  }

  @Test func `a memory shows what was heard last, until it is heard again`() throws {
    var bench = try bench(.memory(places: 10))
    #expect(firstName(&bench, ann) == nil)
    visit(&bench, ann)
    let handle = listen(&bench, to: ann)
    #expect(bench.store[handle].isThere == true && bench.store[handle][Profile.likes] == 1)
    // A second one at the same place shows it, too.
    let other = listen(&bench, to: ann)
    #expect(bench.store[other][Profile.likes] == 1)
    bench.write(.integer(5), at: ann.appending(Key("likes")))
    bench.tell()
    #expect(bench.store[handle][Profile.likes] == 5 && bench.store[other][Profile.likes] == 5)
    // What is gone is shown no more.
    bench.write(.null, at: ann)
    bench.tell()
    for object in [handle, other] { bench.store.close(object.id, into: &bench.wishes) }
    bench.take()
    #expect(firstName(&bench, ann) == nil)
    #expect(bench.disk.isEmpty && bench.recalls.isEmpty && bench.store.kept.isEmpty)
  }

  @Test func `a memory forgets what nobody asked for longest`() throws {
    var bench = try bench(.memory(places: 2))
    for place in [ann, ben] { visit(&bench, place) }
    #expect(firstName(&bench, ann) != nil)
    visit(&bench, cat)
    #expect(firstName(&bench, ben) == nil)
    #expect(firstName(&bench, ann) != nil && firstName(&bench, cat) != nil)
    // One that is heard twice is one.
    visit(&bench, cat)
    visit(&bench, cat)
    #expect(firstName(&bench, ann) != nil)
    var none = try self.bench(.memory(places: 0))
    visit(&none, ann)
    #expect(firstName(&none, ann) == nil)
  }

  @Test func `what is kept outlives the app, and is shown until it is heard`() throws {
    var bench = try bench(.persistent)
    visit(&bench, ann)
    bench.write(.integer(7), at: ann.appending(Key("likes")))
    bench.restart(.persistent)
    let handle = listen(&bench, to: ann)
    #expect(bench.store[handle].isThere == nil)
    bench.answerRecall()
    #expect(bench.store[handle][Profile.likes] == 1 && bench.news == ["changed 1"])
    bench.tell()
    #expect(bench.store[handle][Profile.likes] == 7)
    #expect(bench.disk[ann]?[Key("likes")] == .integer(7))
  }

  @Test func `what is kept already is not kept again, and nothing is kept of half a batch`() throws
  {
    var bench = try bench(.persistent)
    visit(&bench, ann)
    bench.restart(.persistent)
    _ = listen(&bench, to: ann)
    bench.answerRecall()
    bench.tell()
    #expect(bench.ends() == [])
    bench.write(.integer(9), at: ann.appending(Key("likes")))
    let tag = bench.listens[0].tag
    bench.store.hear(
      DataEvent(.changed, Key("likes"), .integer(9)), from: tag, into: &bench.wishes)
    bench.take()
    #expect(bench.ends() == [] && bench.disk[ann]?[Key("likes")] == .integer(1))
    bench.tell()
    #expect(bench.ends() == ["keep \(ann)"])
  }

  @Test func `an answer that comes after the first news, or after the end, says nothing`() throws {
    var bench = try bench(.persistent)
    visit(&bench, ann)
    bench.restart(.persistent)
    bench.write(.integer(7), at: ann.appending(Key("likes")))
    let handle = listen(&bench, to: ann)
    bench.disk.set(try ObjectBench.node(#"{"name": "old", "likes": 2}"#), for: ann)
    let late = bench.disk[ann]
    bench.tell()
    bench.store.recall(late, of: bench.recalls[0].tag, into: &bench.wishes)
    #expect(bench.store[handle][Profile.likes] == 7 && bench.wishes.isEmpty)
    bench.store.close(handle.id, into: &bench.wishes)
    bench.store.recall(late, of: bench.recalls[0].tag, into: &bench.wishes)
    bench.take()
    #expect(bench.store.kept.isEmpty)
  }

  @Test func `what is gone or may not be read any more is not kept`() throws {
    var bench = try bench(.persistent)
    for place in [ann, ben] { visit(&bench, place) }
    #expect(bench.disk.count == 2)
    bench.write(.null, at: ann)
    visit(&bench, ann)
    #expect(bench.disk.map(\.key) == [ben])
    let handle = listen(&bench, to: ben)
    bench.store.lose(bench.listens[0].tag, .forbidden, into: &bench.wishes)
    bench.take()
    #expect(bench.disk.isEmpty && bench.store[handle].isThere == nil)
    // And so it is with a memory.
    var other = try self.bench(.memory(places: 9))
    visit(&other, ben)
    _ = listen(&other, to: ben)
    other.store.lose(other.listens[0].tag, .forbidden, into: &other.wishes)
    other.take()
    other.listens = []
    #expect(firstName(&other, ben) == nil)
  }

  @Test func `an edit over what was kept is in conflict with what is heard, and not lost`() throws {
    var bench = try bench(.persistent)
    visit(&bench, ann)
    bench.restart(.persistent)
    bench.write(.text("Anne"), at: ann.appending(Key("name")))
    let handle = listen(&bench, to: ann)
    bench.answerRecall()
    bench.store[handle][Profile.name] = "Ann"
    bench.tell()
    #expect(bench.store[handle][Profile.name] == "Ann")
    #expect(bench.store[handle].conflicts.count == 1)
  }

  @Test func `what is loaded is kept, too`() throws {
    var bench = try bench(.persistent)
    let handle = bench.store.open(Profile.self, at: ann)
    bench.store.load(handle, into: &bench.wishes)
    bench.drain()
    #expect(bench.disk[ann]?[Key("likes")] == .integer(1))
    // What is refused leaves what is kept.
    bench.store.load(handle, into: &bench.wishes)
    bench.take()
    bench.answerRead(.forbidden)
    #expect(bench.disk[ann] != nil)
  }
}
