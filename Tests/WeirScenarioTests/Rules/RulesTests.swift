// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirRules
import WeirScenario

@Suite struct RulesTests {
  private func rules(_ lines: String) throws -> Rules {
    try #require(try scenario(ruled(lines)).server.rules)
  }

  @Test func `places, wildcards, conditions and indexes are kept`() throws {
    let rules = try rules(
      """
      .read: true
      rooms:
        .indexOn: [score, name/first, .value]
        $room: { .write: "$room == auth.uid", .validate: newData.exists() }
        lobby: { .read: false, .indexOn: when }
      """)
    #expect(rules.places.count == 4)
    #expect(rules.places[0].read == .bool(true) && rules.places[0].write == nil)
    #expect(rules.places[0].children == [.init(name: "rooms", place: 1)])
    #expect(rules.places[1].indexes == ["score", "name/first", ".value"])
    #expect(rules.places[1].wildcard == .init(name: "$room", place: 2))
    #expect(rules.places[1].children == [.init(name: "lobby", place: 3)])
    #expect(
      rules.places[2].write == .binary(.equal, .variable("$room", depth: 1), .uid))
    #expect(rules.places[2].validate == .call(.exists, of: .snapshot(.newData), []))
    #expect(rules.places[3].read == .bool(false) && rules.places[3].indexes == ["when"])
  }

  @Test func `no rules and empty rules are different things`() throws {
    #expect(try scenario(least).server.rules == nil)
    #expect(try scenario(least, overrides: ["server.rules={}"]).server.rules == Rules())
  }

  @Test func `spelling and order leave the fingerprint alone, meaning changes it`() throws {
    let one = try scenario(
      ruled("a: { .read: true, .indexOn: [x, y] }\n$b: { .write: \"auth!=null\" }"))
    let other = try scenario(
      ruled("$b:\n  .write: (auth != null)\na:\n  .indexOn: [y, x]\n  .read: \"true\""))
    let third = try scenario(
      ruled("a: { .read: true, .indexOn: [x, y] }\n$b: { .write: \"auth==null\" }"))
    #expect(one.fingerprint == other.fingerprint)
    #expect(one.fingerprint != third.fingerprint)
    #expect(try one.fingerprint != scenario(least).fingerprint)
    #expect(
      one.canonicalText.contains(
        #"server.rules = {"$b":{".write":"auth != null"},"a":{".indexOn":["x","y"],".read":"true"}}  # f.yaml:7:5"#
      ))
  }

  @Test func `what a file extends lends its rules place by place`() throws {
    let base = ruled("rooms: { .read: true }\nusers: { .read: false }")
    let text = "weir: 1\nextends: base.yaml\nserver: { rules: { users: { .read: true } } }\n"
    let rules = try #require(try scenario(text, files: ["base.yaml": base]).server.rules)
    #expect(rules.places.count == 3)
    #expect(rules.places.dropFirst().allSatisfy { $0.read == .bool(true) })
  }

  @Test func `rules are explained`() throws {
    let words = try schema.explain(key: "server.rules").get()
    #expect(words.contains("type     rules") && words.contains(".validate"))
    #expect(try schema.explain(key: "server.rules..read").get().contains("a deeper place cannot"))
  }
}
