// SPDX-License-Identifier: Apache-2.0

/// The treatment of a row that is in the list already when a page brings it again.
public enum DuplicatePolicy: Hashable, Sendable {
  /// It is shown twice.
  case off
  /// The row that came first stays as it is.
  case keepFirst
  /// The row stays at its index and shows what came last.
  case replaceInPlace
}
