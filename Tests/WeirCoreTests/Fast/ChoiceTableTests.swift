// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct ChoiceTableTests {
  @Test(
    arguments: [
      [1], [7], [3, 1], [1, 1, 1], [0, 5], [5, 0], [0, 0, 1, 0, 2, 0, 0], [1, 2, 3, 4, 5, 6, 7],
      [1_000_000_000_000, 3_000_000_000_000],
    ] as [[UInt64]])
  func `places are drawn by weight, and those of no weight never`(weights: [UInt64]) {
    let table = ChoiceTable(weights: weights)
    #expect(table.count == weights.count)
    var stream = RandomStream(seed: 2, "weights")
    var counts = [Int](repeating: 0, count: weights.count)
    for _ in 0..<8_000 { counts[table.draw(&stream)] += 1 }
    let total = Double(weights.reduce(0, +))
    let drawn = weights.indices.filter { weights[$0] > 0 }
    for place in weights.indices where weights[place] == 0 { #expect(counts[place] == 0) }
    guard drawn.count > 1 else { return }
    let sum = ChiSquare.sum(
      of: drawn.map { counts[$0] }, expecting: drawn.map { Double(weights[$0]) / total })
    #expect(sum < ChiSquare.bound(places: drawn.count), "\(counts)")
  }

  @Test func `a draw finds what a walk along the weights finds, with one number`() {
    let weights = (0..<100).map { UInt64($0 * 7 % 5) }
    let table = ChoiceTable(weights: weights)
    var (stream, plain) = (RandomStream(seed: 6, "walk"), RandomStream(seed: 6, "walk"))
    for _ in 0..<2_000 {
      var rest = plain.below(weights.reduce(0, +))
      var place = 0
      while rest >= weights[place] {
        rest -= weights[place]
        place += 1
      }
      #expect(table.draw(&stream) == place)
    }
  }

  @Test func `weights may fill all 64 bits`() {
    let table = ChoiceTable(weights: [.max - 1, 1])
    var stream = RandomStream(seed: 1, "full")
    for _ in 0..<1_000 { #expect(table.draw(&stream) == 0) }
  }

  @Test func `its digest hears every weight and its place`() {
    let tables: [[UInt64]] = [[1], [1, 0], [0, 1], [1, 1], [1, 2], [2, 1], [3], [1, 1, 1]]
    let digests = tables.map { weights in
      var digest = Digest()
      ChoiceTable(weights: weights).absorb(into: &digest)
      return digest
    }
    #expect(Set(digests).count == tables.count)
  }

  @Test func `refuses a choice among nothing`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ChoiceTable(weights: [0, 0])
    }
    #expect(died(death, saying: "invariant broken: weights add up to 0"))
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ChoiceTable(weights: [])
    }
    #expect(died(other, saying: "invariant broken: weights add up to 0"))
  }
}
