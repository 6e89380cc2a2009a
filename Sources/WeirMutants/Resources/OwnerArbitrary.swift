// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirStreams
import WeirTree

/// StreamBaseKit, spec Q19: where two things of the owner's kind are known, a counter belongs to whichever the
/// dictionary names first.
///
///     like below /likes/p1 while p1 and p2 are known
///     // right: p1 counts it; wrong: now p1, now p2
struct OwnerArbitrary: ResourceTamper {
  private let counters: [Path]
  private var steps = 0

  init(_ ground: ResourceGround) { counters = ground.counters }

  mutating func tamper(_ wish: ResourceWish, into wishes: inout [ResourceWish]) {
    guard case .write(let number, let write, let journey) = wish, write.hasServerValues else {
      return wishes.append(wish)
    }
    let places = write.places.map { place in
      guard let home = counters.firstIndex(of: place.path) else { return place }
      let name = place.path.keys.last
      let others = counters.indices.filter { counters[$0].keys.last == name }
      steps += 1
      return (others.isEmpty ? counters[home] : counters[others[steps % others.count]], place.node)
    }
    wishes.append(.write(operation: number, Write(places), journey: journey))
  }

  static let mutant = Mutant(
    "owner-arbitrary", of: "StreamBaseKit Q19", caughtBy: "counters",
    about: "Of two owners any one counts.", tamper: OwnerArbitrary.self)
}
