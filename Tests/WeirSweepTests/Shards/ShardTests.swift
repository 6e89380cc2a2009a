// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirSweep

@Suite struct ShardTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the shards of a sweep are its runs, each once and in order, and equally many`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, "shards")
    let total = chance.index(below: 300)
    let count = 1 + chance.index(below: 40)
    var next = 0
    for index in 0..<count {
      let orders = try #require(Shard(index, of: count)).orders(of: total)
      #expect(orders.lowerBound == next)
      #expect([total / count, total / count + 1].contains(orders.count))
      next = orders.upperBound
    }
    #expect(next == total)
  }

  @Test func `the largest sweep is divided without overflow`() throws {
    let last = try #require(Shard(999_999, of: 1_000_000))
    let total = 9_000_000_000_000_000_000
    #expect(last.orders(of: total) == (total - total / 1_000_000)..<total)
  }

  @Test func `the names of files are in the order of the shards`() {
    let names = (0..<120).compactMap { Shard($0, of: 120)?.fileName }
    #expect(names.count == 120 && names == names.sorted())
    #expect(names[7] == "shard-007-of-120.weir")
    #expect(Shard(3, of: 5).map { "\($0)" } == "3/5")
  }

  @Test func `there is no shard before the first or behind the last, nor too many of them`() {
    #expect(Shard(-1, of: 3) == nil && Shard(3, of: 3) == nil && Shard(0, of: 0) == nil)
    #expect(Shard(0, of: Shard.most + 1) == nil && Shard(0, of: Shard.most) != nil)
  }
}
