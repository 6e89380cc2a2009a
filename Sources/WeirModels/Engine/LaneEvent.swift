// SPDX-License-Identifier: Apache-2.0

/// The next step of an update on its way to the holders.
///
/// The three steps of one update follow each other; then come those of the next update, in the order in which they were
/// made. Between two steps anything else may happen.
public enum LaneEvent: Hashable, Sendable {
  /// On the main lane: read the models of all holders that the update of this number concerns.
  case snapshot(Int)
  /// On the worker lane: find out what becomes of them.
  case compute(Int)
  /// On the main lane: change the holders, all at once.
  case deliver(Int)
}
