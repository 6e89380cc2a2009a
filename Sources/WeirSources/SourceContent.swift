// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The content of a source: a list as a value that is cheap to keep.
///
/// `SharedList` is the content of flat sources, ``SectionedRows`` that of sources in sections.
public protocol SourceContent: Sendable {
  /// Makes a list without rows.
  init()
  /// Returns the smallest change that leads from an older list to this one.
  func difference(from old: Self) -> ChangeSet
}

extension SharedList: SourceContent {
  /// Returns the smallest change that leads from an older list to this one, with as few moves as
  /// there can be.
  ///
  /// - Complexity: O(1) for copies of one list, otherwise that of the diff of rows.
  @inlinable
  public func difference(from old: SharedList) -> ChangeSet {
    let changes = changes(since: old)
    // Rows of shared leaves never move there, so that two moves may be more than it takes.
    return changes.moves.count < 2 ? changes : diff(from: old.rows, to: rows)
  }
}
