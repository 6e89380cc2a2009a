// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct WriteCheckingTests {
  private func parts(_ paths: String...) -> Write {
    .merge(Path("rooms"), paths.map { Write.Part(Path($0), .integer(1)) })
  }

  @Test func `a merge against itself is refused`() {
    #expect(parts("a", "b/c", "b/d", "ab").problems.isEmpty)
    #expect(parts("a/b", "c", "a").problems.map(\.message) == ["/a/b lies below /a in one merge"])
    #expect(parts("a", "a/b/c/d").problems.count == 1)
    #expect(
      parts("a", "b", "a").problems.map(\.message) == ["the path /a comes twice in one merge"])
    #expect(parts("", "b").problems.count == 1)
    #expect(parts("a", "a/.priority").problems.count == 1)
    #expect(parts("a/.priority", "a/b").problems.isEmpty)
    #expect(parts("a", "a/b", "a/b/c").problems.count == 2)
    #expect(parts("a/b", "a-/x", "a1", "a").problems.count == 1)
  }

  @Test(
    arguments: [
      (.number(.nan), "/a: a number that is not finite"),
      (.number(-.infinity), "/a: a number that is not finite"),
      (.deferred(.incrementBy(.nan)), "/a: a number that is not finite"),
      (.integer(1).with(.number(.infinity)), "/a: a number that is not finite"),
      (Node([(Key("x"), .number(.nan))]), "/a/x: a number that is not finite"),
      (Node([(Key("x"), .bool(true))]).with(.number(.nan)), "/a: a number that is not finite"),
      (Node([(Key("x.y"), .bool(true))]), "/a: '.' in the key 'x.y'"),
      (.text(String(repeating: "x", count: Node.largestText + 1)), "/a: a text of 10485761 bytes"),
    ] as [(Node, String)])
  func `what no tree can hold is refused`(node: Node, message: String) {
    let problems = Write.set(Path("a"), node).problems
    #expect(problems.map(\.message) == [message])
    #expect(problems.allSatisfy { !$0.remedy.isEmpty })
    #expect(Write.merge(.root, [.init(Key("a"), node)]).problems == problems)
    #expect(throws: Problems(problems)) { try Write(checking: .set(Path("a"), node)) }
  }

  @Test func `paths are checked key by key`() {
    func problems(_ path: Path, _ node: Node = .integer(1)) -> [String] {
      Write.set(path, node).problems.map(\.message)
    }
    #expect(problems(Path("a/b")).isEmpty)
    #expect(problems(Path("a/.priority")).isEmpty)
    #expect(problems(Path("a/.priority"), .deferred(.timestamp)).isEmpty)
    #expect(problems(Path("a/.priority"), .bool(true)) == ["/a/.priority: this is not a priority"])
    #expect(problems(Path(".priority/a")) == ["'.' in the key '.priority'"])
    #expect(problems(Path("a/$b")) == ["'$' in the key '$b'"])
    #expect(problems(Path(".info/connected")).count == 1)
    #expect(problems(Path([Key(String(repeating: "k", count: 769))])) == ["a key of 769 bytes"])
    let deep = Path([Key](repeating: Key("a"), count: 1000))
    #expect(problems(deep).isEmpty)
    #expect(problems(deep, Node([(Key("a"), .null)])).isEmpty)
    #expect(problems(deep, Node([(Key("a"), .integer(1))])).count == 1)
    #expect(problems(deep.appending(Key("a"))) == ["a path of 1001 keys"])
  }

  @Test func `a tree deeper than any legal one is refused, not followed to its end`() {
    var node = Node.integer(1)
    for _ in 0..<3000 { node = Node([(Key("a"), node)]) }
    let problems = Write.set(.root, node).problems
    #expect(problems.count == 1)
    #expect(problems.first?.message.hasSuffix("more than 1000 levels of children") == true)
    #expect((problems.first?.message.utf8.count ?? 999) < 120)
    // Let it go level by level, so that this test shows nothing else.
    while case .branch = node { node = node[Key("a")] }
  }

  @Test func `a merge is read from JSON, and its keys are paths`() throws {
    let json = try JSON(
      reading: #"{"name": "a", "members/b/role": "host", "members/c": null, ".priority": 3}"#,
      file: "case.json")
    var node = Node([(Key("members"), Node([(Key("c"), .bool(true))]))])
    try Write(merging: json, at: .root).apply(to: &node)
    #expect(
      JSON(node).words == #"{"members":{"b":{"role":"host"}},"name":"a",".priority":3.0}"#)
    try Write(setting: json["name"] ?? JSON(.null), at: Path("members/d")).apply(to: &node)
    #expect(node[Path("members/d")] == .text("a"))
  }

  @Test(arguments: [
    ("[1]", 1, "a merge must be an object"), (#"{"a": 1, "a/b": 2}"#, 1, "/a/b lies below /a"),
    (#"{"a/$b": 1}"#, 2, "'$' in the key '$b'"), (#"{"a": {"x.": 1}}"#, 8, "'.' in the key"),
    (#"{".priority": true}"#, 2, "this is not a priority"),
    (#"{"/a": 1, "a/": 2}"#, 1, "comes twice"),
  ])
  func `a wrong merge in JSON is refused with its place`(text: String, column: Int, message: String)
  {
    let problems = #expect(throws: Problems.self) {
      try Write(merging: JSON(reading: text, file: "case.json"), at: .root)
    }
    #expect(problems?.all.first?.mark?.column == column)
    #expect(problems?.all.first?.message.contains(message) == true)
  }
}
