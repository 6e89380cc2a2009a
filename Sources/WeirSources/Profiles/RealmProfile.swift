// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The deliveries of a simulated source that behaves as live results of Realm do.
///
///     var results = RealmProfile<Message>()
///     results.commit([a])
///     results.commit([a, b])
///     results.deliver()  // initial: a, b
///     results.commit([b, c])
///     results.commit([c, b])
///     results.deliver()  // deletes [0, 1] (old), inserts [0, 1] (new): a move is told as both
///
/// - The first call is the initial one, comes late, and has all that was written before it, once.
/// - A later call tells of all transactions since the last in one; what they cancel out is told to nobody.
/// - Rows never move: they go and come. Arrays ascend. Modifications are given by old place and by new place.
/// - To begin a write delivers first what is waiting.
/// - An error is told once, and nothing after it; a token that is no longer valid hears nothing.
public struct RealmProfile<Row: ListRow> {
  private var committed: [Row] = []
  private var told: [Row]?
  private var failure: SourceFailure?
  private var isSilent = false
  private var isDue = true

  /// Makes results without rows that nobody was told of.
  public init() {}

  /// Commits a transaction that leaves these rows.
  public mutating func commit(_ rows: [Row]) {
    committed = rows
    isDue = true
  }

  /// Commits a transaction that the observer made itself and wants to hear nothing of; returns what
  /// was waiting, which comes first.
  public mutating func commitWithoutNotifying(_ rows: [Row]) -> RawDelivery<Row>? {
    let waiting = beginWrite()
    committed = rows
    told = rows
    return waiting
  }

  /// Begins a write: delivers what is waiting.
  public mutating func beginWrite() -> RawDelivery<Row>? { deliver() }

  /// Breaks: the next call tells of it, and is the last.
  public mutating func fail(_ failure: SourceFailure) {
    self.failure = failure
    isDue = true
  }

  /// Ends the observation.
  public mutating func invalidate() { isSilent = true }

  /// Calls the observer back, if there is anything to be told.
  public mutating func deliver() -> RawDelivery<Row>? {
    if isSilent || !isDue { return nil }
    isDue = false
    if let failure {
      isSilent = true
      return RawDelivery(.failure(failure), content: [told ?? []])
    }
    guard let old = told else {
      told = committed
      return RawDelivery(.initial, content: [committed])
    }
    told = committed
    let changes = diff(from: old, to: committed)
    var delivery = RawDelivery(.change, content: [committed])
    let moved = Set(changes.moves.map(\.from))
    let modified = changes.updates.filter { !moved.contains($0.old) }
    delivery.deletes = (changes.deletes + changes.moves.map(\.from)).sorted()
    delivery.inserts = (changes.inserts + changes.moves.map(\.to)).sorted()
    delivery.modifiedOld = modified.map(\.old)
    delivery.modifiedNew = modified.map(\.new)
    return delivery.saysNothing ? nil : delivery
  }
}

extension RealmProfile: Sendable where Row: Sendable {}
