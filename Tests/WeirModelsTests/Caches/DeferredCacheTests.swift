// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirModels

@Suite struct DeferredCacheTests {
  private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

  private static func note(_ name: String, _ text: String = "x") -> Note {
    Note(name: name, text: text)
  }

  /// Makes a cache that reads for 1 ms and writes for 4 ms, or each for a time from a table.
  private func cache(
    _ order: CacheOrder, times: QuantileTable? = nil, seed: UInt64 = 1,
    _ change: (inout DeferredCache.Rules) -> Void = { _ in }
  ) -> DeferredCache {
    var rules = DeferredCache.Rules()
    rules.order = order
    change(&rules)
    return DeferredCache(
      rules, reading: times ?? QuantileTable(constant: .milliseconds(1)),
      writing: times ?? QuantileTable(constant: .milliseconds(4)),
      chance: RandomStream(seed: seed, "cache"))
  }

  private static let uneven = QuantileTable(sample: (1...40).map { .milliseconds($0 * $0) })

  @Test func `each job takes its time, and is done when it is answered`() {
    var cache = cache(.unordered)
    #expect(cache.isIdle)
    #expect(cache.ask(1, .writeModels([Self.note("a")]), at: 0) == Self.at(4))
    #expect(cache.ask(2, .readModel("a", as: Note.self), at: 0) == Self.at(1))
    #expect(cache.ask(3, .readModel("a", as: Note.self), at: 4) == Self.at(5))
    #expect(!cache.isIdle && cache.count.owed == 3)
    #expect(cache.answers(at: 0) == [])
    #expect(cache.answers(at: 3) == ["2 nothing"])
    #expect(cache.content.count == 0)
    #expect(cache.answers(at: 5) == ["1 done", "3 a:x/0"])
    #expect(cache.isIdle && cache.count.isEven)
    #expect(cache.answers(at: 9) == [])
  }

  @Test func `one after the other, a job begins when the one before it ends`() {
    var cache = cache(.serial)
    #expect(cache.ask(1, .writeModels([Self.note("a")]), at: 0) == Self.at(4))
    #expect(cache.ask(2, .readModel("b", as: Note.self), at: 0) == Self.at(5))
    #expect(cache.ask(3, .readModel("b", as: Note.self), at: 9) == Self.at(10))
    #expect(cache.answers(at: 10) == ["1 done", "2 nothing", "3 nothing"])
  }

  @Test func `by key, a job waits for those that share a model or a list with it`() {
    var cache = cache(.perKey)
    let rows = [Self.note("a"), Self.note("b")]
    #expect(cache.ask(1, .writeList("l", rows: rows), at: 0) == Self.at(4))
    #expect(cache.ask(2, .readModel("b", as: Note.self), at: 0) == Self.at(5))
    #expect(cache.ask(3, .readModel("b", as: Note.self), at: 0) == Self.at(5))
    #expect(cache.ask(4, .readModel("c", as: Note.self), at: 0) == Self.at(1))
    #expect(cache.ask(5, .deleteModel(Self.note("b")), at: 0) == Self.at(9))
    #expect(cache.ask(6, .writeModels([Self.note("c")]), at: 0) == Self.at(5))
    #expect(cache.ask(7, .readList("l", as: Note.self), at: 0) == Self.at(10))
    #expect(cache.ask(8, .writeModels([Self.note("d")]), at: 0) == Self.at(14))
    #expect(cache.ask(9, .writeList("k", rows: []), at: 0) == Self.at(14))
    #expect(cache.ask(10, .writeList("k", rows: [Self.note("e")]), at: 0) == Self.at(18))
    #expect(
      cache.answers(at: 20) == [
        "4 nothing", "1 done", "2 b:x/0", "3 b:x/0", "6 done", "5 done", "7 [a:x/0]", "8 done",
        "9 done", "10 done",
      ])
  }

  @Test func `without order, an older write may be the last, and a read may come before a write`() {
    var (swapped, early) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var cache = cache(.unordered, times: Self.uneven, seed: seed)
      _ = cache.ask(1, .writeModels([Self.note("a", "old")]), at: 0)
      _ = cache.ask(2, .writeModels([Self.note("a", "new")]), at: 0)
      _ = cache.ask(3, .readModel("a", as: Note.self), at: 0)
      if cache.answers(at: 9_999).contains("3 nothing") { early += 1 }
      _ = cache.ask(4, .readModel("a", as: Note.self), at: 9_999)
      if cache.answers(at: 99_999) == ["4 a:old/0"] { swapped += 1 }
    }
    #expect(swapped > 5 && swapped < 35)
    #expect(early > 2 && early < 35)
  }

  @Test(arguments: [CacheOrder.serial, .perKey], 0..<20 as Range<UInt64>)
  func `in order, every answer is that of the jobs done one by one`(
    order: CacheOrder, seed: UInt64
  ) {
    var draw = JobDraw(seed: seed)
    var cache = cache(order, times: Self.uneven, seed: seed)
    var naive = NaiveModelCache()
    var (wanted, found): ([Int: String], [Int: String]) = ([:], [:])
    for tag in 0..<150 {
      let job = draw.next()
      wanted[tag] = words(naive.perform(job))
      _ = cache.ask(tag, job, at: Int64(tag * 5))
      for answer in cache.take(at: Int64(tag * 5)) { found[answer.tag] = words(answer.result) }
    }
    for answer in cache.take(at: 1_000_000) { found[answer.tag] = words(answer.result) }
    #expect(found == wanted)
  }

  @Test(arguments: CacheOrder.allCases, 0..<10 as Range<UInt64>)
  func `whatever goes wrong, each wish is answered once`(order: CacheOrder, seed: UInt64) {
    var draw = JobDraw(seed: seed)
    var cache = cache(order, times: Self.uneven, seed: seed) { rules in
      rules.misses = Ratio(1, of: 4)
      rules.failures = Ratio(1, of: 4)
      rules.losses = Ratio(1, of: 4)
      rules.damage = Ratio(1, of: 4)
    }
    var tags: [Int] = []
    var last = Instant.zero
    for tag in 0..<200 {
      let job = draw.next()
      last = max(last, cache.ask(tag, job, at: Int64(tag)))
      tags += cache.take(at: Int64(tag)).map(\.tag)
      #expect(cache.count.owed == tag + 1 - tags.count)
    }
    var answers: [CacheAnswer] = []
    cache.wake(at: last, into: &answers)
    tags += answers.map(\.tag)
    #expect(tags.sorted() == Array(0..<200))
    #expect(cache.count.isEven && cache.isIdle)
    #expect(cache.count.asked == 200 && cache.count.answered == 200)
  }

  @Test func `a read may find nothing, and a job may fail and change nothing`() {
    var cache = cache(.serial) { $0.misses = .one }
    _ = cache.ask(1, .writeModels([Self.note("a")]), at: 0)
    _ = cache.ask(2, .readModel("a", as: Note.self), at: 0)
    _ = cache.ask(3, .readList("l", as: Note.self), at: 0)
    #expect(cache.answers(at: 99) == ["1 done", "2 nothing", "3 nothing"])
    #expect(cache.content.count == 1)
    cache = self.cache(.serial) { $0.failures = .one }
    _ = cache.ask(1, .writeModels([Self.note("a")]), at: 0)
    _ = cache.ask(2, .readModel("a", as: Note.self), at: 0)
    let failure = "failed: the cache could not do it"
    #expect(cache.answers(at: 99) == ["1 \(failure)", "2 \(failure)"])
    #expect(cache.content.count == 0)
  }

  @Test func `a write may be lost although it is answered as done`() {
    var cache = cache(.serial) { $0.losses = .one }
    _ = cache.ask(1, .writeModels([Self.note("a")]), at: 0)
    _ = cache.ask(2, .readModel("a", as: Note.self), at: 0)
    #expect(cache.answers(at: 99) == ["1 done", "2 nothing"])
  }

  @Test func `what was damaged fails to be read until it is written again or deleted`() {
    var cache = cache(.serial) { $0.damage = .one }
    _ = cache.ask(1, .writeModels([Self.note("a")]), at: 0)
    _ = cache.ask(2, .readModel("a", as: Note.self), at: 0)
    _ = cache.ask(3, .readModel("b", as: Note.self), at: 0)
    _ = cache.ask(4, .deleteModel(Self.note("a")), at: 0)
    _ = cache.ask(5, .readModel("a", as: Note.self), at: 0)
    #expect(
      cache.answers(at: 99) == [
        "1 done", "2 failed: 'a' is damaged", "3 nothing", "4 done", "5 nothing",
      ])
    _ = cache.ask(6, .writeList("l", rows: []), at: 99)
    _ = cache.ask(7, .readList("l", as: Note.self), at: 99)
    #expect(cache.answers(at: 999) == ["6 done", "7 failed: 'l' is damaged"])
  }

  @Test func `a damaged row fails every list that it is in, and a write makes it whole`() {
    var kinds: [String: Int] = [:]
    for seed in 0..<60 as Range<UInt64> {
      var cache = cache(.serial, seed: seed) { $0.damage = Ratio(1, of: 2) }
      _ = cache.ask(1, .writeList("l", rows: [Self.note("a"), Self.note("b")]), at: 0)
      _ = cache.ask(2, .readList("l", as: Note.self), at: 0)
      let answer = cache.answers(at: 99)[1]
      kinds[answer, default: 0] += 1
      if answer == "2 failed: 'b' is damaged" {
        _ = cache.ask(3, .readModel("a", as: Note.self), at: 99)
        _ = cache.ask(4, .writeModels([Self.note("b", "new")]), at: 99)
        _ = cache.ask(5, .readList("l", as: Note.self), at: 99)
        let last = cache.answers(at: 999)
        #expect(last[0] == "3 a:x/0")
        #expect(["5 [a:x/0 b:new/0]", "5 failed: 'b' is damaged"].contains(last[2]))
        kinds[last[2], default: 0] += 1
      }
    }
    #expect(
      kinds.keys.sorted() == [
        "2 [a:x/0 b:x/0]", "2 failed: 'a' is damaged", "2 failed: 'b' is damaged",
        "2 failed: 'l' is damaged", "5 [a:x/0 b:new/0]", "5 failed: 'b' is damaged",
      ])
  }

  @Test func `one chance does not move another, nor the times`() {
    func dues(_ change: @escaping (inout DeferredCache.Rules) -> Void) -> [Instant] {
      var cache = cache(.unordered, times: Self.uneven, change)
      return (0..<50).map { cache.ask($0, .writeModels([Self.note("a")]), at: 0) }
    }
    let plain = dues { _ in }
    #expect(dues { $0.failures = Ratio(1, of: 2) } == plain)
    #expect(dues { $0.losses = .one } == plain)
    #expect(dues { $0.damage = Ratio(1, of: 3) } == plain)
    #expect(Set(plain.map(\.nanoseconds)).count > 10)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a kill leaves of jobs in order the first ones, and answers nothing`(seed: UInt64) {
    var cache = cache(.serial)
    for tag in 1...6 { _ = cache.ask(tag, .writeModels([Self.note("a", "v\(tag)")]), at: 0) }
    #expect(cache.answers(at: 4) == ["1 done"])
    var chance = RandomStream(seed: seed, "kill")
    cache.kill(&chance)
    #expect(cache.answers(at: 99) == [] && cache.isIdle)
    #expect(cache.count.isEven && cache.count.abandoned == 5)
    _ = cache.ask(7, .readModel("a", as: Note.self), at: 99)
    #expect((1...6).map { ["7 a:v\($0)/0"] }.contains(cache.answers(at: 100)))
  }

  @Test func `after a kill, what was under way is done or not, without order in any combination`() {
    var (ordered, free): (Set<String>, Set<String>) = ([], [])
    for seed in 0..<60 as Range<UInt64> {
      for order in [CacheOrder.perKey, .unordered] {
        var cache = cache(order)
        _ = cache.ask(1, .writeModels([Self.note("a"), Self.note("b")]), at: 0)
        _ = cache.ask(2, .writeModels([Self.note("b"), Self.note("c")]), at: 0)
        var chance = RandomStream(seed: seed, "kill")
        cache.kill(&chance)
        var content = cache.content
        let found = ["a", "b", "c"].filter {
          words(content.perform(.readModel(ModelID($0), as: Note.self))) != "nothing"
        }.joined()
        if order == .perKey { ordered.insert(found) } else { free.insert(found) }
      }
    }
    #expect(ordered == ["", "ab", "abc"])
    #expect(free == ["", "ab", "bc", "abc"])
  }
}

extension DeferredCache {
  /// Asks for a job, and returns when it is due.
  mutating func ask(_ tag: Int, _ job: CacheJob, at milliseconds: Int64) -> Instant {
    ask(CacheWish(tag: tag, job: job), at: .zero + .milliseconds(milliseconds))
  }

  /// Returns the answers that are due.
  mutating func take(at milliseconds: Int64) -> [CacheAnswer] {
    var answers: [CacheAnswer] = []
    wake(at: .zero + .milliseconds(milliseconds), into: &answers)
    return answers
  }

  /// Returns the answers that are due as words.
  mutating func answers(at milliseconds: Int64) -> [String] {
    take(at: milliseconds).map { "\($0.tag) \(words($0.result))" }
  }
}
