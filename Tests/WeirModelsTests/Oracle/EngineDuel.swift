// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirModels

/// The engine and its oracle, side by side on one random history.
struct EngineDuel {
  private var engine = JudgedEngine(hasOracle: true)
  private var chance: RandomStream
  private var open: [HolderID] = []
  /// The holders that were let go, and given no rows since; only looked up in.
  private var letGo: Set<HolderID> = []
  private var lastValue = 0
  private let clears: Bool
  private let names: [String]
  /// The number of notices that were given.
  private(set) var noticeCount = 0
  /// The number of times that nothing waited and all holders were found to agree.
  private(set) var agreedCount = 0

  /// `true` if some models cannot be without what is inside of them.
  private let needs: Bool

  /// Makes a duel over models with some names; more than eight are kept in a table.
  init(seed: UInt64, clears: Bool, needs: Bool, names count: Int) {
    self.needs = needs
    names = Array(Self.names[..<count])
    chance = RandomStream(seed: seed, "models")
    self.clears = clears
  }

  /// The number of operations that were compared.
  var comparisons: Int { engine.comparisons }

  /// Makes a step; returns the first difference in words.
  mutating func step() -> String? {
    let act = chance.below(100)
    switch act {
    case 0..<4: openHolder()
    case 4..<6: closeHolder()
    case 6..<22: write()
    case 22..<25: show()
    case 25..<26: share()
    case 26..<38: update()
    case 38..<43: delete()
    case 43..<48: pauseOrResume()
    case 48..<50: wait()
    case 50..<51: if clears { clear() }
    case 51..<53:
      while engine.next != nil { lane() }
      if let words = engine.difference ?? (needs ? nil : disagreement()) { return words }
    default: lane()
    }
    return engine.difference
  }

  private mutating func picked() -> HolderID? {
    open.isEmpty ? nil : open[chance.index(below: open.count)]
  }

  private func rows(of id: HolderID) -> [Node] {
    engine.rows(of: id).compactMap { $0 as? Node }
  }

  private mutating func openHolder() {
    if open.count < 8 { open.append(engine.open()) }
  }

  private mutating func closeHolder() {
    guard let id = picked() else { return }
    engine.close(id)
    open.removeAll { $0 == id }
  }

  private mutating func write() {
    guard let id = picked() else { return }
    var rows = rows(of: id)
    switch chance.below(6) {
    case 0: rows = (0..<chance.index(below: 4)).map { _ in randomNode() }
    case 1: rows.insert(randomNode(), at: chance.index(below: rows.count + 1))
    case 2 where !rows.isEmpty: rows.remove(at: chance.index(below: rows.count))
    default:
      if rows.isEmpty { rows = [randomNode()] }
      let place = chance.index(below: rows.count)
      rows[place] = edited(rows[place])
    }
    _ = engine.write(rows, to: id, isFresh: chance.below(6) == 0, lastValue)
    letGo.remove(id)
  }

  private mutating func show() {
    guard let id = picked() else { return }
    engine.show((0...chance.index(below: 3)).map { _ in randomNode() }, in: id)
    letGo.remove(id)
  }

  /// Gives a holder the rows of another one, as lists with one key do.
  private mutating func share() {
    guard let source = picked(), let id = picked(), source != id, !letGo.contains(source) else {
      return
    }
    letGo.remove(id)
    if engine.isPaused(id), chance.below(2) == 0 {
      engine.showLater(source, in: id, context: lastValue, at: .zero)
    } else {
      engine.copyRows(of: source, to: id)
    }
  }

  private mutating func update() {
    let models = (0...chance.index(below: 2)).map { _ in randomNode() }
    engine.update(models, context: lastValue)
  }

  private mutating func delete() {
    lastValue += 1
    let ids = (0...chance.index(below: 2)).map { _ in names[chance.index(below: names.count)] }
    engine.delete(ids.map { ModelID($0) }, context: lastValue)
  }

  private mutating func pauseOrResume() {
    guard let id = picked() else { return }
    if !engine.isPaused(id) { return engine.pause(id) }
    var notices: [EngineNotice] = []
    engine.resume(id, into: &notices)
    noticeCount += notices.count
  }

  private mutating func wait() {
    // What it holds while it is paused nobody can see from here.
    guard let id = picked(), rows(of: id).isEmpty, !engine.isPaused(id) else { return }
    engine.wait(id, for: ModelID(names[chance.index(below: names.count)]), as: Node.self)
  }

  private mutating func clear() {
    engine.clear(context: nil)
    letGo = Set(open)
    for id in open where chance.below(2) == 0 {
      engine.show(engine.rows(of: id), in: id)
      letGo.remove(id)
    }
  }

  private mutating func lane() {
    guard let event = engine.next else { return }
    var notices: [EngineNotice] = []
    engine.run(event, into: &notices)
    noticeCount += notices.count
  }

  /// Returns two holders that show different versions of one model though nothing waits.
  private mutating func disagreement() -> String? {
    var seen: [String: (node: Node, holder: Int)] = [:]
    for id in open where !engine.isPaused(id) && !letGo.contains(id) {
      for row in rows(of: id) {
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

  private static let names = "abcdefghijklmnopqrst".map { String($0) }

  /// A new version of some model; children come later in the alphabet, so that none is inside of itself.
  private mutating func randomNode(from first: Int = 0, depth: Int = 0) -> Node {
    lastValue += 1
    let place = first + chance.index(below: names.count - first)
    var node = Node(chance.below(8) == 0 ? nil : names[place], lastValue)
    node.needsAll = chance.below(5) == 0 && needs
    if depth < 3, place + 1 < names.count {
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
