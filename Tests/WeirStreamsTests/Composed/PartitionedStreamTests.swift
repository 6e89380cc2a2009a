// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

private let number = Path("n")
private let byNumber = Grouping.byValue(of: number)
/// Ones, and all others.
private let twoSections = Grouping.fixed([.is(number, .integer(1)), .everything])

private func partitioned(
  _ grouping: Grouping, order: StreamOrder = StreamOrder()
) -> Stage<PartitionedStream> {
  var stage = Stage(PartitionedStream(.transient(TransientStream(order: order)), by: grouping))
  stage.open()
  return stage
}

@Suite struct PartitionedStreamTests {
  @Test func `fixed sections are there from the first, also without items`() {
    let stage = partitioned(twoSections)
    #expect(stage.sections == [[], []])
    #expect(stage.news == [.loaded(nil)])
    #expect(stage.stream.section(1) == .number(1))
    #expect(Stage(PartitionedStream(.transient(TransientStream()), by: .fixed([]))).keys == "")
  }

  @Test func `an item that no filter admits belongs to the last section`() {
    var stage = partitioned(.fixed([.is(number, .integer(1)), .is(number, .integer(2))]))
    stage.add(entries("a", n: 1) + entries("b", n: 7))
    #expect(stage.keys == "a|b")
  }

  @Test func `within a section items stand in the order of the source, however they arrive`() {
    for isAscending in [true, false] {
      var stage = partitioned(twoSections, order: StreamOrder(isAscending: isAscending))
      for letter in "fcabed" {
        stage.add(entries("\(letter)", n: "ace".contains(letter) ? 1 : 2))
      }
      #expect(stage.keys == (isAscending ? "ace|bdf" : "eca|fdb"))
    }
  }

  @Test func `items that the source has shown before are imported`() {
    var source = TransientStream()
    var wishes: [StackWish] = []
    source.add(entries("ac", n: 1) + entries("b", n: 2), at: .zero, into: &wishes)
    source.open(at: .zero, into: &wishes)
    var update = StackUpdate()
    source.publish(into: &update)
    var stage = Stage(PartitionedStream(.transient(source), by: twoSections))
    #expect(stage.keys == "ac|b" && stage.stream.isLoaded)
    stage.remove("a")
    #expect(stage.keys == "c|b")
    #expect(stage.published.map(\.changes) == [ChangeSet(deletes: [0])])
  }

  @Test func `several items that go at once are each deleted where they were`() {
    var stage = partitioned(twoSections)
    stage.add(entries("abcd", n: 1) + entries("xyz", n: 2))
    stage.remove("abx")
    #expect(stage.keys == "cd|yz")
    #expect(
      stage.published.last?.changes == ChangeSet(deletes: [0, 1, Place(section: 1, row: 0)]))
    stage.remove("cd")
    #expect(stage.keys == "|yz")
  }

  @Test func `a change within a section is an update where the item is`() {
    var stage = partitioned(twoSections)
    stage.add(entries("a", n: 2) + entries("b", n: 1) + entries("c", n: 2))
    stage.add(entries("c", n: 3))
    let place = Place(section: 1, row: 1)
    #expect(stage.published.last?.changes == ChangeSet(updates: [.init(old: place, new: place)]))
  }

  @Test func `a change that leads to another section is a move with an update in one batch`() {
    var stage = partitioned(twoSections)
    stage.add(entries("ac", n: 1) + entries("b", n: 2))
    stage.add(entries("b", n: 1))
    #expect(stage.keys == "abc|")
    let (from, to) = (Place(section: 1, row: 0), Place(1))
    #expect(
      stage.published.last?.changes
        == ChangeSet(moves: [.init(from: from, to: to)], updates: [.init(old: from, new: to)]))
  }

  @Test func `a section of a value comes with its first item and goes with its last`() {
    var stage = partitioned(byNumber)
    #expect(stage.sections.isEmpty)
    stage.add(entries("b", n: 5))
    stage.add(entries("a", n: 3) + entries("c", n: 5))
    #expect(stage.keys == "a|bc")
    #expect(stage.stream.section(0) == .value(.integer(3)))
    #expect(
      stage.published.last?.changes
        == ChangeSet(
          inserts: [Place(section: 1, row: 1)], sections: SectionChanges(inserts: [0])))
    stage.remove("bc")
    #expect(stage.keys == "a")
    #expect(stage.published.last?.changes == ChangeSet(sections: SectionChanges(deletes: [1])))
  }

  @Test func `where a section comes or goes an item that moves is deleted and inserted`() {
    var stage = partitioned(byNumber)
    stage.add(entries("ab", n: 1) + entries("c", n: 2))
    stage.add(entries("b", n: 3))
    #expect(stage.keys == "a|c|b")
    #expect(
      stage.published.last?.changes
        == ChangeSet(deletes: [1], sections: SectionChanges(inserts: [2])))
    stage.add(entries("c", n: 1))
    #expect(stage.keys == "ac|b")
    #expect(
      stage.published.last?.changes
        == ChangeSet(inserts: [1], sections: SectionChanges(deletes: [1])))
  }

  @Test func `a section whose items are all replaced at once stays`() {
    var stage = partitioned(byNumber)
    stage.add(entries("ab", n: 1))
    stage.change { $0.reset(to: entries("xy", n: 1), at: $1, into: &$2) }
    #expect(stage.published.last?.changes == ChangeSet(deletes: [0, 1], inserts: [0, 1]))
  }

  @Test func `a row that the source moves past rows of other sections only does not move`() {
    var stage = partitioned(twoSections, order: StreamOrder(.child(Path("at"))))
    func entry(_ key: String, _ n: Int64, at: Int64) -> (key: Key, node: Node) {
      (Key(key), Node([(Key("n"), .integer(n)), (Key("at"), .integer(at))]))
    }
    stage.add([entry("a", 1, at: 1), entry("x", 2, at: 2), entry("b", 1, at: 4)])
    stage.add([entry("a", 1, at: 3)])
    #expect(stage.stream.source.place(of: Key("a")) == 1)
    #expect(stage.published.last?.changes == ChangeSet(updates: [.init(old: 0, new: 0)]))
  }

  @Test func `local state can decide where an item belongs`() {
    var stage = partitioned(.fixed([.has(Path("starred")), .everything]))
    stage.add(entries("abc"))
    stage.change {
      $0.setLocal(Node([(Key("starred"), .bool(true))]), of: Key("b"), at: $1, into: &$2)
    }
    #expect(stage.keys == "b|ac")
  }

  @Test func `what the source tells is told with the publication it belongs to, once`() {
    var stage = Stage(PartitionedStream(.list(list("list", leaf: 3)), by: twoSections))
    stage.open()
    #expect(stage.listens == [3 << 20] && stage.stream.owns(3 << 20 | 7) && !stage.stream.owns(0))
    stage.hear(3 << 20, [DataEvent(.added, Key("a"), entries("a", n: 1)[0].node), .value])
    #expect(stage.keys == "a|")
    #expect(stage.published.count == 1)
    stage.hear(3 << 20, [.value])
    #expect(stage.published.count == 1)
    #expect(stage.news == [.loaded(nil)])
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `equals a partition from scratch, and rows of the source map to places one to one`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "partition")
    let order = StreamOrder(
      chance.below(2) == 0 ? .key : .child(Path("at")), isAscending: chance.below(2) == 0)
    let fixed = Grouping.fixed((0..<4).map { .is(number, .integer($0)) })
    let grouping = chance.below(2) == 0 ? byNumber : fixed
    var stage = partitioned(grouping, order: order)
    var model = NaiveSource(order: order)
    var before = model.parts(by: grouping)
    for _ in 0..<60 {
      let items = (0..<chance.index(below: 8)).map { _ in
        (
          key: Key("k\(chance.below(30))"),
          node: Node([
            (Key("n"), .integer(Int64(chance.below(5)))),
            (Key("at"), .integer(Int64(chance.below(9)))),
          ])
        )
      }
      let count = stage.published.count
      if chance.below(3) == 0 {
        stage.change { $0.remove(items.map(\.key), at: $1, into: &$2) }
        for item in items { model.items.removeAll { $0.key == item.key } }
      } else {
        stage.add(items)
        for item in items { model.put(item.key, item.node) }
      }
      let after = model.parts(by: grouping)
      #expect(stage.sections == after.map(\.rows))
      let changes = stage.published.count > count ? stage.published.last?.changes : ChangeSet()
      #expect(changes == diff(sections: before, to: after).asOneBatch)
      before = after
      checkMap(stage.stream)
    }
  }

  /// Sections part the source, in its order.
  private func checkMap(_ stream: PartitionedStream) {
    var last = [Int](repeating: -1, count: stream.sectionCount)
    var isRight = true
    for row in 0..<stream.source.count {
      let place = stream.place(ofSourceRow: row)
      isRight = isRight && stream.sourceRow(of: place) == row
      isRight =
        isRight
        && stream.item(at: place).key == stream.source.item(at: Place(Int32(row))).key
      isRight = isRight && Int(place.row) == last[Int(place.section)] + 1
      last[Int(place.section)] += 1
    }
    for section in last.indices {
      isRight = isRight && stream.rowCount(in: section) == last[section] + 1
    }
    #expect(isRight && last.reduce(0) { $0 + $1 + 1 } == stream.count)
  }
}

/// A list stream without a wait.
func list(_ path: String, leaf: UInt32) -> ListStream {
  ListStream(QueryBuilder(Path(path)), batching: .none, leaf: leaf)
}
