import WeirCore
import WeirModels

/// The engine and its oracle, side by side on one random history.
struct EngineDuel {
  private var engine = ConsistencyEngine()
  private var oracle = EngineOracle()
  private var chance: RandomStream
  private var open: [HolderID] = []
  private var lastValue = 0
  private let clears: Bool
  /// The number of notices that both gave.
  private(set) var noticeCount = 0
  /// The number of times that nothing waited and all holders were found to agree.
  private(set) var agreedCount = 0

  init(seed: UInt64, clears: Bool) {
    chance = RandomStream(seed: seed, "models")
    self.clears = clears
  }

  /// Makes a step; returns the first difference in words.
  mutating func step() -> String? {
    let act = chance.below(100)
    switch act {
    case 0..<4: return openHolder()
    case 4..<6: return closeHolder()
    case 6..<22: return write()
    case 22..<26: return show()
    case 26..<38: return update()
    case 38..<43: return delete()
    case 43..<48: return pauseOrResume()
    case 48..<50: return wait()
    case 50..<51: return clears ? clear() : nil
    case 51..<53:
      while engine.next != nil { if let difference = lane() { return difference } }
      return disagreement()
    default: return lane() ?? difference()
    }
  }

  private mutating func picked() -> HolderID? {
    open.isEmpty ? nil : open[chance.index(below: open.count)]
  }

  private mutating func openHolder() -> String? {
    if open.count > 7 { return nil }
    let id = engine.open()
    open.append(id)
    oracle.holders[id.number] = EngineOracle.Holder()
    return nil
  }

  private mutating func closeHolder() -> String? {
    guard let id = picked() else { return nil }
    engine.close(id)
    open.removeAll { $0 == id }
    oracle.holders[id.number] = nil
    return nil
  }

  private mutating func write() -> String? {
    guard let id = picked() else { return nil }
    var rows = oracle.holders[id.number]?.visible.rows ?? []
    switch chance.below(6) {
    case 0: rows = (0..<chance.index(below: 4)).map { _ in randomNode() }
    case 1: rows.insert(randomNode(), at: chance.index(below: rows.count + 1))
    case 2 where !rows.isEmpty: rows.remove(at: chance.index(below: rows.count))
    default:
      if rows.isEmpty { rows = [randomNode()] }
      let place = chance.index(below: rows.count)
      rows[place] = edited(rows[place])
    }
    engine.set(rows, of: id, context: lastValue)
    oracle.set(rows, of: id.number, context: lastValue)
    return difference()
  }

  private mutating func show() -> String? {
    guard let id = picked() else { return nil }
    let rows = (0...chance.index(below: 3)).map { _ in randomNode() }
    engine.show(rows, in: id)
    oracle.show(rows, in: id.number)
    return difference()
  }

  private mutating func update() -> String? {
    let models = (0...chance.index(below: 2)).map { _ in randomNode() }
    engine.update(models, context: lastValue)
    oracle.update(models, context: lastValue)
    return nil
  }

  private mutating func delete() -> String? {
    lastValue += 1
    let ids = (0...chance.index(below: 2)).map { _ in Self.names[chance.index(below: 8)] }
    engine.delete(ids.map { ModelID($0) }, context: lastValue)
    oracle.delete(ids, context: lastValue)
    return nil
  }

  private mutating func pauseOrResume() -> String? {
    guard let id = picked() else { return nil }
    var notices: [EngineNotice] = []
    if engine.isPaused(id) {
      engine.resume(id, into: &notices)
      let wanted = oracle.resume(id.number).map { [$0] } ?? []
      return compare(notices, wanted)
    }
    engine.pause(id)
    oracle.pause(id.number)
    return nil
  }

  private mutating func wait() -> String? {
    guard let id = picked(), let holder = oracle.holders[id.number], holder.live.rows.isEmpty,
      holder.visible.rows.isEmpty
    else { return nil }
    let name = Self.names[chance.index(below: 8)]
    engine.wait(id, for: ModelID(name), as: Node.self)
    oracle.holders[id.number]?.waits = name
    return nil
  }

  private mutating func clear() -> String? {
    engine.clear()
    oracle.clock += 1
    for id in open {
      let rows = oracle.holders[id.number]?.visible.rows ?? []
      engine.show(rows, in: id)
    }
    let rows = open.map { (id: $0, rows: oracle.holders[$0.number]?.visible.rows ?? []) }
    oracle.jobs = []
    for id in open { oracle.holders[id.number] = EngineOracle.Holder() }
    for (id, rows) in rows { oracle.show(rows, in: id.number) }
    var notices: [EngineNotice] = []
    guard let event = engine.next else { return "a clearing is not told" }
    engine.run(event, into: &notices)
    guard case .cleared? = notices.first, notices.count == 1 else { return "\(notices)" }
    return difference()
  }

  private mutating func lane() -> String? {
    guard let event = engine.next else {
      return oracle.jobs.isEmpty ? nil : "the engine has nothing to do, the oracle has"
    }
    var notices: [EngineNotice] = []
    engine.run(event, into: &notices)
    guard case .deliver = event else { return notices.isEmpty ? nil : "\(notices)" }
    return compare(notices, oracle.deliver()) ?? difference()
  }

  private mutating func compare(
    _ notices: [EngineNotice], _ wanted: [EngineOracle.Notice]
  ) -> String? {
    noticeCount += notices.count
    let heard: [EngineOracle.Notice] = notices.map { notice in
      switch notice {
      case .changed(let change):
        .changed(
          change.holder.number, "\(change.rows.compactMap { $0 as? Node })",
          changed: Set(change.changed.map(\.text)), deleted: Set(change.deleted.map(\.text)),
          context: change.context as? Int)
      case .delivered(let delivery): .delivered(context: delivery.context as? Int)
      default: .delivered(context: -1)
      }
    }
    return heard == wanted ? nil : "heard \(heard)\nbut wanted \(wanted)"
  }

  /// Returns the first holder that differs.
  private func difference() -> String? {
    for id in open {
      guard let holder = oracle.holders[id.number] else { return "no holder \(id.number)" }
      let rows = engine.rows(of: id).compactMap { $0 as? Node }
      if rows != holder.visible.rows {
        return "holder \(id.number) has \(rows), not \(holder.visible.rows)"
      }
      for name in Self.names {
        let (time, wanted) = (engine.time(of: ModelID(name), in: id), holder.visible.times[name])
        if time?.number != wanted.map(UInt64.init) {
          return "holder \(id.number): \(name) is of \(time?.number ?? 0), not \(wanted ?? 0)"
        }
      }
    }
    return nil
  }

  /// Returns two holders that show different versions of one model though nothing waits.
  private mutating func disagreement() -> String? {
    var seen: [String: (node: Node, holder: Int)] = [:]
    for id in open where !engine.isPaused(id) {
      for row in engine.rows(of: id).compactMap({ $0 as? Node }) {
        for node in row.nodes {
          guard let name = node.id else { continue }
          if let known = seen[name], known.node != node {
            return "holders \(known.holder) and \(id.number) differ: \(known.node), \(node)"
          }
          seen[name] = (node, id.number)
        }
      }
    }
    agreedCount += 1
    return nil
  }

  private static let names = ["a", "b", "c", "d", "e", "f", "g", "h"]

  /// A new version of some model; children come later in the alphabet, so that none is inside of itself.
  private mutating func randomNode(from first: Int = 0, depth: Int = 0) -> Node {
    lastValue += 1
    let place = first + chance.index(below: Self.names.count - first)
    var node = Node(chance.below(8) == 0 ? nil : Self.names[place], lastValue)
    node.needsAll = chance.below(5) == 0
    if depth < 3, place + 1 < Self.names.count {
      for _ in 0..<chance.index(below: 3) {
        node.children.append(randomNode(from: place + 1, depth: depth + 1))
      }
    }
    return node
  }

  /// A row with one of its nodes changed.
  private mutating func edited(_ node: Node) -> Node {
    var copy = node
    if !node.children.isEmpty, chance.below(2) == 0 {
      let place = chance.index(below: node.children.count)
      copy.children[place] = edited(node.children[place])
    } else if node.children.count > 1, chance.below(4) == 0 {
      copy.children.removeLast()
    } else {
      lastValue += 1
      copy.value = lastValue
    }
    return copy
  }
}
