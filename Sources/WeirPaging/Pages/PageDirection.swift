// SPDX-License-Identifier: Apache-2.0

/// The end of the list at which a load works.
public enum PageDirection: Hashable, Sendable, CaseIterable {
  /// The whole list is loaded, or loaded again.
  case refresh
  /// Rows are added at the end.
  case append
  /// Rows are added before the beginning.
  case prepend
}
