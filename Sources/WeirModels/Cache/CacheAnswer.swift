// SPDX-License-Identifier: Apache-2.0

/// The answer of a cache to one ``CacheWish``.
///
///     CacheAnswer(tag: 1, result: .list([message]))
public struct CacheAnswer: Sendable {
  /// The number of the wish.
  public var tag: Int
  /// The result.
  public var result: CacheResult

  /// Makes an answer.
  public init(tag: Int, result: CacheResult) {
    self.tag = tag
    self.result = result
  }
}

/// The result of a job of a cache.
public enum CacheResult: Sendable {
  /// A write or a deletion is done.
  case done
  /// The cache has the model that was asked for.
  case model(any Model)
  /// The cache has the list that was asked for; it may be empty.
  case list([any Model])
  /// The cache does not have what was asked for.
  case nothing
  /// The job failed.
  case failed(CacheError)
}

/// A reason for which a job of a cache failed, in the words of the cache.
public struct CacheError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public var reason: String
  /// Makes an error.
  public init(_ reason: String) { self.reason = reason }
  /// The reason.
  public var description: String { reason }
}
