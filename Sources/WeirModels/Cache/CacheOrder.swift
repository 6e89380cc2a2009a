// SPDX-License-Identifier: Apache-2.0

/// The order in which jobs are handed to the cache.
public enum CacheOrder: Hashable, Sendable, CaseIterable {
  /// A job waits for the answers to all earlier jobs that share a model or a list with it. So a read sees every write
  /// before it, and the last write stays.
  case perKey
  /// A job waits for the answer to the job before it.
  case serial
  /// Every job is handed over at once; a cache that runs jobs side by side may swap them.
  case unordered
}
