// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// An object as a store keeps it, whatever its kind.
protocol KeptObject: Sendable {
  var place: Path? { get }
  mutating func hear(_ node: Node)
  mutating func end(_ save: Int, isDone: Bool, written: (Path) -> Node?)
  mutating func remove()
}

extension Object: KeptObject {}

/// The place of an object that is being changed.
struct NoObject: KeptObject {
  var place: Path? { nil }
  mutating func hear(_ node: Node) {}
  mutating func end(_ save: Int, isDone: Bool, written: (Path) -> Node?) {}
  mutating func remove() {}
}

/// An object that is open, and who needs it.
struct OpenObject: Sendable {
  var object: any KeptObject
  /// The number of those who listen to it.
  var listeners = 0
}

/// A listen that several objects with one place share.
struct PlaceListen: Sendable {
  let tag: UInt32
  /// The objects, in the order in which they began to listen.
  var objects: [Int]
  /// The node that was heard so far.
  var node = Node.null
  var hasValue = false
  /// The node that was kept when the listen began; it counts until something is heard.
  var kept: Node?

  /// The node that objects show; nil: nothing is known.
  var shown: Node? { hasValue ? node : kept }
}
