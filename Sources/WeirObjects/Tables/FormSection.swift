// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A row of a form: who it is, and what it shows, which the app draws as it likes.
public struct FormRow<Content: Hashable & Sendable>: ListRow, Hashable, Sendable {
  /// The name of the row, which no other row of the form has.
  public let id: String
  /// The thing that the row shows.
  public var content: Content
  /// `true` if a person can select it.
  public var isSelectable: Bool

  /// Makes a row.
  public init(_ id: String, _ content: Content, isSelectable: Bool = true) {
    (self.id, self.content, self.isSelectable) = (id, content, isSelectable)
  }

  /// The name.
  public var rowID: String { id }

  /// `true` if both show the same.
  public func showsTheSame(as other: Self) -> Bool {
    content == other.content && isSelectable == other.isSelectable
  }
}

/// A section of a form: rows that the app puts there one by one, or those of a list.
public struct FormSection<Content: Hashable & Sendable>: ListSection, Hashable, Sendable {
  /// The name of the section, which no other section of the form has.
  public let id: String
  /// The words above the rows.
  public var header: String?
  /// The words below the rows.
  public var footer: String?
  /// The rows.
  public internal(set) var rows: [FormRow<Content>]
  /// `true` if the rows are those of a list, which ``FormTable/show(_:in:into:)`` hands in.
  public let isDynamic: Bool

  /// Makes a section whose rows the app puts there one by one.
  public init(
    _ id: String, header: String? = nil, footer: String? = nil, rows: [FormRow<Content>] = []
  ) {
    (self.id, self.header, self.footer, self.rows) = (id, header, footer, rows)
    isDynamic = false
  }

  /// Makes a section whose rows are those of a list.
  public init(listed id: String, header: String? = nil, footer: String? = nil) {
    (self.id, self.header, self.footer, rows) = (id, header, footer, [])
    isDynamic = true
  }

  /// The name.
  public var sectionID: String { id }

  /// `true` if the same words stand above and below the rows of both.
  public func headerShowsTheSame(as other: Self) -> Bool {
    header == other.header && footer == other.footer
  }
}

/// A reason for which a form does not do something.
public enum FormFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no section of a name.
  case noSection(String)
  /// There is no row of a name.
  case noRow(String)
  /// There is no place for a row, or section, at an index.
  case noPlace(Int)
  /// There is a section or row of a name already.
  case present(String)
  /// The rows of a section are those of a list, and change with it alone.
  case listed(String)
  /// The rows of a section are put there one by one.
  case notListed(String)
  /// A row cannot be selected.
  case notSelectable(String)
  /// No updates were begun that could end.
  case notBegun

  /// The reason, in words.
  public var description: String {
    switch self {
    case .noSection(let id): "there is no section '\(id)'"
    case .noRow(let id): "there is no row '\(id)'"
    case .noPlace(let index): "there is no place \(index)"
    case .present(let id): "there is a '\(id)' already"
    case .listed(let id): "the rows of '\(id)' are those of a list"
    case .notListed(let id): "the rows of '\(id)' are put there one by one"
    case .notSelectable(let id): "'\(id)' cannot be selected"
    case .notBegun: "no updates were begun"
    }
  }
}
