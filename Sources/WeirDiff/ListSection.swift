// SPDX-License-Identifier: Apache-2.0

/// A section of a list: who it is, what it shows above its rows, and the rows.
///
///     struct Day: ListSection {
///       var date: Int
///       var rows: [Message]
///       var sectionID: Int { date }
///       func headerShowsTheSame(as other: Day) -> Bool { true }
///     }
public protocol ListSection {
  /// The identity of a section: sections of two lists with equal ids are the same section.
  associatedtype SectionID: Hashable
  /// The type of its rows.
  associatedtype Row: ListRow
  /// The identity of the section.
  var sectionID: SectionID { get }
  /// Its rows.
  var rows: [Row] { get }
  /// Returns `true` if both sections, being the same section, show the same above their rows.
  ///
  /// As for rows, sections whose bytes in memory are the same always show the same.
  func headerShowsTheSame(as other: Self) -> Bool
}
