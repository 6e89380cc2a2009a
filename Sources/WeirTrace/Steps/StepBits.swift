// SPDX-License-Identifier: GPL-3.0-or-later

/// A run of bits in one of the two words of a step, in which a number stands.
///
///     step[Step.Published.inserts]  // 3
///     Step.Published.inserts.holding(3) | Step.Published.deletes.holding(1)  // the word of a new step
///
/// The place of a number is said once, with the kind that packs several into a word; everybody else asks by name.
@frozen
public struct StepBits: Hashable, Sendable {
  /// `true` if the bits are those of `y`.
  public let isInY: Bool
  /// The number of the lowest bit.
  public let low: UInt64
  /// The largest number that fits.
  public let most: UInt64

  /// Makes a run from one bit to before another one.
  @inlinable
  init(isInY: Bool, _ bits: Range<UInt64>) {
    self.isInY = isInY
    low = bits.lowerBound
    most = UInt64.max >> (64 - (bits.upperBound - bits.lowerBound))
  }

  /// Bits of `x`.
  @inlinable
  static func x(_ bits: Range<UInt64>) -> StepBits { StepBits(isInY: false, bits) }
  /// Bits of `y`.
  @inlinable
  static func y(_ bits: Range<UInt64>) -> StepBits { StepBits(isInY: true, bits) }
  /// All of `x`.
  @inlinable public static var x: StepBits { .x(0..<64) }
  /// All of `y`.
  @inlinable public static var y: StepBits { .y(0..<64) }

  /// A word in which a number stands here, and nothing elsewhere; a larger one than fits is cut at the largest.
  @inlinable
  public func holding(_ number: UInt64) -> UInt64 { min(number, most) << low }
  /// A word in which a number stands here.
  @inlinable
  public func holding(_ number: Int) -> UInt64 { holding(UInt64(max(0, number))) }
  /// A word in which a 1 stands here, or nothing.
  @inlinable
  public func holding(_ flag: Bool) -> UInt64 { flag ? 1 << low : 0 }

  /// The number that stands here in the right one of two words.
  @inlinable
  func number(in x: UInt64, _ y: UInt64) -> UInt64 { (isInY ? y : x) >> low & most }

  /// `true` if the other one has a bit of these.
  func overlaps(_ other: StepBits) -> Bool {
    isInY == other.isInY && most << low & other.most << other.low != 0
  }
}

extension Step {
  /// The number that stands in some bits.
  @inlinable
  public subscript(_ bits: StepBits) -> UInt64 { bits.number(in: x, y) }

  /// `true` if any of some bits is set.
  @inlinable
  public func has(_ bits: StepBits) -> Bool { self[bits] != 0 }
}
