// SPDX-License-Identifier: Apache-2.0

/// The part of the list that a refresh loads.
public enum RefreshStrategy: Hashable, Sendable {
  /// The first page; further pages are gone until they are asked for again.
  case firstPageOnly
  /// As many pages as are loaded, one after the other, each with the key that the page before it gave.
  ///
  /// The list changes once, when all have come.
  case allPages
  /// The rows around the first visible one: with offsets so many of them, with other keys the page that
  /// holds it. If no row is visible, the first page.
  case aroundVisible(rows: Int)
}
