// SPDX-License-Identifier: Apache-2.0

/// Something that a ``ModelStore`` wants to have done, or told.
public enum StoreWish: Sendable {
  /// Run this step, now or later; see ``ModelStore/run(_:into:)``.
  case run(LaneEvent)
  /// Do this job; hand the answer to ``ModelStore/receive(_:into:)``.
  case cache(CacheWish)
  /// The model of a provider changed.
  case modelChanged(ProviderID, context: (any Sendable)?)
  /// The rows of a provider changed.
  case listChanged(ProviderID, ListChange, context: (any Sendable)?)
  /// Providers that are told together changed in one step; each was told before.
  case batchChanged(BatchListener, [ProviderID], context: (any Sendable)?)
  /// An update or a deletion has reached everyone.
  case updated(UpdateObserver, ModelDelivery)
  /// A request has ended, with an error if it failed. Each ends once.
  case ended(ModelRequest, RequestError?)
  /// Everything under way was dropped.
  case cleared
  /// The app made a mistake.
  case fault(ModelFault)
}

/// A reason for which a request failed.
public enum RequestError: Error, Hashable, Sendable {
  /// The cache failed.
  case cache(CacheError)
  /// The cache does not have the list in which a row was to be changed.
  case noList
  /// The list is open with rows of another type.
  case wrongRows
  /// The list does not have the index at which it was to be changed.
  case noIndex(Int)
  /// The provider was closed.
  case closed
}
