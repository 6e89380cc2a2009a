// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTree

@Suite struct PriorityTests {
  private let ranked = Node.text("x").with(.number(3))

  @Test func `nothing carries no priority, and what becomes nothing loses it`() {
    #expect(Node.null.with(.number(1)).isNull)
    var node = Node([(Key("a"), .integer(1))]).with(.text("p"))
    #expect(node.priority == .text("p"))
    node.set(.null, at: Key("a"))
    #expect(node.isNull)
    node.set(.integer(1), at: Key("a"))
    #expect(node.priority.isNone)
    node.set(.number(2), at: Path("b/.priority"))
    #expect(node == Node([(Key("a"), .integer(1))]))
  }

  @Test func `a leaf that gets children passes its priority on to them`() {
    var node = ranked
    node.set(.integer(1), at: Path("a/b"))
    #expect(node.priority == .number(3))
    #expect(node[Path("a/b")] == .integer(1))
    node = ranked
    node.set(.null, at: Path("a/b"))
    #expect(node == ranked)
  }

  @Test func `an only child is changed without its parent losing the priority`() {
    var node = Node([(Key("a"), Node([(Key("b"), .integer(1))]))]).with(.number(9))
    node.set(.integer(2), at: Path("a/b"))
    #expect(node.priority == .number(9))
    node.set(.null, at: Path("a/b"))
    #expect(node.isNull)
  }

  @Test func `a priority is written and read under its own key`() {
    var node = Node([(Key("a"), .integer(1))])
    node.set(.text("p"), at: Path("a/.priority"))
    #expect(node[Path("a/.priority")] == .text("p"))
    #expect(node[Key("a")] == .integer(1).with(.text("p")))
    for illegal in [Node.bool(true), .deferred(.timestamp), node, ranked] {
      node.set(illegal, at: Path("a/.priority"))
      #expect(node[Path("a/.priority")] == .text("p"))
    }
    node.set(.null, at: Path("a/.priority"))
    #expect(node == Node([(Key("a"), .integer(1))]))
  }

  @Test func `a priority makes a difference to equality and fingerprint, a whole number none`() {
    let plain = Node.text("x")
    #expect(ranked != plain)
    #expect(ranked.fingerprint != plain.fingerprint)
    #expect(ranked.with(.none) == plain)
    #expect(ranked.with(.none).fingerprint == plain.fingerprint)
    #expect(Priority(.integer(3)) == .number(3))
    #expect(Node.text("x").with(.text("3")) != ranked)
    let children = Node([(Key("a"), ranked)])
    #expect(children.with(.number(3)).fingerprint != children.fingerprint)
    #expect(children.with(.number(3)).with(.none).fingerprint == children.fingerprint)
    #expect(ranked.with(.number(4)).with(.number(3)).fingerprint == ranked.fingerprint)
  }
}
