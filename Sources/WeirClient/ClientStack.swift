public import WeirCore
public import WeirDiff
public import WeirTree

/// What a stack wants of the world.
public enum StackWish: Sendable {
  /// Call ``ClientStack/ring(at:into:)`` then.
  case wake(Instant)
  /// Take the new list with ``ClientStack/publish(into:workspace:)`` and give it to the list view.
  case publish
}

/// The door through which the harness drives any stack under test.
///
/// A stack sits between a ``Client``, whose data events it hears, and a list view, to which it
/// publishes. It is a machine: time comes in, wishes go out, and it calls nobody back. Stacks
/// never see one another.
public protocol ClientStack: Sendable {
  /// The list as it was last published.
  var shown: [Row] { get }

  /// Takes in one data event; a batch of them ends with a `value` event.
  mutating func receive(_ event: DataEvent, at now: Instant, into wishes: inout [StackWish])

  /// An alarm that the stack asked for has come.
  mutating func ring(at now: Instant, into wishes: inout [StackWish])

  /// Makes the gathered changes the published list and says how it differs from the one before.
  mutating func publish(into changes: inout ChangeSet, workspace: inout DiffWorkspace)
}
