// SPDX-License-Identifier: Apache-2.0

/// The rule that divides the rows of a list into sections.
///
///     Grouping.fixed([.is(Path("team"), .text("red")), .is(Path("team"), .text("blue")), .everything])
///     Grouping.byValue(of: Path("day"))  // a section for each day that somebody wrote on
public enum Grouping: Hashable, Sendable {
  /// As many sections as filters; a row belongs to the first one that admits it, and to the last section
  /// if none does. Sections may be empty.
  case fixed([Filter])
  /// A section for each value at this path below a row, in the order of all values; a section
  /// comes with its first row and goes with its last one.
  case byValue(of: Path)

  /// The identity of a section.
  public enum SectionID: Hashable, Sendable {
    /// The section of a filter, by its number.
    case number(Int)
    /// The section of a value.
    case value(SortValue)
  }

  /// Returns the section that a row belongs to.
  public func section(of key: Key, _ node: Node) -> SectionID {
    switch self {
    case .fixed(let filters):
      .number(filters.firstIndex { $0.admits(key, node) } ?? max(0, filters.count - 1))
    case .byValue(let path): .value(SortValue(node[path]))
    }
  }
}
