// SPDX-License-Identifier: Apache-2.0

/// The fate of a row when an update is delivered.
public enum RowFate: Hashable, Sendable {
  /// It stays, and shows the same.
  case same
  /// It stays, and shows something else.
  case changed
  /// It is gone.
  case gone
}
