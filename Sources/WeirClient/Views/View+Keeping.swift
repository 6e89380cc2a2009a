// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// The parts of acknowledged writes that are kept where the server has said nothing.
extension View {
  /// `true` if something is kept of a fragment that the server has acknowledged.
  func keeps(_ fragment: WriteFragment) -> Bool {
    switch fragment.reach {
    case .covers: !isComplete
    case .child: knownChild(fragment.key) == nil
    case .deeper:
      knownChild(fragment.key) == nil && overlaid(fragment.key) != nil && !liesOnNull(fragment.key)
    case .priority: !isComplete && !isWindow && seen.holdsEverything
    }
  }

  /// `true` if a child is known by nothing but the server's word that the window does not hold it.
  private func liesOnNull(_ key: Key) -> Bool {
    let child = WriteFragment(child: key, .null)
    return !layers.contains {
      $0.id != Self.lost && $0.fragment.reach != .deeper && $0.fragment.meets(child)
    }
  }

  /// A mark in place of a write's number: the server has taken a child out of the window.
  private static let lost = UInt32.max

  /// Keeps a fragment that covers the location; returns how many layers it has become.
  ///
  /// The server's word of children counts. A window keeps the children that it shows.
  mutating func keepAll(at place: Int) -> Int {
    if isWindow {
      let id = layers[place].id
      var kept: [Layer] = []
      forEachShown { key, _ in
        let node = layers[place].fragment.node[key]
        if node.isNull || known.child(key) != nil { return }
        kept.append(Layer(id: id, fragment: WriteFragment(child: key, node), isKept: true))
      }
      layers.replaceSubrange(place...place, with: kept)
      hasKeptWhole = true
      touch.isWide = isUnfilled
      return kept.count
    }
    for (key, child) in known.node.children { layers[place].fragment.node.set(child, at: key) }
    for (key, _) in known.absent { layers[place].fragment.node.set(.null, at: key) }
    layers[place].isKept = true
    return 1
  }

  /// Marks a layer as kept, or puts it into the one below if that is kept, too; whether it did that.
  mutating func fold(_ place: Int) -> Bool {
    let fragment = layers[place].fragment
    layers[place].isKept = true
    guard let below = layers[..<place].lastIndex(where: { $0.fragment.meets(fragment) }),
      layers[below].isKept
    else { return false }
    // Pending writes between the two may leave nothing for a while, and with that goes a priority.
    if fragment.reach == .priority, layers[below..<place].contains(where: { !$0.isKept }) {
      return false
    }
    let rest = fragment.reach == .deeper ? fragment.rest : []
    switch layers[below].fragment.reach {
    case .covers:
      layers[below].fragment.node.set(fragment.node, at: Path([fragment.key] + rest))
    case .child where fragment.reach == .deeper:
      layers[below].fragment.node.set(fragment.node, at: Path(rest))
    case .child, .priority:
      layers[below].fragment.node = fragment.node
      // Where the server had taken the child out of the window there is one again.
      layers[below].id = layers[place].id
    case .deeper: return false
    }
    layers.remove(at: place)
    return true
  }

  /// Puts what is kept into a kept write below it that covered the location, once no pending one lies between: a
  /// priority has no effect on nothing, nor will it have one on what the server says later.
  mutating func foldAgain() {
    let cover = layers.firstIndex { $0.isKept && $0.fragment.reach == .covers }
    guard var place = cover else { return }
    while place < layers.count {
      let fragment = layers[place].fragment
      if layers[place].isKept, fragment.reach != .covers,
        let below = layers[..<place].lastIndex(where: { $0.fragment.meets(fragment) }),
        layers[below].isKept, layers[below].fragment.reach == .covers, fold(place)
      {
        continue
      }
      place += 1
    }
  }

  /// Forgets what is kept of a child, for the server has said what it is.
  mutating func forgetKept(_ key: Key, for child: Node) {
    var place = 0
    while place < layers.count {
      if layers[place].isKept {
        switch layers[place].fragment.reach {
        case .covers: layers[place].fragment.node.set(child, at: key)
        case .child, .deeper:
          if layers[place].fragment.key == key {
            layers.remove(at: place)
            continue
          }
        case .priority: break
        }
      }
      place += 1
    }
  }

  /// Forgets what is kept of children, or all of it.
  mutating func forgetKept(of keys: [Key], orAll isAll: Bool) {
    if isAll {
      layers.removeAll { $0.isKept }
      hasKeptWhole = false
    } else {
      for key in keys { forgetKept(key, for: knownChild(key) ?? .null) }
    }
  }

  /// Keeps that the server took a child out of a window, under the pending writes that lie deeper in it: what they make
  /// of nothing is what the server will have.
  mutating func keepNull(_ key: Key) {
    let null = WriteFragment(child: key, .null)
    guard let place = layers.firstIndex(where: { $0.fragment.meets(null) }) else { return }
    let isCovered = layers[place...].contains {
      $0.fragment.meets(null) && $0.fragment.reach != .deeper
    }
    if !isCovered { layers.insert(Layer(id: Self.lost, fragment: null, isKept: true), at: place) }
  }

  /// `true` if what is kept and not shown is forgotten.
  private var keepsWhatIsShown: Bool {
    isWindow
      || quirks.contains(.doubtsNull) && !isComplete
        && !layers.contains { $0.isKept && $0.fragment.reach == .covers }
  }

  /// Ends an operation: shows what a view that is not refilled shows after it, and lets a window forget what it
  /// has kept and does not show.
  mutating func finish(into changes: inout [Change]) {
    let hasKept = keepsWhatIsShown && layers.contains(where: \.isKept)
    var about = touch
    if isUnfilled {
      // What was shown before the operation may be shown after it, also in another shape.
      if hasKept { forEachShown { key, _ in about.keys.append(key) } }
      retake(into: &changes)
    }
    guard hasKept else { return }
    about.isWide = true
    while true {
      var hidden: [Key] = []
      for layer in layers where layer.isKept && layer.fragment.reach != .priority {
        if shown(layer.fragment.key).isNull { hidden.append(layer.fragment.key) }
      }
      if hidden.isEmpty { return }
      // A write that lay in such a child is another one without it.
      layers.removeAll { $0.isKept && hidden.contains($0.fragment.key) }
      if isUnfilled {
        touch = about
        retake(into: &changes)
      } else {
        refresh(hidden, into: &changes)
      }
    }
  }
}

extension WriteFragment {
  /// `true` if both say something of one child, or of the location's own priority.
  fileprivate func meets(_ other: WriteFragment) -> Bool {
    switch (reach, other.reach) {
    case (.covers, _), (_, .covers): true
    case (.priority, .priority): true
    case (.priority, _), (_, .priority): false
    default: key == other.key
    }
  }
}
