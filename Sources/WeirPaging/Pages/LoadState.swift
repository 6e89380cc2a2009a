// SPDX-License-Identifier: Apache-2.0

/// The state of the loads in one direction.
///
/// It is stored, so that a screen that opens late sees a failure, too.
public enum LoadState: Hashable, Sendable {
  /// Nothing is under way.
  case idle
  /// A request is under way.
  case loading
  /// The last request failed, for the `attempt`th time in a row.
  case failed(PageError, attempt: Int)

  /// `true` if a request is under way.
  public var isLoading: Bool { self == .loading }
}
