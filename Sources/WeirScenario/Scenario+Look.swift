extension Scenario {
  /// What a list shows of the server's data, beside how much of it: in which order, filtered, in sections,
  /// and together with other lists.
  public struct Look: Hashable, Sendable {
    /// What rows are ordered by.
    public enum Order: Hashable, Sendable {
      /// Their keys.
      case key
      /// Their own content.
      case value
      /// Their priorities.
      case priority
      /// A field below them: names with `/` between them.
      case child(String)

      /// The orders that are written as a word.
      static let words = ["key", "value", "priority"]
    }

    /// Which rows are meant.
    public indirect enum Condition: Hashable, Sendable {
      /// Rows in which this field stands.
      case has(String)
      /// Rows in whose field this stands.
      case `is`(String, Data)
      /// Rows in whose field something stands that comes before this.
      case below(String, Data)
      /// All other rows.
      case not(Condition)
      /// Rows that all of these mean.
      case every([Condition])
      /// Rows that one of these means.
      case any([Condition])
    }

    /// How rows fall into sections.
    public enum Sections: Hashable, Sendable {
      /// A section for each value of a field.
      case by(String)
      /// A section for each condition; a row belongs to the first that means it, or else to the last.
      case conditions([Condition])
    }

    /// What rows are ordered by.
    public var order: Order
    /// `true` if the list starts with the last row of the order.
    public var isDescending: Bool
    /// The key, or the value of the order, with which the list starts; nil: its first row.
    public var from: Data?
    /// The key, or the value of the order, with which the list ends; nil: its last row.
    public var to: Data?
    /// Which rows are shown; nil: all.
    public var condition: Condition?
    /// How many of the loaded rows are shown at most; nil: all.
    public var most: Int?
    /// How the rows fall into sections; nil: one section.
    public var sections: Sections?
    /// Further lists that are shown as one with the first.
    public var also: [String]
    /// `true` if row 0 is drawn at the bottom; nil: nobody looks.
    public var isFlipped: Bool?

    /// Makes a look; without more words it is that of a whole list in key order.
    public init(
      order: Order = .key, isDescending: Bool = false, condition: Condition? = nil,
      most: Int? = nil, sections: Sections? = nil, also: [String] = [], isFlipped: Bool? = nil
    ) {
      self.order = order
      self.isDescending = isDescending
      self.condition = condition
      self.most = most
      self.sections = sections
      self.also = also
      self.isFlipped = isFlipped
    }
  }
}
