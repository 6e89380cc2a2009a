// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario
import WeirTree

@Suite struct DraftTests {
  @Test func `a draft is written as people write scenarios, without defaults`() throws {
    let text = firstSteps.replacing("newest: 50", with: "newest: 50, batch: 100ms, pick: in-turn")
    let draft = try Draft(
      text: Array(text.utf8), named: "f.yaml", in: schema, overrides: ["clients.0.count=3"])
    #expect(
      draft.tidied.yaml == """
        weir: 1
        about: Two phones in one chat room see each other's messages in the same order.
        server: { tree: { rooms: { lobby: {} } } }
        network: { delay: { exponential: 40ms, at-least: 5ms } }
        clients:
          - { count: 3, list: rooms/lobby, newest: 50 }
        workload:
          - { each: client, does: post, every: { exponential: 2s }, for: 60s }
        expect:
          converge: { within: 1s }
          read-your-writes: held
          post-to-seen: { p99: { under: 250ms } }

        """)
  }

  @Test
  func `what the environment and other files said stands in the draft, and is not asked again`()
    throws
  {
    let base = "about: Base ${WHO}\nserver: { tree: { a: { b: '$${X}', c: '${C:-5}' } } }\n"
    let own =
      "weir: 1\nextends: base.yaml\n"
      + least.split(separator: "\n").suffix(2).joined(separator: "\n")
    let draft = try Draft(
      text: Array(own.utf8), named: "f.yaml", in: schema, loader: loader(["base.yaml": base]),
      environment: ["WHO": "{a, b}: # ${Y}"])
    let again = try Scenario(text: Array(draft.yaml.utf8), named: "f.yaml", in: schema)
    #expect(again.about == "Base {a, b}: # ${Y}")
    #expect(
      try again
        == {
          var scenario = try draft.scenario()
          scenario.provenance = again.provenance
          return scenario
        }())
    #expect(
      again.server.tree
        == Node([(Key("a"), Node([(Key("b"), .text("${X}")), (Key("c"), .text("5"))]))]))
  }

  @Test func `a draft that is wrong says so, and can be set right`() throws {
    let draft = try Draft(text: Array((least + "seed: one\n").utf8), named: "f.yaml", in: schema)
    #expect(throws: Problems.self) { try draft.scenario() }
    #expect(try draft.setting(["seed=9"]).scenario().seed == 9)
    #expect(throws: Problems.self) { try draft.setting(["clients.7.count=1"]) }
    #expect(
      try draft.setting(["seed=9"]).expectingBroken("lists").scenario().expectations.map(\.subject)
        == [.broken("lists")])
    #expect(try draft.setting(["seed=9"]).expectingBroken("oracle").scenario().expectations.isEmpty)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any document is read as it was written`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "document")
    let first = YAMLNode.Entry(key: "weir", keyMark: place, value: node(depth: 1, &chance))
    let root = YAMLNode(content: .mapping([first] + entries(depth: 0, &chance)), mark: place)
    let yaml = YAMLText(root).text
    let draft = try Draft(text: Array(yaml.utf8), named: "f.yaml", in: schema)
    #expect(isSame(draft.root, root), "\(yaml)")
  }

  private let place = Mark(file: "f", line: 1, column: 1)

  private func entries(depth: Int, _ chance: inout RandomStream) -> [YAMLNode.Entry] {
    var seen: Set<String> = []
    return (0..<chance.index(below: 5)).compactMap { _ in
      let key = word(&chance, orEmpty: false)
      guard !["extends", "<<", "weir"].contains(key), seen.insert(key).inserted else { return nil }
      return .init(key: key, keyMark: place, value: node(depth: depth + 1, &chance))
    }
  }

  private func node(depth: Int, _ chance: inout RandomStream) -> YAMLNode {
    let content: YAMLNode.Content =
      switch depth > 4 ? 0 : chance.below(4) {
      case 1: .sequence((0..<chance.index(below: 4)).map { _ in node(depth: depth + 1, &chance) })
      case 2, 3: .mapping(entries(depth: depth, &chance))
      default: .scalar(word(&chance, orEmpty: true), isPlain: chance.below(2) == 0)
      }
    return YAMLNode(content: content, mark: place)
  }

  private func word(_ chance: inout RandomStream, orEmpty: Bool) -> String {
    let known = [
      "true", "12", "-1.5e3", "~", "null", "0x10", "1:30", "- a", "a: b", "a #b", "...", "---",
    ]
    if chance.below(4) == 0 { return known[chance.index(below: known.count)] }
    let letters: [Unicode.Scalar] = [
      "a", "Z", "0", "-", ".", "/", "_", " ", ",", "{", "}", "[", "]", "$", "#", ":", "'", "\"",
      "\\",
      "%", "é", "\u{2028}", "\u{FEFF}", "\u{1F600}", "\u{85}", "\u{7}", "\n", "\t", "!", "&", "*",
    ]
    var word = String.UnicodeScalarView()
    for _ in 0..<(chance.index(below: 6) + (orEmpty ? 0 : 1)) {
      word.append(letters[chance.index(below: letters.count)])
    }
    return String(word)
  }

  /// `true` if two documents say the same; what needs quotes gets them, which changes its kind only where a text
  /// without quotes would be something else than a text.
  private func isSame(_ a: YAMLNode, _ b: YAMLNode) -> Bool {
    switch (a.content, b.content) {
    case (.scalar(let one, let isPlain), .scalar(let other, let wasPlain)):
      if wasPlain, ["", "~"].contains(other) { return one == "null" && isPlain }
      if ["true", "null", "12", "-1.5e3", "0x10"].contains(one), isPlain != wasPlain {
        return false
      }
      return one.unicodeScalars.elementsEqual(other.unicodeScalars)
    case (.sequence(let ones), .sequence(let others)):
      return ones.count == others.count && zip(ones, others).allSatisfy { isSame($0, $1) }
    case (.mapping(let ones), .mapping(let others)):
      return ones.count == others.count
        && zip(ones, others).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && isSame($0.value, $1.value)
        }
    default: return false
    }
  }
}
