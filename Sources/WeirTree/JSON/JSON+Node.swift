// SPDX-License-Identifier: Apache-2.0
internal import WeirCore

extension JSON {
  /// Writes a node so that ``Node/init(_:)-(JSON)`` reads it back.
  ///
  ///     JSON(Node.integer(1).with(.number(7))).words  // {".value":1,".priority":7.0}
  ///
  /// Without `priorities` they are left out. With `arrays` children become an array where the service's
  /// own clients would show one: all keys are whole numbers without leading zeros, and at least half
  /// of the places up to the greatest are taken; the others become null. An object that has its
  /// priority written stays an object.
  public init(_ node: Node, priorities: Bool = true, arrays: Bool = false) {
    let priority = priorities ? node.priority : .none
    if case .branch(let branch) = node {
      let write = { JSON($0, priorities: priorities, arrays: arrays) }
      if arrays, priority.isNone, let places = branch.places {
        self.init(.array(places.map(write)))
        return
      }
      var members = branch.children.map { Member($0.key.description, write($0.value)) }
      if !priority.isNone { members.append(Member(".priority", JSON(leaf: priority.node))) }
      self.init(.object(members))
    } else if priority.isNone {
      self.init(leaf: node)
    } else {
      self.init(
        .object([
          Member(".value", JSON(leaf: node)), Member(".priority", JSON(leaf: priority.node)),
        ]))
    }
  }

  private init(leaf: Node) {
    switch leaf.content {
    case .bool(let flag): self.init(.bool(flag))
    case .integer(let value): self.init(.integer(value))
    case .number(let value): self.init(.number(value))
    case .text(let text): self.init(.text(text))
    case .deferred(let value): self = value.json
    case .null, .branch, .ranked: self.init(.null)
    }
  }
}

extension Branch {
  /// The children by their places, null where none is, if they are dense enough for an array.
  fileprivate var places: [Node]? {
    guard let last = children.last?.key.place, last < 2 * children.count else { return nil }
    var places = [Node](repeating: .null, count: last + 1)
    for (key, child) in children {
      guard let place = key.place else { return nil }
      places[place] = child
    }
    return places
  }
}

extension Key {
  /// The place in an array that the key names, if it does.
  fileprivate var place: Int? {
    guard let integer, integer >= 0, description == "\(integer)" else { return nil }
    return Int(integer)
  }
}

extension ServerValue {
  /// The JSON written for it: `{".sv": …}`.
  var json: JSON {
    let name: JSON =
      switch self {
      case .timestamp: JSON(.text("timestamp"))
      case .increment(let step): JSON(.object([.init("increment", JSON(.integer(step)))]))
      case .incrementBy(let step): JSON(.object([.init("increment", JSON(.number(step)))]))
      }
    return JSON(.object([.init(".sv", name)]))
  }
}
