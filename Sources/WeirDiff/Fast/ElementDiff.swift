// SPDX-License-Identifier: Apache-2.0

/// Finds how a list of elements with an `id` becomes another: elements with the same id are the
/// same row, and a row changes if the elements are not equal.
///
///     struct Reminder: Identifiable, Equatable {
///       var id: Int
///       var title: String
///     }
///     let (milk, oats) = (Reminder(id: 1, title: "buy milk"), Reminder(id: 1, title: "buy oats"))
///     diff(from: [milk], to: [oats])  // updates [0 → 0]
///
/// It promises what the diff of rows does, and wants no ``ListRow``. An element that is one all the same follows its own
/// law, not this one.
///
/// - Complexity: as for rows, see ``diff(from:to:into:workspace:)-([Row],_,_,_)``.
@inlinable
public func diff<Element: Identifiable & Equatable>(
  from old: [Element], to new: [Element]
) -> ChangeSet {
  var (changes, workspace) = (ChangeSet(), DiffWorkspace())
  diff(from: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Finds how a list of elements with an `id` becomes another, with memory that is kept.
///
///     diff(from: [Reminder(id: 1, title: "a")], to: [], into: &changes, workspace: &workspace)
///     // deletes [0]
@inlinable
public func diff<Element: Identifiable & Equatable>(
  from old: [Element], to new: [Element], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByIdentity<Element>.self, old, new, &changes, &workspace)
}

/// Finds how a list of rows becomes another that have an `id` besides, and follow the law of rows.
///
///     extension Message: Identifiable, Equatable {}
///     diff(from: [Message(id: 1, text: "hello")], to: [])  // deletes [0]
@inlinable
public func diff<Element: ListRow & Identifiable & Equatable>(
  from old: [Element], to new: [Element]
) -> ChangeSet {
  var (changes, workspace) = (ChangeSet(), DiffWorkspace())
  diff(from: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Finds how a list of rows becomes another that have an `id` besides, with memory that is kept.
///
///     diff(from: [Message(id: 1, text: "a")], to: [], into: &changes, workspace: &workspace)
///     // deletes [0]
@inlinable
public func diff<Element: ListRow & Identifiable & Equatable>(
  from old: [Element], to new: [Element], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  compare(ByRowID<Element>.self, old, new, &changes, &workspace)
}

/// Finds how a list of elements becomes another, where what is found along `id` says who an element is, and `==` what
/// it shows.
///
///     struct Song: Equatable {
///       var key: String
///       var title: String
///     }
///     let old = [Song(key: "a", title: "Help!"), Song(key: "b", title: "Yesterday")]
///     let new = [Song(key: "b", title: "Yesterday"), Song(key: "a", title: "Help")]
///     diff(from: old, to: new, id: \.key)  // moves [1 → 0], updates [0 → 1]
///
/// - Complexity: as for rows, and O(*n*) for the ids, which are read along the path first.
@inlinable
public func diff<Element: Equatable, ID: Hashable>(
  from old: [Element], to new: [Element], id: KeyPath<Element, ID>
) -> ChangeSet {
  func named(_ elements: [Element]) -> [NamedElement<Element, ID>] {
    elements.map { NamedElement(id: $0[keyPath: id], element: $0) }
  }
  return diff(from: named(old), to: named(new))
}

/// An element beside the id that a path has found.
@usableFromInline
struct NamedElement<Element: Equatable, ID: Hashable>: Identifiable, Equatable {
  @usableFromInline let id: ID
  @usableFromInline let element: Element

  @inlinable
  init(id: ID, element: Element) {
    self.id = id
    self.element = element
  }

  /// `true` if they show the same; that they are the same is known then.
  @inlinable
  static func == (a: NamedElement, b: NamedElement) -> Bool { a.element == b.element }
}

/// Elements that have an id, and are equal if they show the same.
@usableFromInline
enum ByIdentity<Row: Identifiable & Equatable>: RowLaw {
  @inlinable @inline(__always)
  static func isSame(_ a: Row, _ b: Row) -> Bool { a.id == b.id }
  @inlinable @inline(__always)
  static func looksTheSame(_ a: Row, _ b: Row) -> Bool { a == b }
  @inlinable @inline(__always)
  static func hash(_ row: Row) -> UInt64 { quickHash(row.id) }
  @inlinable
  static func strongHash(_ row: Row) -> UInt64 { unforeseenHash(row.id) }
}
