// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct RandomStreamTests {
  /// Returns the first draws of a stream.
  static func words(_ count: Int, of stream: RandomStream) -> [UInt64] {
    var stream = stream
    return (0..<count).map { _ in stream.next() }
  }

  @Test func `draws are the recorded ones, whatever is rewritten`() {
    // Computed by an independent program from the description of the generator.
    let think = Self.words(4, of: RandomStream(seed: 1, "think", of: "phones", 12))
    #expect(
      think == [
        0xB60F_F2BB_6EAF_0649, 0xB7C8_1D87_D3C3_BD93, 0x3EC7_79D4_1AEC_D4A1, 0xB072_A53E_AF7E_3C7A,
      ])
    let nameless = Self.words(4, of: RandomStream(seed: 0, ""))
    #expect(
      nameless == [
        0x695A_E57F_A716_606F, 0x89C6_B0C8_E2C3_4480, 0xC973_F830_ADDF_CFD9, 0x74AB_FE69_F5E4_8CBA,
      ])
    let last = Self.words(2, of: RandomStream(seed: .max, "delay", of: "link", -1))
    #expect(last == [0xDF56_37CD_E1F1_144F, 0x4E55_AC2E_5567_EFA4])
    var dice = RandomStream(seed: 1, "think", of: "phones", 12)
    let throwsOfDice = (0..<12).map { _ in dice.below(6) }
    #expect(throwsOfDice == [4, 4, 1, 4, 1, 2, 0, 0, 2, 0, 5, 1])
    #expect(nameHash("delay") == 0x0316_36F1_606C_F7F9)
    #expect(scrambled(1) == 0x5692_161D_100B_05E5)
  }

  @Test func `a stream's draws do not depend on which others exist or draw`() {
    var alone = RandomStream(seed: 3, "delay", of: "phones", 2)
    let expected = (0..<50).map { _ in alone.next() }
    var crowd = (0..<20).map { RandomStream(seed: 3, "delay", of: "phones", $0) }
    var other = RandomStream(seed: 3, "loss", of: "phones", 2)
    var seen: [UInt64] = []
    for round in 0..<50 {
      for place in crowd.indices where place != 2 {
        for _ in 0..<(round + place) % 4 { _ = crowd[place].next() }
      }
      _ = other.below(UInt64(round) + 1)
      seen.append(crowd[2].next())
    }
    #expect(seen == expected)
  }

  @Test func `every part of a name makes another stream`() {
    var firsts: Set<UInt64> = []
    var count = 0
    for seed in [0, 1, .max] as [UInt64] {
      for purpose in ["delay", "loss", ""] {
        for subject in ["phones", "tablets", ""] {
          for index in -2..<20 {
            var stream = RandomStream(seed: seed, purpose, of: subject, index)
            firsts.insert(stream.next())
            count += 1
          }
        }
      }
    }
    #expect(firsts.count == count)
  }

  @Test(arguments: [2, 3, 5, 6, 7, 10, 16] as [UInt64])
  func `small bounds are hit evenly`(bound: UInt64) {
    var stream = RandomStream(seed: 11, "chi", Int(bound))
    var counts = [Int](repeating: 0, count: Int(bound))
    for _ in 0..<20_000 { counts[Int(stream.below(bound))] += 1 }
    let expected = 20_000 / Double(bound)
    let chi = counts.reduce(0.0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    // The 99.9th percentile of χ² with up to 15 degrees of freedom is 37.7 at most.
    let degrees = Double(bound - 1)
    #expect(chi < degrees + 4.5 * (2 * degrees).squareRoot() + 5, "\(chi)")
  }

  @Test func `a bound of two thirds of the range rejects and stays even`() {
    let bound = UInt64.max / 3 * 2
    var stream = RandomStream(seed: 7, "reject")
    let recorded: [UInt64] = [
      7_920_412_304_008_105_004, 12_243_974_814_324_465_901, 1_622_357_485_915_813_091,
    ]
    let first = (0..<3).map { _ in stream.below(bound) }
    #expect(first == recorded)
    // Without rejection every other value would come up twice as often as its neighbours.
    var thirds = [0, 0, 0]
    var odd = 0
    for _ in 0..<30_000 {
      let value = stream.below(bound)
      #expect(value < bound)
      thirds[min(2, Int(value / (bound / 3)))] += 1
      odd += Int(value & 1)
    }
    for third in thirds { #expect(abs(third - 10_000) < 330) }
    #expect(abs(odd - 15_000) < 350)
  }

  @Test func `a rejected draw is drawn again, so the stream has moved on by more than one`() {
    let bound = UInt64.max / 3 * 2
    var counted = 0
    var plain = RandomStream(seed: 7, "reject")
    var bounded = plain
    for _ in 0..<300 {
      _ = bounded.below(bound)
      // Follow with a stream that counts every step until the two meet again.
      var steps = 0
      repeat {
        _ = plain.next()
        steps += 1
        if Self.words(1, of: plain) == Self.words(1, of: bounded) { break }
      } while steps < 100
      counted += steps
    }
    // A third of all words is rejected: one and a half words for a number.
    #expect((400...500).contains(counted), "\(counted)")
  }

  @Test func `a chance of nothing never comes true and a whole one always does`() {
    var stream = RandomStream(seed: 1, "limits")
    for _ in 0..<1_000 {
      let never = [stream.chance(.zero), stream.chance(Ratio(0, of: .max))]
      let always = [stream.chance(.one), stream.chance(Ratio(.max, of: .max))]
      #expect(never == [false, false])
      #expect(always == [true, true])
    }
  }

  @Test func `a chance comes true as often as it says`() {
    var stream = RandomStream(seed: 1, "third")
    let hits = (0..<30_000).count { _ in stream.chance(Ratio(1, of: 3)) }
    #expect(abs(hits - 10_000) < 290, "\(hits)")
  }

  @Test func `changing a probability does not shift later draws`() {
    var rare = RandomStream(seed: 1, "shift")
    var often = rare
    for _ in 0..<100 {
      _ = rare.chance(Ratio(1, of: 1_000))
      _ = often.chance(Ratio(999, of: 1_000))
    }
    #expect(Self.words(3, of: rare) == Self.words(3, of: often))
  }

  @Test func `a shuffle is the recorded one and every order is as likely`() {
    var stream = RandomStream(seed: 1, "shuffle")
    var ten = Array(0..<10)
    stream.shuffle(&ten)
    #expect(ten == [7, 4, 1, 8, 5, 9, 0, 6, 2, 3])
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6_000 {
      var three = [0, 1, 2]
      stream.shuffle(&three)
      counts[three, default: 0] += 1
    }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { abs($0 - 1_000) < 120 })
    var none: [Int] = []
    stream.shuffle(&none)
    #expect(none.isEmpty)
  }
}
