// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// Changes of what is seen.
extension View {
  /// Lets a child be seen, or nil: be unknown; notes what that changes of what is shown.
  mutating func show(_ child: Node?, at key: Key, into changes: inout [Change]) {
    let before = isWindow ? slice : 0..<0
    let node = child ?? .null
    let old = seen.set(child, at: key)
    if old.isNull && node.isNull { return }
    let (from, to) = arrange(key, old, node)
    if old == node { return }
    guard isWindow else {
      changes.note(key, from: old, to: node)
      return
    }
    let after = slice
    let wasShown = from.map { before.contains($0) } ?? false
    let isShown = to.map { after.contains($0) } ?? false
    let isExchange = wasShown != isShown && before.count == after.count
    // What goes is noted before what comes, so that the changes are in the order of a batch already.
    if isExchange, isShown { noteBoundary(after, hasCome: true, into: &changes) }
    if wasShown || isShown {
      changes.note(key, from: wasShown ? old : .null, to: isShown ? node : .null)
    }
    if isExchange, !isShown { noteBoundary(after, hasCome: false, into: &changes) }
  }

  /// Puts a child into the order; returns its place before and after, nil where it had or has none.
  private mutating func arrange(_ key: Key, _ old: Node, _ node: Node) -> (from: Int?, to: Int?) {
    if isKeyOrdered {
      let place = isWindow ? children.rank(of: key) : 0
      return (old.isNull ? nil : place, node.isNull ? nil : place)
    }
    let was = query.rank(of: key, old)
    let rank = query.rank(of: key, node)
    let isSame = !old.isNull && !node.isNull && was.value == rank.value
    let from = old.isNull ? nil : isWindow ? order.rank(of: was) : 0
    if isSame { return (from, from) }
    if !old.isNull { order.remove(was) }
    if !node.isNull { order.set((), for: rank) }
    return (from, node.isNull ? nil : isWindow ? order.rank(of: rank) : 0)
  }

  /// Notes the child at the window's open end, which makes room for one that came or takes the place of
  /// one that went.
  @inline(__always)
  private func noteBoundary(
    _ slice: Range<Int>, hasCome: Bool, into changes: inout [Change]
  ) {
    let place: Int
    switch query.limit {
    case .none: return
    case .first: place = hasCome ? slice.upperBound : slice.upperBound - 1
    case .last: place = hasCome ? slice.lowerBound - 1 : slice.lowerBound
    }
    let (key, node) = entry(at: place)
    changes.note(key, from: hasCome ? node : .null, to: hasCome ? .null : node)
  }

  /// Starts again from what the server is known to hold and the layers; notes what that changes of
  /// what is shown, in a view that is not refilled once the operation is done.
  mutating func rebuild(on known: PartialNode, into changes: inout [Change]) {
    let before = sight
    let old = seen
    seen = known
    for layer in layers { seen.apply(layer.fragment) }
    beneath.removeAll()
    self.known = PartialNode()
    if isUnfilled {
      seen = old
      mode = .whole
      self.known = known
      touch.isEverything = true
      return
    }
    touch = Touch()
    if layers.isEmpty {
      mode = .clear
    } else if known.isPlain,
      layers.allSatisfy({ $0.fragment.reach == .child || $0.fragment.reach == .deeper })
    {
      mode = .children
      for layer in layers { beneath.set(known.child(layer.fragment.key), for: layer.fragment.key) }
    } else {
      mode = .whole
      self.known = known
    }
    arrangeAll()
    noteDifference(from: before, into: &changes)
  }

  /// Notes how what is shown differs from before.
  mutating func noteDifference(from before: Sight, into changes: inout [Change]) {
    let now = sight
    if now.isEmpty, before.isEmpty { return }
    let query = query
    now.forEach { key, node in
      let old = before.shown(key, query)
      if old != node { changes.note(key, from: old, to: node) }
    }
    before.forEach { key, node in
      if now.shown(key, query).isNull { changes.note(key, from: node, to: .null) }
    }
  }

  /// Puts all children seen into the order.
  mutating func arrangeAll() {
    if isKeyOrdered { return }
    order.removeAll()
    for (key, node) in children { order.set((), for: query.rank(of: key, node)) }
  }
}
