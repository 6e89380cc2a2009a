// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirPaging
import WeirTestSupport

/// Random scrolls through lists of which only a part is kept, and through lists that change.
@Suite struct WindowHistoryTests {
  @Test(arguments: fewerInDebug(0..<240))
  func `with few pages the rows are one run of the list, which leads to both ends`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "window")
    let keys: [PageKeyKind] = [.offset, .number(first: 1), .cursor, .position]
    var rules = PagerRules(pageSize: 1 + chance.index(below: 8), keys: keys[Int(seed % 4)])
    rules.maxPages = 2 + chance.index(below: 3)
    rules.prefetchDistance = chance.index(below: 4)
    if chance.below(2) == 0 { rules.refresh = .aroundVisible(rows: 10) }
    rules.placeholders = chance.below(2) == 0
    var server = FakePages(list: items(0..<60), pageSize: rules.pageSize)
    server.counts = rules.placeholders
    server.looksBack = chance.below(2) == 0
    var desk = PagerDesk(rules, seed: seed)
    desk.load()
    desk.settle(server)
    for _ in 0..<60 {
      step(&desk, server, &chance)
      let ids = desk.ids
      if let first = ids.first { #expect(ids == Array(first..<first + ids.count), "seed \(seed)") }
    }
    desk.settle(server)
    for end in [59, 0, 59] {
      for _ in 0..<300 where desk.ids.contains(end) == false {
        let count = desk.ids.count
        desk.show(end == 0 ? 0..<min(2, count) : max(0, count - 2)..<count)
        desk.retry()
        desk.settle(server)
      }
      #expect(desk.ids.contains(end), "seed \(seed)")
    }
    // The pages within the prefetch distance of both ends of what is visible may be too many.
    #expect(desk.pager.pages <= (rules.maxPages ?? 0) + 2 * rules.prefetchDistance + 2)
  }

  /// INV-9: a row whose position in the order does not change is not skipped, whatever else comes and goes.
  @Test(arguments: fewerInDebug(0..<240))
  func `with positions as keys no row that stays is skipped or comes twice`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "keyset")
    var rules = PagerRules(pageSize: 1 + chance.index(below: 6), keys: .position)
    rules.duplicates = .off
    var server = FakePages(list: items(0..<20).map { Item(id: $0.id * 10) }, pageSize: 0)
    let steady = Set(server.list.map(\.id).filter { $0 % 30 == 0 })
    var desk = PagerDesk(rules, seed: seed)
    desk.load()
    for _ in 0..<400 {
      if chance.below(2) == 0 { change(&server, steady, &chance) }
      if desk.answer(server) == nil {
        if !desk.pager.hasMore { break }
        desk.next()
      }
    }
    #expect(!desk.pager.hasMore)
    #expect(desk.ids.filter { steady.contains($0) } == steady.sorted(), "seed \(seed)")
    #expect(Set(desk.ids).count == desk.ids.count)
  }

  private func step(
    _ desk: inout PagerDesk, _ server: FakePages, _ chance: inout RandomStream
  ) {
    switch chance.below(10) {
    case 0: desk.next()
    case 1: desk.previous()
    case 2: desk.refresh()
    case 3: if let request = desk.open.last { desk.fail(request.id) }
    case 4: desk.retry()
    case 5, 6:
      let count = desk.pager.items.count
      let start = chance.index(below: count + 1)
      desk.show(start..<min(count, start + chance.index(below: 5)))
    default:
      guard !desk.open.isEmpty else { return }
      let request = desk.open[chance.index(below: desk.open.count)]
      desk.receive(server.answer(request), to: request.id)
    }
  }

  private func change(
    _ server: inout FakePages, _ steady: Set<Int>, _ chance: inout RandomStream
  ) {
    if chance.below(2) == 0 {
      let index = chance.index(below: server.list.count)
      if !steady.contains(server.list[index].id) { server.list.remove(at: index) }
      return
    }
    let id = chance.index(below: 200)
    if server.list.contains(where: { $0.id == id }) || steady.contains(id) { return }
    let index = server.list.firstIndex { $0.id > id } ?? server.list.count
    server.list.insert(Item(id: id), at: index)
  }
}
