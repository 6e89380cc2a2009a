import Testing
import WeirBackend
import WeirCore
import WeirTree

/// A client that believes every push and drops at the far end what does not fit.
private struct NaiveListener {
  let path: Path
  let query: Query
  var window: [(key: Key, node: Node)] = []

  mutating func put(_ key: Key, _ node: Node) {
    window.removeAll { $0.key == key }
    if !node.isNull { window.append((key, node)) }
    window.sort { $0.key < $1.key }
    guard window.count > query.limit.count else { return }
    if case .first = query.limit { window.removeLast() } else { window.removeFirst() }
  }

  /// The window of the tree, from scratch.
  func truth(_ root: Node) -> [(key: Key, node: Node)] {
    let all = root[path].children.map { (key: $0.key, node: $0.value) }
    switch query.limit {
    case .none: return all
    case .first(let most): return Array(all.prefix(most))
    case .last(let most): return Array(all.suffix(most))
    }
  }
}

@Suite struct WindowTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `every push leads a listener to the window from scratch, and nobody hears of nothing`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "history")
    var bench = Bench(tree: Self.randomTree(&chance, depth: 3), clients: 1)
    var naive = bench.backend.root
    var listeners: [NaiveListener] = []
    for path in ["", "k1", "k1/k0", "k2", "k1/k2/k0"] {
      for limit: Query.Limit in [.none, .first(2), .last(2), .first(1), .last(3), .last(0)] {
        guard chance.below(2) == 0 else { continue }
        var listener = NaiveListener(path: Path(path), query: Query(limit: limit))
        let tag = UInt32(listeners.count)
        for body in bench.serve(.listen(tag: tag, listener.path, listener.query)) {
          guard case .snapshot(_, _, let entries) = body else { continue }
          for entry in entries { listener.put(entry.key, entry.node) }
        }
        listeners.append(listener)
      }
    }
    for id in 1...60 as ClosedRange<UInt32> {
      let write = Self.randomWrite(&chance)
      let before = listeners.map { $0.truth(naive) }
      write.apply(to: &naive)
      var told: [Int] = []
      for body in bench.serve(.write(id: id, write)) {
        switch body {
        case .change(let tag, _, let key, let node):
          listeners[Int(tag)].put(key, node)
          told.append(Int(tag))
        case .changes(let tag, _, let entries):
          for entry in entries { listeners[Int(tag)].put(entry.key, entry.node) }
          told.append(Int(tag))
        default: break
        }
      }
      #expect(bench.backend.root == naive)
      #expect(Set(told).count == told.count, "one write is one push")
      for (tag, listener) in listeners.enumerated() {
        let truth = listener.truth(naive)
        #expect(
          listener.window.map(\.key) == truth.map(\.key)
            && listener.window.map(\.node) == truth.map(\.node),
          "seed \(seed), write \(id), listener \(tag) at \(listener.path) \(listener.query)")
        let changed =
          before[tag].map(\.key) != truth.map(\.key) || before[tag].map(\.node) != truth.map(\.node)
        if changed { #expect(told.contains(tag)) }
      }
      for (place, tag) in told.enumerated() {
        for later in told[place...] where later != tag {
          let (above, below) = (listeners[tag].path, listeners[later].path)
          #expect(
            above == below || !below.leads(below: above), "deeper listeners are told before")
        }
      }
    }
  }

  private static func randomTree(_ chance: inout RandomStream, depth: Int) -> Node {
    if depth == 0 || chance.below(4) == 0 { return .integer(Int64(chance.below(3))) }
    return Node(
      (0..<chance.below(5)).map { _ in
        (Key("k\(chance.below(6))"), randomTree(&chance, depth: depth - 1))
      })
  }

  private static func randomWrite(_ chance: inout RandomStream) -> Write {
    let path = Path((0..<chance.below(4)).map { _ in Key("k\(chance.below(4))") })
    func content(_ chance: inout RandomStream) -> Node {
      chance.below(3) == 0 ? .null : randomTree(&chance, depth: chance.index(below: 3))
    }
    if chance.below(2) == 0 {
      if path.keys.isEmpty, chance.below(4) > 0 { return .set(Path("k1"), content(&chance)) }
      return .set(path, content(&chance))
    }
    var keys = (0..<6).map { Key("k\($0)") }
    chance.shuffle(&keys)
    return .merge(
      path, keys.prefix(chance.index(below: 4)).map { Message.Entry($0, content(&chance)) })
  }
}
