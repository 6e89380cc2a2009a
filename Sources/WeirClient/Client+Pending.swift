/// What a client still waits for, in numbers.
///
/// It is what a person wants to read when a run does not come to rest: who waits for what.
public struct ClientPending: Hashable, Sendable {
  /// How many of its listens do not know all of the server's data yet.
  public var listens = 0
  /// The number of writes that have no answer.
  public var writes = 0
  /// How many wishes for when it is gone have no answer.
  public var hooks = 0
  /// The number of transactions that have not ended.
  public var transactions = 0

  /// `true` if there is nothing to wait for.
  public var isNothing: Bool { self == ClientPending() }
}

extension Client {
  /// What the client still waits for.
  public var pending: ClientPending {
    ClientPending(
      listens: listens.count { $0.progress != .current }, writes: puts.count, hooks: hooks.count,
      transactions: transactions.count)
  }
}
