// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirTree

/// The rules of queries, each once, with expectations made by hand.
@Suite struct ViewOracleQueryTests {
  /// Returns the keys that a query shows of a node.
  private func keys(_ query: Query, of node: Sketch) -> [String] {
    var play = OraclePlay()
    _ = play.listen("l", query)
    _ = play.server("l", node, tag: 1)
    return play.oracle.snapshot(of: 0)?.keys.map(\.description) ?? []
  }

  @Test func `Q1 both ends of a range belong to it with all children of their value`() {
    let list: Sketch = ["d": 1, "c": 2, "b": 2, "a": 3]
    #expect(keys(Query(.value, from: .init(.integer(2))), of: list) == ["b", "c", "a"])
    #expect(keys(Query(.value, to: .init(.integer(2))), of: list) == ["d", "b", "c"])
    #expect(
      keys(Query(.value, from: .init(.integer(2), key: Key("c"))), of: list) == ["c", "a"])
    #expect(keys(Query(.value, to: .init(.integer(2), key: Key("b"))), of: list) == ["d", "b"])
    #expect(
      keys(Query(.value, from: .init(.integer(2)), to: .init(.integer(2))), of: list) == ["b", "c"])
    #expect(
      keys(Query(.value, from: .init(.integer(2), isExclusive: true)), of: list) == ["a"])
    #expect(keys(Query(.value, to: .init(.integer(2), isExclusive: true)), of: list) == ["d"])
    #expect(keys(Query(.key, from: .init(Key("b")), to: .init(Key("c"))), of: list) == ["b", "c"])
  }

  @Test
  func `Q1 an exclusive end leaves out its child, and without a key all children of its value`() {
    let list: Sketch = ["d": 1, "c": 2, "b": 2, "a": 3]
    let behind = Query.Bound(.integer(2), key: Key("b"), isExclusive: true)
    #expect(keys(Query(.value, from: behind), of: list) == ["c", "a"])
    let before = Query.Bound(.integer(2), key: Key("c"), isExclusive: true)
    #expect(keys(Query(.value, to: before), of: list) == ["d", "b"])
    #expect(keys(Query(.value, from: behind, to: before), of: list) == [])
    let keyed = Query(
      .key, from: .init(Key("a"), isExclusive: true), to: .init(Key("d"), isExclusive: true))
    #expect(keys(keyed, of: list) == ["b", "c"])
    #expect(
      keys(Query(.key, from: .init(Key("ab"), isExclusive: true)), of: list) == ["b", "c", "d"])
    #expect(keys(Query(.key, from: .init(.none, isExclusive: true)), of: list).count == 4)
  }

  @Test func `Q2 the limit counts from its end of the range`() {
    let list: Sketch = ["d": 1, "c": 2, "b": 2, "a": 3]
    #expect(keys(Query(limit: .first(2)), of: list) == ["a", "b"])
    #expect(keys(Query(limit: .last(2)), of: list) == ["c", "d"])
    #expect(
      keys(Query(.value, from: .init(.integer(2)), limit: .first(2)), of: list) == ["b", "c"])
    #expect(keys(Query(.value, to: .init(.integer(2)), limit: .last(1)), of: list) == ["c"])
    #expect(keys(Query(limit: .first(-1)), of: list) == [])
  }

  @Test func `Q3 a filtered query drops the own priority and takes a leaf for nothing`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(limit: .first(1)))
    #expect(
      play.server("l", (["a": 1] as Sketch).ranked(5), tag: 1) == ["0 added a=1", "0 value"])
    #expect(play.oracle.snapshot(of: 0)?.node.priority == Priority.none)
    #expect(play.server("l/.priority", 6, tag: 1) == [])
    #expect(play.server("l", "leaf", tag: 1) == ["0 removed a=1", "0 value"])
    #expect(play.server("l", nil, tag: 1) == [])
  }

  @Test func `Q3 a query that shows everything shares the default listen in any order`() {
    var play = OraclePlay()
    #expect(play.listen("l", Query(.priority)) == ["listen 1 /l"])
    #expect(play.oracle.wireListens[0].query == Query())
    #expect(play.listen("l", Query(.value)) == [])
    #expect(play.unlisten(0) == [])
    #expect(play.unlisten(1) == ["unlisten 1"])
    #expect(play.unlisten(1) == [])
  }

  @Test func `Q4 a child that enters a full window pushes the boundary out in the same batch`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(limit: .first(2)))
    _ = play.server("l", ["b": 1, "d": 2], tag: 1)
    #expect(play.set(1, "l/c", 3) == ["0 removed d=2", "0 added c=3 after b", "0 value"])
    #expect(
      play.set(2, "l/b", nil) == ["0 removed b=1", "0 added d=2 after c", "0 value"])
  }

  @Test func `Q4 a child that leaves is replaced by the next one that is known, if in range`() {
    var play = OraclePlay()
    _ = play.listen("l")
    _ = play.server("l", ["a": 1, "b": 2, "c": 3], tag: 1)
    _ = play.listen("l", Query(.value, to: .init(.integer(2)), limit: .first(1)))
    #expect(
      play.server("l/a", nil) == [
        "0 removed a=1", "0 value", "1 removed a=1", "1 added b=2", "1 value",
      ])
    #expect(
      play.server("l/b", nil) == ["0 removed b=2", "0 value", "1 removed b=2", "1 value"])
  }

  @Test func `Q5 what the server sends too much is not shown`() {
    var play = OraclePlay()
    _ = play.listen("l", Query(.child(Path("n")), from: .init(.integer(2))))
    #expect(
      play.server("l", ["a": ["n": 1], "b": ["n": 2], "c": ["n": 3]], tag: 1) == [
        "0 added b={n:2}", "0 added c={n:3} after b", "0 value",
      ])
  }

  @Test func `orders by priority: nothing, numbers, texts, and by key where that is equal`() {
    let list: Sketch = [
      "a": Sketch(.integer(1)).ranked("x"), "c": Sketch(.integer(1)).ranked(2),
      "b": Sketch(.integer(1)).ranked(2), "2": 1, "10": 1,
    ]
    #expect(keys(Query(.priority), of: list) == ["2", "10", "b", "c", "a"])
    #expect(
      keys(Query(.priority, from: .init(.integer(0)), to: .init(.integer(9))), of: list) == [
        "b", "c",
      ])
  }
}
