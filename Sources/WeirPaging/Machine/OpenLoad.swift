// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The loads of one direction: the request under way, and the failures before it.
struct DirectionLoads: Sendable {
  var state = LoadState.idle
  /// The request under way.
  var open: PageRequest?
  /// The time at which the request under way has failed.
  var deadline = Instant.never
  /// The time at which the failed load is tried again.
  var retryAt = Instant.never
  /// The number of failures in a row.
  var failures = 0
  /// The number of the page that an early answer has put in, and that the final one will replace.
  var provisional: Int?

  /// Forgets the request and all failures.
  mutating func rest() { self = DirectionLoads() }

  /// Forgets the request under way; the failures before it and an early answer stay.
  mutating func stop() {
    open = nil
    deadline = .never
    retryAt = .never
    if state.isLoading { state = .idle }
  }
}

/// The loads of all directions.
struct AllLoads: Sendable {
  private var refresh = DirectionLoads()
  private var append = DirectionLoads()
  private var prepend = DirectionLoads()

  subscript(direction: PageDirection) -> DirectionLoads {
    get {
      switch direction {
      case .refresh: refresh
      case .append: append
      case .prepend: prepend
      }
    }
    set {
      switch direction {
      case .refresh: refresh = newValue
      case .append: append = newValue
      case .prepend: prepend = newValue
      }
    }
  }

  /// Returns the direction of the open request of this number.
  func direction(of id: Int) -> PageDirection? {
    PageDirection.allCases.first { self[$0].open?.id == id }
  }
}
