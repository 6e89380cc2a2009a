// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization
import Testing
import WeirCore
import WeirDiff
import WeirObjects
import WeirTestSupport
import WeirTree

/// A view of several collections over a tree that others write to.
private struct FlatBench {
  var view: FlattenedView<NumberItem, NumberItem>
  var wishes: [CollectionWish] = []
  var listens: [(tag: UInt32, place: Path, told: Node?)] = []
  var shadow: [FlattenedRow<NumberItem>] = []
  var news: [String] = []

  /// Each row of `rooms` is the number of the collection in `posts` that belongs to it.
  init() {
    view = LiveView<NumberItem>(at: Path("rooms"), .oldestFirst).flattened {
      LiveView(at: Path("posts").appending(Key("p\($0.item.number)")), .oldestFirst)
    }
  }

  mutating func take() {
    for wish in wishes {
      switch wish {
      case .listen(let tag, let place, _): listens.append((tag, place, nil))
      case .unlisten(let tag):
        #expect(listens.contains { $0.tag == tag }, "nobody listens under \(tag)")
        listens.removeAll { $0.tag == tag }
      case .initial:
        shadow = view.rows
        news.append("initial")
      case .changed(let changes):
        #expect(!changes.isEmpty)
        shadow = changes.applied(to: shadow, contents: view.rows)
        news.append("changed")
      case .read, .loaded: Issue.record("a view that is observed reads nothing")
      case .notExtended: news.append("not extended")
      case .lost: news.append("lost")
      }
    }
    wishes = []
  }

  mutating func observe() {
    view.observe(into: &wishes)
    take()
  }

  mutating func stop() {
    view.stop(into: &wishes)
    take()
  }

  mutating func tell(_ index: Int, _ tree: Node) {
    let (tag, place, told) = listens[index]
    let now = tree[place]
    listens[index].told = now
    for (key, _) in (told ?? .null).children where now[key].isNull {
      view.hear(DataEvent(.removed, key, .null), from: tag, into: &wishes)
    }
    for (key, child) in now.children where told?[key] != child {
      let isNew = told.map { $0[key].isNull } ?? true
      view.hear(DataEvent(isNew ? .added : .changed, key, child), from: tag, into: &wishes)
    }
    view.hear(.value, from: tag, into: &wishes)
    take()
  }

  mutating func tellAll(_ tree: Node) {
    while let index = listens.firstIndex(where: { $0.told != tree[$0.place] }) { tell(index, tree) }
  }

  mutating func lose(_ index: Int) {
    view.lose(listens.remove(at: index).tag, .forbidden, into: &wishes)
    take()
  }

  /// The rows that a tree makes, worked out anew.
  static func rows(of tree: Node) -> [String] {
    tree[Path("rooms")].children.flatMap { room, number in
      guard let number = try? NumberItem(stored: number).number else { return [String]() }
      return tree[Path("posts/p\(number)")].children.compactMap { post, node in
        (try? NumberItem(stored: node)).map { "\(room)/\(post)=\($0.number)" }
      }
    }
  }

  static func words(_ rows: [FlattenedRow<NumberItem>]) -> [String] {
    rows.map { "\($0.outer)/\($0.inner.key)=\($0.inner.item.number)" }
  }
}

@Suite struct FlattenedViewTests {
  private func tree(_ text: String) throws -> Node { try ObjectBench.node(text) }

  @Test func `rows are told of when all collections are complete, and empty ones show nothing`()
    throws
  {
    let tree = try tree(
      #"{"rooms": {"a": 1, "b": 2, "c": 3}, "posts": {"p1": {"x": 7, "y": 8}, "p3": {"x": 9}}}"#)
    var bench = FlatBench()
    bench.observe()
    #expect(bench.listens.map(\.place) == [Path("rooms")])
    bench.tell(0, tree)
    #expect(bench.listens.count == 4 && bench.news == [] && !bench.view.isSynced)
    bench.tell(1, tree)
    bench.tell(3, tree)
    #expect(bench.news == [] && bench.view.rows.isEmpty)
    bench.tell(2, tree)
    #expect(bench.news == ["initial"] && bench.view.isSynced)
    #expect(FlatBench.words(bench.view.rows) == ["a/x=7", "a/y=8", "c/x=9"])
  }

  @Test func `changes of inner collections are told as those of the outer one are`() throws {
    var tree = try tree(#"{"rooms": {"a": 1, "c": 1}, "posts": {"p1": {"x": 1}, "p2": {"z": 2}}}"#)
    var bench = FlatBench()
    bench.observe()
    bench.tellAll(tree)
    #expect(FlatBench.words(bench.view.rows) == ["a/x=1", "c/x=1"], "one place may show twice")
    tree.set(.integer(5), at: Path("posts/p1/y"))
    bench.tellAll(tree)
    #expect(FlatBench.words(bench.shadow) == ["a/x=1", "a/y=5", "c/x=1", "c/y=5"])
    tree.set(.integer(2), at: Path("rooms/b"))
    bench.tell(0, tree)
    #expect(!bench.view.isSynced && bench.view.rows.count == 4)
    bench.tellAll(tree)
    #expect(bench.view.isSynced && FlatBench.words(bench.shadow)[2] == "b/z=2")
    tree.set(.null, at: Path("rooms/a"))
    bench.tellAll(tree)
    #expect(FlatBench.words(bench.shadow) == ["b/z=2", "c/x=1", "c/y=5"])
    #expect(bench.listens.count == 3)
  }

  @Test func `an outer row that leads elsewhere shows what is there, and else keeps its listen`()
    throws
  {
    var tree = try tree(#"{"rooms": {"a": 1}, "posts": {"p1": {"x": 1}, "p2": {"z": 2}}}"#)
    var bench = FlatBench()
    bench.observe()
    bench.tellAll(tree)
    tree.set(.integer(2), at: Path("rooms/a"))
    bench.tellAll(tree)
    #expect(FlatBench.words(bench.shadow) == ["a/z=2"])
    #expect(bench.listens.map(\.place) == [Path("rooms"), Path("posts/p2")])
    tree.set(.integer(1), at: Path("rooms/b"))
    bench.tellAll(tree)
    #expect(bench.listens.map(\.tag) == [1, 3, 4])
  }

  @Test func `who may not listen to an inner collection keeps its rows, and to the outer one all`()
    throws
  {
    var tree = try tree(#"{"rooms": {"a": 1, "b": 2}, "posts": {"p1": {"x": 1}, "p2": {"z": 2}}}"#)
    var bench = FlatBench()
    bench.observe()
    bench.tellAll(tree)
    bench.lose(1)
    #expect(bench.view.lost == [Key("a")] && bench.view.isSynced && bench.news == ["initial"])
    tree.set(.integer(3), at: Path("posts/p2/z"))
    bench.tellAll(tree)
    #expect(FlatBench.words(bench.shadow) == ["a/x=1", "b/z=3"])
    bench.lose(0)
    #expect(bench.news.last == "lost" && bench.listens.isEmpty && bench.view.observers == 0)
    #expect(!bench.view.isSynced && bench.view.rows == bench.shadow && bench.view.lost == [])
  }

  @Test func `an inner collection that nobody may listen to keeps nobody waiting`() throws {
    let tree = try tree(#"{"rooms": {"a": 1, "b": 2}, "posts": {"p1": {"x": 1}, "p2": {"z": 2}}}"#)
    var bench = FlatBench()
    bench.observe()
    bench.tell(0, tree)
    bench.tell(2, tree)
    #expect(bench.news == [] && !bench.view.isSynced)
    bench.lose(1)
    #expect(bench.news == ["initial"] && bench.view.isSynced)
    #expect(FlatBench.words(bench.view.rows) == ["b/z=2"])
  }

  @Test func `who observes twice stops twice, and keeps the rows`() throws {
    let tree = try tree(#"{"rooms": {"a": 1}, "posts": {"p1": {"x": 1}}}"#)
    var bench = FlatBench()
    bench.stop()
    bench.observe()
    bench.observe()
    bench.tellAll(tree)
    bench.stop()
    #expect(bench.listens.count == 2 && bench.view.isSynced)
    bench.stop()
    #expect(bench.listens.isEmpty && !bench.view.isSynced && bench.view.rows.count == 1)
    bench.observe()
    bench.tellAll(tree)
    #expect(bench.news == ["initial", "initial"] && bench.view.isSynced)
  }

  @Test func `the rows are those of a list worked out anew, whatever others do`() {
    for seed in fewerInDebug(0..<400) {
      var chance = RandomStream(seed: seed, "flat")
      var (bench, tree) = (FlatBench(), Node.null)
      for step in 0..<60 {
        switch chance.index(below: 12) {
        case 0: bench.observe()
        case 1 where chance.index(below: 3) == 0: bench.stop()
        case 2..<7 where !bench.listens.isEmpty:
          bench.tell(chance.index(below: bench.listens.count), tree)
        case 7...8:
          let number = chance.index(below: 6)
          let node: Node = number < 2 ? .null : .integer(Int64(number))
          tree.set(node, at: Path("rooms/r\(chance.index(below: 4))"))
        default:
          let node: Node =
            switch chance.index(below: 5) {
            case 0, 1: .null
            case 2: .text("broken")
            default: .integer(Int64(chance.index(below: 3)))
            }
          tree.set(
            node, at: Path("posts/p\(2 + chance.index(below: 4))/k\(chance.index(below: 3))"))
        }
        let isWrong = bench.shadow != bench.view.rows && !bench.news.isEmpty
        if isWrong || bench.view.observers == 0 && !bench.listens.isEmpty {
          Issue.record("seed \(seed), step \(step): \(bench.shadow), \(bench.listens)")
          return
        }
      }
      bench.observe()
      bench.tellAll(tree)
      let isRight = FlatBench.words(bench.shadow) == FlatBench.rows(of: tree)
      if !isRight || !bench.view.isSynced || bench.shadow != bench.view.rows {
        Issue.record("seed \(seed): \(FlatBench.words(bench.shadow))")
        return
      }
      while bench.view.observers > 0 { bench.stop() }
      #expect(bench.listens.isEmpty)
    }
  }

  // MARK: Mapped views

  @Test func `a mapped view makes each row when it is read, and has the indices of its view`()
    throws
  {
    var bench = ViewBench(LiveView<NumberItem>(at: Path("rooms")))
    let early = bench.view.mapped { $0.item.number }
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(try tree(#"{"rooms": {"a": 1, "b": 2, "c": 3}}"#))
    let mapped = bench.view.mapped { "\($0.key): \($0.item.number)" }
    #expect(Array(mapped) == ["c: 3", "b: 2", "a: 1"] && mapped.isSynced)
    #expect(mapped.indices == bench.view.rows.indices && mapped[1] == "b: 2")
    #expect(early.isEmpty && !early.isSynced, "it is the view as it was")
  }

  /// A count of what is made.
  private final class Made: Sendable {
    let count = Mutex(0)
  }

  @Test func `what a mapped view makes it makes at each reading`() throws {
    var bench = ViewBench(LiveView<NumberItem>(at: Path("rooms")))
    bench.view.observe(into: &bench.wishes)
    bench.tellAll(try tree(#"{"rooms": {"a": 1, "b": 2, "c": 3}}"#))
    let made = Made()
    let mapped = bench.view.mapped { row in
      made.count.withLock { $0 += 1 }
      return row.item.number
    }
    #expect(made.count.withLock(\.self) == 0 && mapped.count == 3)
    #expect(mapped[1] == mapped[1] && made.count.withLock(\.self) == 2)
  }
}
