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
  /// The facts about a client that are asked of everybody when a run is over.
  package struct Summary: Sendable {
    package let pending: ClientPending
    package let state: ConnectionState
    package let session: UInt32
    /// The number of open listens, without those of transactions.
    package let openListens: Int
    /// The number of listens that the client wants the server to serve.
    package let keptListens: Int
    package let hasReliableLink: Bool

    package var isConnected: Bool { state == .connected }
  }

  /// Returns all that is asked of everybody at the end.
  ///
  /// It changes nothing, but where it stands it must not be copied.
  package mutating func summary() -> Summary {
    Summary(
      pending: pending, state: state, session: session, openListens: openListens,
      keptListens: keptListens, hasReliableLink: hasReliableLink)
  }

  /// The things that the client still waits for.
  public var pending: ClientPending {
    ClientPending(
      listens: listens.count { $0.progress != .current }, writes: puts.count, hooks: hooks.count,
      transactions: transactions.count)
  }
}
