// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle {
  /// Carries out what the server says, in each view that it concerns (rules 6, 7 and 10).
  mutating func say(
    _ places: [Write.Part], isMerge: Bool, tag: UInt32?, into wishes: inout [Wish]
  ) -> Bool {
    guard let (listeners, isOwn) = concerned(by: tag) else { return false }
    for index in listeners {
      let parts = places.compactMap { Part($0, from: views[index].path) }
      if parts.isEmpty && !isOwn { continue }
      change(index, into: &wishes) { view, pending in
        let before = view.kept.isEmpty ? nil : view.coveredPlaces
        // Decided once: what one merge says is all said at one instant.
        let isTooEarly = isMerge && !view.isComplete && view.said.children.isEmpty
        var subject: Set<Key> = []
        for part in parts where part.key == nil || !isTooEarly {
          if view.take(part, isOwn: isOwn, under: pending), let key = part.key {
            subject.insert(key)
          }
        }
        if isOwn { view.becomeFiltered() }
        view.cut(under: pending)
        if let before { view.forgetWhatIsCoveredNow(but: before) }
        return .some(subject)
      }
    }
    return true
  }

  /// Makes the views of a listen complete with what is said of them (rule 9).
  mutating func sayNothingChanged(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let (listeners, _) = concerned(by: tag), let path = path(ofTag: tag)
    else { return false }
    for index in listeners where views[index].path.leads(below: path) {
      change(index, into: &wishes) { view, pending in
        if !view.isComplete { view.complete() }
        view.cut(under: pending)
        return .some([])
      }
    }
    return true
  }

  /// Returns the path of the listen with a tag, also of a late one; nil if there is none.
  func path(ofTag tag: UInt32) -> Path? {
    wires.first { $0.tag == tag }?.path
      ?? views.first { $0.lateTags.contains(tag) || $0.deadTags.contains(tag) }?.path
  }

  /// Returns the views that what comes under a tag may concern, and whether it is the own tag of a
  /// window; nil for a tag that is not known (rules 7 and 10).
  private func concerned(by tag: UInt32?) -> (views: [Int], isOwn: Bool)? {
    guard let tag else { return (Array(views.indices), false) }
    if let wire = wires.first(where: { $0.tag == tag }) {
      guard let serial = wire.serial else { return (Array(views.indices), false) }
      return (views.indices.filter { views[$0].serial == serial }, true)
    }
    if views.contains(where: { $0.deadTags.contains(tag) }) { return ([], true) }
    let late = views.indices.filter { views[$0].lateTags.contains(tag) }
    return late.isEmpty ? nil : (late, true)
  }
}

extension ViewOracle.View {
  /// Takes what the server says into what is said; false if it is ignored (rules 2 to 5).
  mutating func take(
    _ part: ViewOracle.Part, isOwn: Bool, under pending: [ViewOracle.PendingWrite]
  ) -> Bool {
    switch part {
    case .covers(let node):
      said = ViewOracle.Knowledge()
      if isOwn { said.children = node.children } else { said.whole = node }
      isComplete = true
      isFiltered = isOwn
      kept.removeAll()
    case .child(let key, let node):
      said.put(part)
      forgetKept(of: key, under: pending)
      if node.isNull && (isFiltered || doubtsNull) { loseChild(key, under: pending) }
    case .deeper(let key, _, _):
      if said[key] == nil { return false }
      said.put(part)
      forgetKept(of: key, under: pending)
    case .priority:
      // Everything is said exactly where the view is complete and not filtered.
      said.put(part)
    }
    return true
  }

  /// `true` if what is said to be nothing is unknown though the view is not filtered (rule 28).
  private var doubtsNull: Bool { !isComplete && quirks.contains(.doubtsNull) }

  /// Leaves a child unknown of which a filtered view is told null; the null is kept where pending
  /// writes will make something of it (rule 3).
  private mutating func loseChild(_ key: Key, under pending: [ViewOracle.PendingWrite]) {
    said.children.remove(key)
    if hasOnlyDeepWrites(key, pending) {
      kept.insert(ViewOracle.KeptPart(number: -1, part: .child(key, .null), isWord: false), at: 0)
    }
  }

  /// `true` if pending writes lie deeper in a child, and none is about the whole child or covers
  /// the view (rule 3).
  private func hasOnlyDeepWrites(_ key: Key, _ pending: [ViewOracle.PendingWrite]) -> Bool {
    var isDeep = false
    for write in pending where write.isVisible {
      for part in write.parts(from: path) {
        switch part {
        case .covers: return false
        case .child(let other, _): if other == key { return false }
        case .deeper(let other, _, _): if other == key { isDeep = true }
        case .priority: break
        }
      }
    }
    return isDeep
  }

  /// Makes the view complete with the children that are said; it stays filtered or unfiltered
  /// (rules 9 and 14).
  mutating func complete() {
    isComplete = true
    kept.removeAll()
    if !isFiltered {
      var all = ViewOracle.Knowledge()
      all.whole = said.node
      said = all
    }
  }

  /// Makes the view filtered; of what was said only the children that are nodes stay (rule 7).
  mutating func becomeFiltered() {
    if isFiltered { return }
    isFiltered = true
    var some = ViewOracle.Knowledge()
    some.children = said.nodes
    said = some
  }

  /// Leaves of what is said in a filtered view only what the window holds; a child of which deeper
  /// parts left nothing counts as told to be null (rules 3, 4 and 8).
  mutating func cut(under pending: [ViewOracle.PendingWrite]) {
    if isFiltered || doubtsNull {
      for (key, node) in said.children where node.isNull { loseChild(key, under: pending) }
    }
    guard isFiltered else { return }
    let nodes = said.nodes
    var some = ViewOracle.Knowledge()
    for key in query.window(of: nodes) { some.put(.child(key, nodes[key] ?? .null)) }
    said = some
  }
}
