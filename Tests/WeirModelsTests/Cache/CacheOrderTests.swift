// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct CacheOrderTests {
  private func bench(_ order: CacheOrder) -> StoreBench {
    var rules = StoreRules()
    rules.cacheOrder = order
    var bench = StoreBench(rules)
    bench.store.update([Node("a", 1)], into: &bench.wishes)
    bench.store.update([Node("a", 2), Node("b", 1)], into: &bench.wishes)
    bench.store.update([Node("c", 1)], into: &bench.wishes)
    bench.store.delete([Node("b", 1)], into: &bench.wishes)
    let list = bench.store.openCollection(of: Node.self)
    bench.store.fetch("feed", for: list, into: &bench.wishes)
    bench.take()
    return bench
  }

  @Test func `without an order all jobs go out at once`() {
    let bench = bench(.unordered)
    #expect(bench.jobs.map(\.tag) == [1, 2, 3, 4, 5])
  }

  @Test func `in order one job goes out after the other`() {
    var bench = bench(.serial)
    var tags: [Int] = []
    while let job = bench.jobs.first {
      #expect(bench.jobs.count == 1)
      tags.append(job.tag)
      bench.answer()
    }
    #expect(tags == [1, 2, 3, 4, 5])
  }

  @Test func `by key a job waits for those that share a model, and a list for all that is written`()
  {
    var bench = bench(.perKey)
    #expect(bench.jobs.map(\.tag) == [1, 3])
    bench.answer(0)
    #expect(bench.jobs.map(\.tag) == [3, 2])
    bench.answer(1)
    #expect(bench.jobs.map(\.tag) == [3, 4])
    bench.answer(1)
    #expect(bench.jobs.map(\.tag) == [3])
    bench.answer(0)
    #expect(bench.jobs.map(\.tag) == [5])
    bench.answer(0)
    #expect(bench.store.kept.jobs == 0)
  }

  @Test func `by key reads of one model do not wait for each other, and a write waits for both`() {
    var bench = StoreBench()
    let providers = (0..<2).map { _ in bench.store.openModel(of: Node.self) }
    for provider in providers { bench.store.fetch("a", for: provider, into: &bench.wishes) }
    bench.store.update([Node("a", 1)], into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.job.words) == ["read a", "read a"])
    bench.answer()
    #expect(bench.jobs.count == 1)
    bench.answer()
    #expect(bench.jobs.map(\.job.words) == ["write [a1]"])
  }

  @Test func `a job that has not gone out cannot be answered`() {
    var bench = bench(.serial)
    let early = CacheAnswer(tag: 2, result: .done)
    bench.store.receive(early, into: &bench.wishes)
    #expect(bench.news() == ["fault unknownAnswer(2)"])
    #expect(bench.store.kept.jobs == 5)
    bench.answer()
    #expect(bench.jobs.map(\.tag) == [2])
  }

  @Test func `by key two writes of one list keep their order`() {
    var bench = StoreBench()
    bench.store.setList([Node("a", 1)], key: "feed", into: &bench.wishes)
    bench.store.setList([Node("b", 1)], key: "feed", into: &bench.wishes)
    bench.store.setList([Node("c", 1)], key: "other", into: &bench.wishes)
    bench.take()
    #expect(bench.jobs.map(\.tag) == [1, 3])
  }
}
