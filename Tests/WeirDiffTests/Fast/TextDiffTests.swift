// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

/// Texts are the same if they show the same, in all overloads and at any length of the lists.
@Suite struct TextDiffTests {
  /// Spellings that show the same, side by side, and others that nearly do.
  static let spellings = [
    "K", "\u{212A}", "caf\u{E9}", "cafe\u{301}", ";", "\u{37E}", "`", "\u{1FEF}", "\u{C5}",
    "\u{212B}", "A\u{30A}",
    "q\u{307}\u{323}", "q\u{323}\u{307}", "\u{AC01}", "\u{1100}\u{1161}\u{11A8}", "\u{2126}",
    "\u{3A9}", "cafe", "caf", "", "e\u{301}", "k", "-OKa0000000000000001", "-OKa0000000000000002",
    "-OKa000000000000000\u{212A}", "-OKa000000000000000K", "a\u{30A}b", "\u{E5}b",
    "\u{1F468}\u{200D}\u{1F469}",
    "\u{1F468}\u{1F469}", "\u{226E}", "<\u{338}", "<", "0123456\u{E9}8", "0123456e\u{301}8",
  ]

  /// The naive twin: what is known of values in general.
  private func general<Value: Hashable>(_ old: [Value], _ new: [Value]) -> ChangeSet {
    diff(values: old, to: new)
  }

  private func withMemory(_ old: [String], _ new: [String]) -> ChangeSet {
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    diff(values: old, to: new, into: &changes, workspace: &workspace)
    return changes
  }

  @Test func `two spellings of a text are the same text, in every overload`() {
    let (old, new) = (["caf\u{E9}"], ["cafe\u{301}"])
    #expect(diff(values: old, to: new).isEmpty)
    #expect(withMemory(old, new).isEmpty)
    #expect(general(old, new).isEmpty)
    #expect(
      diff(values: old.map { Array($0.utf8) }, to: new.map { Array($0.utf8) })
        == ChangeSet(deletes: [0], inserts: [0]))
  }

  @Test func `any two texts are the same exactly if they are equal`() {
    for a in Self.spellings {
      for b in Self.spellings {
        #expect(diff(values: [a], to: [b]).isEmpty == (a == b), "\(a), \(b)")
        #expect(diff(values: [a + "x"], to: [b + "y"]).isEmpty == false, "\(a), \(b)")
        // Far from one another, they meet only by their hash.
        let (head, tail) = ((0..<40).map { "o\($0)" }, (0..<40).map { "n\($0)" })
        let changes = diff(values: [a] + head, to: tail + [b])
        #expect((changes.deletes.count == head.count) == (a == b), "\(a), \(b)")
      }
    }
  }

  @Test(arguments: 0...70)
  func `every byte of a text counts, the last one too, however long it is`(count: Int) {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    let old = String(decoding: letters, as: UTF8.self)
    // Made once more, so that the texts lie in different places.
    #expect(diff(values: [old], to: [String(decoding: letters, as: UTF8.self)]).isEmpty)
    #expect(
      diff(values: [old], to: [old + "b"]) == ChangeSet(deletes: [0], inserts: [0]))
    for byte in 0..<count {
      var letters = letters
      letters[byte] = UInt8(ascii: "b")
      let new = String(decoding: letters, as: UTF8.self)
      #expect(
        diff(values: [old], to: [new]) == ChangeSet(deletes: [0], inserts: [0]),
        "byte \(byte) of \(count)")
      // Far from one another, they meet only by their hash.
      let (head, tail) = ((0..<40).map { "o\($0)" }, (0..<40).map { "n\($0)" })
      let changes = diff(values: [old, new] + head, to: tail + [new, old])
      #expect(
        changes.moves.map(\.from) + changes.deletes
          == [1] + (2..<42).map { Place(Int32($0)) }, "byte \(byte) of \(count)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `every overload finds the same for any texts`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "texts")
    for _ in 0..<50 {
      func text() -> String {
        let text = Self.spellings[stream.index(below: Self.spellings.count)]
        return stream.index(below: 2) == 0 ? text : text + "\(stream.index(below: 30))"
      }
      let old = (0..<stream.index(below: 80)).map { _ in text() }
      var new = old.map { stream.index(below: 4) == 0 ? text() : $0 }
      if stream.index(below: 2) == 0 { stream.shuffle(&new) }
      let changes = diff(values: old, to: new)
      #expect(changes == general(old, new), "\(old) → \(new)")
      #expect(changes == withMemory(old, new), "\(old) → \(new)")
      #expect(changes.applying(to: old, contents: new) == new)
    }
  }

  @Test func `integers are found alike in every overload`() {
    let (old, new) = (Array(0..<100), Array(20..<60) + Array(0..<10) + [7, 200])
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    diff(values: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes == general(old, new))
    #expect(changes == diff(values: old, to: new))
  }

  /// The fast hash knows them by heart.
  @Test func `three characters beyond ASCII are other spellings of one of it`() {
    let ascii = Set((0..<128).compactMap { Unicode.Scalar($0 as Int) }.map { String($0) })
    let others = (0x80...0x10_FFFF).compactMap { Unicode.Scalar($0 as Int) }.filter {
      ascii.contains(String($0))
    }
    #expect(others.map(\.value) == [0x37E, 0x1FEF, 0x212A])
  }
}
