// SPDX-License-Identifier: Apache-2.0

/// The handle of a holder of models in a ``ConsistencyEngine``, which is never used again.
public struct HolderID: Hashable, Sendable {
  /// The number of the holder; later ones have greater numbers.
  public let number: Int
}
