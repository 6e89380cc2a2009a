// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A test for numbers that come from a distribution, or for two samples from the same one.
///
///     let test = KolmogorovSmirnov(sorted: data) { $0 }  // against even numbers from 0 to 1
///     test?.pValue  // small when they cannot
///
/// The statistic is the largest distance between two distribution functions. The p-value holds for
/// continuous distributions whose parameters were not fitted to the same data; elsewhere it is too
/// large. One sample of up to 140 values is exact (Marsaglia, Tsang and Wang 2003), and so are two with up to
/// 10,000 pairs of values; all else is Kolmogorov's limit with Stephens' correction for small numbers.
package struct KolmogorovSmirnov: Hashable, Sendable {
  /// The largest distance between the two distribution functions.
  package let statistic: Double
  /// The probability of a distance at least as large when there is no difference.
  package let pValue: Double

  /// Holds a sorted sample against a distribution function; nil when it is empty or not finite.
  package init?(sorted sample: [Double], against below: (Double) -> Double) {
    guard !sample.isEmpty, sample.allSatisfy(\.isFinite) else { return nil }
    let count = Double(sample.count)
    var distance = 0.0
    for (place, value) in sample.enumerated() {
      let probability = below(value)
      guard probability.isFinite else { return nil }
      distance = max(distance, Double(place + 1) / count - probability)
      distance = max(distance, probability - Double(place) / count)
    }
    statistic = distance
    pValue =
      sample.count <= 140
      ? 1 - Self.exactBelow(distance, sample.count) : Self.limit(distance, count)
  }

  /// Holds two sorted samples against each other; nil when one is empty or not finite.
  package init?(sorted a: [Double], _ b: [Double]) {
    guard !a.isEmpty, !b.isEmpty, a.allSatisfy(\.isFinite), b.allSatisfy(\.isFinite) else {
      return nil
    }
    var (i, j, distance) = (0, 0, 0.0)
    while i < a.count, j < b.count {
      let value = min(a[i], b[j])
      while i < a.count, a[i] == value { i += 1 }
      while j < b.count, b[j] == value { j += 1 }
      distance = max(distance, abs(Double(i) / Double(a.count) - Double(j) / Double(b.count)))
    }
    statistic = distance
    let (m, n) = (Double(a.count), Double(b.count))
    pValue =
      a.count * b.count <= 10_000
      ? Self.exactAtLeast(distance, a.count, b.count) : Self.limit(distance, m * n / (m + n))
  }

  /// Returns Kolmogorov's limit of the probability of a larger distance, with Stephens' correction.
  package static func limit(_ distance: Double, _ count: Double) -> Double {
    let root = count.squareRoot()
    let x = (root + 0.12 + 0.11 / root) * distance
    if x < 0.2 { return 1 }
    var (sum, sign) = (0.0, 1.0)
    for k in 1...100 {
      let term = GSL.exponential(-2 * Double(k * k) * x * x)
      sum += sign * term
      sign = -sign
      if term < 1e-17 { break }
    }
    return min(1, max(0, 2 * sum))
  }

  /// Returns the probability of a distance below `distance` among `count` values, exactly.
  package static func exactBelow(_ distance: Double, _ count: Int) -> Double {
    // Far out the authors' own approximation has seven digits, and the matrix would be large.
    let squared = distance * distance * Double(count)
    if squared > 7.24 || (squared > 3.76 && count > 99) {
      let root = Double(count).squareRoot()
      return 1 - 2 * GSL.exponential(-(2.000071 + 0.331 / root + 1.409 / Double(count)) * squared)
    }
    let scaled = Double(count) * distance
    let k = Int(scaled) + 1
    let size = 2 * k - 1
    let h = Double(k) - scaled
    var start = [Double](repeating: 0, count: size * size)
    for i in 0..<size {
      for j in 0..<size where i - j + 1 >= 0 { start[i * size + j] = 1 }
    }
    var power = 1.0
    for i in 0..<size {
      power *= h
      start[i * size] -= power
      start[(size - 1) * size + size - 1 - i] -= power
    }
    start[(size - 1) * size] += 2 * h - 1 > 0 ? Self.power(2 * h - 1, size) : 0
    for i in 0..<size {
      for j in 0..<size where i - j + 1 > 0 {
        for g in 1...(i - j + 1) { start[i * size + j] /= Double(g) }
      }
    }
    var (result, exponent) = raised(start, size, count)
    for i in 1...count {
      result *= Double(i) / Double(count)
      if result < 1e-140 {
        result *= 1e140
        exponent -= 140
      }
    }
    while exponent < 0 {
      result /= 1e140
      exponent += 140
    }
    while exponent > 0 {
      result *= 1e140
      exponent -= 140
    }
    return min(1, max(0, result))
  }

  /// Returns the middle element of a square matrix raised to a power, and its decimal exponent (in
  /// steps of 140).
  private static func raised(_ matrix: [Double], _ size: Int, _ power: Int) -> (Double, Int) {
    var (base, baseExponent) = (matrix, 0)
    var result = [Double](repeating: 0, count: size * size)
    for i in 0..<size { result[i * size + i] = 1 }
    var exponent = 0
    var left = power
    let middle = (size / 2) * size + size / 2
    func shrink(_ m: inout [Double], _ e: inout Int) {
      if m[middle] > 1e140 {
        for i in m.indices { m[i] *= 1e-140 }
        e += 140
      }
    }
    while left > 0 {
      if left & 1 == 1 {
        result = product(result, base, size)
        exponent += baseExponent
        shrink(&result, &exponent)
      }
      left >>= 1
      if left == 0 { break }
      base = product(base, base, size)
      baseExponent *= 2
      shrink(&base, &baseExponent)
    }
    return (result[middle], exponent)
  }

  private static func product(_ a: [Double], _ b: [Double], _ size: Int) -> [Double] {
    var c = [Double](repeating: 0, count: size * size)
    for i in 0..<size {
      for k in 0..<size where a[i * size + k] != 0 {
        let factor = a[i * size + k]
        for j in 0..<size { c[i * size + j] += factor * b[k * size + j] }
      }
    }
    return c
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { value, _ in value * base }
  }
}
