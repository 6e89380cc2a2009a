// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

/// What a registration is refused for: a line for each problem.
private func faults(_ register: () throws -> Void) -> [String] {
  do {
    try register()
    return []
  } catch {
    return (error as? Problems)?.all.map(\.message) ?? ["\(error)"]
  }
}

@Suite struct ResourceRegistryTests {
  private var registry = ResourceRegistry()
  private let group: ResourceKind
  private let message: ResourceKind

  init() throws {
    group = try registry.register("group", at: "/group/@")
    message = try registry.register("message", at: "/group_message/$group/@", "/inbox/$user/@")
  }

  @Test func `kinds are numbered and named in the order of registration`() {
    #expect(registry.kinds == [group, message])
    #expect(registry.kinds.map { registry.name(of: $0) } == ["group", "message"])
  }

  @Test func `a kind is registered once, under a name and at a place that can be read`() {
    var registry = registry
    #expect(
      faults { _ = try registry.register("group", at: "/other/@") } == [
        "the kind 'group' is registered twice"
      ])
    #expect(
      faults { _ = try registry.register("", at: "/a//b", "/$") } == [
        "a kind without a name", "two slashes with nothing between them", "'$' without a name",
      ])
    #expect(faults { _ = try registry.register("x") } == ["the kind 'x' has no place"])
    #expect(registry.kinds.count == 2)
  }

  @Test func `an instance lies where the first template says whose names the context knows`() throws
  {
    let lobby = Resource(group, key: Key("g"))
    let one = Resource(message, key: Key("m"))
    let inRoom = ResourceContext([.init(Key("group"), lobby), .init(Key("user"), lobby)])
    let atHome = ResourceContext([.init(Key("user"), lobby)])
    #expect(try registry.path(of: one, in: inRoom) == Path("group_message/g/m"))
    #expect(try registry.path(of: one, in: atHome) == Path("inbox/g/m"))
    #expect(try registry.collection(of: message, in: atHome) == Path("inbox/g"))
    let lost = #expect(throws: Problems.self) { try registry.path(of: one, in: ResourceContext()) }
    #expect(lost?.all.map(\.message) == ["the context calls nothing 'group'"])
  }

  @Test func `a counter's owner is the thing that the template of the counted names`() throws {
    var registry = registry
    let counter = try registry.count(message, on: group, as: "count")
    let (own, other) = (Resource(group, key: Key("own")), Resource(group, key: Key("other")))
    let context = ResourceContext([.init(Key("quoted"), other), .init(Key("group"), own)])
    #expect(registry.owner(of: counter, in: context) == own)
    #expect(
      registry.owner(of: counter, in: context.pushing([.init(Key("x"), other)])) == own)
    #expect(registry.owner(of: counter, in: ResourceContext()) == nil)
  }

  @Test func `else it is the first visible one, and nothing is counted without any`() throws {
    var registry = registry
    let note = try registry.register("note", at: "/note/@")
    let counter = try registry.count(note, on: group, as: "count")
    let context = ResourceContext([
      .init(Key("a"), Resource(group, key: Key("g1"))),
      .init(Key("b"), Resource(group, key: Key("g2"))),
    ])
    #expect(try registry.path(of: counter, in: context) == Path("group/g1/count"))
    #expect(
      try registry.path(
        of: counter, in: context.pushing([.init(Key("c"), Resource(group, key: Key("g3")))]))
        == Path("group/g3/count"))
    #expect(try registry.path(of: counter, in: ResourceContext()) == nil)
    #expect(throws: Problems.self) {
      try registry.path(of: counter, in: ResourceContext([.init(Key("a"), Resource(group))]))
    }
  }

  @Test func `what is wrong with a counter is said when it is registered`() throws {
    var registry = registry
    let nested = try registry.register("nested", at: "/group/$group/notes/@")
    let deep = try registry.register("deep", at: "/deep/@/more")
    try registry.count(message, on: group, as: "count")
    #expect(
      faults { try registry.count(nested, on: group, as: "count") } == [
        "two counters 'count' on 'group'"
      ])
    #expect(
      faults { try registry.count(message, on: group, as: "a/b") } == ["'/' in the key 'a/b'"])
    #expect(
      faults { try registry.count(nested, on: group, as: "notes") } == [
        "'/group/$group/notes/@' lies below the counter 'notes'"
      ])
    #expect(
      faults { try registry.count(deep, on: group, as: "deep", by: .recount) } == [
        "the instances of '/deep/@/more' cannot be counted anew"
      ])
    try registry.count(deep, on: group, as: "deep")
    #expect(
      faults { try registry.count(message, on: group, as: "all", by: .recount) } == [
        "'message' lies in several places and cannot be counted anew"
      ])
    var other = ResourceRegistry()
    #expect(
      faults { try other.count(message, on: group, as: "x") } == [
        "a counter 'x' with a kind that is not registered here",
        "a counter 'x' with a kind that is not registered here",
      ])
    #expect(registry.counters.map(\.name) == [Key("count"), Key("deep")])
  }

  @Test func `conditions look at the fields, and never match what is not there`() {
    let open = Node([(Key("state"), .text("open")), (Key("n"), .deferred(.timestamp))])
    #expect(CounterCondition.all.matches(open) && !CounterCondition.all.matches(.null))
    #expect(CounterCondition.has(Path("n")).matches(open))
    #expect(!CounterCondition.has(Path("m")).matches(open))
    #expect(CounterCondition.equals(Path("state"), .text("open")).matches(open))
    #expect(!CounterCondition.equals(Path("state"), .text("shut")).matches(open))
    #expect(!CounterCondition.equals(Path("n"), .integer(1)).matches(open))
    #expect(!CounterCondition.equals(Path("x"), .null).matches(.null))
  }

  @Test
  func `a transaction adds to a whole number, takes anything else for zero, and goes below it`() {
    #expect(Counter.sum(of: .integer(4), and: 1) == .integer(5))
    #expect(Counter.sum(of: .number(4), and: -1) == .integer(3))
    #expect(Counter.sum(of: .integer(0), and: -1) == .integer(-1))
    #expect(Counter.sum(of: .null, and: -1) == .integer(-1))
    #expect(Counter.sum(of: .integer(.min), and: -1) == .integer(.min))
    #expect(Counter.sum(of: .text("7"), and: 1) == .integer(1))
    #expect(Counter.sum(of: .integer(.max), and: 1) == .integer(.max))
    #expect(
      Counter.sum(of: Node.integer(1).with(.number(3)), and: 1) == Node.integer(2).with(.number(3)))
  }
}
