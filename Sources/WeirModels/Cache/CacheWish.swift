// SPDX-License-Identifier: Apache-2.0

/// A job for the cache of an app.
///
///     CacheWish(tag: 1, job: .readList("feed", as: Message.self), context: nil)
///
/// Every wish is answered once, by a ``CacheAnswer`` with the same tag: writes and deletions, too. A second answer to
/// one tag is ignored and counted.
public struct CacheWish: Sendable {
  /// The number of the job, which rises from job to job.
  public var tag: Int
  /// The job.
  public var job: CacheJob
  /// The context that the app gave with its call.
  public var context: (any Sendable)?

  /// Makes a wish.
  public init(tag: Int, job: CacheJob, context: (any Sendable)? = nil) {
    self.tag = tag
    self.job = job
    self.context = context
  }
}

/// A job of a cache, and the values that it needs.
///
/// A cache keeps a model once, under its identity. A list is kept as the identities of its rows, so that a row that is
/// written or deleted later is new, or gone, in every list that is read after it; rows without identity are kept in
/// the list.
public enum CacheJob: Sendable {
  /// Read a model. A nil identity comes from an app that asked without one; the cache decides what that means.
  case readModel(ModelID?, as: any Model.Type)
  /// Write models with identities, in this order.
  case writeModels([any Model])
  /// Delete a model. One without identity is passed on, too: the cache may know it by something else.
  case deleteModel(any Model)
  /// Read a list. A nil key comes from an app that asked without one.
  case readList(ListKey?, as: any Model.Type)
  /// Write a list, which replaces the one with this key.
  case writeList(ListKey, rows: [any Model])
}
