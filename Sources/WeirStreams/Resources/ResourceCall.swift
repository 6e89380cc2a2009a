// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// A thing that can be done to an instance.
///
/// The numbers are written into traces.
public enum ResourceVerb: UInt8, Sendable, CaseIterable {
  /// Put it into the tree, whole.
  case create = 0
  /// Write the fields that it names and leave the others.
  case update = 1
  /// Take it out of the tree.
  case destroy = 2
}

/// One operation of the app: what it does, to what, and where.
public struct ResourceCall: Equatable, Sendable {
  /// Its number, by which everything about it is told and answered.
  public let number: UInt32
  /// The thing that it does.
  public let verb: ResourceVerb
  /// The instance; a new one has its key already.
  public internal(set) var resource: Resource
  /// The fields that an update takes away, unless it writes them.
  public let removing: [Key]
  /// The place where the instance lies.
  public let path: Path
  /// The journey that the operation belongs to, 0 for none.
  public let journey: UInt32
}

/// All that is known to have stood, or to stand, at the place of an instance.
public enum ResourceState: Equatable, Sendable {
  /// Nobody looked.
  case unknown
  /// Nothing.
  case nothing
  /// This and no more.
  case whole(Node)
  /// At least these fields, without those that the call takes away.
  case part(Node)

  /// All that there is: a node, or nothing.
  init(_ node: Node) { self = node.isNull ? .nothing : .whole(node) }
}

/// An entry of the action log: a change that the server has committed.
///
/// The state before an update or a removal is known where something depended on it: a counter that is moved by steps,
/// or the log itself (`logsBefore` in ``ResourceRegistry/register(_:at:logsBefore:)``).
public struct ResourceAction: Equatable, Sendable {
  /// The operation.
  public let call: ResourceCall
  /// The state before it; nothing for a new instance.
  public let old: ResourceState
  /// The state after it; nothing after a removal.
  public let new: ResourceState
  /// The entries that the context held beyond what the template used.
  public var extra: [ResourceContext.Entry]
}

/// The reason that an operation did not do what it was meant to.
public enum ResourceFailure: Error, Equatable, Sendable {
  /// An instance that was never created cannot be updated or destroyed. Nothing was written.
  case noKey
  /// The context does not say where the instance or its counter lies. Nothing was written.
  case unresolved(Problems)
  /// The app's own hook forbade it, in these words. Nothing was written.
  case vetoed(String)
  /// There are no fields to write. Nothing was written.
  case nothingToWrite
  /// The write would not be legal. Nothing was written.
  case illegal(Problems)
  /// The data that stands there could not be read. Nothing was written.
  case unread(Message.Refusal)
  /// The server turned the write away, and the client has undone it.
  case rejected(Message.Answer)
  /// The write was sent, and its answer was lost with an earlier life of the app: nobody knows whether it
  /// stands.
  case answerLost
  /// The write is done, but the number of this counter may be off; ``Resources/recount(_:in:journey:into:)``
  /// puts it right where that can be done.
  case countInDoubt(counter: Int, at: Path)
}
