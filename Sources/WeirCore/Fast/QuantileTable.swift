// SPDX-License-Identifier: Apache-2.0

/// A random length of time, ready to be drawn: its inverse distribution function in whole nanoseconds.
///
///     let table = QuantileTable(constant: .milliseconds(40))
///     table.draw(&stream)  // 40ms
///     table.mean           // 40_000_000
///
/// A table is one of three things. A *curve* holds the quantile function at ``edgeCount``
/// probabilities and draws between two neighbours on a straight line. A *sample* holds values
/// that are equally likely, and draws exactly those. A *mixture* holds several of both, by weight.
///
/// The edges of a curve lie closer together towards both ends: the upper half, the quarter above
/// it, the eighth above that and so on have ``cellsPerOctave`` cells each, down to a 2⁻⁴⁹th, and
/// the lower end in the same way down to a 2⁻¹⁷th. So the rare and long lengths of time that decide
/// a 99.9th percentile are as well resolved as the median, and half of all draws touch eight lines
/// of the cache.
///
/// - Complexity: one draw is always one random number; then two look-ups and
///   a multiplication, and another one for a mixture.
public struct QuantileTable: Hashable, Sendable {
  /// The number of cells that lie between a probability and its half.
  @inlinable
  public static var cellsPerOctave: Int { 32 }
  /// The number of edges that a curve has: one more than cells.
  public static let edgeCount = (lowOctaves + highOctaves) * cellsPerOctave + 1
  /// The number of octaves that lie below the median, the remainder next to zero among them.
  @inlinable static var lowOctaves: Int { 17 }
  /// The number of octaves that lie above the median, the remainder next to one among them.
  @inlinable static var highOctaves: Int { 49 }

  /// Edges of a curve or values of a sample; for a mixture those of its parts, one behind the other.
  @usableFromInline let values: [Int64]
  /// The number of values that a sample has; 0 for a curve.
  @usableFromInline let sampleCount: Int
  /// The parts of a mixture, empty for a curve or a sample.
  @usableFromInline let parts: [Part]
  /// The mean of what is drawn, in nanoseconds.
  public let mean: Double
  /// Nothing shorter is ever drawn.
  public let least: Interval
  /// Nothing longer is ever drawn.
  public let greatest: Interval

  /// One part of a mixture, and the words that choose it.
  @usableFromInline
  struct Part: Hashable, Sendable {
    /// The smallest and the largest word that choose it.
    @usableFromInline let first: UInt64
    @usableFromInline let last: UInt64
    /// 2¹²⁷ divided by the count of its words, that count shifted left by `shift` until it fills 64 bits.
    @usableFromInline let reciprocal: UInt64
    @usableFromInline let shift: UInt64
    /// The index of its first value.
    @usableFromInline let base: Int
    /// The number of values in the sample, as in the table.
    @usableFromInline let sampleCount: Int
  }

  /// Draws a length of time.
  @inlinable
  public func draw(_ stream: inout RandomStream) -> Interval { value(at: stream.next()) }

  /// Returns the value that lies at `word` of 2⁶⁴ in the order of the distribution (of the chosen
  /// part, for a mixture).
  @inlinable
  public func value(at word: UInt64) -> Interval {
    if !parts.isEmpty { return mixedValue(at: word) }
    if sampleCount > 0 { return sampledValue(at: word, from: 0, count: sampleCount) }
    return curveValue(at: word, from: 0)
  }

  @inlinable
  func sampledValue(at word: UInt64, from base: Int, count: Int) -> Interval {
    let place = word.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high
    return Interval(nanoseconds: values[base &+ Int(truncatingIfNeeded: place)])
  }

  /// Counts the bits that agree with the first one to find the octave, and takes the next five for
  /// the cell and all others for the place in it; no branch depends on the word.
  @inlinable
  func curveValue(at word: UInt64, from base: Int) -> Interval {
    // −1 above the median, 0 below it.
    let upper = Int(truncatingIfNeeded: Int64(bitPattern: word) >> 63)
    let folded = word ^ UInt64(bitPattern: Int64(upper))
    let deepest = Self.lowOctaves &+ (upper & (Self.highOctaves &- Self.lowOctaves))
    let octave = min(folded.leadingZeroBitCount, deepest)
    let bits = word << UInt64(truncatingIfNeeded: min(octave &+ 1, deepest))
    let start = (Self.lowOctaves &+ ((octave &- 1) ^ ~upper)) &* Self.cellsPerOctave
    let place = base &+ start &+ Int(truncatingIfNeeded: bits >> 59)
    let low = values[place]
    let width = UInt64(bitPattern: values[place &+ 1] &- low)
    let product = width.multipliedFullWidth(by: bits << 5)
    return Interval(
      nanoseconds: low &+ Int64(bitPattern: product.high &+ product.low >> 63))
  }

  /// Finds the part, then stretches its words over the whole range, so that one word serves both.
  @inlinable
  func mixedValue(at word: UInt64) -> Interval {
    var index = 0
    while word > parts[index].last { index &+= 1 }
    let part = parts[index]
    let (high, low) = ((word &- part.first) << part.shift).multipliedFullWidth(by: part.reciprocal)
    let stretched = high << 1 | low >> 63
    return part.sampleCount > 0
      ? sampledValue(at: stretched, from: part.base, count: part.sampleCount)
      : curveValue(at: stretched, from: part.base)
  }

  init(values: [Int64], sampleCount: Int, parts: [Part], mean: Double) {
    invariant(!values.isEmpty, "a quantile table without a value")
    var (least, greatest) = (values[0], values[0])
    for value in values { (least, greatest) = (min(least, value), max(greatest, value)) }
    invariant(least >= 0, "a quantile table with the negative length \(least)ns")
    invariant(
      greatest <= Interval.longest.nanoseconds,
      "a quantile table with the endless length \(greatest)ns")
    self.values = values
    self.sampleCount = sampleCount
    self.parts = parts
    self.mean = mean
    self.least = Interval(nanoseconds: least)
    self.greatest = Interval(nanoseconds: greatest)
  }
}
