/// What a list promises to show, whatever stack makes it: said once, obeyed by the stack, and judged by
/// those who know only the server's data and this.
///
/// Each source shows the children of its range in its order, those that the ``filter`` admits, at most
/// ``displayLimit`` of them. Several sources are one list in the order of the first, in which a key that several
/// have is shown as the first of them has it. The ``grouping`` parts it into sections.
public struct Screen: Equatable, Sendable {
  /// Where the rows come from; at least one.
  public var sources: [QueryBuilder]
  /// Which children are shown.
  public var filter: Filter
  /// How many rows of a source are shown at most, after the filter; nil: all that are loaded.
  public var displayLimit: Int?
  /// How the rows fall into sections; nil: one section.
  public var grouping: Grouping?

  /// Everything of `source`.
  public init(
    _ source: QueryBuilder, filter: Filter = .everything, displayLimit: Int? = nil,
    grouping: Grouping? = nil
  ) {
    self.init(
      union: [source], filter: filter, displayLimit: displayLimit, grouping: grouping)
  }

  /// Several sources as one list.
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
