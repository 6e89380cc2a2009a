// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirModels

@Suite struct ModelTests {
  private let shout = ChildTransform { child in
    (child as? Person).map { Person($0.id, "\($0.name)!") }
  }

  @Test func `RM-1: a model visits its direct children, and maps them, in order`() {
    let node = Node("a", 1, [Node("b", 2, [Node("c")]), Node(nil, 3)])
    var seen: [String] = []
    node.forEachChild { seen.append("\($0)") }
    #expect(seen == ["b2(c0)", "-3"])
    let mapped = node.mapChildren(ChildTransform { ($0 as? Node)?.id == "b" ? nil : $0 })
    #expect(mapped == Node("a", 1, [Node(nil, 3)]))
    let strict = Node("a", needsAll: true, [Node("b")])
    #expect(strict.mapChildren(ChildTransform { _ in nil }) == nil)
  }

  @Test func `RM-2: a simple model is equal by its type and its values, and has no children`() {
    let person = Person("p", "Ann")
    #expect(person.isEqual(to: Person("p", "Ann")))
    #expect(!person.isEqual(to: Person("p", "Bob")))
    #expect(!person.isEqual(to: Badge(id: "p", name: "Ann", colour: 1)))
    #expect(person.mapChildren(shout) == person)
    var count = 0
    person.forEachChild { _ in count += 1 }
    #expect(count == 0)
  }

  @Test func `RM-3: children of several types stand in one tree, and each keeps its type`() {
    let page = Page(id: "page", parts: [Person("p", "Ann"), Node("n", 1), Person(nil, "Bob")])
    let mapped = page.mapChildren(shout)
    #expect(mapped?.parts.map { "\(($0 as? Person)?.name ?? "?")" } == ["Ann!", "Bob!"])
    // A replacement of another type counts as none.
    let wrong = ChildTransform { _ in Node("x") }
    #expect(wrong(Person("p", "Ann")) == nil)
    let people = [Person("p", "Ann")]
    let none: [Person] = wrong(people)
    #expect(none.isEmpty)
    #expect(wrong(Node("n")) == Node("x"))
  }

  @Test func `RM-4: a model takes over a newer value of its own type, and no other one`() {
    #expect(Person("p", "Ann").merging(Person("p", "Bob")) == Person("p", "Bob"))
    #expect(Person("p", "Ann").merging(Node("p")) == nil)
    var bench = EngineBench()
    let person = bench.holder(Person("p", "Ann"))
    bench.engine.update([Node("p", 1)])
    bench.run()
    #expect(bench.news() == ["cannotMerge(p)", "delivered [p]"])
    #expect(bench.engine.rows(of: person).first as? Person == Person("p", "Ann"))
  }

  @Test func `RM-5: another part of a model gives what both have, and types stay`() {
    var bench = EngineBench()
    let badge = bench.holder(Badge(id: "p", name: "Ann", colour: 7))
    let person = bench.holder(Person("q", "Eve"))
    bench.engine.update([Person("p", "Bob"), Badge(id: "x", name: "no", colour: 1)])
    bench.run()
    #expect(bench.rows(badge) == "\(Badge(id: "p", name: "Bob", colour: 7))")
    #expect(bench.rows(person) == "\(Person("q", "Eve"))")
  }

  @Test func `RM-5: values of one type with two projections are two parts`() {
    var bench = EngineBench()
    let name = bench.holder(Profile(id: "p", name: "Ann"))
    let age = bench.holder(Profile(id: "p", age: 30))
    bench.engine.update([Profile(id: "p", age: 31), Profile(id: "p", name: "Bob")])
    bench.run()
    #expect(bench.rows(name) == "\(Profile(id: "p", name: "Bob"))")
    #expect(bench.rows(age) == "\(Profile(id: "p", age: 31))")
  }

  @Test func `RM-5: all parts in one update are merged, and nothing is told if nothing changes`() {
    var bench = EngineBench()
    let badge = bench.holder(Badge(id: "p", name: "Ann", colour: 7))
    bench.engine.update([Person("p", "Bob"), Badge(id: "p", name: "Bob", colour: 8)])
    bench.run()
    #expect(bench.rows(badge) == "\(Badge(id: "p", name: "Bob", colour: 8))")
    _ = bench.news()
    bench.engine.update([Person("p", "Bob")])
    bench.run()
    #expect(bench.changes() == [])
  }

  @Test func `RM-6: a child that is replaced keeps its type, whatever an update holds`() {
    var bench = EngineBench()
    let page = bench.holder(Page(id: "page", parts: [Person("p", "Ann"), Node("n", 1)]))
    bench.engine.update([Node("p", 5), Person("n", "Eve")])
    bench.run()
    #expect(bench.changes() == ["cannotMerge(p)", "cannotMerge(n)"])
    #expect(bench.rows(page).contains("Ann"))
  }
}
