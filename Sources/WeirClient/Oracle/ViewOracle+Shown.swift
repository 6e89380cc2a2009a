// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle {
  /// Changes a view, works out what it shows now, and lets its registrations hear the difference.
  mutating func change(
    _ index: Int, into wishes: inout [Wish],
    _ body: (inout View, [PendingWrite]) -> Subject
  ) {
    let before = views[index].shown
    let subject = body(&views[index], pending)
    views[index].settle(under: pending, about: subject)
    views[index].retireLateTags()
    for event in views[index].events(since: before) {
      for registration in views[index].registrations {
        wishes.append(.heard(registration: registration, event))
      }
    }
  }
}

extension ViewOracle.View {
  /// Works out what is shown once an operation is done; in a window, what was kept of other
  /// children goes (rules 14 and 17).
  mutating func settle(
    under pending: [ViewOracle.PendingWrite], about subject: ViewOracle.Subject
  ) {
    let before = Set(shown.keys)
    func isCandidate(_ key: Key) -> Bool { before.contains(key) || subject.contains(key) }
    shown = snapshot(under: pending, where: isCandidate)
    let doubtsNull = quirks.contains(.doubtsNull) && !isComplete
    while isWindow || doubtsNull && !kept.contains(where: \.part.isCover) {
      let isShown = Set(shown.keys)
      let count = kept.count
      kept.removeAll { one in
        if let key = one.part.key { !isShown.contains(key) } else { false }
      }
      if kept.count == count { return }
      shown = snapshot(under: pending, where: isCandidate)
    }
  }

  /// Returns what is shown, of the candidates alone if a limited view has no answer (rules 16 to
  /// 18).
  private func snapshot(
    under pending: [ViewOracle.PendingWrite], where isCandidate: (Key) -> Bool
  ) -> ViewOracle.Snapshot {
    let knowledge = knowledge(under: pending)
    let isCovered = pending.contains { write in
      write.isVisible && write.parts(from: path).contains(where: \.isCover)
    }
    var nodes = knowledge.nodes
    if query.limit != .none && !isComplete && !isCovered {
      for (key, _) in knowledge.nodes where !isCandidate(key) { nodes.remove(key) }
    }
    let keys = query.window(of: nodes)
    let node = isWindow ? Node(keys.map { ($0, nodes[$0] ?? .null) }) : knowledge.node
    let mayTellValue = isComplete || isCovered || hasKeptCover
    return ViewOracle.Snapshot(node: node, keys: keys, isComplete: mayTellValue)
  }

  /// Takes the effect from late tags once a default listen has said more (rule 10).
  mutating func retireLateTags() {
    guard isComplete && !isFiltered else { return }
    deadTags += lateTags
    lateTags.removeAll()
  }
}

extension Query {
  /// Returns the children in range, as many as the limit allows from its end, in the query's order
  /// (rule 16).
  func window(of nodes: SortedMap<Key, Node>) -> [Key] {
    let keys = inOrder(nodes.filter { isInRange($0.key, $0.value) })
    return Array(keys[ranks(of: keys.count)])
  }

  /// Returns the keys of some children in the query's order.
  func inOrder(_ children: [(key: Key, value: Node)]) -> [Key] {
    children.map { rank(of: $0.key, $0.value) }.sorted().map(\.key)
  }

  /// `true` if a child lies between the start and the end.
  private func isInRange(_ key: Key, _ node: Node) -> Bool {
    if index == .key {
      if let start, let first = start.key, start.isExclusive ? key <= first : key < first {
        return false
      }
      if let end, let last = end.key, end.isExclusive ? key >= last : key > last { return false }
      return true
    }
    let rank = rank(of: key, node)
    if let startRank, rank < startRank { return false }
    if let endRank, rank >= endRank { return false }
    return true
  }
}
