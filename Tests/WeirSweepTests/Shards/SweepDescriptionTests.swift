// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirSweep

@Suite struct SweepDescriptionTests {
  private static let items = [
    SweepDescription.Item(name: "a", about: "two\tlines\nof it", file: "a b.yaml", fingerprint: 7),
    SweepDescription.Item(name: "", about: "", file: "-", fingerprint: .max, reach: [0, 3, 99]),
    SweepDescription.Item(name: "c", about: "\\", file: "c", fingerprint: 0, reach: []),
  ]

  @Test(arguments: 0...3)
  func `a description reads back as what was written, and is one line`(count: Int) {
    let description = SweepDescription(
      build: "0.1.0-ab", words: ["sweep", "--set=a=b c", "--", "x\ty"],
      items: Array(Self.items.prefix(count)))
    #expect(description.line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(SweepDescription(line: description.line) == description)
    #expect(SweepDescription(line: description.line.dropLast()) == description)
  }

  @Test func `a description that was torn or changed anywhere is not believed`() {
    let line = SweepDescription(build: "b", words: ["sweep"], items: Self.items).line
    for place in 0..<(line.count - 1) {
      #expect(SweepDescription(line: line.prefix(place)) == nil)
      var changed = line
      changed[place] ^= 1
      #expect(SweepDescription(line: changed) == nil, "byte \(place)")
    }
  }

  @Test func `two sweeps that differ in anything have two keys`() {
    let one = SweepDescription(build: "b", words: ["sweep", "--", "a"], items: Self.items)
    var others = [one, one, one, one]
    others[0].build = "c"
    others[1].words[2] = "b"
    others[2].items[0].fingerprint = 8
    others[3].items[1].reach = [0, 3]
    #expect(Set(others.map(\.key) + [one.key]).count == 5)
    #expect(one.key.utf8.count == 16)
  }
}
