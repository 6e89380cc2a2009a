// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirTree

/// The rules of events, each once, with expectations made by hand.
@Suite struct ViewOracleTests {
  let top2 = Query(limit: .last(2))
  let byScore = Query(.child(Path("score")))

  @Test func `E1 deeper locations hear before those above them, siblings by name`() {
    var play = OraclePlay()
    #expect(play.listen("") == ["listen 1 /"])
    _ = play.listen("10")
    _ = play.listen("9/x")
    _ = play.listen("9")
    #expect(
      play.server("", ["9": ["x": ["y": 1]], "10": ["z": 2]], tag: 1) == [
        "1 added z=2", "1 value",
        "2 added y=1", "2 value",
        "3 added x={y:1}", "3 value",
        "0 added 9={x:{y:1}}", "0 added 10={z:2} after 9", "0 value",
      ])
  }

  @Test func `E2 a batch is removed, added, moved, changed, value, each kind in the query's order`()
  {
    var play = OraclePlay()
    _ = play.listen("l", byScore)
    _ = play.server(
      "l",
      [
        "a": ["score": 4], "b": ["score": 3], "c": ["score": 2], "d": ["score": 1],
        "e": ["score": 5],
      ], tag: 1)
    #expect(
      play.server(
        "l",
        [
          "a": ["score": 0], "b": ["score": 3, "x": 1], "f": ["score": 9], "g": ["score": 8],
          "e": ["score": 5],
        ], tag: 1) == [
          "0 removed d={score:1}", "0 removed c={score:2}",
          "0 added g={score:8} after e", "0 added f={score:9} after g",
          "0 moved a={score:0}",
          "0 changed a={score:0}", "0 changed b={score:3,x:1} after a",
          "0 value",
        ])
  }

  @Test func `E2 each event goes to all registrations of the view before the next event`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.listen("l")
    #expect(
      play.server("l", ["a": 1, "b": 2], tag: 1) == [
        "0 added a=1", "1 added a=1", "0 added b=2 after a", "1 added b=2 after a", "0 value",
        "1 value",
      ])
  }

  @Test func `E3 a child moves only when what it is ordered by changes, even if it stays in place`()
  {
    var play = OraclePlay()
    _ = play.listen("l", byScore)
    _ = play.server("l", ["a": ["score": 1], "b": ["score": 5]], tag: 1)
    #expect(
      play.server("l/a/score", 2) == [
        "0 moved a={score:2}", "0 changed a={score:2}", "0 value",
      ])
    #expect(play.server("l/a/name", "x") == ["0 changed a={name:'x',score:2}", "0 value"])
  }

  @Test func `O3 in key order nothing moves, by child no object for another, by value each does`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.listen("l", Query(.child(Path("o"))))
    _ = play.listen("l", Query(.value))
    _ = play.server("l", ["a": ["o": ["x": 1]]], tag: 1)
    #expect(
      play.server("l/a/o", ["y": 2]) == [
        "0 changed a={o:{y:2}}", "0 value", "1 changed a={o:{y:2}}", "1 value",
        "2 moved a={o:{y:2}}", "2 changed a={o:{y:2}}", "2 value",
      ])
  }

  @Test func `E4 the previous key is the neighbour once the batch is complete`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l", ["a": 1, "d": 4], tag: 1)
    #expect(
      play.merge("l", [("c", 3), ("b", 2), ("a", nil)]) == [
        "0 removed a=1", "0 added b=2", "0 added c=3 after b", "0 value",
      ])
  }

  @Test
  func `E5 value comes only to a complete view, when it becomes so, and with every difference`() {
    var play = OraclePlay()
    _ = play.listen("l")
    #expect(play.set(1, "l/a", 1) == ["0 added a=1"])
    #expect(play.server("l", ["a": 1], tag: 1) == ["0 value"])
    #expect(play.server("l", ["a": 1], tag: 1) == [])
    #expect(play.server("l/.priority", 7) == ["0 value"])
    #expect(play.server("l", "leaf", tag: 1) == ["0 value"])
    #expect(play.acknowledge(1) == ["0 removed a=1", "0 value"])
  }

  @Test func `E6 what comes and goes within one operation is not heard`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l", ["a": 1], tag: 1)
    #expect(
      play.merge("l", [("b", 1), ("b", nil), ("a", nil), ("a", 2)]) == ["0 changed a=2", "0 value"])
  }

  @Test func `E7 a new registration alone hears what is there, and value only if that is all`() {
    var play = OraclePlay()
    _ = play.listen("l", byScore)
    _ = play.set(1, "l/b", ["score": 1])
    _ = play.set(2, "l/a", ["score": 2])
    #expect(play.listen("l", byScore) == ["1 added b={score:1}", "1 added a={score:2} after b"])
    _ = play.server("l", nil, tag: 1)
    #expect(
      play.listen("l", byScore) == [
        "2 added b={score:1}", "2 added a={score:2} after b", "2 value",
      ]
    )
  }

  @Test func `E8 a cancelled default listen takes all registrations of its location`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.listen("l", top2)
    _ = play.listen("l")
    _ = play.listen("l/a", top2)
    #expect(
      play.cancel(1) == ["0 cancelled", "2 cancelled", "1 cancelled", "listen 2 /l/a"])
    #expect(play.server("l", ["a": 1]) == ["3 value"])
    #expect(play.cancel(1) == [])
  }

  @Test func `E8 a cancelled filtered listen takes its own registrations`() {
    var play = OraclePlay()
    _ = play.listen("l", top2)
    _ = play.listen("l", byScore.limited(to: 1))
    #expect(play.cancel(1) == ["0 cancelled"])
    #expect(play.oracle.wireListens.map(\.tag) == [2])
  }

  @Test func `E9 a default listen takes the place of those below, and gives it back`() {
    var play = OraclePlay()
    #expect(play.listen("a/b") == ["listen 1 /a/b"])
    #expect(play.listen("a", top2) == ["listen 2 /a"])
    #expect(play.listen("a/c/d") == ["listen 3 /a/c/d"])
    #expect(play.listen("a") == ["listen 4 /a", "unlisten 1", "unlisten 3", "unlisten 2"])
    #expect(play.listen("a", byScore) == [])
    #expect(play.unlisten(3) == [])
    #expect(
      play.unlisten(4) == ["listen 5 /a/b", "listen 6 /a/c/d", "listen 7 /a", "unlisten 4"])
  }

  @Test func `E10 queries of one location hear in the order in which they came`() {
    var play = OraclePlay()
    _ = play.listen("l", byScore)
    _ = play.listen("l", top2)
    _ = play.listen("l")
    _ = play.listen("l", byScore)
    #expect(
      play.server("l", ["a": 1], tag: 1) == [
        "0 added a=1", "3 added a=1", "0 value", "3 value", "1 added a=1", "1 value",
        "2 added a=1", "2 value",
      ])
  }
}

extension Query {
  /// The same, its last children only.
  func limited(to count: Int) -> Query {
    var query = self
    query.limit = .last(count)
    return query
  }
}
