// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct SourceTextTests {
  private func problems(_ bytes: [UInt8]) -> String {
    do {
      _ = try Scenario(text: bytes, named: "f.yaml", in: schema)
      return "no problem"
    } catch {
      return error.description
    }
  }

  @Test func `bytes that are not UTF-8 are told with their place`() {
    #expect(
      problems(Array("weir: 1\nabout: caf".utf8) + [0xE9, 0x0A]) == """
        f.yaml:2:11: error: the file is not UTF-8 here
          remedy: save the file as UTF-8
        """)
  }

  @Test func `a cut-off character at the end is told, too`() {
    #expect(problems(Array("weir: 1".utf8) + [0xE2, 0x82]).hasPrefix("f.yaml:1:8: error"))
  }

  @Test func `UTF-16 is named as what it is`() {
    #expect(
      problems([0xFF, 0xFE, 0x77, 0x00]) == """
        f.yaml:1:1: error: the file is UTF-16, not UTF-8
          remedy: save the file as UTF-8
        """)
  }

  @Test(arguments: [
    (0x00 as UInt8, "U+0000"), (0x07, "U+0007"), (0x1B, "U+001B"), (0x7F, "U+007F"),
  ])
  func `a control character is told with its number`(_ byte: UInt8, _ name: String) {
    #expect(
      problems(Array("weir: 1\nab".utf8) + [byte] + Array("out: x\n".utf8)) == """
        f.yaml:2:3: error: a control character (\(name)) in the text
          remedy: remove it; inside double quotes it may be written as an escape
        """)
  }

  @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}"])
  func `rare line ends count as libyaml counts them`(_ end: String) {
    #expect(problems(Array("weir: 1\(end)seed: x\u{1}".utf8)).hasPrefix("f.yaml:2:8: error"))
  }

  @Test(arguments: ["\u{80}", "\u{9F}", "\u{FFFE}", "a\u{FEFF}"])
  func `characters that YAML forbids are told before libyaml sees them`(_ text: String) {
    #expect(problems(Array("about: \(text)".utf8)).contains("a control character (U+"))
  }

  @Test(arguments: ["", "about: x\n", "about: x\r\n", "about: x\u{85}", "about: x\u{2028}"])
  func `a directive is refused, wherever its line starts`(_ before: String) {
    #expect(
      problems(Array("\(before)%TAG ! b\n".utf8)) == """
        f.yaml:\(before.isEmpty ? 1 : 2):1: error: a line that starts with '%' is a YAML directive
          remedy: remove the line, or indent it
        """)
  }

  @Test func `a text of more than 16 MiB is refused`() {
    #expect(
      problems([UInt8](repeating: 0x20, count: (16 << 20) + 1)) == """
        f.yaml:1:1: error: the file is larger than 16 MiB, the most that is read
          remedy: check that this is a scenario; move measured data into a CSV file
        """)
  }
}
