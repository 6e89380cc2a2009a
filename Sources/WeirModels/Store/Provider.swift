// SPDX-License-Identifier: Apache-2.0

/// A provider of a store.
struct Provider: Sendable {
  /// The holder of its models.
  let holder: HolderID
  /// The type of its models.
  let type: any Model.Type
  let isList: Bool
  /// The key of its list.
  var key: ListKey?
  /// `true` once the rows under the key are known, although they may be none.
  var isLoaded = false
  var lastUpdated = ChangeTime.zero
  /// Rises with all that is stored; an answer of the cache is old if it did.
  var stores = 0
  /// `true` if the app paused the provider itself.
  var isPaused = false
  var batch: BatchListener?
}

/// Something that was asked of the cache for a provider, or for a list that no provider has.
struct OpenRequest: Sendable {
  enum Purpose: Sendable {
    case model(ModelID?, waits: Bool)
    case list(ListKey?)
    /// A change of a list, made by a provider of its own that goes afterwards.
    case edit(ListKey, ListEdit)
  }

  let number: Int
  let provider: ProviderID
  let purpose: Purpose
  /// The holder that gathers what the app itself learns meanwhile.
  let finds: HolderID
  /// `true` once it has gathered a list.
  var hasList = false
  /// The number of times that the provider had stored something as the request began.
  let stores: Int
  let context: (any Sendable)?
}

/// A change of a list that may have to be loaded first.
struct ListEdit: Sendable {
  enum Kind: Sendable {
    case insert([any Model], at: (@Sendable ([any Model]) -> Int)?)
    case update(any Model, at: @Sendable ([any Model]) -> Int)
    case remove(at: @Sendable ([any Model]) -> Int)
  }

  var kind: Kind
  var cache: Bool
}
