// SPDX-License-Identifier: Apache-2.0

/// A handle of something that shows one model, in a ``ModelStore``.
public struct ModelProvider<M: Model>: Hashable, Sendable {
  /// The provider, whatever it shows.
  public let id: ProviderID
}

/// A handle of something that shows a list of models, in a ``ModelStore``.
public struct CollectionProvider<M: Model>: Hashable, Sendable {
  /// The provider, whatever it shows.
  public let id: ProviderID
}

/// A handle of a provider of a ``ModelStore``, whatever it shows, which is never used again.
public struct ProviderID: Hashable, Sendable {
  /// The number of the provider; later ones have greater numbers.
  public let number: Int
}

/// A handle of a ``ModelStore`` on several providers that are told together.
public struct BatchListener: Hashable, Sendable {
  /// The number of the listener.
  public let number: Int
}

/// A handle of a ``ModelStore`` for one that is told of every update.
public struct UpdateObserver: Hashable, Sendable {
  /// The number of the observer.
  public let number: Int
}

/// A handle of something that was asked of a ``ModelStore`` and ends later, or has ended.
public struct ModelRequest: Hashable, Sendable {
  /// The number of the request.
  public let number: Int
}
