// SPDX-License-Identifier: Apache-2.0

/// One stream of chance, for one purpose of one subject.
///
///     var think = RandomStream(seed: 1, "think", of: "phones", 12)
///     think.below(6)  // the same on every machine, whatever else the run draws
///
/// The stream is keyed by a hash of the seed and its name. It is drawn from for one purpose only,
/// so that one more client, or one more fault, leaves the draws of all others as they were.
/// Everything is integer arithmetic.
///
/// The generator is xoroshiro128++ (period 2¹²⁸ − 1); a draw costs about a nanosecond.
public struct RandomStream: Sendable {
  @usableFromInline var low: UInt64
  @usableFromInline var high: UInt64

  /// Makes the stream that serves `purpose` for the `index`th subject called `subject`.
  public init(seed: UInt64, _ purpose: String, of subject: String = "", _ index: Int = 0) {
    var key = scrambled(seed &+ 0x9E37_79B9_7F4A_7C15)
    key = scrambled(key ^ nameHash(purpose))
    key = scrambled(key &+ nameHash(subject))
    key = scrambled(key ^ (UInt64(bitPattern: Int64(index)) &* 0xD6E8_FEB8_6659_FD93))
    low = scrambled(key &+ 0x9E37_79B9_7F4A_7C15)
    high = scrambled(key &+ 0x3C6E_F372_FE94_F82A)
    if low | high == 0 { high = 1 }
  }

  /// Returns the next 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    let a = low
    var b = high
    let result = rotated(a &+ b, 17) &+ a
    b ^= a
    low = rotated(a, 49) ^ b ^ (b << 21)
    high = rotated(b, 28)
    return result
  }

  /// Returns a number from 0 to `bound - 1`, each equally likely.
  ///
  /// The few draws that would favour small numbers are rejected and drawn again.
  @inlinable
  public mutating func below(_ bound: UInt64) -> UInt64 {
    invariant(bound > 0, "a random number below 0 was asked for")
    var (high, low) = next().multipliedFullWidth(by: bound)
    if low < bound {
      let threshold = (0 &- bound) % bound
      while low < threshold { (high, low) = next().multipliedFullWidth(by: bound) }
    }
    return high
  }

  /// Returns an index into a collection of `count` elements, each equally likely.
  @inlinable
  public mutating func index(below count: Int) -> Int { Int(below(UInt64(count))) }

  /// Returns `true` with the probability `ratio`, exactly.
  ///
  /// It always draws once or more, so that changing a probability does not shift the later draws.
  @inlinable
  public mutating func chance(_ ratio: Ratio) -> Bool {
    below(ratio.denominator) < ratio.numerator
  }

  /// Puts `elements` into a random order, each order equally likely.
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    var rest = elements.count
    while rest > 1 {
      let other = index(below: rest)
      rest -= 1
      elements.swapAt(rest, other)
    }
  }
}

@inlinable
@inline(__always)
func rotated(_ x: UInt64, _ count: UInt64) -> UInt64 { (x << count) | (x >> (64 &- count)) }

/// Spreads the bits of `x` over the whole word (the finaliser of SplitMix64).
@inlinable
@inline(__always)
public func scrambled(_ x: UInt64) -> UInt64 {
  var z = x
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
  return z ^ (z >> 31)
}

/// Returns a hash of a name's bytes that is the same in every process (FNV-1a, scrambled).
public func nameHash(_ name: String) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  let bytes = name.utf8.span
  for place in bytes.indices {
    hash = (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3
  }
  return scrambled(hash)
}
