// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirObjects
import WeirTestSupport
import WeirTree

/// A backend that can only be read, and what is asked of it.
private struct PollBench {
  var polls = PolledPlaces(every: .seconds(5))
  var tree = Node.null
  var now = Instant.zero
  var wishes: [PollWish] = []
  var reads: [(tag: UInt32, place: Path, query: Query)] = []
  /// The events, by the tags of their listens, in words.
  var told: [String] = []
  var events: [(tag: UInt32, event: DataEvent)] = []

  mutating func take() {
    for wish in wishes {
      switch wish {
      case .read(let tag, let place, let query): reads.append((tag, place, query))
      case .tell(let tag, let event):
        events.append((tag, event))
        told.append("\(tag) \(event.kind)" + (event.kind == .value ? "" : " \(event.key)"))
      case .lost(let tag, let refusal): told.append("\(tag) lost: \(refusal)")
      }
    }
    wishes = []
  }

  mutating func listen(_ tag: UInt32, _ place: String, _ query: Query = Query()) {
    polls.listen(tag, to: Path(place), query, into: &wishes)
    take()
  }

  mutating func answer(_ refusal: Message.Refusal? = nil) {
    let (tag, place, query) = reads.removeFirst()
    let children = Array(tree[place].children)
    let node = Node(children[query.ranks(of: children.count)].map { ($0.key, $0.value) })
    let found: Result<Node, ReadRefusal> =
      refusal.map { .failure(ReadRefusal($0)) } ?? .success(node)
    polls.take(found, of: tag, at: now, into: &wishes)
    take()
  }

  /// Lets time pass to the next reading; what is asked then is answered at once.
  mutating func turn() {
    if let due = polls.nextDeadline { now = due }
    polls.wake(at: now, into: &wishes)
    take()
    while !reads.isEmpty { answer() }
  }

  mutating func takeTold() -> [String] {
    defer { told = [] }
    return told
  }
}

@Suite struct PolledPlacesTests {
  @Test func `what is there is told at once, and what has changed when it is read again`() throws {
    var bench = PollBench()
    bench.tree = try ObjectBench.node(#"{"list": {"a": 1, "b": 2}}"#)
    bench.listen(7, "list")
    #expect(bench.polls.nextDeadline == nil, "nothing is due while it is read")
    bench.now = .zero + .seconds(2)
    bench.answer()
    #expect(bench.takeTold() == ["7 added a", "7 added b", "7 value"])
    #expect(bench.polls.nextDeadline == .zero + .seconds(7))
    bench.turn()
    #expect(bench.takeTold() == [], "nothing has changed")
    bench.tree = try ObjectBench.node(#"{"list": {"b": 3, "c": 4}}"#)
    bench.turn()
    #expect(bench.takeTold() == ["7 removed a", "7 added c", "7 changed b", "7 value"])
    #expect(
      bench.events.map(\.event.previous)
        == [nil, Key("a"), nil] + [nil, Key("b"), nil, nil], "each comes after the one before it")
    #expect(bench.now == .zero + .seconds(12))
    bench.tree = .null
    bench.turn()
    #expect(bench.takeTold() == ["7 removed b", "7 removed c", "7 value"])
  }

  @Test func `of an empty place it is told that it is empty`() {
    var bench = PollBench()
    bench.listen(1, "list")
    bench.answer()
    #expect(bench.takeTold() == ["1 value"])
  }

  @Test func `nothing is read before it is time, nor while it is being read`() {
    var bench = PollBench()
    bench.listen(1, "list")
    bench.polls.wake(at: .zero + .seconds(60), into: &bench.wishes)
    bench.take()
    #expect(bench.reads.count == 1, "the first reading is not answered")
    bench.answer()
    bench.polls.wake(at: .zero + .seconds(4), into: &bench.wishes)
    bench.take()
    #expect(bench.reads.isEmpty)
    bench.polls.wake(at: .zero + .seconds(5), into: &bench.wishes)
    bench.polls.wake(at: .zero + .seconds(50), into: &bench.wishes)
    bench.take()
    #expect(bench.reads.count == 1)
  }

  @Test func `a listen that has ended hears nothing of a reading under way`() {
    var bench = PollBench()
    bench.listen(1, "list")
    bench.listen(2, "list")
    bench.polls.unlisten(1)
    bench.answer()
    bench.answer()
    #expect(bench.takeTold() == ["2 value"] && bench.polls.count == 1)
    // A machine that begins anew with the tag is not told what was read for the one before.
    bench.listen(3, "list")
    bench.polls.unlisten(3)
    bench.listen(3, "list")
    bench.answer()
    #expect(bench.takeTold() == [] && bench.polls.nextDeadline == .zero + .seconds(5))
    bench.answer()
    #expect(bench.takeTold() == ["3 value"])
    bench.polls.unlisten(3)
    bench.polls.unlisten(2)
    #expect(bench.polls.count == 0 && bench.polls.nextDeadline == nil)
  }

  @Test func `a place that may not be read is given up, and an overloaded backend is asked again`()
  {
    var bench = PollBench()
    bench.listen(1, "list")
    bench.answer(.overloaded)
    #expect(bench.takeTold() == [] && bench.polls.nextDeadline == .zero + .seconds(5))
    bench.turn()
    #expect(bench.takeTold() == ["1 value"])
    bench.now = bench.polls.nextDeadline ?? .zero
    bench.polls.wake(at: bench.now, into: &bench.wishes)
    bench.take()
    bench.answer(.forbidden)
    #expect(bench.takeTold() == ["1 lost: forbidden"] && bench.polls.count == 0)
    #expect(bench.polls.nextDeadline == nil)
  }

  @Test func `an app over a backend that can only be read hands on what one has for the other`()
    throws
  {
    let tree = try ObjectBench.node(#"{"people": {"ann": {"name": "Ann"}}}"#)
    func read(_ place: Path) -> Result<Node, ReadRefusal> {
      place.lastKey == Key("eve") ? .failure(ReadRefusal(.forbidden)) : .success(tree[place])
    }
    let now = Instant.zero
    var store = ObjectStore()
    var (wishes, tasks, more): ([ObjectWish], [PollWish], [PollWish]) = ([], [], [])
    let ann = store.open(Profile.self, at: Path("people/ann"))
    let eve = store.open(Profile.self, at: Path("people/eve"))
    for handle in [ann, eve] { store.listen(to: handle, into: &wishes) }
    var polls = PolledPlaces(every: .seconds(5))
    for wish in wishes {
      if case .listen(let tag, let place) = wish { polls.listen(tag, to: place, into: &tasks) }
    }
    while !tasks.isEmpty {
      for task in tasks {
        switch task {
        case .read(let tag, let place, _): polls.take(read(place), of: tag, at: now, into: &more)
        case .tell(let tag, let event): store.hear(event, from: tag, into: &wishes)
        case .lost(let tag, let refusal): store.lose(tag, refusal, into: &wishes)
        }
      }
      (tasks, more) = (more, [])
    }
    #expect(store[ann].name == "Ann" && store[eve].isThere == nil && polls.count == 1)
    #expect(wishes.contains { if case .lost(eve.id, .forbidden) = $0 { true } else { false } })
  }

  @Test func `an object of a store shows what the last reading has found, and its conflicts`()
    throws
  {
    var bench = PollBench()
    bench.tree = try ObjectBench.node(#"{"people": {"ann": {"name": "Ann", "motto": "m"}}}"#)
    var store = ObjectStore()
    var wishes: [ObjectWish] = []
    let ann = store.open(Profile.self, at: Path("people/ann"))
    store.listen(to: ann, into: &wishes)
    guard case .listen(let tag, let place)? = wishes.first else { return #expect(Bool(false)) }
    bench.polls.listen(tag, to: place, into: &bench.wishes)
    bench.take()
    func tell(_ bench: inout PollBench, _ store: inout ObjectStore) {
      for (tag, event) in bench.events { store.hear(event, from: tag, into: &wishes) }
      bench.events = []
    }
    bench.answer()
    tell(&bench, &store)
    #expect(store[ann].name == "Ann" && store[ann].motto == "m")
    store[ann].name = "Anna"
    bench.tree = try ObjectBench.node(#"{"people": {"ann": {"name": "Anne"}}}"#)
    bench.turn()
    tell(&bench, &store)
    #expect(store[ann].motto == nil && store[ann].conflicts == [Path("name")])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `rows that are polled are those of a live view after each reading`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "polls")
    var bench = PollBench()
    var view = ViewBench(
      LiveView<ValueItem>(at: Path("list"), limit: chance.below(2) == 0 ? 4 : nil))
    view.view.observe(into: &view.wishes)
    view.take()
    guard let (tag, query, _) = view.listens.first else { return #expect(Bool(false)) }
    bench.listen(tag, "list", query)
    bench.answer()
    #expect(bench.takeTold() == ["1 value"])
    for (tag, event) in bench.events { view.view.hear(event, from: tag, into: &view.wishes) }
    view.take()
    bench.events = []
    for _ in 0..<30 {
      for _ in 0..<chance.index(below: 4) {
        let key = Path("list").appending(Key("k\(chance.index(below: 8))"))
        let node = ValueItem.node("l\(chance.index(below: 3))")
        bench.tree.set(chance.below(3) == 0 ? .null : node, at: key)
      }
      bench.turn()
      for (tag, event) in bench.events { view.view.hear(event, from: tag, into: &view.wishes) }
      bench.events = []
      // The bench holds each change against a diff of the rows.
      view.take()
      #expect(Array(view.view.rows) == view.rows(of: view.window(query, bench.tree)))
      #expect(view.shadow == Array(view.view.rows) && view.view.isSynced)
    }
  }
}

extension ValueItem {
  fileprivate static func node(_ link: String) -> Node {
    Node([(Key("__lnk"), .text(link))])
  }
}
