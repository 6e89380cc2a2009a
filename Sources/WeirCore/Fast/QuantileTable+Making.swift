// SPDX-License-Identifier: Apache-2.0
extension QuantileTable {
  /// Makes the table of a value that never varies.
  public init(constant: Interval) { self.init(sample: [constant]) }

  /// Makes the table of values that are equally likely, and the only ones drawn.
  ///
  /// They must rise, none may be negative or longer than ``Interval/longest``.
  public init(sample: [Interval]) {
    invariant(!sample.isEmpty, "a quantile table of no values")
    let values = sample.map(\.nanoseconds)
    Self.checkRising(values)
    let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
    self.init(
      values: values, sampleCount: values.count, parts: [],
      mean: Double(sum) / Double(values.count))
  }

  /// Makes a table of a curve, from its values at the probabilities ``probability(ofEdge:)``.
  ///
  /// They must rise, none may be negative or longer than ``Interval/longest``.
  public init(edges: [Int64]) {
    invariant(edges.count == Self.edgeCount, "a quantile table of \(edges.count) edges")
    Self.checkRising(edges)
    self.init(values: edges, sampleCount: 0, parts: [], mean: Self.curveMean(edges))
  }

  /// Makes a table that draws from one of `parts`, chosen by weight.
  ///
  /// Every weight must be positive and at least ``leastShare`` of their sum.
  public init(mixing parts: [(weight: Double, table: QuantileTable)]) {
    let total = parts.reduce(0) { $0 + $1.weight }
    invariant(total > 0 && total.isFinite, "a mixture whose weights add up to \(total)")
    var values: [Int64] = []
    var flat: [Part] = []
    var (mean, sum, next) = (0.0, 0.0, UInt64(0))
    for (place, part) in parts.enumerated() {
      invariant(part.table.parts.isEmpty, "a mixture inside a mixture")
      invariant(
        part.weight >= Self.leastShare * total, "a share of \(part.weight) in \(total) in a mixture"
      )
      sum += part.weight
      let isLast = place == parts.count - 1
      let last = isLast ? UInt64.max : UInt64(min(sum / total, 1 - 0x1p-40) * 0x1p64) - 1
      let made = Part(
        words: next...last, base: values.count, sampleCount: part.table.sampleCount)
      flat.append(made)
      values += part.table.values
      mean += (Double(last - next) + 1) * 0x1p-64 * part.table.mean
      next = last &+ 1
    }
    self.init(values: values, sampleCount: 0, parts: flat, mean: mean)
  }

  /// The smallest share of a part in a mixture: a rarer one could not be drawn in fine steps.
  public static let leastShare = 0x1p-32

  /// Returns the same table moved to the right by `interval`, and cut at ``Interval/longest``.
  public func shifted(by interval: Interval) -> QuantileTable {
    let longest = Interval.longest.nanoseconds
    invariant(
      interval >= .zero && interval <= .longest, "a quantile table shifted by \(interval)")
    let moved = values.map { min($0 + interval.nanoseconds, longest) }
    if greatest.nanoseconds <= longest - interval.nanoseconds {
      return QuantileTable(
        values: moved, sampleCount: sampleCount, parts: parts,
        mean: mean + Double(interval.nanoseconds))
    }
    if parts.isEmpty {
      return sampleCount == 0
        ? QuantileTable(edges: moved)
        : QuantileTable(sample: moved.map(Interval.init(nanoseconds:)))
    }
    let mean = parts.reduce(0.0) { sum, part in
      let size = part.sampleCount == 0 ? Self.edgeCount : part.sampleCount
      let slice = Array(moved[part.base..<part.base + size])
      let mean =
        part.sampleCount == 0
        ? Self.curveMean(slice)
        : slice.reduce(0.0) { $0 + Double($1) } / Double(size)
      return sum + (Double(part.last - part.first) + 1) * 0x1p-64 * mean
    }
    return QuantileTable(values: moved, sampleCount: 0, parts: parts, mean: mean)
  }

  /// Returns the probability to stay below the edge at `index`, and its complement, each as exact
  /// as it can be.
  ///
  /// Near 1 a `Double` can no longer say how far from 1 it is; there the complement says it.
  public static func probability(ofEdge index: Int) -> (below: Double, above: Double) {
    invariant((0..<edgeCount).contains(index), "there is no edge \(index)")
    let median = lowOctaves * cellsPerOctave
    if index <= median {
      let below = distance(median - index, octaves: lowOctaves)
      return (below, 1 - below)
    }
    let above = distance(index - median, octaves: highOctaves)
    return (1 - above, above)
  }

  /// Returns the distance between an edge, `steps` cells from the median, and its end of the
  /// distribution.
  private static func distance(_ steps: Int, octaves: Int) -> Double {
    let (octave, cell) = steps.quotientAndRemainder(dividingBy: cellsPerOctave)
    if octave >= octaves - 1 {
      // The last octave and the remainder are equally wide: the remainder ends at the end.
      let left = octaves * cellsPerOctave - steps
      return Double(left) * power(-(octaves + 5))
    }
    return Double(2 * cellsPerOctave - cell) * power(-(octave + 7))
  }

  /// Returns two to the power `exponent`.
  private static func power(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// Feeds everything that decides a draw.
  public func absorb(into digest: inout Digest) {
    digest.absorb(UInt64(values.count), UInt64(sampleCount))
    for value in values { digest.absorb(UInt64(bitPattern: value), UInt64(parts.count)) }
    for part in parts {
      digest.absorb(part.first, part.last)
      digest.absorb(UInt64(part.base), UInt64(part.sampleCount))
    }
  }

  /// Returns the mean of what a curve draws, rounding included.
  ///
  /// A cell of width *w* whose place is one of *m* = 2ᵏ draws `low` + ⌊*wj*/*m* + ½⌋ for every *j* below *m*,
  /// which has the mean `low` + *w*(*m* − 1)/2*m* + (gcd(2*w*, *m*) − gcd(*w*, *m*))/2*m*.
  private static func curveMean(_ edges: [Int64]) -> Double {
    var (sum, lost) = (0.0, 0.0)
    for cell in 0..<edges.count - 1 {
      let (from, to) = (probability(ofEdge: cell), probability(ofEdge: cell + 1))
      let share = from.below < 0.5 ? to.below - from.below : from.above - to.above
      let places = share * 0x1p64
      let width = edges[cell + 1] - edges[cell]
      let twos = power(min(width.trailingZeroBitCount, 63))
      let excess = width == 0 ? 0 : (min(2 * twos, places) - min(twos, places)) / (2 * places)
      let middle = Double(width) * (places - 1) / (2 * places) + excess
      // Neumaier's sum: the body is large and the tail is long.
      let term = share * (Double(edges[cell]) + middle)
      let next = sum + term
      lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
      sum = next
    }
    return sum + lost
  }

  private static func checkRising(_ values: [Int64]) {
    for (low, high) in zip(values, values.dropFirst()) where high < low {
      invariantBroken("a quantile table that falls from \(low)ns to \(high)ns")
    }
  }
}

extension QuantileTable.Part {
  fileprivate init(words: ClosedRange<UInt64>, base: Int, sampleCount: Int) {
    first = words.lowerBound
    last = words.upperBound
    let most = last - first  // One less than the count, which may be 2⁶⁴.
    if most == .max {
      shift = 0
      reciprocal = 1 << 63
    } else {
      let count = most + 1
      shift = UInt64(count.leadingZeroBitCount)
      let whole = count << shift
      reciprocal =
        whole == 1 << 63
        ? .max : whole.dividingFullWidth((high: 1 << 63, low: 0)).quotient
    }
    self.base = base
    self.sampleCount = sampleCount
  }
}
