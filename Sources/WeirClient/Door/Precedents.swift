// SPDX-License-Identifier: Apache-2.0
public import WeirDiff
public import WeirTree

/// What other lists have published that showed the same rows as one that is about to publish.
///
/// Who publishes the same changes comes to the same rows, and may take those of the other list in the place of its own.
public protocol Precedents {
  /// Returns the rows, in one section, to which another list came by some changes; nil if none did that is remembered.
  func rows(after changes: borrowing ChangeSet) -> [Row]?
}
