// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

@Suite struct RowViewTests {
  private typealias Numbers = LiveView<NumberItem>

  private func rooms(_ limit: Int? = nil) -> Numbers { Numbers(at: Path("rooms"), limit: limit) }

  private func flat() -> FlattenedView<NumberItem, NumberItem> {
    rooms().flattened { Numbers(at: Path("posts/\($0.item.number)")) }
  }

  @Test func `rows of one kind stand in one list, whatever view shows them`() {
    var views: [AnyRowView<String>] = [
      AnyRowView(rooms().mapped { "\($0.key): \($0.item.number)" }),
      AnyRowView(flat().mapped { "\($0.outer)/\($0.inner.key): \($0.inner.item.number)" }),
    ]
    for index in views.indices {
      var wishes: [CollectionWish] = []
      views[index].observe(into: &wishes)
      #expect(wishes.count == 1 && views[index].observers == 1 && !views[index].isSynced)
      views[index].hear(DataEvent(.added, Key("a"), .integer(1)), from: 1, into: &wishes)
      views[index].hear(DataEvent(.added, Key("b"), .integer(2)), from: 1, into: &wishes)
      views[index].hear(.value, from: 1, into: &wishes)
    }
    #expect(Array(views[0]) == ["b: 2", "a: 1"] && views[0].isSynced)
    #expect(views[1].isEmpty && !views[1].isSynced)
    var wishes: [CollectionWish] = []
    for tag in [2, 3] as [UInt32] {
      views[1].hear(DataEvent(.added, Key("x"), .integer(Int64(tag))), from: tag, into: &wishes)
      views[1].hear(.value, from: tag, into: &wishes)
    }
    #expect(Array(views[1]) == ["b/x: 2", "a/x: 3"] && views[1][1] == "a/x: 3")
  }

  @Test func `what a kind of view alone can do is done to it and put back`() throws {
    var any = AnyRowView(rooms(1))
    var wishes: [CollectionWish] = []
    any.observe(into: &wishes)
    any.hear(DataEvent(.added, Key("b"), .integer(2)), from: 1, into: &wishes)
    any.hear(.value, from: 1, into: &wishes)
    var view = try #require(any.base as? Numbers)
    try view.showMore(1, into: &wishes)
    any.base = view
    any.hear(DataEvent(.added, Key("a"), .integer(1)), from: 2, into: &wishes)
    any.hear(DataEvent(.added, Key("b"), .integer(2)), from: 2, into: &wishes)
    any.hear(.value, from: 2, into: &wishes)
    #expect(any.map(\.key) == [Key("b"), Key("a")])
  }

  @Test func `rows that are such already are not put into others`() {
    let any = AnyRowView(AnyRowView(AnyRowView(rooms())))
    #expect(any.base is Numbers)
  }

  private func follow<View: RowView>(
    _ view: View, _ seed: UInt64
  ) where View.Row: Equatable {
    follow(view, AnyRowView(view), seed) { $0.rows.elementsEqual($1) }
  }

  /// Hands the same to two views, and expects of both the same, step by step.
  private func follow<View: RowView, Other: RowView>(
    _ view: View, _ other: Other, _ seed: UInt64, showTheSame: (View, Other) -> Bool
  ) {
    var (view, any, chance) = (view, other, RandomStream(seed: seed, "rows of views"))
    var listens: [UInt32] = []
    for step in 0..<50 {
      var (wishes, others): ([CollectionWish], [CollectionWish]) = ([], [])
      let tag = listens.isEmpty ? 1 : listens[chance.index(below: listens.count)]
      switch chance.index(below: 9) {
      case 0:
        view.observe(into: &wishes)
        any.observe(into: &others)
      case 1:
        view.stop(into: &wishes)
        any.stop(into: &others)
      case 2 where chance.index(below: 4) == 0:
        view.lose(tag, .forbidden, into: &wishes)
        any.lose(tag, .forbidden, into: &others)
      case 3...4:
        view.hear(.value, from: tag, into: &wishes)
        any.hear(.value, from: tag, into: &others)
      default:
        let number = chance.index(below: 4)
        let event = DataEvent(
          number == 0 ? .removed : .added, Key("k\(chance.index(below: 4))"),
          number == 0 ? .null : .integer(Int64(number)))
        view.hear(event, from: tag, into: &wishes)
        any.hear(event, from: tag, into: &others)
      }
      for case .listen(let tag, _, _) in wishes { listens.append(tag) }
      let areSynced = any.isSynced == view.isSynced && any.observers == view.observers
      let isAlike =
        areSynced && "\(wishes)" == "\(others)" && showTheSame(view, any)
      #expect(isAlike, "seed \(seed), step \(step): \(wishes), \(others)")
      if !isAlike { return }
    }
  }

  @Test func `rows of a view are those of the view, whatever is heard`() {
    for seed in fewerInDebug(0..<200) {
      follow(rooms(), seed)
      follow(rooms(2), seed)
      follow(flat(), seed)
      follow(rooms().mapped(\.item.number), seed)
      follow(flat().mapped { [$0.outer, $0.inner.key] }, seed)
    }
  }

  @Test func `a view that is mapped does what the view does, whatever is heard`() {
    for seed in fewerInDebug(0..<200) {
      follow(rooms(2), rooms(2).mapped(\.item.number), seed) {
        $0.rows.map(\.item.number) == Array($1)
      }
      follow(flat(), flat().mapped(\.inner.key), seed) { $0.rows.map(\.inner.key) == Array($1) }
    }
  }
}
