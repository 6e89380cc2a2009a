// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle {
  /// A part of one operation at one path, as seen from the location of a view.
  enum Part: Sendable {
    /// Everything at the location.
    case covers(Node)
    /// A child of the location.
    case child(Key, Node)
    /// Something at a path below a child.
    case deeper(Key, Path, Node)
    /// The location's own priority.
    case priority(Node)

    /// The child that the part is about or lies below.
    var key: Key? {
      switch self {
      case .child(let key, _), .deeper(let key, _, _): key
      case .covers, .priority: nil
      }
    }

    /// `true` if the part covers the view.
    var isCover: Bool { if case .covers = self { true } else { false } }

    /// `true` if the part covers the view or is the location's own priority.
    var isAboutAll: Bool {
      switch self {
      case .covers, .priority: true
      case .child, .deeper: false
      }
    }

    /// A part as seen from a location, nil if it does not concern it.
    init?(_ part: Write.Part, from location: Path) {
      let (keys, depth) = (part.path.keys, location.keys.count)
      if keys.dropLast().contains(.priority) { return nil }
      if location.leads(below: part.path) {
        self = .covers(part.node[location.dropping(keys.count)])
        return
      }
      guard part.path.leads(below: location) else { return nil }
      let key = keys[depth]
      if keys.count > depth + 1 {
        self = .deeper(key, part.path.dropping(depth + 1), part.node)
      } else {
        self = key == .priority ? .priority(part.node) : .child(key, part.node)
      }
    }
  }

  /// A write that waits for its answer.
  struct PendingWrite: Sendable {
    /// Its number.
    var id: UInt32
    /// The parts of the write, each with the path from the root.
    var parts: [Write.Part]
    /// `false` if it lies nowhere, as that of a transaction that is not applied locally.
    var isVisible: Bool

    /// Returns the parts that concern a location.
    func parts(from location: Path) -> [Part] {
      parts.compactMap { Part($0, from: location) }
    }
  }

  /// The known data of a location: everything, or some of its children.
  struct Knowledge: Sendable {
    /// The node at the location, if everything is known.
    var whole: Node?
    /// The children that are known where not everything is; those known to be nothing are null.
    var children = SortedMap<Key, Node>()

    /// The child called `key`, nil if it is unknown.
    subscript(key: Key) -> Node? {
      if let whole { whole[key] } else { children[key] }
    }

    /// The known children that are not null, in key order.
    var nodes: SortedMap<Key, Node> { node.children }

    /// The known data as a node, with nothing in place of the unknown.
    var node: Node { whole ?? Node(children.map { ($0.key, $0.value) }) }

    /// Lays a part over what is known; what is not known is not invented (rule 11).
    mutating func put(_ part: Part) {
      switch part {
      case .covers(let node):
        whole = node
        children.removeAll()
      case .child(let key, let node):
        if whole != nil { whole?.set(node, at: key) } else { children.set(node, for: key) }
      case .deeper(let key, let path, let node):
        guard var child = self[key] else { return }
        child.set(node, at: path)
        put(.child(key, child))
      case .priority(let node): whole?.set(node, at: .priority)
      }
    }
  }
}

extension Write {
  /// The parts of the write, each with the path from the root.
  var partsFromRoot: [Part] {
    switch self {
    case .set(let path, let node): [Part(path, node)]
    case .merge(let path, let parts): parts.map { Part(path.appending($0.path), $0.node) }
    }
  }
}
