// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTestSupport
import WeirTree

/// Lists of several phones that hear the same, each in its own time and batches: one does the work, the others take it over,
/// and none notices.
@Suite struct ListKinTests {
  /// What was written, one after the other, to the servers of all lists.
  private typealias Writes = [[(String, Node)]]

  /// Desks of lists that are kin.
  private func kin(
    _ count: Int, _ builder: QueryBuilder, rows: Int = 20, wait: Int64 = 10,
    showing limit: Int? = nil
  ) -> [ListDesk] {
    let children = (0..<rows).map { (Key("row-\(100 + $0)"), Node.integer(Int64($0))) }
    var desks = (0..<count).map { _ in
      ListDesk(
        builder, wait: wait, atMost: wait, server: FakeServer(children), showing: limit)
    }
    for place in desks.indices { desks[place].settle() }
    for place in desks.indices.dropFirst() {
      let isSame = desks[place].list.share(with: desks[place - 1].list)
      #expect(isSame)
    }
    // The first one learns of the others from the second one.
    _ = desks[0].list.share(with: desks[1].list)
    return desks
  }

  /// `true` if the rows of two lists lie in the same place.
  private func isOneMemory(_ a: ListDesk, _ b: ListDesk) -> Bool {
    var (mine, its): ([[Row]], [[Row]]) = ([], [])
    a.list.rows(into: &mine)
    b.list.rows(into: &its)
    return unsafe mine[0].withUnsafeBufferPointer { a in
      unsafe its[0].withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
    }
  }

  private func builder(_ chance: inout RandomStream) -> QueryBuilder {
    let kind = chance.index(below: 5)
    var builder = QueryBuilder(Path("list")).ordered(by: kind == 0 ? .value : .key)
    if kind > 1 { builder = builder.limited(to: 4 * kind) }
    return chance.below(2) == 0 ? builder.descending() : builder
  }

  private func write(_ chance: inout RandomStream) -> [(String, Node)] {
    (0..<1 + chance.below(3)).map { _ in
      let node = chance.below(3) == 0 ? Node.null : .integer(Int64(chance.below(4)))
      return ("row-\(95 + chance.below(14))", node)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `lists that hear the same in batches of their own agree with naive ones`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "kin")
    let builder = builder(&chance)
    let limit = chance.below(4) == 0 ? 3 + chance.index(below: 20) : nil
    var desks = kin(4, builder, rows: chance.index(below: 20), showing: limit)
    var writes: Writes = []
    var heard = [0, 0, 0, 0]
    var shared = 0
    for step in 1...200 {
      writes.append(write(&chance))
      for place in desks.indices where step > 190 || chance.below(5) != 0 {
        // Now and then one lags far behind.
        if step % 50 < 20, place == Int(seed % 4), step < 190 { continue }
        while heard[place] < writes.count {
          // What each of them writes it hears before the others.
          if chance.below(30) == 0 { desks[place].write(write(&chance)) }
          desks[place].write(writes[heard[place]])
          heard[place] += 1
          if chance.below(3) != 0 { desks[place].settle() }
        }
        act(on: &desks[place], step: step, &chance)
        if chance.below(20) == 0 {
          _ = desks[place].list.share(with: desks[chance.index(below: 4)].list)
        }
        desks[place].list.checkInvariants()
      }
      for place in desks.indices where isOneMemory(desks[place], desks[(place + 1) % 4]) {
        shared += 1
      }
    }
    for place in desks.indices {
      desks[place].settle()
      desks[place].list.checkInvariants()
      #expect(desks[place].twin.rows == desks[place].rows)
    }
    #expect(shared > 0)
  }

  /// Does what only one of the lists does.
  private func act(on desk: inout ListDesk, step: Int, _ chance: inout RandomStream) {
    switch chance.below(120) {
    case 0: desk.loadPage(UInt32(step), 3)
    case 1: desk.perform(.showAtMost(chance.below(2) == 0 ? nil : chance.index(below: 9)))
    case 2: desk.setLocal("row-100", Node([(Key("isOpen"), .bool(true))]))
    case 3: desk.perform(.show(.not(.is(Path(""), .integer(2)))))
    case 4: desk.perform(.show(.everything))
    case 5:
      desk.close(silencesAlarms: chance.below(2) == 0)
      desk.open()
    case 6:
      // Who lets go of a copy has changed nothing.
      var copy = desk
      copy.set("row-101", .integer(77))
      copy.settle()
      copy.list.checkInvariants()
    case 7:
      // Nothing is known of a child that a listen never showed, and one that it shows is told twice.
      let twice = desk.keys.first.map { [DataEvent(.added, Key($0), .integer(1))] } ?? []
      desk.hear(
        [
          DataEvent(.removed, Key("row-050"), .null),
          DataEvent(.changed, Key("row-051"), .integer(1)),
        ] + twice + [.value])
    default: break
    }
  }

  @Test func `who hears what another one has heard takes its rows over`() {
    var desks = kin(4, QueryBuilder(Path("list")).limited(to: 8).descending())
    for round in 0..<30 {
      for place in desks.indices {
        desks[place].write([
          ("row-\(200 + round)", .integer(1)), ("row-\(199 + round)", .null),
        ])
        desks[place].settle()
      }
      for place in 1..<4 { #expect(isOneMemory(desks[0], desks[place])) }
      #expect(desks[0].rows == desks[2].rows && desks[0].keys.first == "row-\(200 + round)")
    }
  }

  @Test func `of very many events none waits, and all of them count`() {
    var desks = kin(4, QueryBuilder(Path("list")).limited(to: 150), rows: 200)
    for place in desks.indices {
      desks[place].write((100..<180).map { ("row-\($0)", .null) } + [("row-000", .integer(1))])
      desks[place].settle()
      desks[place].list.checkInvariants()
      #expect(desks[place].keys.count == 121 && !desks[place].list.hasMore)
      #expect(desks[place].keys.first == "row-000")
    }
    #expect(desks[0].rows == desks[3].rows)
  }

  @Test func `where hardly anybody takes over what others did, each goes on by itself`() {
    var desks = kin(2, QueryBuilder(Path("list")))
    for round in 0..<40 {
      for place in desks.indices {
        desks[place].set("row-\(200 + round)", .integer(1))
        desks[place].settle()
      }
      #expect(isOneMemory(desks[0], desks[1]) == (round < 7))
      #expect(desks[0].rows == desks[1].rows)
    }
    // Another phone may make it worth it.
    _ = desks[0].list.share(with: desks[1].list)
    for place in desks.indices {
      desks[place].set("row-300", .integer(1))
      desks[place].settle()
    }
    #expect(isOneMemory(desks[0], desks[1]))
  }

  @Test func `who comes to the same in other batches takes the rows over all the same`() {
    var desks = kin(3, QueryBuilder(Path("list")))
    desks[0].set("row-1", .integer(1))
    desks[0].settle()
    desks[0].set("row-2", .integer(2))
    desks[0].settle()
    desks[1].write([("row-1", .integer(1)), ("row-2", .integer(2))])
    desks[1].settle()
    desks[2].set("row-2", .integer(2))
    desks[2].settle()
    #expect(!isOneMemory(desks[2], desks[0]))
    desks[2].set("row-1", .integer(1))
    desks[2].settle()
    #expect(isOneMemory(desks[0], desks[1]) && isOneMemory(desks[1], desks[2]))
  }

  @Test func `the same key with other content is not the same`() {
    var desks = kin(3, QueryBuilder(Path("list")))
    for place in desks.indices {
      desks[place].set("row-1", .integer(Int64(place)))
      desks[place].settle()
    }
    for place in desks.indices {
      #expect(desks[place].list.item(at: Place(0)).node == .integer(Int64(place)))
    }
  }

  @Test func `the row held back has to be the same`() {
    var desks = kin(2, QueryBuilder(Path("list")).limited(to: 3))
    desks[0].set("row-103", .text("other"))
    desks[0].set("row-000", .integer(1))
    desks[0].settle()
    desks[1].set("row-000", .integer(1))
    desks[1].settle()
    for place in desks.indices { desks[place].remove("row-000") }
    for place in desks.indices { desks[place].remove("row-100") }
    for place in desks.indices { desks[place].settle() }
    #expect(desks[0].list.item(at: Place(2)).node == .text("other"))
    #expect(desks[1].list.item(at: Place(2)).node == .integer(3))
  }

  @Test func `a row that is told twice counts once for the window`() {
    var desks = kin(2, QueryBuilder(Path("list")).limited(to: 4), rows: 3)
    desks[0].hear([DataEvent(.added, Key("row-100"), .integer(0)), .value])
    desks[0].hear([DataEvent(.added, Key("row-101"), .integer(1)), .value])
    #expect(!desks[0].list.hasMore)
    for place in desks.indices {
      desks[place].set("row-900", .integer(1))
      desks[place].settle()
      #expect(desks[place].keys.count == 4 && !desks[place].list.hasMore)
      desks[place].set("row-901", .integer(1))
      desks[place].settle()
      #expect(desks[place].keys.count == 4 && desks[place].list.hasMore)
    }
  }

  @Test func `a list whose app asks before it publishes sees what is published`() {
    var desks = kin(2, QueryBuilder(Path("list")).limited(to: 8))
    let before = desks[0].rows
    desks[0].write([("row-100", .null), ("row-101", .integer(9)), ("row-000", .integer(0))])
    var rows: [[Row]] = []
    desks[0].list.rows(into: &rows)
    #expect(rows == [before] && desks[0].list.count == 8)
    #expect(desks[0].list.find(Key("row-000")) == nil && desks[0].list.find(Key("row-100")) == 0)
    #expect(desks[0].list.loadedKeys.prefix(2) == [Key("row-000"), Key("row-101")])
    desks[0].list.checkInvariants()
    desks[0].settle()
    #expect(desks[0].list.find(Key("row-000")) == 0)
  }

  @Test func `a list that was opened again takes over what others have`() {
    var desks = kin(2, QueryBuilder(Path("list")).limited(to: 8))
    for place in desks.indices {
      desks[place].close()
      desks[place].open()
      desks[place].settle()
    }
    for round in 0..<5 {
      for place in desks.indices {
        desks[place].set("row-00\(round)", .integer(1))
        desks[place].settle()
      }
      #expect(isOneMemory(desks[0], desks[1]))
    }
  }

  @Test(arguments: [["a", "b"], ["b", "a"], ["b"], ["a"], ["c", "a", "b"]])
  func `what is heard before a publication is out is in it, for all who hear it`(keys: [String]) {
    var apps = (0..<4).map { _ in LateApp() }
    for place in 1..<4 {
      let isSame = apps[place].list.share(with: apps[place - 1].list)
      #expect(isSame)
    }
    _ = apps[0].list.share(with: apps[1].list)
    // The first one goes on by one, the second one by two, and the others by what is to be tried.
    apps[0].hear(["a"])
    apps[0].publish()
    #expect(apps[0].keys == ["a"])
    apps[1].hear(["a", "b"])
    apps[1].publish()
    #expect(apps[1].keys == ["a", "b"] && apps[1].changes.inserts == [Place(0), Place(1)])
    for place in 2..<4 {
      apps[place].hear(keys)
      apps[place].publish()
      #expect(apps[place].keys == keys.sorted())
      #expect(apps[place].changes.inserts == keys.indices.map { Place(Int32($0)) })
      apps[place].list.checkInvariants()
    }
    apps[0].hear(["b"])
    apps[0].publish()
    #expect(apps[0].keys == ["a", "b"] && apps[0].changes.inserts == [Place(1)])
  }

  @Test func `what is heard of a row before a publication is out is not what others heard`() {
    var apps = (0..<3).map { _ in LateApp() }
    for place in [1, 2, 0] { _ = apps[place].list.share(with: apps[(place + 2) % 3].list) }
    for (place, numbers) in [[1, 2], [1], [2]].enumerated() {
      for (count, number) in numbers.enumerated() {
        apps[place].hear(count == 0 ? .added : .changed, "a", Int64(number))
      }
      apps[place].publish()
      let last = numbers[numbers.count - 1]
      #expect(apps[place].list.item(at: Place(0)).node == .integer(Int64(last)))
    }
  }

  @Test func `lists of other orders are no kin, though they show the same row`() {
    var up = kin(2, QueryBuilder(Path("list")), rows: 0)
    var down = kin(2, QueryBuilder(Path("list")).descending(), rows: 0)
    let isSame = up[0].list.share(with: down[0].list)
    #expect(!isSame)
    for key in ["a", "b", "c"] {
      up[0].set(key, .integer(1))
      up[0].settle()
      down[0].set(key, .integer(1))
      down[0].settle()
    }
    #expect(up[0].keys == ["a", "b", "c"] && down[0].keys == ["c", "b", "a"])
  }

  @Test func `a list that has heard something else is not the same, published or not`() {
    var wishes: [StackWish] = []
    var apps = (0..<2).map { _ in LateApp() }
    for place in [1, 0, 1] { _ = apps[place].list.share(with: apps[1 - place].list) }
    let event = DataEvent(.added, Key("a"), .integer(1))
    apps[0].list.receive(event, from: 0, at: .zero, into: &wishes)
    for place in [0, 1] {
      let isSame = apps[place].list.share(with: apps[1 - place].list)
      #expect(!isSame)
    }
  }

  @Test func `a phone that lags far behind does not hold what nobody shows any more`() {
    var desks = kin(3, QueryBuilder(Path("list")).limited(to: 4).descending())
    let seen = (0..<30).map { round in
      let post = Post(round)
      for place in 0..<2 {
        desks[place].set("row-\(200 + round)", post.node)
        desks[place].settle()
      }
      return post.watcher
    }
    #expect(desks[2].keys.first == "row-119" && desks[1].keys.first == "row-229")
    for place in 0..<2 {
      for round in 0..<30 { desks[place].remove("row-\(200 + round)") }
      desks[place].settle()
    }
    #expect(seen.count { $0.isAlive } < 10)
    desks[2].set("row-300", .integer(1))
    desks[2].settle()
    #expect(desks[2].keys.first == "row-300")
  }

  @Test func `nothing is left of lists that went back and forth`() {
    var watcher: Watcher?
    do {
      let post = Post(1)
      watcher = post.watcher
      var desks = kin(5, QueryBuilder(Path("list")).limited(to: 8).descending())
      for place in desks.indices { desks[place].set("row-150", .integer(1)) }
      for place in desks.indices { desks[place].settle() }
      // One of them goes forth and back alone, before the others follow.
      for place in desks.indices {
        for node in [post.node, .null, post.node, .null] {
          desks[place].set("row-200", node)
          desks[place].settle()
          #expect(desks[place].keys.first == (node.isNull ? "row-150" : "row-200"))
        }
      }
      for place in 1..<5 { #expect(isOneMemory(desks[0], desks[place])) }
    }
    #expect(watcher?.isAlive == false)
  }

  /// A post, and who watches whether anybody still holds it.
  private struct Post {
    let node: Node
    let watcher: Watcher

    init(_ number: Int) {
      node = Node([(Key("number"), .integer(Int64(number)))])
      guard case .branch(let branch) = node else { fatalError("a post without content") }
      watcher = Watcher(branch)
    }
  }

  private final class Watcher {
    private weak var branch: Branch?

    init(_ branch: Branch) { self.branch = branch }

    var isAlive: Bool { branch != nil }
  }
}
