// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// One child of a window in the order of keys, which is nearly all that a client ever hears.
//
// A change is told as it is found: no changes are noted, put in order and looked at again, and the client's own wishes
// take it in.

/// Any wish of those among which there is one that a registration hear an event.
protocol EventWish {
  /// The registration hears this.
  static func heard(registration: UInt32, _ event: DataEvent) -> Self
}

extension ViewEngine.Wish: EventWish {}
extension Client.Wish: EventWish {}

extension ViewEngine {
  /// Takes in the node that the server holds at a child, as ``serverChange(tag:_:_:into:)`` does, if what it changes can be
  /// told at once; returns `false`, and does nothing, otherwise.
  mutating func hear(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [some EventWish]
  ) -> Bool {
    guard let view = wire(of: tag)?.view, key != .priority, !isOvertaken(tag) else { return false }
    return views[view].hear(node, at: key, into: &wishes)
  }
}

extension View {
  /// Takes in what the server says of a child, and tells all registrations what that changes; returns `false`, and does
  /// nothing, if the view is no window without ends, or has writes over it.
  ///
  /// It says what ``receive(_:at:into:)`` and ``tell(_:since:into:)`` say together.
  mutating func hear(_ child: Node, at key: Key, into wishes: inout [some EventWish]) -> Bool {
    // The deciding questions are asked here: a call would be given a copy of the whole view.
    guard mode == .clear, isFiltered, isKeyOrdered, isUnbounded, isWindow else { return false }
    let old = seen.set(child.isNull ? nil : child, at: key)
    if child.isNull {
      if old.isNull { return true }
      tell(.removed, key, old, after: nil, into: &wishes)
    } else if old.isNull {
      if let surplus {
        let node = seen.node.set(.null, at: surplus)
        if surplus == key { return true }
        tell(.removed, surplus, node, after: nil, into: &wishes)
      }
      tell(.added, key, child, after: neighbour(of: key), into: &wishes)
    } else {
      if old == child { return true }
      tell(.changed, key, child, after: neighbour(of: key), into: &wishes)
    }
    guard seen.isWhole || hasKeptWhole else { return true }
    for registration in registrations {
      wishes.append(.heard(registration: registration, .value))
    }
    return true
  }

  /// The child at the window's open end, if it holds one more than it shows.
  @inline(__always)
  private var surplus: Key? {
    let children = children
    switch query.limit {
    case .none: return nil
    case .first(let most):
      return children.count > max(0, most) ? children.key(at: children.count &- 1) : nil
    case .last(let most): return children.count > max(0, most) ? children.key(at: 0) : nil
    }
  }

  /// The key before one that is there.
  @inline(__always)
  private func neighbour(of key: Key) -> Key? {
    let children = children
    // A new child is mostly the last one.
    let last = children.count &- 1
    let place = children.key(at: last) == key ? last : children.rank(of: key)
    return place > 0 ? children.key(at: place &- 1) : nil
  }
}
