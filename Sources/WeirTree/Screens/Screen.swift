// SPDX-License-Identifier: Apache-2.0

/// The specification of what a list shows, independent of the stack: stacks obey it, and checkers
/// judge with nothing but it and the server's data.
///
/// Each source shows the children of its range in its order, those that the ``filter`` admits, at most
/// ``displayLimit`` of them. Several sources are one list in the order of the first, in which a key that several
/// have is shown as the first of them has it. The ``grouping`` parts it into sections.
public struct Screen: Equatable, Sendable {
  /// The sources of the rows; at least one.
  public var sources: [QueryBuilder]
  /// The condition that shown children meet.
  public var filter: Filter
  /// The greatest number of rows of a source that are shown, after the filter; nil: all that are
  /// loaded.
  public var displayLimit: Int?
  /// The rule that divides the rows into sections; nil: one section.
  public var grouping: Grouping?

  /// Makes a screen of everything in `source`.
  public init(
    _ source: QueryBuilder, filter: Filter = .everything, displayLimit: Int? = nil,
    grouping: Grouping? = nil
  ) {
    self.init(
      union: [source], filter: filter, displayLimit: displayLimit, grouping: grouping)
  }

  /// Makes a screen of several sources as one list.
  public init(
    union sources: [QueryBuilder], filter: Filter = .everything, displayLimit: Int? = nil,
    grouping: Grouping? = nil
  ) {
    self.sources = sources
    self.filter = filter
    self.displayLimit = displayLimit
    self.grouping = grouping
  }
}
