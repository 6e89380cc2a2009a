// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirTestSupport
import WeirTree

/// The anomalies of paging, from their definitions.
@Suite struct PagePassTests {
  private func keys(_ numbers: Range<Int>) -> [Key] { numbers.map { Key("\($0)") } }
  private func time(_ n: Int64) -> Instant { .zero + .seconds(n) }

  /// Receives pages of ten by offsets, at second 1, 2, …; what happens between them is in the timeline.
  private func pass(_ offsets: [Int], of timeline: ListTimeline) -> (pass: PagePass, shown: [Key]) {
    var pass = PagePass()
    var shown: [Key] = []
    for (index, offset) in offsets.enumerated() {
      let instant = time(Int64(index) + 1)
      let list = timeline.keys(at: instant)
      let slice = Array(list.dropFirst(offset).prefix(10))
      pass.receive(slice, from: offset, at: instant)
      shown += slice
    }
    return (pass, shown)
  }

  private func anomalies(
    _ offsets: [Int], of timeline: ListTimeline, total: Int? = nil
  ) -> PageAnomalies {
    let (pass, shown) = pass(offsets, of: timeline)
    return pass.anomalies(
      in: timeline, shown: shown, total: total, isComplete: total != nil, at: time(9))
  }

  @Test func `a list that stands still has no anomaly, but as many chances for one as rows`() {
    let found = anomalies([0, 10, 20], of: ListTimeline(keys(0..<25)), total: 25)
    #expect(found.duplicates == .init(count: 0, opportunities: 25))
    #expect(found.shownTwice == .init(count: 0, opportunities: 25))
    #expect(found.skips == .init(count: 0, opportunities: 25))
    #expect(found.phantoms == .init(count: 0, opportunities: 25))
    #expect(found.misorders == .init(count: 0, opportunities: 300))
    #expect(found.countLies == .init(count: 0, opportunities: 1))
  }

  @Test func `rows inserted before the covered part come as often twice`() {
    var timeline = ListTimeline(keys(0..<30))
    for n in 100..<103 { timeline.insert(Key("\(n)"), at: 0, on: time(2)) }
    let found = anomalies([0, 10], of: timeline)
    #expect(found.duplicates == .init(count: 3, opportunities: 20))
    #expect(found.shownTwice.count == 3)
    // The new rows were not there throughout.
    #expect(found.skips == .init(count: 0, opportunities: 17))
  }

  @Test func `rows deleted before the covered part skip as many`() {
    var timeline = ListTimeline(keys(0..<30))
    timeline.remove(Key("3"), on: time(2))
    timeline.remove(Key("4"), on: time(2))
    let found = anomalies([0, 10], of: timeline)
    #expect(found.duplicates.count == 0)
    #expect(found.skips == .init(count: 2, opportunities: 20))
    #expect(found.phantoms == .init(count: 2, opportunities: 20))
  }

  @Test func `a row that crosses to the covered part is skipped, one that leaves it comes twice`() {
    var timeline = ListTimeline(keys(0..<30))
    timeline.move(Key("25"), to: 2, on: time(2))
    let crossing = anomalies([0, 10], of: timeline)
    #expect(crossing.skips.count == 1)
    #expect(crossing.duplicates.count == 1)
    timeline = ListTimeline(keys(0..<30))
    timeline.move(Key("2"), to: 15, on: time(2))
    let leaving = anomalies([0, 10], of: timeline)
    #expect(leaving.duplicates.count == 1)
    #expect(leaving.skips.count == 1)
  }

  /// The page of an older generation behind a refreshed first one: the count agrees, the rows do not.
  @Test func `a hole beside as many rows that come twice is no lie of counts, but both`() {
    let timeline = ListTimeline(keys(0..<60))
    let found = anomalies([0, 30, 20, 30, 40, 50], of: timeline, total: 60)
    #expect(found.countLies == .init(count: 0, opportunities: 1))
    #expect(found.skips == .init(count: 10, opportunities: 60))
    #expect(found.duplicates.count == 10)
  }

  @Test func `a complete pass with another number of rows than the total is a lie of counts`() {
    let timeline = ListTimeline(keys(0..<20))
    #expect(anomalies([0, 10], of: timeline, total: 21).countLies.count == 1)
    #expect(anomalies([0, 10], of: timeline, total: 19).countLies.count == 1)
    #expect(anomalies([0, 10], of: timeline).countLies.opportunities == 0)
  }

  @Test func `rows in an order that no list had are counted by pairs`() {
    var pass = PagePass()
    let timeline = ListTimeline(keys(0..<4))
    pass.receive(keys(0..<4), from: 0, at: time(1))
    let shown = [Key("0"), Key("3"), Key("1"), Key("2")]
    let found = pass.anomalies(
      in: timeline, shown: shown, total: nil, isComplete: false, at: time(1))
    #expect(found.misorders == .init(count: 2, opportunities: 6))
  }

  @Test func `rows in the order of any list of the pass are in order`() {
    var timeline = ListTimeline(keys(0..<4))
    timeline.become([Key("3")] + keys(0..<3), on: time(2))
    var pass = PagePass()
    pass.receive(keys(0..<2), from: 0, at: time(1))
    pass.receive(keys(2..<3), from: 2, at: time(2))
    func misorders(_ shown: [Key]) -> Int {
      pass.anomalies(in: timeline, shown: shown, total: nil, isComplete: false, at: time(2))
        .misorders.count
    }
    #expect(misorders(keys(0..<4)) == 0)
    #expect(misorders([Key("3")] + keys(0..<3)) == 0)
    #expect(misorders([Key("2"), Key("1")]) == 1)
    // Lists from before and after the pass do not count.
    timeline.become(keys(0..<4).reversed(), on: time(3))
    #expect(misorders([Key("2"), Key("1")]) == 1)
  }

  @Test func `of one instant the last list counts`() {
    var timeline = ListTimeline(keys(0..<3), at: time(1))
    timeline.remove(Key("0"), on: time(2))
    timeline.insert(Key("7"), at: 0, on: time(2))
    #expect(timeline.keys(at: time(2)) == [Key("7"), Key("1"), Key("2")])
    #expect(timeline.keys(at: Instant(nanoseconds: 1_999_999_999)) == keys(0..<3))
    #expect(timeline.keys(at: .zero) == keys(0..<3))
    #expect(timeline.latest == timeline.keys(at: time(9)))
  }

  @Test func `counts of passes add up`() {
    var sum = PageAnomalies()
    let one = anomalies([0, 10], of: ListTimeline(keys(0..<20)), total: 21)
    sum.add(one)
    sum.add(one)
    #expect(sum.countLies == .init(count: 2, opportunities: 2))
    #expect(sum.duplicates == .init(count: 0, opportunities: 40))
    #expect(sum.misorders.opportunities == 380)
    #expect(
      PagePass().anomalies(
        in: ListTimeline(), shown: [], total: 0, isComplete: true, at: .zero) == PageAnomalies())
  }

  @Test(arguments: fewerInDebug(0..<150))
  func `agrees with the definitions, taken word for word`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "pass")
    var timeline = ListTimeline(keys(0..<12))
    var lists: [(at: Instant, keys: [Key])] = [(.zero, timeline.latest)]
    var pass = PagePass()
    var slices: [(keys: [Key], start: Int, at: Instant)] = []
    var shown: [Key] = []
    for second in 1..<30 {
      let now = time(Int64(second))
      var list = timeline.latest
      if chance.below(2) == 0, list.count > 2 {
        let key = list.remove(at: chance.index(below: list.count))
        if chance.below(3) != 0 { list.insert(key, at: chance.index(below: list.count + 1)) }
        if chance.below(3) == 0 { list.insert(Key("\(100 + second)"), at: 0) }
        timeline.become(list, on: now)
        lists.append((now, list))
      } else if second > 3, second < 26, chance.below(3) == 0 {
        let start = chance.index(below: list.count)
        let slice = Array(list[start..<min(list.count, start + 3)])
        pass.receive(slice, from: start, at: now)
        slices.append((slice, start, now))
        shown += slice
      }
    }
    guard let first = slices.first?.at, let last = slices.last?.at else { return }
    if shown.count > 2, chance.below(2) == 0 { shown.swapAt(0, shown.count - 1) }
    // Every list that counted at some time of the pass.
    let before = lists.last { $0.at <= first }?.keys ?? []
    let during = [before] + lists.filter { $0.at > first && $0.at <= last }.map(\.keys)
    let found = pass.anomalies(
      in: timeline, shown: shown, total: nil, isComplete: false, at: time(30))
    var skips = 0
    let start = slices.map(\.start).min() ?? 0
    let end = slices.map { $0.start + $0.keys.count }.max() ?? 0
    for (index, key) in (during.last ?? []).enumerated() where index >= start && index < end {
      let isSteady = during.allSatisfy { $0.contains(key) }
      if isSteady, !slices.contains(where: { $0.keys.contains(key) }) { skips += 1 }
    }
    #expect(found.skips.count == skips)
    var distinct: [Key] = []
    for key in shown where !distinct.contains(key) { distinct.append(key) }
    var misorders = 0
    for (i, a) in distinct.enumerated() {
      for b in distinct[(i + 1)...] {
        let orders = during.compactMap { list -> Bool? in
          guard let x = list.firstIndex(of: a), let y = list.firstIndex(of: b) else { return nil }
          return x < y
        }
        if !orders.isEmpty, orders.allSatisfy({ !$0 }) { misorders += 1 }
      }
    }
    #expect(found.misorders.count == misorders)
    #expect(found.phantoms.count == shown.count { !timeline.latest.contains($0) })
    #expect(found.shownTwice.count == shown.count - distinct.count)
  }
}
