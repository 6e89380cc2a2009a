// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirTree

/// The rules of writes and of the server's data, each once, with expectations made by hand.
@Suite struct ViewOracleWriteTests {
  @Test func `W1 a write is shown at once`() {
    var play = OraclePlay()
    _ = play.listen("l")
    #expect(play.set(1, "l", ["a": 1]) == ["0 added a=1", "0 value"])
    #expect(play.set(2, "l/a", nil) == ["0 removed a=1", "0 value"])
    #expect(play.oracle.pendingIDs == [1, 2])
  }

  @Test func `W2 later writes lie over earlier ones, and the rest shows the server's data`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l", ["a": 1, "b": 1], tag: 1)
    _ = play.set(1, "l/a", 2)
    _ = play.update(2, "l", [("a", 3), ("c", 3)])
    #expect(play.revert(1) == [])
    #expect(play.revert(2) == ["0 removed c=3", "0 changed a=1", "0 value"])
  }

  @Test func `W2 a write below a child that nobody knows invents nothing`() {
    var play = OraclePlay()
    _ = play.listen("l")
    #expect(play.set(1, "l/a/x", 1) == [])
    #expect(play.set(2, "l/.priority", 1) == [])
    #expect(play.set(3, "l/b", ["y": 2]) == ["0 added b={y:2}"])
    #expect(play.set(4, "l/b/x", 1) == ["0 changed b={x:1,y:2}"])
    #expect(
      play.server("l", ["a": ["y": 1]], tag: 1) == ["0 added a={x:1,y:1}", "0 value"])
    #expect(play.oracle.snapshot(of: 0)?.node.priority == .number(1))
  }

  @Test func `W2 an invisible write is not shown, and shows nothing when it ends`() {
    var play = OraclePlay()
    _ = play.listen("l")
    #expect(play.set(1, "l/a", 1, isVisible: false) == [])
    #expect(play.oracle.known(at: Path("l/a"), includingHidden: true) == .integer(1))
    #expect(play.oracle.known(at: Path("l/a"), includingHidden: false) == nil)
    #expect(play.oracle.known(at: Path("l/a"), includingHidden: true, excluding: [1]) == nil)
    #expect(play.acknowledge(1) == [])
    #expect(play.acknowledge(1) == [])
  }

  @Test func `W3 what the server says under a write is kept and not told`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l", ["a": 1], tag: 1)
    _ = play.set(1, "l", ["b": 2])
    #expect(play.server("l", ["a": 5], tag: 1) == [])
    #expect(play.revert(1) == ["0 removed b=2", "0 added a=5", "0 value"])
  }

  @Test func `W4 an acknowledged write gives way to complete data of the server`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l", ["a": 1], tag: 1)
    _ = play.set(1, "l/a", 2)
    #expect(play.acknowledge(1) == ["0 changed a=1", "0 value"])
  }

  @Test func `W4 where the server has said nothing an acknowledged write stays`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.set(1, "l/a", 2)
    #expect(play.acknowledge(1) == [])
    #expect(play.oracle.snapshot(of: 0)?.keys == [Key("a")])
    _ = play.set(2, "l", ["b": 3])
    #expect(play.acknowledge(2) == [])
    #expect(play.oracle.snapshot(of: 0)?.isComplete == true)
    #expect(play.oracle.fingerprint(ofServerDataOf: 1) == 0)
    #expect(play.server("l", ["b": 3, "c": 4], tag: 1) == ["0 added c=4 after b", "0 value"])
    #expect(play.oracle.fingerprint(ofServerDataOf: 1) != 0)
  }

  @Test func `W4 a refused write was never there`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.set(1, "l", ["a": 1])
    #expect(play.revert(1) == ["0 removed a=1"])
    #expect(play.revert(1) == [])
  }

  @Test func `W9 a merge before the first whole answer is ignored`() {
    var play = OraclePlay()
    _ = play.listen("l")
    #expect(play.merge("l", [("a", 1)], tag: 1) == [])
    #expect(play.server("l/b", 2) == ["0 added b=2"])
    #expect(play.server("l", ["b": 2], tag: 1) == ["0 value"])
    #expect(play.merge("l", [("a", 1)], tag: 1) == ["0 added a=1", "0 value"])
  }

  @Test func `W10 a filtered view keeps its window and forgets the rest`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(limit: .last(2)))
    _ = play.server("l", ["a": 1, "b": 2, "c": 3], tag: 1)
    #expect(
      play.merge("l", [("d", 4)], tag: 1) == ["0 removed b=2", "0 added d=4 after c", "0 value"])
    #expect(play.server("l/b/x", 1, tag: 1) == [])
    #expect(play.server("l/d", nil, tag: 1) == ["0 removed d=4", "0 value"])
    #expect(play.server("l", ["z": 1], tag: 9) == [])
  }

  @Test func `W10 children that change at one instant may come in any order`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(limit: .last(2)))
    _ = play.server("l", ["b": 2, "c": 3], tag: 1)
    #expect(
      play.changes(tag: 1, [("a", 1), ("c", nil)]) == ["0 removed c=3", "0 added a=1", "0 value"])
    #expect(play.changes(tag: 7, [("a", nil)]) == [])
  }

  @Test func `a new view knows what complete views above it know`() {
    var play = OraclePlay()
    _ = play.listen("a", Query(limit: .first(1)))
    _ = play.server("a", ["b": ["c": 1], "d": 2], tag: 1)
    #expect(play.listen("a/b") == ["1 added c=1", "1 value", "listen 2 /a/b"])
    #expect(play.listen("a/d") == ["listen 3 /a/d"])
    #expect(play.listen("a/b/c") == ["3 value"])
  }

  /// A window of two that shows an acknowledged third child, because the first one is about to go.
  private func windowWithKeptChild() -> OraclePlay {
    var play = OraclePlay()
    _ = play.listen("l", Query(limit: .first(2)))
    _ = play.server("l", ["a": 1, "b": 2], tag: 1)
    #expect(play.set(1, "l/c", 3) == [])
    #expect(play.set(2, "l/a", nil) == ["0 removed a=1", "0 added c=3 after b", "0 value"])
    #expect(play.acknowledge(1) == [])
    return play
  }

  @Test func `a kept child goes when the window of the server comes over its place without it`() {
    var full = windowWithKeptChild()
    #expect(
      full.changes(tag: 1, [("a", nil), ("d", 4)])
        == ["0 removed c=3", "0 added d=4 after b", "0 value"])
    #expect(full.acknowledge(2) == [])
    var short = windowWithKeptChild()
    #expect(short.changes(tag: 1, [("a", nil)]) == ["0 removed c=3", "0 value"])
    var held = windowWithKeptChild()
    #expect(held.changes(tag: 1, [("a", nil), ("c", 3)]) == [])
  }

  @Test func `a kept child goes so in a window that is counted from its end, too`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(.value, limit: .last(2)))
    _ = play.server("l", ["x": 7, "y": 8], tag: 1)
    _ = play.set(1, "l/c", 5)
    _ = play.set(2, "l/y", nil)
    #expect(play.acknowledge(1) == [])
    #expect(
      play.changes(tag: 1, [("x", 6)]) == [
        "0 moved x=6 after c", "0 changed x=6 after c", "0 value",
      ])
    #expect(
      play.changes(tag: 1, [("y", nil), ("b", 4)])
        == ["0 removed c=5", "0 added b=4", "0 value"])
  }

  @Test func `a kept child stays where the window does not come to its place`() {
    var beyond = windowWithKeptChild()
    #expect(beyond.changes(tag: 1, [("b", 7)]) == ["0 changed b=7", "0 value"])
    #expect(
      beyond.changes(tag: 1, [("b", nil), ("aa", 8)]) == [
        "0 removed b=7", "0 added aa=8", "0 value",
      ])
  }

  /// A server that answers before it tells the data has not said anything else yet.
  @Test func `a kept child stays where the window covered its place before`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(limit: .first(4)))
    _ = play.server("l", ["a": 1, "b": 2], tag: 1)
    #expect(play.set(1, "l/aa", 3) == ["0 added aa=3 after a", "0 value"])
    #expect(play.acknowledge(1) == [])
    #expect(play.changes(tag: 1, [("b", 7)]) == ["0 changed b=7 after aa", "0 value"])
    #expect(play.changes(tag: 1, [("c", 8)]) == ["0 added c=8 after b", "0 value"])
  }

  @Test func `a new view knows its children where complete views stand`() {
    var play = OraclePlay()
    _ = play.listen("a/b")
    _ = play.server("a/b", ["c": 1], tag: 1)
    _ = play.listen("a/d")
    _ = play.server("a/d", nil, tag: 2)
    #expect(
      play.listen("a") == ["2 added b={c:1}", "listen 3 /a", "unlisten 1", "unlisten 2"])
    #expect(play.set(1, "a/d/x", 1) == ["1 added x=1", "1 value", "2 added d={x:1} after b"])
  }

  @Test func `a listen that is as it was known makes what was said complete, not what was kept`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l/b", 2)
    _ = play.set(1, "l", ["a": 1])
    #expect(play.acknowledge(1) == ["0 added b=2 after a", "0 value"])
    #expect(play.complete(1) == ["0 removed a=1", "0 value"])
    #expect(
      play.oracle.fingerprint(ofServerDataOf: 1) == Node([(Key("b"), .integer(2))]).fingerprint)
    _ = play.listen("m", Query(limit: .first(1)))
    _ = play.server("m/a", 1, tag: 2)
    #expect(play.complete(2) == ["1 value"])
    #expect(play.complete(9) == [])
  }

  @Test func `what is believed comes from the deepest view that knows, under the writes`() {
    var play = OraclePlay()
    _ = play.listen("a", Query(limit: .first(1)))
    _ = play.server("a", ["b": ["c": 1]], tag: 1)
    #expect(play.oracle.known(at: Path("a/b/c"), includingHidden: false) == .integer(1))
    #expect(play.oracle.known(at: Path("a/z"), includingHidden: false) == nil)
    #expect(play.oracle.known(at: Path("a"), includingHidden: false) == nil)
    _ = play.set(1, "a/b/d", 2)
    #expect(play.oracle.known(at: Path("a/b/d"), includingHidden: false) == .integer(2))
    _ = play.listen("")
    _ = play.server("", ["a": ["b": 3, "z": 4]], tag: 2)
    #expect(play.oracle.known(at: Path("a/z"), includingHidden: false) == .integer(4))
  }
}
