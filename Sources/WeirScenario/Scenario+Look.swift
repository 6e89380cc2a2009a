// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

extension Scenario {
  /// The way in which a list shows the server's data, beside how much of it: in which order, filtered, in sections, and
  /// together with other lists.
  package struct Look: Hashable, Sendable {
    /// The order of the rows.
    package var order: Query.Index
    /// `true` if the list starts with the last row of the order.
    package var isDescending: Bool
    /// The key, or the value of the order, with which the list starts; nil: its first row.
    package var from: Query.Bound?
    /// The key, or the value of the order, with which the list ends; nil: its last row.
    package var to: Query.Bound?
    /// The condition that a row must meet to be shown.
    package var filter: Filter
    /// The number of the loaded rows that are shown at most; nil: all.
    package var most: Int?
    /// The way in which the rows fall into sections; nil: one section.
    package var sections: Grouping?
    /// Further lists that are shown as one with the first.
    package var also: [Path]
    /// `true` if row 0 is drawn at the bottom; nil: nobody looks.
    package var isFlipped: Bool?

    /// The orders that are written as a word.
    static let orders = ["key", "value", "priority"]

    /// Makes a look; without more words it is that of a whole list in key order.
    package init(
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

/// An order by what stands below each row.
struct ChildOrder: KeyedSection {
  /// The field, or a path of fields.
  var field = ""

  static let section = SectionHead(
    .order, "clients.order", "An order by what stands below each row.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "child", required: \.field, .field, "The field, or a path of fields.", example: "score")
  ]
}

/// A section for each value of a field.
struct SectionsByValue: KeyedSection {
  /// The field.
  var field = ""

  static let section = SectionHead(
    .sections, "clients.sections",
    "A section for each value; it comes with its first row and goes with its last.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "by", required: \.field, .field, "The field whose value is the row's section.",
      example: "team")
  ]
}

/// A condition of rows as it is written, of which one key says the kind.
struct Condition: KeyedSection {
  var field: String?
  var value: Node?
  var bound: Node?
  var known: String?
  var inner: Filter?
  var all: [Filter]?
  var any: [Filter]?

  static let section = SectionHead(
    .condition, "clients.where",
    "Which rows are meant: field with is or below, or one of has, not, every and any.")

  static let unread = Self()

  static let choice = ["is", "below", "has", "not", "every", "any"]

  static let keys: [FormatKey] = [
    FormatKey(
      "field", optional: \.field, .field, "The field that is looked at; goes with is and below.",
      example: "done"
    ).with("is", "below", must: true),
    FormatKey("is", optional: \.value, .leaf, "What stands in the field.", example: "false"),
    FormatKey(
      "below", optional: \.bound, .leaf,
      "What the field stands before in the order of all values, in which nothing comes first.",
      example: "10"),
    FormatKey(
      "has", optional: \.known, .field, "Rows in which this field stands.", example: "author"),
    FormatKey("not", optional: \.inner, .filter, "All other rows.", example: "{ has: author }"),
    FormatKey(
      "every", optional: \.all, .filters, "Rows that all of these mean.",
      example: "[ { has: author }, { field: done, is: false } ]"),
    FormatKey(
      "any", optional: \.any, .filters, "Rows that one of these means.",
      example: "[ { has: author }, { field: done, is: false } ]"),
  ]

  /// The rows that it means; nil: it lacks something.
  var filter: Filter? {
    if let value { return field.map { .is(Path(field: $0), SortValue(value)) } }
    if let bound { return field.map { .less(Path(field: $0), SortValue(bound)) } }
    if let known { return .has(Path(field: known)) }
    if let inner { return .not(inner) }
    if let all { return .every(all) }
    return any.map { .any($0) }
  }
}
