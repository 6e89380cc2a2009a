// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirSources
import WeirTestSupport

@Suite struct RealmProfileTests {
  @Test func `the initial call has later writes in it, once`() {
    var results = RealmProfile<Item>()
    results.commit(items(1))
    results.commit(items(1, 2))
    let first = results.deliver()
    #expect(first?.kind == .initial && first?.content == [items(1, 2)])
    #expect(first?.saysNothing == true)
    #expect(results.deliver() == nil)
  }

  @Test func `several transactions are one call, and what they cancel out none`() {
    var results = RealmProfile<Item>()
    _ = results.deliver()
    results.commit(items(1))
    results.commit(items(1, 2))
    #expect(results.deliver()?.inserts == [0, 1])
    results.commit(items(1))
    results.commit(items(1, 2))
    #expect(results.deliver() == nil)
  }

  @Test func `a move goes and comes, and modifications have both places`() {
    var results = RealmProfile<Item>()
    results.commit(items(1, 2, 3))
    _ = results.deliver()
    results.commit([Item(id: 9), Item(id: 3), Item(id: 1), Item(id: 2, look: 1)])
    let delivery = results.deliver()
    #expect(delivery?.deletes == [2] && delivery?.inserts == [0, 1])
    #expect(delivery?.moves == [])
    #expect(delivery?.modifiedOld == [1] && delivery?.modifiedNew == [3])
  }

  @Test func `a row that moves and changes is not modified besides`() {
    var results = RealmProfile<Item>()
    results.commit(items(1, 2))
    _ = results.deliver()
    results.commit([Item(id: 2, look: 1), Item(id: 1)])
    let delivery = results.deliver()
    #expect(delivery?.deletes == [1] && delivery?.inserts == [0])
    #expect(delivery?.modifiedOld == [])
  }

  @Test func `a write delivers first what is waiting, and may be told to nobody`() {
    var results = RealmProfile<Item>()
    results.commit(items(1))
    #expect(results.commitWithoutNotifying(items(1, 2))?.kind == .initial)
    #expect(results.deliver() == nil)
    results.commit(items(1, 2, 3))
    #expect(results.beginWrite()?.inserts == [2])
    results.commit(items(2, 3))
    #expect(results.commitWithoutNotifying(items(3))?.deletes == [0])
    results.commit(items(3, 4))
    #expect(results.deliver()?.inserts == [1])
  }

  @Test func `an error is told once, and nothing after it; no more is a token that is not valid`() {
    var results = RealmProfile<Item>()
    _ = results.deliver()
    results.fail(SourceFailure("gone"))
    results.commit(items(1))
    #expect(results.deliver()?.kind == .failure(SourceFailure("gone")))
    results.commit(items(1, 2))
    #expect(results.deliver() == nil)
    var other = RealmProfile<Item>()
    other.invalidate()
    #expect(other.deliver() == nil)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `apps that reload old places are right with any history, and careful ones too`(seed: UInt64)
  {
    var stream = RandomStream(seed: seed, "realm")
    var results = RealmProfile<Item>()
    var views = [StrictListView<Item>(), StrictListView<Item>()]
    var rows: [Item] = []
    for _ in 0..<40 {
      rows.removeAll { _ in stream.index(below: 5) == 0 }
      for index in rows.indices where stream.index(below: 4) == 0 { rows[index].look += 1 }
      if rows.count > 1, stream.index(below: 3) == 0 {
        rows.insert(rows.removeLast(), at: stream.index(below: rows.count))
      }
      let id = stream.index(below: 12)
      if !rows.contains(where: { $0.id == id }) {
        rows.insert(Item(id: id), at: stream.index(below: rows.count + 1))
      }
      results.commit(rows)
      guard stream.index(below: 2) == 0, let delivery = results.deliver() else { continue }
      #expect(views[0].take(delivery, .literal) == nil)
      #expect(views[1].take(delivery, .careful) == nil)
    }
    if let last = results.deliver() {
      for index in views.indices { _ = views[index].take(last, .literal) }
    }
    #expect(views.map(\.rows) == [rows, rows])
  }

  @Test func `an app that takes modifications for new places reloads what is not there`() {
    var results = RealmProfile<Item>()
    results.commit(items(1))
    var view = StrictListView<Item>()
    _ = results.deliver().flatMap { view.take($0, .reloadsNewPlaces) }
    results.commit([Item(id: 2), Item(id: 1, look: 1)])
    let fault = results.deliver().flatMap { view.take($0, .reloadsNewPlaces) }
    #expect(fault?.rule == .deleteOutOfBounds)
  }

  @Test
  func `an app that shows a snapshot and swallows the initial call is wrong by what came between`()
  {
    var results = RealmProfile<Item>()
    results.commit(items(1))
    var view = StrictListView(rows: items(1))
    results.commit(items(1, 2))
    _ = results.deliver()
    results.commit(items(2))
    let fault = results.deliver().flatMap { view.take($0, .literal) }
    #expect(fault?.rule == .rowCount)
  }
}
