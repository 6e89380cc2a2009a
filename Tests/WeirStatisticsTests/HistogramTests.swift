// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct HistogramTests {
  @Test func `a bin holds its lower edge and not its upper one`() throws {
    var histogram = try Histogram(edges: [0, 1, 10])
    for value in [-1, 0, 0.5, 1, 9.9, 10, 11] { histogram.add(value) }
    #expect(histogram.counts == [2, 2])
    #expect((histogram.below, histogram.above, histogram.count) == (1, 2, 7))
  }

  @Test func `a copy goes its own way`() throws {
    var first = try Histogram(from: 0, to: 4, bins: 4)
    first.add(1)
    var second = first
    second.add(3)
    #expect(first.counts == [0, 1, 0, 0])
    #expect(second.counts == [0, 1, 0, 1])
    #expect(second.mean == 2.5)
    #expect(second.sd == 1)
  }

  @Test func `edges that do not rise are a problem`() {
    #expect(throws: Problems.self) { try Histogram(edges: [1]) }
    #expect(throws: Problems.self) { try Histogram(edges: [1, 1]) }
    #expect(throws: Problems.self) { try Histogram(edges: [1, .nan]) }
    #expect(throws: Problems.self) { try Histogram(from: 3, to: 1, bins: 4) }
    #expect(throws: Problems.self) { try Histogram(from: 0, to: 1, bins: 0) }
    #expect(throws: Problems.self) { try Histogram(from: 0, to: .infinity, bins: 2) }
  }

  @Test func `an empty histogram has no mean`() throws {
    #expect(try Histogram(edges: [0, 1]).mean == nil)
    #expect(try Histogram(edges: [0, 1]).sd == nil)
  }
}
