// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
package import WeirTree

/// A section of a plain stack's list.
package struct PlainSection: Hashable, Sendable {
  /// The identity of the section.
  package var sectionID: Grouping.SectionID
  /// Its rows.
  package var rows: [Row]

  /// Makes a section.
  init(_ id: Grouping.SectionID, _ rows: [Row] = []) {
    sectionID = id
    self.rows = rows
  }
}

extension PlainSection: ListSection {
  /// There is nothing above the rows.
  package func headerShowsTheSame(as other: PlainSection) -> Bool { true }
}

/// The notes of a plain stack beside its list; right habits need none of them, wrong ones many.
package struct PlainNotes: Sendable {
  /// The events that were heard since the last publication, in order.
  package var gathered: [(kind: DataEvent.Kind, key: Key)] = []
  /// The children that were known when the filter was last set by a person.
  package var knownAtFilter: Set<Key> = []
  /// `true` if anything was published.
  package var hasPublished = false
  /// The rows of the first publication.
  package var first: Set<Key> = []
  /// The rows that are published.
  package var published: Set<Key> = []
  /// The number of sources that the list has.
  package var sources = 1

  /// Notes of nothing.
  package init() {}
}
