// SPDX-License-Identifier: Apache-2.0

/// A cache that does a job at once, and returns the result.
///
///     var cache = MemoryCache(.rows(1000))
///     cache.perform(.writeModels([message]))                          // done
///     cache.perform(.readModel(message.modelID, as: Message.self))    // model(message)
///
/// A model is kept once, under its identity, with its children inside of it as they were written. A list is kept as the
/// identities of its rows: a row that is written later is new in every list that is read after it, and one that is deleted
/// is gone, and stays gone if a model of that identity is written again. Rows without identity are kept in the list.
///
/// Of several versions of a model in one job the last one stays. If values of several types, or of several projections,
/// share an identity, each is kept; a newer one is merged into the others, so that none is read as it was before. Of several projections of a
/// type the one whose name comes first is read.
public protocol ModelCache {
  /// Does a job, and returns its result.
  mutating func perform(_ job: CacheJob) -> CacheResult
}

extension ModelCache {
  /// Grants a wish: does its job, and returns the one answer to it.
  public mutating func answer(_ wish: CacheWish) -> CacheAnswer {
    CacheAnswer(tag: wish.tag, result: perform(wish.job))
  }
}

extension CacheError {
  /// A model that cannot be kept under an identity, for it has none.
  static let noIdentity = CacheError("a model without identity can be kept in a list alone")
}
