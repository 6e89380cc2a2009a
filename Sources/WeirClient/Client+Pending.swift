// SPDX-License-Identifier: Apache-2.0

/// The number of things that a client still waits for, by kind.
///
/// It is what a person wants to read when a run does not come to rest: who waits for what.
public struct ClientPending: Hashable, Sendable {
  /// The number of its listens that do not know all of the server's data yet.
  public var listens = 0
  /// The number of writes that have no answer.
  public var writes = 0
  /// The number of its writes for when it is gone that have no answer.
  public var hooks = 0
  /// The number of transactions that have not ended.
  public var transactions = 0

  /// `true` if there is nothing to wait for.
  public var isNothing: Bool { self == ClientPending() }
}

extension Client {
  /// The things that the client still waits for.
  public var pending: ClientPending {
    ClientPending(
      listens: listens.count { $0.progress != .current }, writes: puts.count, hooks: hooks.count,
      transactions: transactions.count)
  }
}
