// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// The data of the server.
extension View {
  /// Takes in what the server says in one operation.
  mutating func receive(_ data: IncomingData, isTagged: Bool, into changes: inout [Change]) {
    let before = layers.contains(where: \.isKept) ? cover : .nothing
    // What changes parts of a place of which nothing is known belongs to an older listen there.
    let isMeaningless = data.isMerge && !isComplete && serverPartial.isBlank
    var emptied: [Key] = []
    for place in 0..<data.count {
      guard let fragment = data.fragment(place, seenFrom: path) else { continue }
      receive(
        fragment, isMeaningless: isMeaningless, isTagged: isTagged, emptied: &emptied,
        into: &changes)
    }
    if isTagged && !isFiltered {
      isFiltered = true
      if isUnfilled {
        known = cut(known)
        touch.isWide = true
      } else {
        rebuild(on: cut(serverPartial), into: &changes)
      }
    } else if isFiltered {
      trim(after: data, into: &changes)
    }
    forgetPassed(since: before, into: &changes)
    finish(into: &changes)
    retireLateTags()
  }

  /// Takes the effect from late tags once a default listen has said more.
  mutating func retireLateTags() {
    if lateTags.isEmpty || !isComplete || isFiltered { return }
    deadTags += lateTags
    lateTags.removeAll()
  }

  /// Takes in what the server says of one child of a window while there are no layers, which is
  /// nearly all that a client ever hears.
  mutating func receive(_ child: Node, at key: Key, into changes: inout [Change]) {
    invariant(mode == .clear && isFiltered, "a child was taken in past pending writes")
    show(child.isNull ? nil : child, at: key, into: &changes)
    dropHidden()
  }

  private mutating func receive(
    _ fragment: WriteFragment, isMeaningless: Bool, isTagged: Bool, emptied: inout [Key],
    into changes: inout [Change]
  ) {
    switch fragment.reach {
    case .covers:
      isComplete = true
      isFiltered = isTagged
      isUncut = isTagged
      hasKeptWhole = false
      layers.removeAll { $0.isKept }
      emptied.removeAll()
      let partial =
        isTagged
        ? PartialNode(whole: Self.withoutOwn(fragment.node), isWindow: true)
        : PartialNode(whole: fragment.node)
      rebuild(on: partial, into: &changes)
    case .priority:
      guard isComplete, !isFiltered else { return }
      var partial = serverPartial
      partial.apply(fragment)
      rebuild(on: partial, into: &changes)
    case .child:
      if isMeaningless { return }
      emptied.removeAll { $0 == fragment.key }
      know(fragment.node, at: fragment.key, into: &changes)
    case .deeper:
      // A child that earlier parts of the operation have emptied is known to be empty until it ends.
      let isEmptied = emptied.contains(fragment.key)
      guard !isMeaningless, var child = knownChild(fragment.key) ?? (isEmptied ? .null : nil)
      else { return }
      child.set(fragment.node, at: Path(fragment.rest))
      if child.isNull { emptied.append(fragment.key) }
      know(child, at: fragment.key, into: &changes)
    }
  }

  /// Takes in what the server holds at a child.
  private mutating func know(_ child: Node, at key: Key, into changes: inout [Change]) {
    if mode != .clear { forgetKept(key, for: child) }
    // A window that holds a child no longer says nothing of it.
    let isLost = child.isNull && (isFiltered || !isComplete && quirks.contains(.doubtsNull))
    if isLost, mode != .clear { keepNull(key) }
    know(isLost ? nil : child, at: key, into: &changes)
  }

  private mutating func know(_ child: Node?, at key: Key, into changes: inout [Change]) {
    switch mode {
    case .clear: show(child, at: key, into: &changes)
    case .children:
      if beneath[key] == nil {
        show(child, at: key, into: &changes)
      } else {
        beneath.set(child, for: key)
        refresh(key, into: &changes)
      }
    case .whole:
      known.set(child, at: key)
      refresh(key, into: &changes)
    }
  }

  /// Records that everything is as it is known here.
  mutating func complete(into changes: inout [Change]) {
    if isComplete { return }
    isComplete = true
    hasKeptWhole = false
    let partial = serverPartial
    layers.removeAll { $0.isKept }
    rebuild(on: PartialNode(whole: partial.node, isWindow: isFiltered), into: &changes)
    retireLateTags()
  }

  /// Forgets what the server is known to hold outside the window; `data` is what it said last.
  private mutating func trim(after data: IncomingData, into changes: inout [Change]) {
    defer { isUncut = false }
    if isUncut, mode != .clear {
      rebuild(on: cut(serverPartial), into: &changes)
      return
    }
    switch mode {
    case .clear: dropHidden()
    case .children:
      for place in 0..<data.count {
        guard let key = data.fragment(place, seenFrom: path)?.key, let child = knownChild(key)
        else { continue }
        if !child.isNull, !ranges(over: key, child) { know(nil, at: key, into: &changes) }
      }
      var surplus = knownCount - max(0, query.limit.count)
      while surplus > 0 {
        know(nil, at: outermostKnown().key, into: &changes)
        surplus -= 1
      }
    case .whole:
      let window = cut(known)
      if window.node.children.count == known.node.children.count { return }
      if isUnfilled {
        known = window
        touch.isWide = true
      } else {
        rebuild(on: window, into: &changes)
      }
    }
  }

  /// The number of children that the server is known to hold, beneath layers for children.
  var knownCount: Int {
    var count = children.count
    for (key, node) in beneath {
      let isKnown = node.map { !$0.isNull } ?? false
      count += (isKnown ? 1 : 0) - (seen.node[key].isNull ? 0 : 1)
    }
    return count
  }

  /// Returns the rank of the child that the server is known to hold at the window's open end, beneath
  /// layers for children.
  func outermostKnown() -> Rank {
    var isLast = true
    if case .last = query.limit { isLast = false }
    var best: Rank?
    for place in 0..<count {
      let (key, node) = entry(at: isLast ? count - 1 - place : place)
      if beneath[key] != nil { continue }
      best = query.rank(of: key, node)
      break
    }
    for (key, node) in beneath {
      guard let node, !node.isNull else { continue }
      let rank = query.rank(of: key, node)
      if best.map({ isLast == ($0 < rank) }) ?? true { best = rank }
    }
    guard let best else { invariantBroken("a child is too many, but there is none") }
    return best
  }

  /// Returns the part of `partial` that the window leaves; all else may exist.
  func cut(_ partial: PartialNode) -> PartialNode {
    var probe = View(path: path, query: query)
    probe.seen = PartialNode(whole: Self.withoutOwn(partial.node))
    probe.arrangeAll()
    probe.dropHidden()
    var window = PartialNode(whole: probe.seen.node, isWindow: true)
    window.isWhole = partial.isWhole
    return window
  }

  /// Returns the children alone.
  private static func withoutOwn(_ node: Node) -> Node {
    if case .branch = node { node.with(.none) } else { .null }
  }

  /// Forgets what is seen but not shown.
  mutating func dropHidden() {
    var slice = slice
    while slice.upperBound < count { drop(at: count - 1) }
    while slice.lowerBound > 0 {
      drop(at: slice.lowerBound - 1)
      slice = slice.lowerBound - 1..<slice.upperBound - 1
    }
  }

  private mutating func drop(at place: Int) {
    let key = entry(at: place).key
    if !isKeyOrdered { order.removeEntry(at: place) }
    seen.node.set(.null, at: key)
  }
}
