// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// A thing that the machine of the resources wants done, or wants known.
///
/// Wishes are to be carried out in order; what a wish brings about at once, such as the local events of a
/// write, comes before the wishes behind it. The numbers of operations, reads and counts come from one series.
public enum ResourceWish: Sendable {
  /// Ask the app's hook: ``Resources/proceed(_:writing:into:)`` or ``Resources/veto(_:_:into:)``, now or
  /// later. Without an answer nothing happens.
  case ask(ResourceCall)
  /// Write this; ``Resources/settled(_:_:into:)`` brings the server's answer.
  case write(operation: UInt32, Write, journey: UInt32)
  /// Read once what stands there, the client's own writes included, and no older than what was settled
  /// before; ``Resources/found(_:_:into:)`` or ``Resources/refused(_:_:into:)`` brings it.
  case read(operation: UInt32, Path)
  /// Change the number there in a transaction, as ``Counter/sum(of:and:)`` says;
  /// ``Resources/ended(_:_:into:)`` brings how it ended.
  case transact(operation: UInt32, Path, step: Int64, journey: UInt32)
  /// Let the app know.
  case tell(ResourceNews)
}

/// A message that an app is told.
///
/// Of one operation: `ask`, then the write, then ``did(_:)``; when the server has answered ``logged(_:)``,
/// or ``failed(operation:_:)``, and last ``persisted(_:_:)``, once for each write.
public enum ResourceNews: Equatable, Sendable {
  /// The write is made and shows locally; the server has not answered. The instance has its key now.
  case did(ResourceCall)
  /// The server has answered the write: with nil it stands, otherwise it is undone.
  case persisted(ResourceCall, ResourceFailure?)
  /// Something went wrong with an operation.
  case failed(operation: UInt32, ResourceFailure)
  /// A change was committed.
  case logged(ResourceAction)
  /// So many operations, counts and holds are under way; a network indicator shows while there are any.
  case inFlight(Int)
  /// The context holds no owner for a counter, so that the operation does not count there.
  case uncounted(operation: UInt32, counter: Int)
  /// An answer came for which nothing waits, such as a hook's second one; it has no effect.
  case ignored(operation: UInt32)
}
