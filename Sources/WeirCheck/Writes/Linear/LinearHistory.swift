// SPDX-License-Identifier: GPL-3.0-or-later

/// The operations on one register, and when they were done: they began, and ended or not.
///
///     var history = LinearHistory(initially: 0)
///     history.add(.write(1), from: 1, to: 4)
///     history.add(.read(0), from: 2, to: 3)
///     history.isLinearizable(within: 1000)  // true: the read came first
///
/// An operation without an end may have taken effect at any time after its beginning, or never.
package struct LinearHistory: Sendable {
  /// The effect of an operation.
  package enum Act: Hashable, Sendable {
    /// Puts this there, whatever was there.
    case write(UInt64)
    /// Finds this there.
    case read(UInt64)
    /// Finds the one there and puts the other in its place, at once.
    case exchange(UInt64, UInt64)

    /// Returns the state afterwards; nil if the act cannot be done with what is there.
    package func applied(to state: UInt64) -> UInt64? {
      switch self {
      case .write(let new): new
      case .read(let seen): seen == state ? state : nil
      case .exchange(let old, let new): old == state ? new : nil
      }
    }
  }

  /// One operation.
  package struct Operation: Hashable, Sendable {
    package var act: Act
    package var begin: Int
    /// nil: nobody was told that it ended.
    package var end: Int?
  }

  package let initially: UInt64
  package private(set) var operations: [Operation] = []

  package init(initially: UInt64) { self.initially = initially }

  /// Adds an operation; times are numbers of steps.
  package mutating func add(_ act: Act, from begin: Int, to end: Int?) {
    operations.append(Operation(act: act, begin: begin, end: end))
  }
}
