// SPDX-License-Identifier: Apache-2.0
public import WeirCore
import WeirTree

/// The writes that an app keeps when it is killed: those that the server has not answered, in
/// order.
///
///     var saved = client.saved()          // three writes
///     saved.damage(&chance)               // something happened to the second one
///     next.restore(saved, at: now, into: &wishes)  // takes up the first one alone
///
/// Every write is sealed together with all before it. What is read back ends at the first seal that does not fit: a
/// damaged write is never sent and never shown, and neither is what came after it, for that may have built upon it.
///
/// Transactions are not kept: the code that their update belongs to no longer runs.
public struct SavedWrites: Sendable {
  /// A write that is kept.
  struct Saved: Sendable {
    var id: UInt32
    var write: Write
    var journey: UInt32
    var condition: WriteGuard?
    /// Over this write and all before it.
    var seal: UInt64

    /// Returns the seal that must follow a write with this seal.
    func seal(after last: UInt64) -> UInt64 {
      var digest = Digest()
      digest.absorb(last, UInt64(id) << 32 | UInt64(journey))
      switch write {
      case .set(let path, let node):
        digest.absorb(path)
        digest.absorb(1, node.fingerprint)
      case .merge(let path, let parts):
        digest.absorb(path)
        for part in parts {
          digest.absorb(part.path)
          digest.absorb(2, part.node.fingerprint)
        }
      }
      if let condition { digest.absorb(condition) }
      return digest.word
    }
  }

  private var writes: [Saved] = []

  /// Seals the writes that a client has not been answered.
  init(_ puts: [Put]) {
    for put in puts {
      var saved = Saved(
        id: put.id, write: put.write, journey: put.journey, condition: put.condition, seal: 0)
      saved.seal = saved.seal(after: writes.last?.seal ?? 0)
      writes.append(saved)
    }
  }

  /// The number of writes that can be taken up again.
  public var count: Int { whole.count }

  /// The journeys of those.
  public var journeys: [UInt32] { whole.map(\.journey) }

  /// Those up to the first that is damaged.
  var whole: ArraySlice<Saved> {
    var last: UInt64 = 0
    for (place, saved) in writes.enumerated() {
      if saved.seal != saved.seal(after: last) { return writes[..<place] }
      last = saved.seal
    }
    return writes[...]
  }

  /// Damages what is kept: its end is gone, or one of the writes is altered, or two of them have changed places.
  public mutating func damage(_ chance: inout RandomStream) {
    guard !writes.isEmpty else { return }
    let place = chance.index(below: writes.count)
    switch chance.below(3) {
    case 0: writes.removeSubrange(place...)
    case 1:
      let path = writes[place].write.path
      writes[place].write = .set(path, .integer(Int64(chance.below(1_000_000))))
    default: writes.swapAt(place, (place + 1) % writes.count)
    }
  }
}

extension Digest {
  /// Feeds the keys of a path and their count.
  fileprivate mutating func absorb(_ path: Path) {
    for key in path.keys { absorb(3, key.hash64) }
    absorb(4, UInt64(path.keys.count))
  }

  /// Feeds a condition.
  fileprivate mutating func absorb(_ condition: WriteGuard) {
    switch condition {
    case .unchanged(let fingerprint): absorb(5, fingerprint)
    case .demands(let demands):
      for demand in demands {
        absorb(demand.path)
        switch demand.expectation {
        case .something: absorb(6, 0)
        case .nothing: absorb(6, 1)
        case .unchanged(let fingerprint): absorb(7, fingerprint)
        }
      }
    }
  }
}
