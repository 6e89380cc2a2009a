// SPDX-License-Identifier: Apache-2.0
public import WeirCore
import WeirTree

// The losses of a device.
extension Client {
  /// Drops what was cached of the server's data: every list is asked for again, and whole.
  ///
  /// The rows that listeners were told of before stay until the server has said all of it again, so that nothing
  /// flickers; they are then told what has changed meanwhile. Writes that wait for an answer are not part of the cache.
  public mutating func loseCache(at now: Instant, into wishes: inout [Wish]) {
    for place in listens.indices {
      listens[place].isForgotten = true
      // That it is as it was known is no answer any more, should it be under way.
      listens[place].known = 0
    }
    if isConnected { markStale(except: nil, at: now, into: &wishes) }
    plan(into: &wishes)
  }
}

extension Client {
  /// The journeys of writes and transactions that have no answer.
  public var openJourneys: [UInt32] {
    puts.filter { $0.transactions.isEmpty }.map(\.journey) + transactions.map(\.journey)
  }
}
