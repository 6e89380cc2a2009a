// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirModels

@Suite struct CacheLimitTests {
  private static func note(_ name: String, _ text: String = "x") -> Note {
    Note(name: name, text: text)
  }

  @Test func `what was used least recently goes first, and a read is a use`() {
    var cache = MemoryCache(.rows(3))
    cache.perform(.writeModels(["a", "b", "c"].map { Self.note($0) }), is: "done")
    cache.perform(.readModel("a", as: Note.self), is: "a:x/0")
    cache.perform(.writeModels([Self.note("d")]), is: "done")
    cache.perform(.readModel("b", as: Note.self), is: "nothing")
    cache.perform(.readModel("c", as: Note.self), is: "c:x/0")
    cache.perform(.writeModels([Self.note("e")]), is: "done")
    cache.perform(.readModel("a", as: Note.self), is: "nothing")
    #expect(cache.cost == 3 && cache.count == 3)
    #expect(cache.evictionCount == 2)
  }

  @Test func `a list goes before its rows, so that it is never read without some of them`() {
    var cache = MemoryCache(.rows(4))
    cache.perform(.writeList("l", rows: ["a", "b", "c"].map { Self.note($0) }), is: "done")
    #expect(cache.cost == 4)
    cache.perform(.readList("l", as: Note.self), is: "[a:x/0 b:x/0 c:x/0]")
    cache.perform(.writeModels([Self.note("d")]), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "nothing")
    for name in ["a", "b", "c", "d"] {
      cache.perform(.readModel(ModelID(name), as: Note.self), is: "\(name):x/0")
    }
    #expect(cache.evictionCount == 1)
  }

  @Test func `to read a list is a use of it`() {
    var cache = MemoryCache(.rows(3))
    cache.perform(.writeList("l", rows: [Self.note("a")]), is: "done")
    cache.perform(.writeModels([Self.note("b")]), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "[a:x/0]")
    cache.perform(.writeModels([Self.note("c")]), is: "done")
    cache.perform(.readModel("b", as: Note.self), is: "nothing")
    cache.perform(.readList("l", as: Note.self), is: "[a:x/0]")
  }

  @Test func `rows without identity and several types of one model count`() {
    var cache = MemoryCache(.rows(10))
    let own = Note(name: nil, text: "own")
    cache.perform(.writeList("l", rows: [own, own, Self.note("a")]), is: "done")
    #expect(cache.cost == 4)
    cache.perform(.writeModels([Heading(name: "a", text: "x")]), is: "done")
    #expect(cache.cost == 5)
    cache.perform(.writeList("l", rows: [own]), is: "done")
    #expect(cache.cost == 4)
    cache.perform(.deleteModel(Self.note("a")), is: "done")
    #expect(cache.cost == 2)
  }

  @Test func `a list that is too long leaves the last rows that fit`() {
    var cache = MemoryCache(.rows(2))
    cache.perform(.writeList("l", rows: ["a", "b", "c"].map { Self.note($0) }), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "nothing")
    cache.perform(.readModel("a", as: Note.self), is: "nothing")
    cache.perform(.readModel("c", as: Note.self), is: "c:x/0")
    var none = MemoryCache(.rows(0))
    none.perform(.writeModels([Self.note("a")]), is: "done")
    none.perform(.readModel("a", as: Note.self), is: "nothing")
    #expect(none.cost == 0)
  }

  @Test func `bytes are those of models, of identities and of keys`() {
    let size: @Sendable (any Model) -> Int = { ($0 as? Note)?.text.utf8.count ?? 0 }
    var cache = MemoryCache(.bytes(30, size: size))
    cache.perform(.writeModels([Self.note("ab", "12345678")]), is: "done")
    #expect(cache.cost == 10)
    let own = Note(name: nil, text: "123")
    cache.perform(.writeList("key", rows: [Self.note("ab", "1234"), own]), is: "done")
    // 6 of the model, and of the list 3 for its key, 2 for the identity and 3 for the row of its own.
    #expect(cache.cost == 14)
    cache.perform(.writeModels([Self.note("c", "123456789012345")]), is: "done")
    #expect(cache.cost == 30 && cache.evictionCount == 0)
    cache.perform(.writeModels([Self.note("d", "")]), is: "done")
    #expect(cache.cost == 23 && cache.evictionCount == 1)
    cache.perform(.readList("key", as: Note.self), is: "nothing")
    cache.perform(.readModel("ab", as: Note.self), is: "ab:1234/0")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a small cache says nothing or what a large one says, and never holds too much`(
    seed: UInt64
  ) {
    var draw = JobDraw(seed: seed)
    let limit = 1 + Int(seed % 12)
    var (small, large) = (MemoryCache(.rows(limit)), NaiveModelCache())
    for number in 0..<200 {
      let job = draw.next()
      let (found, wanted) = (small.perform(job), words(large.perform(job)))
      if case .nothing = found {
      } else if isWhole(job) {
        #expect(words(found) == wanted, "job \(number): \(job)")
      }
      #expect(small.cost <= limit)
    }
  }

  /// `true` if what a job reads does not depend on values of other types that may have gone.
  private func isWhole(_ job: CacheJob) -> Bool {
    switch job {
    case .readModel(_, let type), .readList(_, let type): type == Note.self
    default: true
    }
  }
}
