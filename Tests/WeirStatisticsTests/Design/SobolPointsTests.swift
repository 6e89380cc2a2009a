// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct SobolPointsTests {
  /// In one dimension: the binary digits of the Gray code of 1, 2, 3 …, read backwards behind the point.
  private func naive(_ number: UInt64) -> Double {
    var gray = number ^ (number >> 1)
    var value = 0.0
    var digit = 0.5
    while gray != 0 {
      if gray & 1 == 1 { value += digit }
      gray >>= 1
      digit /= 2
    }
    return value
  }

  @Test func `the first dimension is what its definition says`() throws {
    let points = try SobolPoints.first(1_000, dimensions: 1)
    for (place, point) in points.enumerated() {
      #expect(point == [naive(UInt64(place) + 1)], "point \(place)")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 40])
  func `every interval of a dimension has its one point`(dimensions: Int) throws {
    // The origin, which is left out, belongs to the block.
    for power in 1...8 {
      let points = try SobolPoints.first((1 << power) - 1, dimensions: dimensions)
      for dimension in 0..<dimensions {
        let places = points.map { Int($0[dimension] * Double(1 << power)) }
        #expect(places.sorted() == Array(1..<(1 << power)), "dimension \(dimension)")
      }
    }
  }

  @Test func `more points only add to those before, and no two dimensions are alike`() throws {
    let few = try SobolPoints.first(100, dimensions: 5)
    let many = try SobolPoints.first(300, dimensions: 5)
    #expect(Array(many.prefix(100)) == few)
    for a in 0..<5 {
      for b in 0..<a { #expect(few.map { $0[a] } != few.map { $0[b] }) }
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (1, 41), (-1, 1), (1 << 21, 1)])
  func `what cannot be made is refused`(count: Int, dimensions: Int) {
    #expect(throws: Problems.self) { try SobolPoints.first(count, dimensions: dimensions) }
  }
}
