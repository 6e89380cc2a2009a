// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts the pairs of a series that are in the wrong order while it is sorted.
///
/// Short runs are sorted by insertion, then merged from the bottom up between two arrays. Whenever
/// a value of the right half goes first, it overtakes all that is left of the left half. A million
/// random values take about 0.1 s, where looking at every pair takes minutes.
enum Inversions {
  /// The length of the runs that insertion sorts.
  private static let run = 12

  /// Sorts `values` and returns the number of pairs that were in the wrong order; equal values do
  /// not count as one.
  static func sort(_ values: inout [Int64]) -> Int {
    let count = values.count
    var spare = values
    var found = 0
    var low = 0
    while low < count {
      let high = min(low + run, count)
      var span = values.mutableSpan
      found += insert(&span, low, high)
      low = high
    }
    var width = run
    while width < count {
      found += mergeAll(values.span, &spare, width)
      swap(&values, &spare)
      width *= 2
    }
    return found
  }

  /// Merges every two neighbouring runs of a width.
  private static func mergeAll(
    _ source: Span<Int64>, _ spare: inout [Int64], _ width: Int
  ) -> Int {
    var target = spare.mutableSpan
    var (low, found) = (0, 0)
    while low < source.count {
      let middle = min(low + width, source.count)
      let high = min(middle + width, source.count)
      found += merge(source, &target, low, middle, high)
      low = high
    }
    return found
  }

  private static func insert(
    _ values: inout MutableSpan<Int64>, _ low: Int, _ high: Int
  ) -> Int {
    var found = 0
    for next in low..<high {
      let value = values[next]
      var place = next
      while place > low, values[place - 1] > value {
        values[place] = values[place - 1]
        place -= 1
      }
      values[place] = value
      found += next - place
    }
    return found
  }

  private static func merge(
    _ source: Span<Int64>, _ target: inout MutableSpan<Int64>, _ low: Int, _ middle: Int,
    _ high: Int
  ) -> Int {
    var (left, right, place, found) = (low, middle, low, 0)
    while left < middle, right < high {
      let (a, b) = (source[left], source[right])
      // No jump depends on the values: the order of random ones cannot be guessed.
      let takesRight = b < a
      target[place] = takesRight ? b : a
      found += takesRight ? middle - left : 0
      left += takesRight ? 0 : 1
      right += takesRight ? 1 : 0
      place += 1
    }
    while left < middle {
      target[place] = source[left]
      left += 1
      place += 1
    }
    while right < high {
      target[place] = source[right]
      right += 1
      place += 1
    }
    return found
  }
}
