// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirStreams
package import WeirTree

/// A bug of an app's resources: it alters what they wish before that is carried out.
///
/// The machine itself stays right. What a tamper does not alter passes as it is.
package protocol ResourceTamper: Sendable {
  /// Makes a tamper for an app that starts.
  init(_ ground: ResourceGround)

  /// Adds to `wishes` what is carried out instead of a wish.
  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish])

  /// Returns what the resources are told that stands where an operation wanted to read.
  mutating func tamper(found node: Node, for operation: UInt32) -> Node
}

extension ResourceTamper {
  /// Lets the wish pass.
  package mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    wishes.append(wish)
  }

  /// Lets the answer pass.
  package mutating func tamper(found node: Node, for operation: UInt32) -> Node { node }
}

/// The things that a tamper may know of the resources that it alters.
package struct ResourceGround: Sendable {
  /// The things that the app's screens know.
  package var context: ResourceContext
  /// Every number in the tree that counts resources, whoever keeps it.
  package var counters: [Path]
  /// The tamper's own chance.
  package var chance: RandomStream

  /// Makes a ground.
  package init(context: ResourceContext, counters: [Path], chance: RandomStream) {
    self.context = context
    self.counters = counters
    self.chance = chance
  }
}
