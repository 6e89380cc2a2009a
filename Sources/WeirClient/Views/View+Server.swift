import WeirCore
import WeirTree

// What the server says.
extension View {
  /// Takes in what the server says in one operation.
  mutating func receive(_ parcel: Parcel, isTagged: Bool, into changes: inout [Change]) {
    for place in 0..<parcel.count {
      guard let piece = parcel.piece(place, seenFrom: path) else { continue }
      receive(piece, isMerge: parcel.isMerge, isTagged: isTagged, into: &changes)
    }
    if isFiltered { trim(after: parcel, into: &changes) }
  }

  /// Takes in what the server says of one child while no write is pending, which is nearly all that a
  /// client ever hears.
  mutating func receive(_ child: Node, at key: Key, into changes: inout [Change]) {
    invariant(mode == .clear, "a child was taken in past pending writes")
    know(child, at: key, into: &changes)
    if isFiltered { dropHidden() }
  }

  private mutating func receive(
    _ piece: Piece, isMerge: Bool, isTagged: Bool, into changes: inout [Change]
  ) {
    switch piece.reach {
    case .covers:
      isComplete = true
      isFiltered = isTagged
      isUncut = isTagged
      rebuild(
        on: Sight(whole: isTagged ? Self.withoutOwn(piece.node) : piece.node), into: &changes)
    case .priority:
      guard isKnownWhole, !isFiltered else { return }
      var sight = serverSight
      sight.apply(piece)
      rebuild(on: sight, into: &changes)
    case .child:
      // A merge belongs to a listen that is older than what is known here.
      if isKnownWhole || !isMerge { know(piece.node, at: piece.key, into: &changes) }
    case .deeper:
      guard isKnownWhole || !isMerge, var child = knownChild(piece.key) else { return }
      if isFiltered, child.isNull { return }
      child.set(piece.node, at: Path(piece.rest))
      know(child, at: piece.key, into: &changes)
    }
  }

  /// The server holds this at a child.
  mutating func know(_ child: Node, at key: Key, into changes: inout [Change]) {
    switch mode {
    case .clear: show(child, at: key, into: &changes)
    case .children:
      if beneath[key] == nil {
        show(child, at: key, into: &changes)
      } else {
        beneath.set(child, for: key)
        show(overlaid(key), at: key, into: &changes)
      }
    case .whole:
      known.set(child, at: key)
      refreshWhole(key, into: &changes)
    }
  }

  /// The server said that everything is as it is known here.
  mutating func complete(into changes: inout [Change]) {
    isComplete = true
    if isKnownWhole { return }
    rebuild(on: Sight(whole: serverSight.node), into: &changes)
  }

  /// Forgets what the server is known to hold outside the window; the parcel is what it said last.
  private mutating func trim(after parcel: Parcel, into changes: inout [Change]) {
    defer { isUncut = false }
    if isUncut, mode != .clear {
      rebuild(on: cut(serverSight), into: &changes)
      return
    }
    switch mode {
    case .clear: dropHidden()
    case .children:
      for place in 0..<parcel.count {
        guard let key = parcel.piece(place, seenFrom: path)?.key, let child = knownChild(key)
        else { continue }
        if !child.isNull, !ranges(over: key, child) { know(.null, at: key, into: &changes) }
      }
      var surplus = knownCount - max(0, query.limit.count)
      while surplus > 0 {
        know(.null, at: outermostKnown(), into: &changes)
        surplus -= 1
      }
    case .whole:
      let window = cut(known)
      if window.node.children.count < known.node.children.count {
        rebuild(on: window, into: &changes)
      }
    }
  }

  /// How many children the server is known to hold, beneath pending writes for children.
  private var knownCount: Int {
    var count = children.count
    for (key, node) in beneath {
      let isKnown = node.map { !$0.isNull } ?? false
      count += (isKnown ? 1 : 0) - (seen.node[key].isNull ? 0 : 1)
    }
    return count
  }

  /// The child that the server is known to hold at the window's open end, beneath pending writes for
  /// children.
  private func outermostKnown() -> Key {
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
    return best.key
  }

  /// What the window leaves of `sight`.
  func cut(_ sight: Sight) -> Sight {
    var probe = View(path: path, query: query)
    probe.seen = Sight(whole: Self.withoutOwn(sight.node))
    probe.arrangeAll()
    probe.dropHidden()
    return probe.seen
  }

  /// The children alone.
  private static func withoutOwn(_ node: Node) -> Node {
    if case .branch = node { node.with(.none) } else { .null }
  }

  /// Forgets what is seen but not shown.
  private mutating func dropHidden() {
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
