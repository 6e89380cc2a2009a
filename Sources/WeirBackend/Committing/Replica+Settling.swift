// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

// After the write: what has to be told.
extension Replica {
  /// Finds what listeners must hear of a location some of whose children were written to.
  mutating func settle(_ visit: Visit, into pushes: inout [Push]) {
    let node = listeners.node(at: visit.place, below: root)
    let hasOtherPriority = node.priority.node.fingerprint != visit.priority
    var isTouched = hasOtherPriority
    for mark in visit.marks {
      marks[mark].node = node[marks[mark].key]
      if marks[mark].node.fingerprint != marks[mark].fingerprint { isTouched = true }
    }
    guard isTouched else { return }
    moveInOrders(visit)
    let groups = listeners.places[visit.place].groups
    for group in groups {
      if !listeners.groups[group].slice.query.showsEverything {
        push(windowEntries(visit, node, of: group), to: group, into: &pushes)
      } else if hasOtherPriority, !node.isNull {
        pushes.append(Push(group: group, change: .everything(node)))
      } else {
        push(childEntries(visit), to: group, into: &pushes)
      }
    }
  }

  private mutating func moveInOrders(_ visit: Visit) {
    let count = listeners.places[visit.place].orders.count
    for slot in 0..<count where listeners.places[visit.place].orders[slot].uses > 0 {
      for (step, mark) in visit.marks.enumerated() {
        let old = ranks[visit.ranks + step * count + slot]
        listeners.places[visit.place].orders[slot].move(
          marks[mark].key, from: old, to: marks[mark].node)
      }
    }
  }

  private mutating func push(
    _ entries: [Message.Entry], to group: Int, into pushes: inout [Push]
  ) {
    guard let first = entries.first else { return }
    listeners.groups[group].shown = nil
    pushes.append(
      Push(group: group, change: entries.count == 1 ? .child(first) : .children(entries)))
  }

  /// Returns the marked children that differ: first those that are there, so that a receiver whose
  /// other children all go never passes through a location that is empty and so loses its priority.
  private func childEntries(_ visit: Visit) -> [Message.Entry] {
    var entries: [Message.Entry] = []
    var gone: [Message.Entry] = []
    for mark in visit.marks where marks[mark].key != .priority {
      let child = marks[mark].node
      guard child.fingerprint != marks[mark].fingerprint else { continue }
      if child.isNull {
        gone.append(.init(marks[mark].key, .null))
      } else {
        entries.append(.init(marks[mark].key, child))
      }
    }
    return gone.isEmpty ? entries : entries + gone
  }

  /// Returns the entries that lead from one window to the next: first those that left it, then
  /// those that came or changed.
  ///
  /// Others may have been pushed out of the window by those that came; the receiver, who knows the
  /// query, finds that out without being told.
  private mutating func windowEntries(
    _ visit: Visit, _ node: Node, of group: Int
  ) -> [Message.Entry] {
    guard concerns(visit, group) else { return [] }
    let slice = listeners.groups[group].slice
    let window = Window(slice, of: node, in: listeners.ranks(for: group))
    let (before, after) = (listeners.groups[group].edge, window.edge)
    listeners.groups[group].edge = after
    var entries: [Message.Entry] = []
    var came: [Message.Entry] = []
    for (step, mark) in visit.marks.enumerated() {
      let (key, child) = (marks[mark].key, marks[mark].node)
      let was = wasShown(visit, step, group, upTo: before)
      let isShown = !child.isNull && slice.shows(slice.query.rank(of: key, child), upTo: after)
      if isShown, !was || child.fingerprint != marks[mark].fingerprint {
        came.append(.init(key, child))
      } else if was, !isShown {
        entries.append(.init(key, .null))
      }
    }
    if case .at(let outermost) = before {
      window.forEach(beyond: outermost) { key, child in
        if !isMarked(key, visit) { came.append(.init(key, child)) }
      }
    }
    return entries.isEmpty ? came : entries + came
  }

  /// `true` if a marked child was inside the window or comes to where the window was.
  ///
  /// If not, the window is what it was, and its end need not be looked for.
  private func concerns(_ visit: Visit, _ group: Int) -> Bool {
    let (slice, edge) = (listeners.groups[group].slice, listeners.groups[group].edge)
    return visit.marks.enumerated().contains { step, mark in
      let (key, child) = (marks[mark].key, marks[mark].node)
      if child.fingerprint == marks[mark].fingerprint { return false }
      return !child.isNull && slice.shows(slice.query.rank(of: key, child), upTo: edge)
        || wasShown(visit, step, group, upTo: edge)
    }
  }

  /// `true` if a marked child was shown while the window ended at `edge`.
  private func wasShown(
    _ visit: Visit, _ step: Int, _ group: Int, upTo edge: QuerySlice.Edge
  ) -> Bool {
    let mark = marks[visit.marks.lowerBound + step]
    if mark.fingerprint == 0 { return false }
    var rank = Rank(.none, mark.key)
    if let order = listeners.groups[group].order {
      let count = listeners.places[visit.place].orders.count
      rank = ranks[visit.ranks + step * count + order] ?? rank
    }
    return listeners.groups[group].slice.shows(rank, upTo: edge)
  }

  private func isMarked(_ key: Key, _ visit: Visit) -> Bool {
    let (first, count) = (visit.marks.lowerBound, visit.marks.count)
    let place = lowerBound(of: count) { marks[first + $0].key < key }
    return place < count && marks[first + place].key == key
  }
}

// A location that was replaced as a whole.
extension Replica {
  mutating func settle(_ place: Int, replaced old: Replaced, into pushes: inout [Push]) {
    let node = listeners.node(at: place, below: root)
    guard node.fingerprint != old.node.fingerprint else { return }
    for slot in listeners.places[place].orders.indices
    where listeners.places[place].orders[slot].uses > 0 {
      listeners.places[place].orders[slot].rebuild(node)
    }
    for group in listeners.places[place].groups {
      let ranks = listeners.ranks(for: group)
      listeners.groups[group].edge =
        Window(listeners.groups[group].slice, of: node, in: ranks).edge
      if let change = change(for: group, from: old, to: node) {
        listeners.groups[group].shown = nil
        pushes.append(Push(group: group, change: change))
      }
    }
  }

  private func change(for group: Int, from old: Replaced, to node: Node) -> Change? {
    let slice = listeners.groups[group].slice
    if slice.query.showsEverything {
      guard old.node.priority == node.priority, !node.children.isEmpty,
        !old.node.children.isEmpty,
        let entries = Self.difference(from: old.node.children, to: node.children)
      else { return .everything(node) }
      return .children(entries.filter { !$0.node.isNull } + entries.filter(\.node.isNull))
    }
    let oldRanks = listeners.groups[group].order.map { old.orders[$0].ranks }
    let before = Window(slice, of: old.node, in: oldRanks).node
    let after = Window(slice, of: node, in: listeners.ranks(for: group)).node
    if before.fingerprint == after.fingerprint { return nil }
    guard let entries = Self.difference(from: before.children, to: after.children) else {
      return .everything(after)
    }
    return .children(entries.filter(\.node.isNull) + entries.filter { !$0.node.isNull })
  }

  /// Returns the children that differ, in key order; nil if they are more than a few.
  private static func difference(
    from old: SortedMap<Key, Node>, to new: SortedMap<Key, Node>
  ) -> [Message.Entry]? {
    var entries: [Message.Entry] = []
    var (olds, news) = (old.makeIterator(), new.makeIterator())
    var (a, b) = (olds.next(), news.next())
    while a != nil || b != nil {
      if entries.count > fewChildren { return nil }
      switch (a, b) {
      case (let x?, let y?) where x.key == y.key:
        if x.value.fingerprint != y.value.fingerprint { entries.append(.init(y.key, y.value)) }
        (a, b) = (olds.next(), news.next())
      case (let x?, let y) where y.map({ x.key < $0.key }) ?? true:
        entries.append(.init(x.key, .null))
        a = olds.next()
      case (_, let y?):
        entries.append(.init(y.key, y.value))
        b = news.next()
      default: break
      }
    }
    return entries.count > fewChildren ? nil : entries
  }
}

// Asking.
extension Replica {
  /// Returns all that a group's query shows now; made once for all that ask until it changes.
  mutating func shown(to group: Int) -> Node {
    let slice = listeners.groups[group].slice
    let node = listeners.node(at: listeners.groups[group].place, below: root)
    if slice.query.showsEverything { return node }
    if let shown = listeners.groups[group].shown { return shown }
    let shown = Window(slice, of: node, in: listeners.ranks(for: group)).node
    listeners.groups[group].shown = shown
    return shown
  }
}
