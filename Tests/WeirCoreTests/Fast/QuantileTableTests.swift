// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct QuantileTableTests {
  /// A curve that is its own probability, in units of 2⁻⁶⁰.
  static let even: [Int64] = (0..<QuantileTable.edgeCount).map { index in
    let (below, above) = QuantileTable.probability(ofEdge: index)
    return below <= 0.5 ? Int64(below * 0x1p60) : (1 << 60) - Int64(above * 0x1p60)
  }

  @Test func `a constant never varies and still draws one number`() {
    let table = QuantileTable(constant: .milliseconds(40))
    var stream = RandomStream(seed: 1, "delay")
    var other = stream
    for _ in 0..<100 {
      let drawn = table.draw(&stream)
      #expect(drawn == .milliseconds(40))
      _ = other.next()
    }
    let (next, expected) = (stream.next(), other.next())
    #expect(next == expected)
    #expect(table.mean == 40e6)
    #expect((table.least, table.greatest) == (.milliseconds(40), .milliseconds(40)))
  }

  @Test func `edges rise from zero to one and are finest at both ends`() {
    var last = (below: -1.0, above: 2.0)
    for index in 0..<QuantileTable.edgeCount {
      let edge = QuantileTable.probability(ofEdge: index)
      #expect(edge.below >= last.below && edge.above <= last.above)
      #expect(edge.below > last.below || edge.above < last.above)
      #expect(abs(edge.below + edge.above - 1) < 1e-15)
      last = edge
    }
    #expect(QuantileTable.probability(ofEdge: 0) == (0, 1))
    #expect(last == (1, 0))
    #expect(QuantileTable.probability(ofEdge: 17 * 32) == (0.5, 0.5))
    #expect(QuantileTable.probability(ofEdge: 1).below == 0x1p-22)
    #expect(QuantileTable.probability(ofEdge: QuantileTable.edgeCount - 2).above == 0x1p-54)
  }

  @Test func `any word lands where its probability says, in all octaves`() {
    let table = QuantileTable(edges: Self.even)
    var stream = RandomStream(seed: 2, "words")
    var words: [UInt64] = [0, 1, .max, .max - 1, 1 << 63, 1 << 63 - 1]
    for shift in 0..<64 as Range<UInt64> {
      for _ in 0..<40 {
        let word = stream.next() >> shift
        words += [word, ~word]
      }
      words += [1 << shift, ~(1 << shift), (1 << shift) &- 1]
    }
    for word in words {
      let value = table.value(at: word).nanoseconds
      let wanted = Int64(word >> 4)
      #expect(abs(value - wanted) <= 1, "word \(word)")
    }
  }

  @Test func `values rise with the word`() {
    let table = QuantileTable(edges: Self.even.map { $0 / 1_000_000 * ($0 / (1 << 59) + 1) })
    var stream = RandomStream(seed: 3, "rise")
    let words = (0..<3_000).map { stream.next() >> UInt64($0 % 60) }.flatMap { [$0, ~$0] }.sorted()
    let values = words.map { table.value(at: $0) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.allSatisfy { table.least <= $0 && $0 <= table.greatest })
  }

  @Test func `the mean is that of the draws, to a fraction of a nanosecond`() {
    // Few places, so that every word's value can be added up: cells a few nanoseconds wide.
    let edges = (0..<QuantileTable.edgeCount).map { Int64($0 * $0 / 9_000) }
    let table = QuantileTable(edges: edges)
    var sum = 0.0
    let steps = 1 << 16
    for step in 0..<steps {
      // The middle of each of 65,536 equal parts.
      let word = UInt64(step) << 48 | 1 << 47
      sum += Double(table.value(at: word).nanoseconds)
    }
    #expect(abs(sum / Double(steps) - table.mean) < 2e-3, "\(sum / Double(steps)) \(table.mean)")
    #expect(abs(QuantileTable(edges: Self.even).mean / 0x1p59 - 1) < 1e-15)
  }

  @Test func `a mixture stretches each part over its words`() {
    let mixed = QuantileTable(mixing: [
      (1, QuantileTable(edges: Self.even)), (3, QuantileTable(constant: .seconds(2))),
    ])
    var stream = RandomStream(seed: 4, "mixed")
    for _ in 0..<2_000 {
      let word = stream.next()
      let value = mixed.value(at: word).nanoseconds
      if word < 1 << 62 {
        #expect(abs(value - Int64(word >> 2)) <= 16)
      } else {
        #expect(value == 2_000_000_000)
      }
    }
    #expect(abs(mixed.mean - (0x1p59 + 6e9) / 4) < 64)
    #expect(mixed.value(at: 0) == .zero)
    #expect(mixed.value(at: 1 << 62 - 1).nanoseconds > (1 << 60) - 32)
  }

  @Test func `parts of thirds keep to their shares`() {
    let mixed = QuantileTable(mixing: (1...3).map { (1, QuantileTable(constant: .seconds($0))) })
    var stream = RandomStream(seed: 5, "thirds")
    var counts = [0, 0, 0, 0]
    for _ in 0..<9_000 { counts[Int(mixed.draw(&stream).nanoseconds / 1_000_000_000)] += 1 }
    for count in counts.dropFirst() { #expect(abs(count - 3_000) < 200) }
    #expect(abs(mixed.mean - 2e9) < 1e-3)
    #expect(mixed.value(at: .max) == .seconds(3))
  }

  @Test func `a shift moves every value, the mean and both ends`() {
    let table = QuantileTable(sample: [.seconds(1), .seconds(4)])
    let moved = table.shifted(by: .seconds(2))
    #expect(moved.mean == 4.5e9)
    #expect((moved.least, moved.greatest) == (.seconds(3), .seconds(6)))
    #expect(moved.value(at: 0) == .seconds(3))
    let cut = table.shifted(by: .longest)
    #expect(cut.greatest == .longest)
    #expect(cut.mean == Double(Interval.longest.nanoseconds))
  }

  @Test func `the digest tells any two tables apart`() {
    var tables = [
      QuantileTable(constant: .zero), QuantileTable(constant: .seconds(1)),
      QuantileTable(sample: [.zero, .seconds(1)]), QuantileTable(edges: Self.even),
      QuantileTable(mixing: [
        (1, QuantileTable(constant: .zero)), (1, QuantileTable(constant: .seconds(1))),
      ]),
      QuantileTable(mixing: [
        (1, QuantileTable(constant: .zero)), (2, QuantileTable(constant: .seconds(1))),
      ]),
    ]
    for place in [1, 544, 2_000] {
      var edges = Self.even
      edges[place] += 1
      tables.append(QuantileTable(edges: edges))
    }
    let digests = tables.map { table in
      var digest = Digest()
      table.absorb(into: &digest)
      return digest.description
    }
    #expect(Set(digests).count == tables.count)
  }

  @Test func `refuses a curve that falls, and says where`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var edges = [Int64](repeating: 5, count: QuantileTable.edgeCount)
      edges[100] = 4
      _ = QuantileTable(edges: edges)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(
      words?.contains("invariant broken: a quantile table that falls from 5ns to 4ns") == true)
  }

  @Test func `refuses negative lengths`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = QuantileTable(constant: .milliseconds(-1))
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("with the negative length -1000000ns") == true)
  }
}
