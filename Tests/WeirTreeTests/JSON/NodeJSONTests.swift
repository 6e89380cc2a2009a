// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct NodeJSONTests {
  private func node(_ text: String) throws -> Node {
    try Node(JSON(reading: text, file: "case.json"))
  }

  @Test func `each kind becomes a leaf or children, and nothing is left out`() throws {
    #expect(try node("null").isNull)
    #expect(try node("{}").isNull)
    #expect(try node("[null, {\"a\": []}]").isNull)
    #expect(try node("-3") == .integer(-3))
    #expect(try node("2.5") == .number(2.5))
    #expect(try node("\"a\"") == .text("a"))
    let array = try node("[\"x\", null, [true]]")
    #expect(
      array == Node([(Key("0"), .text("x")), (Key("2"), Node([(Key("0"), .bool(true))]))]))
    #expect(
      try node("{\"01\": 1, \"1\": 2, \"b\": null}").children.map { $0.key.description } == [
        "1", "01",
      ])
  }

  @Test func `sentinels write priorities and server values`() throws {
    #expect(try node(#"{".value": 1, ".priority": "p"}"#) == .integer(1).with(.text("p")))
    #expect(try node(#"{".value": 1, ".priority": null}"#) == .integer(1))
    #expect(try node(#"{".value": null, ".priority": 1}"#).isNull)
    #expect(try node(#"{".priority": 1}"#).isNull)
    #expect(
      try node(#"{".priority": 1, "a": 2}"#) == Node([(Key("a"), .integer(2))]).with(.number(1)))
    #expect(try node(#"{".sv": "timestamp"}"#) == .deferred(.timestamp))
    #expect(try node(#"{".sv": {"increment": -2}}"#) == .deferred(.increment(-2)))
    #expect(try node(#"{".sv": {"increment": 1.0}}"#) == .deferred(.incrementBy(1)))
    let ranked = Node.deferred(.timestamp).with(.number(3))
    #expect(try node(#"{".sv": "timestamp", ".priority": 3}"#) == ranked)
    #expect(try node(#"{".value": {".sv": "timestamp"}, ".priority": 3}"#) == ranked)
  }

  @Test(arguments: [
    (#"{"a.b": 1}"#, 2, "'.' in the key 'a.b'"), (#"{"a": {"$x": 1}}"#, 8, "'$' in the key"),
    (#"{"": 1}"#, 2, "an empty key"), (#"{".other": 1}"#, 2, "'.' in the key '.other'"),
    (#"{"a": 1, ".value": 2}"#, 2, "the child 'a' beside '.value'"),
    (#"{".sv": "timestamp", "b": 2}"#, 22, "the child 'b' beside '.sv'"),
    (#"{".value": 1, ".sv": "timestamp"}"#, 1, "'.sv' beside '.value'"),
    (#"{".value": {"a": 1}}"#, 12, "children under '.value'"),
    (#"{".value": [1]}"#, 12, "children under '.value'"),
    (#"{"a": 1, ".priority": true}"#, 23, "this is not a priority"),
    (#"{"a": 1, ".priority": {".sv": "timestamp"}}"#, 23, "this is not a priority"),
    (#"{".sv": "now"}"#, 9, "a server value that is not known"),
    (#"{".sv": {"increment": "1"}}"#, 23, "an increment must be a number"),
    (#"{".sv": {"increment": 1, "x": 2}}"#, 9, "a server value that is not known"),
    (#"{"a\u0001": 1}"#, 2, "a control character in the key 'a\u{FFFD}'"),
  ])
  func `refuses what no tree can hold, and says where`(text: String, column: Int, message: String) {
    let problems = #expect(throws: Problems.self) { try node(text) }
    #expect(problems?.all.count == 1)
    #expect(problems?.all.first?.mark?.column == column)
    #expect(
      problems?.all.first?.message.contains(message) == true, "\(problems?.description ?? "")")
  }

  @Test func `all problems are told at once, in their order`() {
    let problems = #expect(throws: Problems.self) {
      try node("{\n\"a#\": 1,\n\"b\": {\".value\": []},\n\"c]\": 2}")
    }
    #expect(problems?.all.map { $0.mark?.line } == [2, 3, 4])
  }

  @Test func `numbers that a program made up are checked too`() {
    #expect(throws: Problems.self) { try Node(JSON(.number(.nan))) }
    #expect(throws: Problems.self) { try Node(JSON(.array([JSON(.number(.infinity))]))) }
    let text = String(repeating: "x", count: Node.largestText)
    #expect(throws: Never.self) { try Node(JSON(.text(text))) }
    #expect(throws: Problems.self) { try Node(JSON(.text(text + "x"))) }
  }

  @Test func `a thousand levels of children are read, written, hashed and let go`() throws {
    let text = String(repeating: "{\"a\":", count: 1000) + "1" + String(repeating: "}", count: 1000)
    let deep = try node(text)
    #expect(JSON(deep).words == text)
    #expect(deep.hash.utf8.count == 28)
    #expect(deep.problems(at: .root).isEmpty)
    #expect(deep.problems(at: Path("a")).count == 1)
    #expect(!deep.hasServerValues)
    #expect(deep.resolved(existing: deep, milliseconds: 0) == deep)
    var json = JSON(.integer(1))
    for _ in 0..<1001 { json = JSON(.object([.init("a", json)])) }
    #expect(throws: Problems.self) { try Node(json) }
    var other = deep
    let path = Path([Key](repeating: Key("a"), count: 1000))
    other.set(.integer(2), at: path)
    #expect(other[path] == .integer(2))
    #expect(other != deep)
    other.set(.null, at: path)
    #expect(other.isNull)
  }

  @Test(arguments: 0..<32 as Range<UInt64>)
  func `any node comes back as it was`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "round trip")
    for _ in 0..<60 {
      let original = randomNode(&chance, depth: 4)
      let words = JSON(original).words
      let back = try node(words)
      #expect(back == original)
      #expect(back.fingerprint == original.fingerprint)
      #expect(JSON(back).words == words)
      #expect(original.jsonByteCount == words.utf8.count)
    }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-9223372036854775808", "9223372036854775807", "99", "100", "-10",
    "0.1", "1e300", "5e-324", #""""#, #""a\"b\\\n\u0001é😀""#, #"{"a\"b":{"c":1},"d":-7}"#,
    #"{"a":1,".priority":2.0}"#, #"{".value":true,".priority":"first\t"}"#,
    #"{".sv":"timestamp"}"#, #"{".sv":{"increment":-12}}"#, #"{".sv":{"increment":0.5}}"#,
    #"{".value":{".sv":"timestamp"},".priority":3.0}"#,
  ])
  func `what a node takes as JSON is known without writing it`(text: String) throws {
    let node = try node(text)
    #expect(node.jsonByteCount == text.utf8.count)
    #expect(JSON(node).words == text)
  }

  @Test(arguments: [
    (#"{"0": 1, "1": 2}"#, "[1,2]"), (#"{"1": 2}"#, "[null,2]"), (#"{"2": 2}"#, #"{"2":2}"#),
    (#"{"0": 1, "3": 2}"#, "[1,null,null,2]"), (#"{"0": 1, "4": 2}"#, #"{"0":1,"4":2}"#),
    (#"{"0": 1, "01": 2}"#, #"{"0":1,"01":2}"#), (#"{"-1": 1, "0": 2}"#, #"{"-1":1,"0":2}"#),
    (#"{"0": 1, "a": 2}"#, #"{"0":1,"a":2}"#), (#"{"0": {"0": 1}}"#, "[[1]]"),
    (#"{"0": 1, ".priority": 2}"#, #"{"0":1,".priority":2.0}"#),
    (#"{"2147483647": 1}"#, #"{"2147483647":1}"#),
  ])
  func `dense whole numbers become an array where that is asked for`(text: String, array: String)
    throws
  {
    let node = try node(text)
    #expect(JSON(node, arrays: true).words == array)
    #expect(try self.node(array) == node)
    #expect(!JSON(node).words.contains("["))
  }

  @Test func `priorities are left out where that is asked for`() throws {
    let node = try node(#"{"a": {".value": 1, ".priority": 2}, ".priority": "p"}"#)
    #expect(JSON(node).words == #"{"a":{".value":1,".priority":2.0},".priority":"p"}"#)
    #expect(JSON(node, priorities: false).words == #"{"a":1}"#)
    #expect(JSON(.deferred(.increment(2))).words == #"{".sv":{"increment":2}}"#)
  }
}
