public import WeirTree

extension Scenario {
  /// What a list shows of the server's data, beside how much of it: in which order, filtered, in sections,
  /// and together with other lists.
  public struct Look: Hashable, Sendable {
    /// What rows are ordered by.
    public var order: Query.Index
    /// `true` if the list starts with the last row of the order.
    public var isDescending: Bool
    /// The key, or the value of the order, with which the list starts; nil: its first row.
    public var from: Query.Bound?
    /// The key, or the value of the order, with which the list ends; nil: its last row.
    public var to: Query.Bound?
    /// Which rows are shown.
    public var filter: Filter
    /// How many of the loaded rows are shown at most; nil: all.
    public var most: Int?
    /// How the rows fall into sections; nil: one section.
    public var sections: Grouping?
    /// Further lists that are shown as one with the first.
    public var also: [Path]
    /// `true` if row 0 is drawn at the bottom; nil: nobody looks.
    public var isFlipped: Bool?

    /// The orders that are written as a word.
    static let orders = ["key", "value", "priority"]

    /// Makes a look; without more words it is that of a whole list in key order.
    public init(
      order: Query.Index = .key, isDescending: Bool = false, filter: Filter = .everything,
      most: Int? = nil, sections: Grouping? = nil, also: [Path] = [], isFlipped: Bool? = nil
    ) {
      self.order = order
      self.isDescending = isDescending
      self.filter = filter
      self.most = most
      self.sections = sections
      self.also = also
      self.isFlipped = isFlipped
    }
  }
}

extension Path {
  /// The path of a field below a row, as scenarios name it.
  package init(field: String) {
    switch field {
    case ".value": self = .root
    case ".priority": self = Path([.priority])
    default: self.init(field)
    }
  }
}
