// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// A part of a write as one location sees it.
struct WriteFragment: Sendable {
  /// The share of the location that the part concerns.
  enum Reach: UInt8, Sendable {
    /// All of it.
    case covers
    /// One child.
    case child
    /// Something below one child.
    case deeper
    /// The priority of the location itself.
    case priority
  }

  var reach: Reach
  /// The child; meaningless where the fragment is about no child.
  var key: Key
  /// The way on from the child, where the fragment lies deeper.
  var rest: [Key]
  /// The node that is put there.
  var node: Node

  /// A fragment that is one child.
  init(child key: Key, _ node: Node) {
    reach = .child
    self.key = key
    rest = []
    self.node = node
  }

  /// A fragment that is everything.
  init(covering node: Node) {
    reach = .covers
    key = .priority
    rest = []
    self.node = node
  }

  /// The part that puts `node` at `base` and then `tail`, as `location` sees it; nil where it does not
  /// concern the location.
  init?(_ node: Node, at base: [Key], _ tail: Tail, seenFrom location: [Key]) {
    let length = base.count + tail.count
    func key(_ place: Int) -> Key {
      place < base.count ? base[place] : tail.key(at: place - base.count)
    }
    for place in 0..<min(length, location.count) where key(place) != location[place] { return nil }
    if length <= location.count {
      self.init(covering: node[location[length...]])
      return
    }
    self.init(child: key(location.count), node)
    if length > location.count + 1 {
      // Nothing lies below a priority.
      if self.key == .priority { return nil }
      reach = .deeper
      rest = (location.count + 1..<length).map { key($0) }
    } else if self.key == .priority {
      reach = .priority
    }
  }

  /// The keys that follow where a write starts.
  enum Tail {
    case none
    case one(Key)
    case many([Key])

    var count: Int {
      switch self {
      case .none: 0
      case .one: 1
      case .many(let keys): keys.count
      }
    }

    func key(at place: Int) -> Key {
      switch self {
      case .none: invariantBroken("a key was asked of an empty tail")
      case .one(let key): key
      case .many(let keys): keys[place]
      }
    }
  }
}
