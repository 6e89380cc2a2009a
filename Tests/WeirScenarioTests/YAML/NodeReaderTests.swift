// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

@Suite struct NodeReaderTests {
  /// A node in one line: quoted scalars in quotes, places behind everything.
  private func words(_ node: YAMLNode) -> String {
    let place = "@\(node.mark.line):\(node.mark.column)"
    switch node.content {
    case .scalar(let text, let isPlain): return (isPlain ? text : "'\(text)'") + place
    case .sequence(let nodes):
      return "[" + nodes.map(words).joined(separator: " ") + "]" + place
    case .mapping(let entries):
      let inner = entries.map {
        "\($0.key)@\($0.keyMark.line):\($0.keyMark.column)=\(words($0.value))"
      }
      return "{" + inner.joined(separator: " ") + "}" + place
    case .broken: return "broken" + place
    }
  }

  private func read(_ text: String) throws -> String {
    let (node, problems) = NodeReader.read(try SourceText(Array(text.utf8), file: "f"))
    #expect(problems.isEmpty)
    return node.map(words) ?? "nothing"
  }

  @Test func `no type is guessed, and quotes are remembered`() throws {
    #expect(
      try read("a: [no, 1:30, 0x10, '5', ~]\n")
        == "{a@1:1=[no@1:5 1:30@1:9 0x10@1:15 '5'@1:21 ~@1:26]@1:4}@1:1")
  }

  @Test func `columns count characters, not bytes`() throws {
    #expect(try read("größe: ä\n") == "{größe@1:1=ä@1:8}@1:1")
  }

  @Test func `a byte-order mark and foreign line ends do not move places`() throws {
    #expect(try read("\u{FEFF}a: 1\r\nb: 2\rc: 3\n") == "{a@1:1=1@1:4 b@2:1=2@2:4 c@3:1=3@3:4}@1:1")
  }

  @Test func `an alias is what its anchor stands before, at the anchor's place`() throws {
    #expect(try read("a: &x [1]\nb: *x\n") == "{a@1:1=[1@1:8]@1:4 b@2:1=[1@1:8]@1:4}@1:1")
  }

  @Test func `keys that only look alike are two keys`() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(
      try read("\(composed): 1\n\(decomposed): 2\n").split(separator: " ").count == 2)
  }

  @Test func `a bomb of aliases is refused long before it is large`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<9 {
      let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(
      problems(text).hasPrefix(
        "f.yaml:4:45: error: the aliases of this file stand for more than 10000 values\n"
          + "  remedy: write fewer aliases of aliases"))
  }

  @Test func `aliases cannot be used to nest deeper than brackets may`() {
    let fifty = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
    let text =
      "a: &a \(fifty)\nb: \(String(repeating: "[", count: 30))*a\(String(repeating: "]", count: 30))\n"
    #expect(
      problems(text).hasPrefix("f.yaml:2:34: error: values are nested more than 64 deep"))
  }

  @Test func `a million values are the most`() {
    let text = "a: [" + String(repeating: "1,", count: 1_000_001) + "]\n"
    #expect(problems(text).contains("error: the file has more than 1000000 values"))
  }
}
