// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct DigestTests {
  @Test func `is the recorded one, whatever is rewritten`() {
    // Computed by an independent program from the description.
    var digest = Digest()
    #expect(digest.description == "e9e0033e3badaf36dfc7a99951f24649-0")
    digest.absorb(7, 8)
    #expect(digest.description == "03e235db35577a2ec079d2c1edf8802d-2")
    #expect(digest.word == 0xB4C9_C997_2D86_5ED0)
    #expect(digest.length == 2)
    var text = Digest()
    text.absorb("a list of nine rooms")
    #expect(text.description == "04f4d7850e52c48ad9ade8e60be52ce6-6")
  }

  @Test(arguments: [0, 1, 7, 0x243F_6A88_85A3_08D3, .max] as [UInt64])
  func `every single bit that flips changes it`(word: UInt64) {
    func digest(_ x: UInt64, _ y: UInt64, after before: UInt64) -> Digest {
      var digest = Digest()
      digest.absorb(before, 3)
      digest.absorb(x, y)
      digest.absorb(1, 2)
      return digest
    }
    let plain = digest(word, ~word, after: 5)
    for bit in 0..<64 as Range<UInt64> {
      let flip = UInt64(1) << bit
      for other in [
        digest(word ^ flip, ~word, after: 5), digest(word, ~word ^ flip, after: 5),
        digest(word, ~word, after: 5 ^ flip),
      ] {
        #expect(other.word != plain.word, "bit \(bit)")
        // Each half by itself hears of everything.
        #expect(other.description.prefix(16) != plain.description.prefix(16), "bit \(bit)")
        let half = other.description.dropFirst(16).prefix(16)
        #expect(half != plain.description.dropFirst(16).prefix(16), "bit \(bit)")
      }
    }
  }

  @Test func `order and length matter`() {
    func digest(_ words: [UInt64]) -> String {
      var digest = Digest()
      for (x, y) in zip(words, words.dropFirst()) { digest.absorb(x, y) }
      return digest.description
    }
    let all = [digest([1, 2, 3]), digest([2, 1, 3]), digest([3, 2, 1]), digest([1, 2, 3, 0])]
    #expect(Set(all).count == 4)
    var zeros = Digest()
    var seen: Set<UInt64> = [zeros.word]
    for _ in 0..<1_000 {
      zeros.absorb(0, 0)
      seen.insert(zeros.word)
    }
    #expect(seen.count == 1_001)
  }

  @Test func `texts differ by every byte, by their length and by where they are cut`() {
    func digest(_ texts: [String]) -> String {
      var digest = Digest()
      for text in texts { digest.absorb(text) }
      return digest.description
    }
    let all = [
      ["lobby", "x"], ["lobb", "yx"], ["lobbyx"], ["lobbyx", ""], ["", "lobbyx"], ["lobbyX"],
      ["lobby\0x"], ["12345678"], ["12345678\0"], ["1234567"], ["\u{e9}"], ["e\u{301}"],
    ]
    #expect(Set(all.map(digest)).count == all.count)
  }

  @Test func `twenty thousand random pairs leave no two prefixes alike`() {
    var stream = RandomStream(seed: 1, "digest")
    var digest = Digest()
    var seen: Set<UInt64> = []
    for _ in 0..<20_000 {
      digest.absorb(stream.below(4), stream.below(4))
      seen.insert(digest.word)
    }
    #expect(seen.count == 20_000)
  }
}
