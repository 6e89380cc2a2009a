// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The keys that one client makes for new children: twenty characters that sort by time.
///
/// Eight characters tell the millisecond, twelve are random. Ids of one client rise strictly: in the
/// same millisecond the random part is counted up, a clock that went back is ignored until it has
/// caught up, and when all twelve characters are at their end the next millisecond is borrowed.
public struct PushIDs: Sendable {
  /// The milliseconds since 1970 at which every run begins: 1 January 2026.
  public static let epoch: Int64 = 1_767_225_600_000

  private var chance: RandomStream
  private var millisecond: Int64 = -1
  private var randomHigh: UInt64 = 0  // the first six characters, six bits each
  private var randomLow: UInt64 = 0  // the last six

  /// The characters of an id, in their order.
  static let characters = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".unicodeScalars)
  private static let alphabet = characters.map { UInt8(ascii: $0) }
  private static let full: UInt64 = (1 << 36) - 1

  /// Makes the ids of a client that draws from `chance`.
  public init(chance: RandomStream) { self.chance = chance }

  /// Returns the next id, at a moment of the client's clock.
  public mutating func next(at now: Instant) -> Key {
    // A clock may be wrong by any amount, but an id tells no millisecond before 1970.
    let clock = max(0, Self.epoch + now.nanoseconds / 1_000_000)
    if clock > millisecond {
      millisecond = clock
      randomHigh = chance.next() & Self.full
      randomLow = chance.next() & Self.full
    } else if randomLow < Self.full {
      randomLow += 1
    } else if randomHigh < Self.full {
      (randomHigh, randomLow) = (randomHigh + 1, 0)
    } else {
      millisecond += 1
      (randomHigh, randomLow) = (0, 0)
    }
    return Self.key(millisecond: millisecond, randomHigh, randomLow)
  }

  /// Sets the state as if the last id had these parts; tests reach the edges with it.
  package mutating func pretend(millisecond: Int64, randomHigh: UInt64, randomLow: UInt64) {
    self.millisecond = millisecond
    self.randomHigh = randomHigh
    self.randomLow = randomLow
  }

  private static func key(millisecond: Int64, _ high: UInt64, _ low: UInt64) -> Key {
    var bytes: [20 of UInt8] = .init(repeating: 0)
    for place in 0..<8 { bytes[place] = alphabet[Int(millisecond >> Int64(42 - 6 * place)) & 63] }
    for place in 0..<6 {
      bytes[8 + place] = alphabet[Int(high >> UInt64(30 - 6 * place)) & 63]
      bytes[14 + place] = alphabet[Int(low >> UInt64(30 - 6 * place)) & 63]
    }
    return Key(bytes: bytes.span)
  }
}
