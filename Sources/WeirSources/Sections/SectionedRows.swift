// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// Rows in sections, each with a key, as a value that is cheap to keep.
public struct SectionedRows<Key: Hashable & Sendable, Element: ListRow & Sendable>: SourceContent {
  /// The sections, in order; none is empty.
  public internal(set) var sections: [Section]

  /// A section with its rows.
  public struct Section: Sendable {
    /// The key that all its rows share.
    public let key: Key
    /// The rows.
    public internal(set) var rows: SharedList<Element>
  }

  /// Makes a list without sections.
  public init() { sections = [] }

  /// Makes a list of sections.
  init(_ sections: [Section]) { self.sections = sections }

  /// The rows of each section, as list views take them.
  public var rows: [[Element]] { sections.map(\.rows.rows) }

  /// Returns the smallest change that leads from older sections to these.
  ///
  /// - Complexity: that of the diff of sections, O(*n*) at least.
  public func difference(from old: SectionedRows) -> ChangeSet {
    diff(sections: old.parts, to: parts)
  }

  private var parts: [Part] { sections.map { Part(sectionID: $0.key, rows: $0.rows.rows) } }

  /// A section with its rows in one array.
  private struct Part: ListSection {
    let sectionID: Key
    let rows: [Element]
    func headerShowsTheSame(as other: Part) -> Bool { true }
  }
}
