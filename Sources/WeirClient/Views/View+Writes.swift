import WeirCore
import WeirTree

// What the user writes.
extension View {
  /// Lays a new pending write over everything else.
  mutating func lay(_ parcel: Parcel, of id: UInt32, into changes: inout [Change]) {
    for place in 0..<parcel.count {
      guard let piece = parcel.piece(place, seenFrom: path) else { continue }
      lay(piece, of: id, into: &changes)
    }
  }

  private mutating func lay(_ piece: Piece, of id: UInt32, into changes: inout [Change]) {
    guard piece.reach == .child || piece.reach == .deeper else {
      let sight = serverSight
      layers.append(Layer(id: id, piece: piece))
      rebuild(on: sight, into: &changes)
      return
    }
    if mode == .clear {
      mode = seen.isPlain ? .children : .whole
      if mode == .whole { known = seen }
    }
    let key = piece.key
    let below = seen.child(key)
    if mode == .children, beneath[key] == nil { beneath.set(below, for: key) }
    layers.append(Layer(id: id, piece: piece))
    if let node = Self.laid(piece, over: below) { show(node, at: key, into: &changes) }
  }

  /// Takes a pending write away.
  ///
  /// A kept one becomes what the server is known to hold, unless the server has said itself what it
  /// holds.
  mutating func lift(_ id: UInt32, isKept: Bool, into changes: inout [Change]) {
    guard let first = layers.firstIndex(where: { $0.id == id }) else { return }
    let isKept = isKept && !isComplete
    var end = first
    var isWide = false
    while end < layers.count, layers[end].id == id {
      isWide = isWide || layers[end].piece.reach == .covers || layers[end].piece.reach == .priority
      end += 1
    }
    if isWide {
      var sight = serverSight
      if isKept {
        for place in first..<end {
          if layers[place].piece.reach == .covers { isFiltered = false }
          sight.apply(layers[place].piece)
        }
      }
      layers.removeSubrange(first..<end)
      rebuild(on: sight, into: &changes)
      return
    }
    for _ in first..<end {
      let piece = layers.remove(at: first).piece
      if isKept { keep(piece) }
      refresh(piece.key, into: &changes)
    }
  }

  /// Lays a piece over what the server is known to hold.
  private mutating func keep(_ piece: Piece) {
    if mode == .whole {
      known.apply(piece)
    } else if let node = Self.laid(piece, over: beneath[piece.key] ?? nil) {
      beneath.set(node, for: piece.key)
    }
  }

  /// Lets a child be seen as the server's data and the pending writes have it, after a write for it went.
  private mutating func refresh(_ key: Key, into changes: inout [Change]) {
    if mode == .whole {
      refreshWhole(key, into: &changes)
    } else if layers.contains(where: { $0.piece.key == key }) {
      show(overlaid(key), at: key, into: &changes)
    } else if let node = beneath.remove(key) {
      show(node, at: key, into: &changes)
    }
    if layers.isEmpty {
      mode = .clear
      known = Sight()
    }
  }

  /// Lets a child be seen anew, where pending writes concern more than children.
  mutating func refreshWhole(_ key: Key, into changes: inout [Change]) {
    var sight = known
    for layer in layers { sight.apply(layer.piece) }
    show(sight.child(key), at: key, into: &changes)
    seen = sight
  }

  /// What the pending writes make of a child.
  func overlaid(_ key: Key) -> Node? {
    var node = beneath[key] ?? nil
    for layer in layers where layer.piece.key == key {
      node = Self.laid(layer.piece, over: node) ?? node
    }
    return node
  }

  /// What a piece about a child makes of it; nil where the piece lies deeper in an unknown child.
  private static func laid(_ piece: Piece, over child: Node?) -> Node? {
    if piece.reach == .child { return piece.node }
    guard var child else { return nil }
    child.set(piece.node, at: Path(piece.rest))
    return child
  }
}
