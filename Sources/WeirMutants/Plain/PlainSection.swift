// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirDiff
public import WeirTree

/// A section of a plain stack's list.
public struct PlainSection: Hashable, Sendable {
  /// The identity of the section.
  public var sectionID: Grouping.SectionID
  /// Its rows.
  public var rows: [Row]

  /// Makes a section.
  public init(_ id: Grouping.SectionID, _ rows: [Row] = []) {
    sectionID = id
    self.rows = rows
  }
}

extension PlainSection: ListSection {
  /// There is nothing above the rows.
  public func headerShowsTheSame(as other: PlainSection) -> Bool { true }
}

/// The notes of a plain stack beside its list; right habits need none of them, wrong ones many.
public struct PlainNotes: Sendable {
  /// The events that were heard since the last publication, in order.
  public var gathered: [(kind: DataEvent.Kind, key: Key)] = []
  /// The children that were known when the filter was last set by a person.
  public var knownAtFilter: Set<Key> = []
  /// `true` if anything was published.
  public var hasPublished = false
  /// The rows of the first publication.
  public var first: Set<Key> = []
  /// The rows that are published.
  public var published: Set<Key> = []
  /// The number of sources that the list has.
  public var sources = 1

  /// Notes of nothing.
  public init() {}
}
