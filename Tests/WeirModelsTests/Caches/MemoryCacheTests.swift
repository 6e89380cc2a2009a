// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirModels

@Suite struct MemoryCacheTests {
  private static func note(_ name: String, _ text: String = "x") -> Note {
    Note(name: name, text: text)
  }

  @Test func `a model is read as it was written last, until it is deleted`() {
    var cache = MemoryCache()
    #expect(words(cache.perform(.readModel("a", as: Note.self))) == "nothing")
    #expect(words(cache.perform(.writeModels([Self.note("a"), Self.note("b")]))) == "done")
    cache.perform(.writeModels([Self.note("a", "new")]), is: "done")
    cache.perform(.readModel("a", as: Note.self), is: "a:new/0")
    cache.perform(.deleteModel(Self.note("a")), is: "done")
    cache.perform(.readModel("a", as: Note.self), is: "nothing")
    cache.perform(.readModel("b", as: Note.self), is: "b:x/0")
    #expect(cache.hitCount == 2 && cache.missCount == 2)
    #expect(cache.count == 1)
  }

  @Test func `a list has its rows as they are when it is read, and keeps those without identity`() {
    var cache = MemoryCache()
    let rows: [any Model] = [Self.note("a"), Note(name: nil, text: "own"), Self.note("b")]
    cache.perform(.writeList("l", rows: rows), is: "done")
    cache.perform(.writeModels([Self.note("b", "new")]), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "[a:x/0 -:own/0 b:new/0]")
    cache.perform(.deleteModel(Self.note("a")), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "[-:own/0 b:new/0]")
    cache.perform(.writeModels([Self.note("a", "again")]), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "[-:own/0 b:new/0]")
    cache.perform(.writeList("l", rows: []), is: "done")
    cache.perform(.readList("l", as: Note.self), is: "[]")
    cache.perform(.readList("m", as: Note.self), is: "nothing")
  }

  @Test func `without an identity or a key there is nothing, and nothing is written`() {
    var cache = MemoryCache()
    let nameless = Note(name: nil, text: "x")
    let reason = "a model without identity can be kept in a list alone"
    cache.perform(.writeModels([Self.note("a"), nameless]), is: "failed: \(reason)")
    cache.perform(.readModel("a", as: Note.self), is: "nothing")
    cache.perform(.readModel(nil, as: Note.self), is: "nothing")
    cache.perform(.readList(nil, as: Note.self), is: "nothing")
    cache.perform(.deleteModel(nameless), is: "done")
    #expect(cache.count == 0)
  }

  @Test func `a newer value is merged into those of other types under its identity`() {
    var cache = MemoryCache()
    cache.perform(.writeModels([Note(name: "a", text: "1", stars: 5)]), is: "done")
    let back = Heading(name: "a", text: "2", side: "back")
    cache.perform(.writeModels([back, Heading(name: "a", text: "3", side: "front")]), is: "done")
    cache.perform(.readModel("a", as: Note.self), is: "a:3/5")
    cache.perform(.readModel("a", as: Heading.self), is: "a(back):3")
    cache.perform(.deleteModel(back), is: "done")
    cache.perform(.readModel("a", as: Note.self), is: "nothing")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `agrees with the naive cache on any jobs`(seed: UInt64) {
    var draw = JobDraw(seed: seed)
    var (cache, naive) = (MemoryCache(), NaiveModelCache())
    for number in 0..<200 {
      let job = draw.next()
      #expect(words(cache.perform(job)) == words(naive.perform(job)), "job \(number): \(job)")
    }
  }
}

extension MemoryCache {
  /// Does a job, and expects a result.
  mutating func perform(
    _ job: CacheJob, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(words(perform(job)) == expected, sourceLocation: sourceLocation)
  }
}
