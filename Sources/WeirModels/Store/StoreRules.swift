// SPDX-License-Identifier: Apache-2.0

/// The rules of a ``ModelStore``.
public struct StoreRules: Hashable, Sendable {
  /// The order in which jobs go to the cache.
  public var cacheOrder = CacheOrder.perKey
  /// `true` if a provider is told of its own writes, too.
  public var tellsOwnWrites = false
  /// `true` if a list that is replaced is told as the least change, and not as one to be loaded again.
  public var minimalChanges = false
  /// `true` if a list is written to the cache again when updates or deletions change it.
  ///
  /// A cache that keeps each model once, as ``CacheJob`` asks for, does not need it. With one that keeps lists whole,
  /// rows that were deleted would come back without it.
  public var rewritesLists = true

  /// Makes the usual rules.
  public init() {}
}
