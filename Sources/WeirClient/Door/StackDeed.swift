public import WeirTree

/// Something that a person wants of a stack.
public enum StackDeed: Sendable {
  /// Load so many rows more; the number comes back with the end of the page.
  case loadPage(call: UInt32, rows: Int)
  /// Show what this filter admits.
  case show(Filter)
  /// Show at most so many rows of each source; nil: all that are loaded.
  case showAtMost(Int?)
  /// Show an item that lies in this app alone; a list that has no such items takes no notice.
  case addOwn(Key, Node)
  /// Show it no longer.
  case removeOwn(Key)
  /// Do an action of the stack's own.
  ///
  /// Unless the action asks nobody, the stack says when it is over: ``StackWish/over(journey:)``.
  case act(StackAct)
}

/// An action that only some stacks know, as a person means it.
public struct StackAct: Sendable {
  /// The place of the action among those of the stack's family.
  public var action: Int
  /// The journey that begins with it.
  public var journey: UInt32

  /// Makes an act.
  public init(action: Int, journey: UInt32) {
    self.action = action
    self.journey = journey
  }
}
