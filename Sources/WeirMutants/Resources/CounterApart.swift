// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirStreams
import WeirTree

/// StreamBaseKit, spec Q21: a counter moves in a write of its own, which stands when that of the row is rejected.
///
///     create, which the rules forbid
///     // right: neither row nor count; wrong: no row, counted
struct CounterApart: ResourceTamper {
  /// The numbers of the counters' writes, which no operation has.
  private var lastNumber: UInt32 = 1 << 31

  init(_ ground: ResourceGround) {}

  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    guard case .write(let number, let write, let journey) = wish, write.hasServerValues else {
      return wishes.append(wish)
    }
    let counts = write.places.filter { $0.node.hasServerValues }
    let rows = write.places.filter { !$0.node.hasServerValues }
    if rows.isEmpty { return wishes.append(wish) }
    wishes.append(.write(operation: number, Write(rows), journey: journey))
    for count in counts {
      lastNumber += 1
      wishes.append(.write(operation: lastNumber, .set(count.path, count.node), journey: 0))
    }
  }

  static let mutant = Mutant(
    "counter-apart", of: "StreamBaseKit Q21", caughtBy: "counters",
    about: "A row and its count are two writes.", tamper: CounterApart.self)
}
