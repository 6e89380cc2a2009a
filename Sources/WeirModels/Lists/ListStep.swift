// SPDX-License-Identifier: Apache-2.0

/// A step of a change of a list; steps are applied one after the other.
public enum ListStep: Hashable, Sendable {
  /// The row at an index goes.
  case delete(Int)
  /// The row at an index shows something else.
  case update(Int)
  /// A row comes in at an index.
  case insert(Int)
}
