// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirStreams
import WeirTree

/// StreamBaseKit, spec Q21: a removal counts down whether or not anything stood there.
///
///     destroy(like) twice, quickly
///     // right: -1; wrong: -2
struct DestroyUnseen: ResourceTamper {
  private var seen = SeenCalls()

  init(_ ground: ResourceGround) {}

  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    seen.note(wish)
    wishes.append(wish)
  }

  mutating func tamper(found node: Node, for operation: UInt32) -> Node {
    guard node.isNull, let call = seen[operation], call.verb == .destroy else { return node }
    return Node([(Key("word"), .integer(0))])
  }

  static let mutant = Mutant(
    "destroy-unseen", of: "StreamBaseKit Q21", caughtBy: "counters",
    about: "What is removed twice is counted down twice.", tamper: DestroyUnseen.self)
}
