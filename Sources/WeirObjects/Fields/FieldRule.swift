// SPDX-License-Identifier: Apache-2.0

/// The rule for a field that has no value.
public enum FieldRule: Sendable, Hashable, CaseIterable {
  /// A field may be without a value.
  case optional
  /// An object without a value there is neither saved nor taken for whole when it is read.
  case required
  /// An object without a value there is not saved; but one that was stored without it, as by an older app, is whole.
  case requiredOnSave
}
