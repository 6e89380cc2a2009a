// SPDX-License-Identifier: Apache-2.0
public import WeirTree

// Objects as they were heard last are kept, and shown when they are listened to again.
extension ObjectStore {
  /// Looks up what is kept of a place to which somebody begins to listen.
  mutating func lookUp(_ place: Path, _ tag: UInt32, into wishes: inout [ObjectWish]) {
    switch memory.policy {
    case .none: break
    case .memory: recall(memory.node(at: place), of: tag, into: &wishes)
    case .persistent: wishes.append(.recall(tag: tag, place))
    }
  }

  /// Keeps what was heard of a place, if it is not what is kept already.
  mutating func keep(_ node: Node, at place: Path, into wishes: inout [ObjectWish]) {
    switch memory.policy {
    case .none: break
    case .memory: memory.keep(node, at: place)
    case .persistent:
      if listens[place]?.kept == node { return }
      listens[place]?.kept = node
      wishes.append(.keep(place, node))
    }
  }

  /// Takes in what was kept of a place; nil: nothing was.
  ///
  /// It is shown as if it were heard. What is heard takes its place, so an answer that comes after that says nothing.
  public mutating func recall(
    _ node: Node?, of tag: UInt32, into wishes: inout [ObjectWish]
  ) {
    guard let node, !node.isNull, let place = places[tag], let listen = listens[place],
      !listen.hasValue
    else { return }
    listens[place]?.kept = node
    for number in listen.objects { hear(node, number, into: &wishes) }
  }
}
