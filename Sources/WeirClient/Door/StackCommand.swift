// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// Something that a person wants of a stack.
public enum StackCommand: Sendable {
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
///
/// The action decides, by what it is done to, which of the fields say something: one that is done to nothing has neither
/// row nor fields.
public struct StackAct: Sendable {
  /// The place of the action among those that the stack knows.
  public var action: Int
  /// The journey that begins with it.
  public var journey: UInt32
  /// The time that the device's clock shows.
  public var clock: Instant
  /// The kind of thing that the workload is about, if it says one.
  public var kind: String?
  /// The row that it is done to; nil: a new one, or none.
  public var row: Key?
  /// `true` if the client knows something at that row.
  public var isThere: Bool
  /// The fields that the person writes.
  public var fields = Node([])
  /// The fields that are taken away where they are not written.
  public var removing: [Key] = []
  /// `true` if the app's own hook, asked about it, forbids it.
  public var isForbidden = false

  /// Makes an act.
  public init(
    action: Int, journey: UInt32, clock: Instant = .zero, kind: String? = nil, row: Key? = nil,
    isThere: Bool = false
  ) {
    self.action = action
    self.journey = journey
    self.clock = clock
    self.kind = kind
    self.row = row
    self.isThere = isThere
  }
}
