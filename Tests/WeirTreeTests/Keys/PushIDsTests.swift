// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct PushIDsTests {
  static let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")

  private func maker(_ client: Int = 0) -> PushIDs {
    PushIDs(chance: RandomStream(seed: 7, "push id", of: "client", client))
  }

  /// The milliseconds that an id tells.
  private func time(_ key: Key) -> Int64 {
    key.description.prefix(8).reduce(0) {
      $0 * 64 + Int64(Self.alphabet.firstIndex(of: $1) ?? -1)
    }
  }

  @Test func `an id has twenty characters of the alphabet and tells its millisecond`() {
    var ids = maker()
    for millisecond in stride(from: Int64(0), to: 5_000_000, by: 49_999) {
      let key = ids.next(at: Instant.zero + .milliseconds(millisecond))
      #expect(key.byteCount == 20)
      #expect(key.description.allSatisfy { Self.alphabet.contains($0) })
      #expect(time(key) == PushIDs.epoch + millisecond)
    }
  }

  @Test(arguments: 0..<8)
  func `ids of one client rise strictly, though its clock stands still or goes back`(client: Int) {
    var ids = maker(client)
    var chance = RandomStream(seed: 1, "clock", of: "client", client)
    var now: Int64 = 0
    var last = ids.next(at: .zero)
    for _ in 0..<2_000 {
      now = max(0, now + Int64(chance.below(3_000_000)) - 1_000_000)
      let key = ids.next(at: Instant(nanoseconds: now))
      #expect(last < key)
      last = key
    }
  }

  @Test func `ids of different clients stand by their milliseconds`() {
    var (a, b) = (maker(0), maker(1))
    #expect(
      a.next(at: Instant.zero + .milliseconds(1)) < b.next(at: Instant.zero + .milliseconds(2)))
    #expect(
      b.next(at: Instant.zero + .milliseconds(3)) < a.next(at: Instant.zero + .milliseconds(4)))
    #expect(
      a.next(at: Instant.zero + .milliseconds(5)) != b.next(at: Instant.zero + .milliseconds(5)))
  }

  @Test func `the low characters at their end carry into the high ones`() {
    var ids = maker()
    ids.pretend(millisecond: PushIDs.epoch, randomHigh: 0, randomLow: (1 << 36) - 2)
    #expect(ids.next(at: .zero).description.dropFirst(8) == "------zzzzzz")
    #expect(ids.next(at: .zero).description.dropFirst(8) == "-----0------")
  }

  @Test func `when every random character is at its end the next millisecond is borrowed`() {
    var ids = maker()
    let full: UInt64 = (1 << 36) - 1
    ids.pretend(millisecond: PushIDs.epoch, randomHigh: full, randomLow: full - 1)
    let last = ids.next(at: .zero)
    #expect(last.description.dropFirst(8) == "zzzzzzzzzzzz")
    let borrowed = ids.next(at: .zero)
    #expect(time(borrowed) == PushIDs.epoch + 1)
    #expect(last < borrowed)
    let caughtUp = ids.next(at: Instant.zero + .milliseconds(1))
    #expect(time(caughtUp) == PushIDs.epoch + 1)
    #expect(borrowed < caughtUp)
  }
}
