// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// The user's writes.
extension View {
  /// Lays a new pending write over everything else.
  mutating func lay(_ data: IncomingData, of id: UInt32, into changes: inout [Change]) {
    for place in 0..<data.count {
      guard let fragment = data.fragment(place, seenFrom: path) else { continue }
      lay(fragment, of: id, into: &changes)
    }
    finish(into: &changes)
  }

  private mutating func lay(_ fragment: WriteFragment, of id: UInt32, into changes: inout [Change])
  {
    // A window does not show what the location itself has.
    if isWindow, fragment.reach == .priority { return }
    let layer = Layer(id: id, fragment: fragment)
    if isUnfilled {
      layers.append(layer)
      touch.note(fragment)
      return
    }
    guard fragment.reach == .child || fragment.reach == .deeper else {
      let partial = serverPartial
      layers.append(layer)
      rebuild(on: partial, into: &changes)
      return
    }
    if mode == .clear {
      mode = seen.isPlain ? .children : .whole
      if mode == .whole { known = seen }
    }
    let key = fragment.key
    let below = seen.child(key)
    if mode == .children, beneath[key] == nil { beneath.set(below, for: key) }
    layers.append(layer)
    if let node = Self.laid(fragment, over: below) { show(node, at: key, into: &changes) }
  }

  /// Takes a pending write away: one that was refused wholly, of one that was acknowledged what the server
  /// has spoken about.
  mutating func lift(_ id: UInt32, isKept: Bool, into changes: inout [Change]) {
    guard var place = layers.firstIndex(where: { $0.id == id }) else { return }
    // Nearly always it is one child, which takes no memory.
    var lifted: Key?
    var others: [Key] = []
    var isWide = false
    while place < layers.count {
      // Between two fragments may lie that the server has taken a child out of the window.
      guard layers[place].id == id else {
        place += 1
        continue
      }
      let fragment = layers[place].fragment
      if isKept, keeps(fragment) {
        if fragment.reach == .covers {
          isWide = true
          place += keepAll(at: place)
        } else if !fold(place) {
          place += 1
        }
        continue
      }
      layers.remove(at: place)
      switch fragment.reach {
      case .child, .deeper:
        // In a view that is not refilled, an acknowledged write leaves alone what was never told.
        if isUnfilled, isKept, knownChild(fragment.key) == nil {
          touch.isWide = true
          break
        }
        if lifted == nil { lifted = fragment.key } else { others.append(fragment.key) }
      case .covers, .priority: isWide = true
      }
    }
    foldAgain()
    if !isKept, quirks.contains(.forgetsKept) {
      forgetKept(of: lifted.map { [$0] + others } ?? [], orAll: isWide)
    }
    if isWide, isUnfilled, isKept {
      for (key, _) in known.node.children { touch.keys.append(key) }
      for (key, _) in known.absent { touch.keys.append(key) }
    } else if isWide {
      rebuild(on: serverPartial, into: &changes)
    } else if let lifted, others.isEmpty {
      refresh(lifted, into: &changes)
    } else if let lifted {
      others.insert(lifted, at: 0)
      refresh(others, into: &changes)
    }
    finish(into: &changes)
  }

  /// Lets a child be seen as the server's data and the layers have it.
  mutating func refresh(_ key: Key, into changes: inout [Change]) {
    refresh(CollectionOfOne(key), into: &changes)
  }

  /// Lets children be seen as the server's data and the layers have them.
  mutating func refresh(_ keys: some Sequence<Key>, into changes: inout [Change]) {
    if isUnfilled {
      touch.keys.append(contentsOf: keys)
      return
    }
    if mode == .whole {
      var partial = known
      for layer in layers { partial.apply(layer.fragment) }
      for key in keys { show(partial.child(key), at: key, into: &changes) }
      seen = partial
    } else {
      for key in keys {
        if layers.contains(where: { $0.fragment.key == key }) {
          show(overlaid(key), at: key, into: &changes)
        } else if let node = beneath.remove(key) {
          show(node, at: key, into: &changes)
        }
      }
    }
    if layers.isEmpty {
      mode = .clear
      known = PartialNode()
    }
  }

  /// Returns a child with the layers over it.
  func overlaid(_ key: Key) -> Node? {
    if mode == .whole {
      var partial = known
      for layer in layers { partial.apply(layer.fragment) }
      return partial.child(key)
    }
    var node = beneath[key] ?? nil
    for layer in layers where layer.fragment.key == key {
      node = Self.laid(layer.fragment, over: node) ?? node
    }
    return node
  }

  /// Returns a child with a fragment about it laid over; nil if the fragment lies deeper in an unknown
  /// child.
  static func laid(_ fragment: WriteFragment, over child: Node?) -> Node? {
    if fragment.reach == .child { return fragment.node }
    guard var child else { return nil }
    child.set(fragment.node, at: Path(fragment.rest))
    return child
  }
}
