// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

@Suite struct ResourceContextTests {
  private let user: ResourceKind
  private let group: ResourceKind

  init() throws {
    var registry = ResourceRegistry()
    user = try registry.register("user", at: "/user/@")
    group = try registry.register("group", at: "/group/@")
  }

  private func entry(_ name: String, _ key: String) -> ResourceContext.Entry {
    .init(Key(name), Resource(user, key: Key(key)))
  }

  private func words(_ context: ResourceContext) -> [String] {
    context.visible.map { "\($0.name)=\($0.resource.key?.description ?? "")" }
  }

  @Test func `an empty context knows no name`() {
    #expect(ResourceContext()[Key("a")] == nil)
    #expect(ResourceContext().pushing().visible.isEmpty)
  }

  @Test func `a name is looked up from the top down`() {
    let context = ResourceContext([entry("a", "1"), entry("b", "2")]).pushing([entry("c", "3")])
    #expect(context[Key("a")]?.key == Key("1"))
    #expect(context[Key("c")]?.key == Key("3"))
    #expect(context[Key("d")] == nil)
    #expect(context.levels.map(\.count) == [2, 1])
  }

  @Test func `a higher level masks a name, and each name is walked over once`() {
    let context = ResourceContext([entry("a", "1"), entry("b", "1")])
      .pushing([entry("b", "2"), entry("c", "2")])
    #expect(context[Key("b")]?.key == Key("2"))
    #expect(words(context) == ["b=2", "c=2", "a=1"])
  }

  @Test func `a name is bytes, never letters`() {
    let context = ResourceContext([entry("é", "1"), entry("e\u{301}", "2")])
    #expect(context[Key("é")]?.key == Key("1") && context.visible.count == 2)
  }

  @Test func `a reset replaces the highest level only`() {
    var context = ResourceContext([entry("a", "1")]).pushing([entry("a", "2"), entry("b", "2")])
    context.reset([entry("c", "3")])
    #expect(words(context) == ["c=3", "a=1"])
    context.reset()
    #expect(words(context) == ["a=1"])
  }

  @Test func `levels that were pushed earlier do not see a later reset`() {
    var below = ResourceContext([entry("a", "1")])
    let above = below.pushing([entry("b", "1")])
    below.reset([entry("a", "2")])
    #expect(words(above) == ["b=1", "a=1"])
    #expect(words(below) == ["a=2"])
  }

  @Test func `a name that comes twice in a level keeps its place and means the later thing`() {
    #expect(
      words(ResourceContext([entry("a", "1"), entry("b", "1"), entry("a", "2")])) == ["a=2", "b=1"])
  }

  @Test func `the first of a kind is the first that is not masked, from the top down`() {
    let base = ResourceContext([
      .init(Key("room"), Resource(group, key: Key("g"))), entry("me", "1"),
    ])
    let context = base.pushing([entry("room", "2"), entry("peer", "3")])
    #expect(context.first(of: user)?.key == Key("2"))
    #expect(context.first(of: group) == nil)
    #expect(base.first(of: group)?.key == Key("g"))
  }

  @Test func `it is described level by level from the root`() {
    let context = ResourceContext([entry("a", "1")])
      .pushing([.init(Key("b"), Resource(group))])
    #expect(context.description == "[a: kind 0 1]\n  [b: kind 1 without key]")
  }

  @Test func `agrees with a stack of dictionaries under any calls`() {
    var chance = RandomStream(seed: 9, "contexts")
    let names = ["a", "b", "c", "d"]
    for _ in 0..<300 {
      var context = ResourceContext()
      var naive: [[String: String]] = [[:]]
      for step in 0..<8 {
        var entries: [ResourceContext.Entry] = []
        var level: [String: String] = [:]
        for _ in 0..<chance.index(below: 4) {
          let name = names[chance.index(below: 4)]
          entries.append(entry(name, "\(step)\(entries.count)"))
          level[name] = "\(step)\(entries.count - 1)"
        }
        if chance.index(below: 2) == 0 {
          context = context.pushing(entries)
          naive.append(level)
        } else {
          context.reset(entries)
          naive[naive.count - 1] = level
        }
        let seen = names.compactMap { name in
          naive.last { $0[name] != nil }?[name].map { "\(name)=\($0)" }
        }
        #expect(words(context).sorted() == seen)
        for name in names {
          #expect(
            context[Key(name)]?.key?.description == naive.last { $0[name] != nil }?[name])
        }
      }
    }
  }
}
