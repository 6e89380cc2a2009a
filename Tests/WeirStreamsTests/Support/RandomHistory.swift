// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// Random lives of a list: writes of many kinds, pages, filters and limits, with listens that overtake one another; it is
/// closed, opened again and refused, at any moment.
struct RandomHistory {
  var chance: RandomStream
  var desk: ListDesk
  let builder: QueryBuilder
  private var calls: UInt32 = 0
  /// The calls of pages of no rows.
  private var emptyCalls: Set<UInt32> = []
  private var filter = Filter.everything
  private var displayLimit: Int?
  private var isOpen = true
  /// The list as it was a step ago, kept by somebody else, so that nothing is changed where it lies; nil: nobody keeps it.
  private var mirror: ListStream?
  /// `true` if the server took a listen away since the list was as long as it wishes to be.
  private var wasRefused = false

  init(seed: UInt64, isShared: Bool = false) {
    chance = RandomStream(seed: seed, "list history")
    let indexes: [Query.Index] = [
      .key, .value, .priority, .child(Path("n")), .child(Path("a/b")), .child(Path("n")),
    ]
    let index = indexes[chance.index(below: indexes.count)]
    var builder = QueryBuilder(Path("list")).ordered(by: index)
    if chance.below(2) == 0 { builder = builder.descending() }
    if chance.below(5) > 0 { builder = builder.limited(to: chance.index(below: 6)) }
    var children: [(Key, Node)] = []
    for _ in 0..<chance.below(25) {
      let key = Self.key(&chance)
      if !children.contains(where: { $0.0 == key }) {
        children.append((key, Self.node(index, &chance)))
      }
    }
    if chance.below(3) == 0 { builder.start = Self.bound(index, &chance) }
    if chance.below(3) == 0 { builder.end = Self.bound(index, &chance) }
    self.builder = builder
    let wait = Int64(chance.below(3)) * 20
    desk = ListDesk(
      builder, wait: wait, atMost: wait + Int64(chance.below(60)), server: FakeServer(children),
      isOpen: false)
    desk.delay = Int64(chance.below(50))
    desk.open()
    if isShared { mirror = desk.list }
  }

  mutating func run(steps: Int) {
    for step in 1...steps {
      desk.delay = chance.below(3) == 0 ? Int64(chance.below(80)) : 5
      act()
      desk.advance(to: desk.now + Int64(chance.below(60)))
      if step % 10 == 0 {
        desk.settle()
        check()
      }
    }
    desk.settle()
    check()
  }

  private mutating func act() {
    if mirror != nil {
      // Asked each time, it goes on to share, though nobody ever takes over what it does.
      mirror = desk.list
      _ = desk.list.share(with: desk.list)
    }
    switch chance.below(24) {
    case 20: close()
    case 21, 22:
      // Who opens what is open changes nothing, but after a refusal it is a new life.
      desk.open()
      isOpen = true
    case 23: refuse()
    case 0, 1, 2:
      calls += 1
      let rows = chance.index(below: 6)
      let count = desk.asked.count
      desk.loadPage(calls, rows)
      if rows == 0 {
        emptyCalls.insert(calls)
        #expect(desk.asked.count == count, "a page of no rows is asked for")
      }
    case 3:
      filter = Self.filter(&chance)
      desk.perform(.show(filter))
    case 4:
      displayLimit = chance.below(2) == 0 ? nil : chance.index(below: 8)
      desk.perform(.showAtMost(displayLimit))
    case 5:
      let local = Node([(Key("isOpen"), .bool(chance.below(2) == 0))])
      desk.setLocal(Self.key(&chance).description, local)
    default:
      var writes: [(String, Node)] = []
      for _ in 0..<1 + chance.below(4) {
        let node = chance.below(3) == 0 ? .null : Self.node(builder.index, &chance)
        writes.append((Self.key(&chance).description, node))
      }
      desk.write(writes)
    }
  }

  private mutating func close() {
    desk.close(silencesAlarms: chance.below(2) == 0)
    isOpen = false
    if chance.below(2) == 0 {
      desk.open()
      isOpen = true
    }
  }

  /// The server takes one listen away, or all.
  private mutating func refuse() {
    guard !desk.running.isEmpty else { return }
    wasRefused = true
    if chance.below(2) == 0 {
      for tag in desk.running where desk.running.contains(tag) { desk.refuse(tag) }
    } else {
      desk.refuse(desk.running[chance.index(below: desk.running.count)])
    }
  }

  /// Checks what must hold when nothing is under way.
  private mutating func check() {
    checkNews()
    // What is promised of the rows, a list promises that is open and was not refused. One that was refused when it asked
    // for what it lacked stays short until somebody asks for a page or opens it again.
    let isShort = desk.list.loadedKeys.count < builder.limit ?? 0 && desk.list.hasMore
    if isOpen, wasRefused, isShort {
      desk.close()
      isOpen = false
    }
    wasRefused = false
    if !isOpen || desk.list.refusal != nil {
      desk.open()
      isOpen = true
      desk.settle()
      checkNews()
    }
    var all = builder
    all.limit = nil
    var server = desk.server.show(all.query)
    if !builder.isAscending { server.reverse() }
    let loaded = desk.list.loadedKeys
    // One run of the server's order, from the live end.
    #expect(loaded == server.prefix(loaded.count).map(\.key))
    #expect(desk.list.hasMore == (loaded.count < server.count))
    if let limit = builder.limit { #expect(loaded.count >= min(limit, server.count)) }
    let content = server.prefix(loaded.count).map { row in
      let item = desk.list.place(of: row.key).map { desk.list.item(at: $0) }
      return StreamItem(
        key: row.key, node: row.node, local: item?.local ?? .null,
        rank: desk.list.order.rank(of: row.key, row.node))
    }
    let shown = content.filter { filter.admits($0.key, $0.content) }.prefix(displayLimit ?? .max)
    #expect(desk.rows.map(\.key) == shown.map(\.key))
    #expect(desk.rows == shown.map(\.row))
    if chance.below(2) == 0 { checkPage(of: server.count) }
    if chance.below(4) == 0 { checkRefusal() }
  }

  /// A page that nobody disturbs brings as many rows as were asked for, admitted or not, as far as there are so many.
  private mutating func checkPage(of count: Int) {
    let before = desk.list.loadedKeys.count
    let rows = 1 + chance.index(below: 3)
    calls += 1
    desk.loadPage(calls, rows)
    desk.settle()
    #expect(desk.list.loadedKeys.count == min(before + rows, count))
  }

  /// What the list asks for by itself, since rows of earlier pages have gone, and is refused, it does not ask for again
  /// before a page has come.
  private mutating func checkRefusal() {
    let before = desk.asked.count
    desk.delay = 20
    desk.write(desk.list.loadedKeys.dropLast().map { ($0.description, .null) })
    for _ in 0..<60 where desk.asked.count == before { desk.advance(to: desk.now + 1) }
    let asked = desk.asked.dropFirst(before).map(\.tag)
    guard !asked.isEmpty else { return desk.settle() }
    for tag in asked where desk.running.contains(tag) { desk.refuse(tag) }
    desk.settle()
    let count = desk.asked.count
    if let key = desk.list.loadedKeys.first {
      desk.write([(key.description, Self.node(builder.index, &chance))])
      desk.settle()
    }
    #expect(desk.asked.count == count, "what was refused is asked for again")
    calls += 1
    desk.loadPage(calls, 1)
    desk.settle()
  }

  /// Loaded was told once in this life, a loss once and after it, and every page that was called for has ended once and
  /// brought what it said.
  private func checkNews() {
    var ends: [UInt32] = []
    for told in desk.news {
      switch told {
      case .paged(let call, let new, let hasMore):
        ends.append(call)
        #expect(new > 0 || !hasMore || emptyCalls.contains(call) && new == 0)
      case .pageFailed(let call, let error):
        ends.append(call)
        #expect(error != .refused(.overloaded))
      case .loaded, .lost: break
      }
    }
    #expect(ends.sorted() == Array(0..<calls).map { $0 + 1 })
    let life = desk.newsOfLife.filter {
      switch $0 {
      case .loaded, .lost: true
      default: false
      }
    }
    if isOpen {
      let refusal = desk.list.refusal
      let isRight =
        refusal == nil
        ? life == [.loaded(nil)]
        : life == [.loaded(refusal)] || life == [.loaded(nil), .lost(.forbidden)]
      #expect(isRight, "\(life)")
    }
    for (_, query) in desk.asked.dropFirst() where query.limit != .none {
      #expect(query.limit.count <= 7)
    }
  }

  static func key(_ chance: inout RandomStream) -> Key {
    let keys = [
      "5", "05", "6", "10", "9", "-3", "a", "b", "ab", "ba", "é", "\u{FB01}", "😀", "-Nx1", "-Nx2",
      "1a", "2147483647", "2147483648", "zz", "z",
    ]
    return Key(keys[chance.index(below: keys.count)])
  }

  static func leaf(_ chance: inout RandomStream) -> Node {
    switch chance.below(8) {
    case 0: .bool(chance.below(2) == 0)
    case 1: .number(Double(chance.below(6)) / 2)
    case 2: .text(["x", "y", "é", "10", "9"][chance.index(below: 5)])
    case 3: Node([(Key("b"), .integer(Int64(chance.below(3))))])
    default: .integer(Int64(chance.below(6)))
    }
  }

  static func node(_ index: Query.Index, _ chance: inout RandomStream) -> Node {
    let flag = Node.bool(chance.below(2) == 0)
    switch index {
    case .value: return leaf(&chance)
    case .priority:
      let node = Node([(Key("f"), flag)])
      return chance.below(4) == 0 ? node : node.with(.number(Double(chance.below(5))))
    case .key: return Node([(Key("f"), flag), (Key("n"), leaf(&chance))])
    case .child(let path):
      var node = Node([(Key("f"), flag)])
      if chance.below(5) > 0 { node.set(leaf(&chance), at: path) }
      return node
    }
  }

  static func bound(_ index: Query.Index, _ chance: inout RandomStream) -> Query.Bound {
    switch index {
    case .key: .init(key(&chance))
    case .priority: .init(.integer(Int64(chance.below(5))))
    case .value, .child: .init(.integer(Int64(chance.below(6))))
    }
  }

  static func filter(_ chance: inout RandomStream) -> Filter {
    switch chance.below(7) {
    case 0: .is(Path("f"), .bool(true))
    // Most rows are admitted, and few are not.
    case 4, 5: .not(.is(Path("n"), .integer(Int64(chance.below(6)))))
    case 1: .not(.is(Path("f"), .bool(true)))
    case 2: .has(Path("n"))
    case 3: .is(Path("isOpen"), .bool(true))
    default: .everything
    }
  }
}
