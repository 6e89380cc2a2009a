// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct PathTests {
  @Test func `a path is written with slashes, and empty parts do not count`() {
    #expect(Path("rooms/lobby").description == "/rooms/lobby")
    #expect(Path("//rooms///lobby/").keys == [Key("rooms"), Key("lobby")])
    #expect(Path("").keys.isEmpty)
    #expect(Path("/") == .root)
    #expect(Path.root.description == "/")
    #expect(Path("rooms/lobby").appending(Key("a")) == Path("rooms/lobby/a"))
  }

  @Test func `paths are equal if all their keys are, and then they have one hash`() {
    #expect(Path("a") != Path("x/a") && Path("x/a") != Path("a/x") && Path("x") != Path("x/a"))
    #expect(Path("/x//a/") == Path("x").appending(Key("a")))
    #expect(Path("/x//a/").hashValue == Path("x").appending(Key("a")).hashValue)
    #expect(Set([Path("a"), Path("x/a"), Path("/a")]).count == 2)
  }

  @Test func `a path leads below itself and what is above it, and nothing else`() {
    let path = Path("rooms/lobby")
    #expect(path.leads(below: path))
    #expect(path.leads(below: .root))
    #expect(path.leads(below: Path("rooms")))
    #expect(!path.leads(below: Path("rooms/lobby/a")))
    #expect(!path.leads(below: Path("room")))
    #expect(!Path("rooms/lobby2").leads(below: path))
  }

  @Test(arguments: [
    ("rooms/lobby", false), ("/rooms//lobby/", false), ("", false), ("/", false),
    (".info/connected", false), ("rooms/.priority", true), (".priority", true),
  ])
  func `accepts what may be a path`(text: String, mayEndInPriority: Bool) throws {
    #expect(try Path(checking: text, mayEndInPriority: mayEndInPriority) == Path(text))
  }

  @Test func `refuses every part that cannot be a key, at once and with its place`() {
    let mark = Mark(file: "case.json", line: 3, column: 5)
    let problems = #expect(throws: Problems.self) {
      try Path(checking: "a.b/c/$d/.priority/x/.info", mayEndInPriority: true, at: mark)
    }
    #expect(
      problems?.all.map(\.message) == [
        "'.' in the key 'a.b'", "'$' in the key '$d'", "'.' in the key '.priority'",
        "'.' in the key '.info'",
      ])
    #expect(problems?.all.allSatisfy { $0.mark == mark } == true)
    #expect(throws: Problems.self) { try Path(checking: "rooms/.priority") }
  }

  @Test func `a thousand keys are a path, and one more is refused`() throws {
    let deep = [String](repeating: "a", count: 1000).joined(separator: "/")
    #expect(try Path(checking: deep).keys.count == 1000)
    let problems = #expect(throws: Problems.self) { try Path(checking: deep + "/a") }
    #expect(problems?.all.map(\.message) == ["a path of 1001 keys"])
  }
}
