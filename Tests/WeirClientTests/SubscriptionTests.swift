import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct SubscriptionTests {
  private static let list = Path("rooms/lobby")

  private static func row(_ chance: inout RandomStream) -> Node {
    Node([
      (Key("x"), .integer(Int64(chance.below(3)))), (Key("y"), .integer(Int64(chance.below(2)))),
    ])
  }

  private static func write(_ chance: inout RandomStream) -> Write {
    let key = Key("k\(chance.below(12))")
    let row = list.appending(key)
    switch chance.below(12) {
    case 0..<4: return .set(row, Self.row(&chance))
    case 4..<6: return .set(row, .null)
    case 6: return .merge(row, [.init(Key("x"), .integer(Int64(chance.below(4))))])
    case 7: return .set(row.appending(Key("z")), .integer(Int64(chance.below(4))))
    case 8: return .set(row.appending(Key("x")), .null)
    case 9: return .set(chance.below(2) == 0 ? list : Path("rooms"), listOrNothing(&chance))
    case 10: return .set(Path("elsewhere/k1"), .integer(1))
    default:
      var keys = (0..<12).map { Key("k\($0)") }
      chance.shuffle(&keys)
      return .merge(
        list,
        keys.prefix(3).map { .init($0, chance.below(3) == 0 ? .null : Self.row(&chance)) })
    }
  }

  private static func listOrNothing(_ chance: inout RandomStream) -> Node {
    chance.below(2) == 0
      ? .null : Node((0..<3).map { _ in (Key("k\(chance.below(12))"), row(&chance)) })
  }

  @Test(
    arguments: 0..<30 as Range<UInt64>,
    [Query.Limit.none, .first(3), .last(3), .first(1), .last(1), .last(6)])
  func `after every step the folded events are the view from scratch`(
    seed: UInt64, limit: Query.Limit
  ) {
    var chance = RandomStream(seed: seed, "history")
    let query = Query(limit: limit)
    var client = Client(isReliable: true, patience: .seconds(1))
    var wishes: [Client.Wish] = []
    let tag = client.listen(to: Self.list, query, at: .zero, into: &wishes)
    var view = NaiveView(path: Self.list, query: query)
    var folded = FoldedList()
    var tree = Node.null  // the whole truth of the server
    for _ in 0..<12 {
      tree.set(Self.row(&chance), at: Self.list.appending(Key("k\(chance.below(12))")))
    }
    var sequence: UInt32 = 0
    var isComplete = false
    func truth() -> [(key: Key, node: Node)] {
      var all: [Key: Node] = [:]
      for (key, node) in tree[Self.list].children { all[key] = node }
      return view.window(all)
    }
    for step in 0..<160 {
      wishes.removeAll()
      let choice = chance.below(10)
      if choice < 4 {
        let write = Self.write(&chance)
        client.write(write, journey: 0, at: .zero, into: &wishes)
        view.pending.append((client.lastWrite, write))
      } else if choice < 6, isComplete, !view.pending.isEmpty {
        // An answer: the first write commits, its pushes come first; or any write is refused.
        if chance.below(2) == 0 {
          let (id, write) = view.pending[0]
          let old = truth()
          write.apply(to: &tree)
          push(from: old, to: truth(), &sequence, &client, &view, &folded, step)
          client.receive(.answer(id: id, .committed, after: sequence), at: .zero, into: &wishes)
          view.pending.removeFirst()
          #expect(settled(wishes) == [id])
        } else {
          let place = chance.index(below: view.pending.count)
          let id = view.pending[place].id
          client.receive(.answer(id: id, .overloaded, after: sequence), at: .zero, into: &wishes)
          view.pending.remove(at: place)
          #expect(settled(wishes) == [id])
        }
      } else if choice == 6 || !isComplete {
        guard isComplete || chance.below(3) == 0 else { continue }
        sequence += 1
        let rows = truth()
        view.server = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.node) })
        client.receive(
          .snapshot(tag: tag, sequence: sequence, rows.map { .init($0.key, $0.node) }), at: .zero,
          into: &wishes)
        if !isComplete { #expect(heard(wishes).last?.kind == .value) }
        isComplete = true
      } else {
        let old = truth()
        Self.write(&chance).apply(to: &tree)
        push(from: old, to: truth(), &sequence, &client, &view, &folded, step)
      }
      check(heard(wishes), &folded, isComplete ? view.rows() : [], "seed \(seed) step \(step)")
    }
    #expect(isComplete)
  }

  /// Pushes a change of the server's window as the backend does.
  private func push(
    from old: [(key: Key, node: Node)], to new: [(key: Key, node: Node)], _ sequence: inout UInt32,
    _ client: inout Client, _ view: inout NaiveView, _ folded: inout FoldedList, _ step: Int
  ) {
    var entries: [Message.Entry] = []
    for (key, node) in new where !old.contains(where: { $0.key == key && $0.node == node }) {
      entries.append(.init(key, node))
    }
    let gone = old.filter { row in !new.contains { $0.key == row.key } }.map(\.key)
    // Who drops out of a full window because another came in drops it without being told.
    let isOneForOne = gone.count == 1 && entries.count == 1 && new.count == view.query.limit.count
    let farEnd = view.query.limit == .last(new.count) ? old.first?.key : old.last?.key
    let pushesOut =
      isOneForOne && gone[0] == farEnd
      && (gone[0] < entries[0].key) == (view.query.limit == .last(new.count))
    if !pushesOut { entries = gone.map { .init($0, .null) } + entries }
    guard let first = entries.first else { return }
    sequence += 1
    view.server = Dictionary(uniqueKeysWithValues: new.map { ($0.key, $0.node) })
    var wishes: [Client.Wish] = []
    let body: Message.Body =
      entries.count == 1
      ? .change(tag: 0, sequence: sequence, first.key, first.node)
      : .changes(tag: 0, sequence: sequence, entries)
    client.receive(body, at: .zero, into: &wishes)
    check(heard(wishes), &folded, view.rows(), "push in step \(step)")
  }

  private func check(
    _ events: [DataEvent], _ folded: inout FoldedList, _ truth: [(key: Key, node: Node)],
    _ place: String
  ) {
    let fault = folded.take(events)
    #expect(fault == nil, "\(place)")
    #expect(
      folded.rows.map(\.key) == truth.map(\.key) && folded.rows.map(\.node) == truth.map(\.node),
      "\(place): \(folded.rows.map(\.key)) instead of \(truth.map(\.key))")
  }
}
