// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

@Suite struct WriteTests {
  private let before = Node([
    (Key("a"), Node([(Key("x"), .integer(1)), (Key("y"), .integer(2))])), (Key("b"), .integer(3)),
  ])

  @Test func `a set puts its node in place of whatever is there`() {
    var node = before
    Write.set(Path("a"), .integer(9)).apply(to: &node)
    #expect(node == Node([(Key("a"), .integer(9)), (Key("b"), .integer(3))]))
    Write.set(Path("a"), .null).apply(to: &node)
    #expect(node == Node([(Key("b"), .integer(3))]))
    Write.set(.root, .null).apply(to: &node)
    #expect(node.isNull)
  }

  @Test func `a merge puts each entry and leaves the others`() {
    var node = before
    let write = Write.merge(Path("a"), [.init(Key("x"), .null), .init(Key("z"), .text("new"))])
    write.apply(to: &node)
    #expect(node[Path("a")] == Node([(Key("y"), .integer(2)), (Key("z"), .text("new"))]))
    #expect(node[Path("b")] == .integer(3))
    #expect(write.path == Path("a"))
  }

  @Test func `a merge that removes the last children removes their parent`() {
    var node = before
    Write.merge(Path("a"), [.init(Key("x"), .null), .init(Key("y"), .null)]).apply(to: &node)
    #expect(node == Node([(Key("b"), .integer(3))]))
  }

  @Test func `requests and their answers have a number, other messages have none`() {
    func number(_ body: Message.Body) -> UInt32? {
      Message(client: 0, journey: 0, sentAt: .zero, body: body).request
    }
    #expect(number(.write(id: 7, .set(.root, .null), guard: nil)) == 7)
    #expect(number(.whenGone(id: 6, .set(.root, .null))) == 6)
    #expect(number(.neverMind(id: 5, .root)) == 5)
    #expect(number(.authenticate(id: 4, nil)) == 4)
    #expect(number(.answer(id: 8, .overloaded, after: 3)) == 8)
    #expect(number(.ping) == nil)
    #expect(number(.refused(tag: 1, .overloaded)) == nil)
  }

  @Test func `server values are filled in with the clock and what stood there`() {
    let write = Write.merge(
      Path("a"),
      [
        .init(Key("x"), .deferred(.increment(4))), .init(Key("y"), .deferred(.incrementBy(0.5))),
        .init(Path("z/at"), .deferred(.timestamp)), .init(Key("plain"), .bool(true)),
      ])
    #expect(write.hasServerValues)
    var node = before
    let resolved = write.resolved(on: before, milliseconds: 77)
    #expect(!resolved.hasServerValues)
    resolved.apply(to: &node)
    #expect(node[Path("a/x")] == .integer(5))
    #expect(node[Path("a/y")] == .number(2.5))
    #expect(node[Path("a/z/at")] == .integer(77))
    #expect(node[Path("a/plain")] == .bool(true))
    #expect(!Write.set(.root, before).hasServerValues)
    let set = Write.set(.root, Node([(Key("b"), .deferred(.increment(.max)))]))
    set.resolved(on: before, milliseconds: 0).apply(to: &node)
    #expect(node == Node([(Key("b"), .number(0x1p63))]))
  }

  @Test func `a sum that is too large for any number stays finite`() {
    let largest = Double.greatestFiniteMagnitude
    let more = ServerValue.incrementBy(largest)
    #expect(more.resolved(existing: .number(largest), milliseconds: 0) == .number(largest))
    let less = ServerValue.incrementBy(-largest)
    #expect(less.resolved(existing: .number(-largest), milliseconds: 0) == .number(-largest))
    #expect(less.resolved(existing: .text("5"), milliseconds: 0) == .number(-largest))
    #expect(
      ServerValue.increment(3).resolved(existing: .bool(true), milliseconds: 0) == .integer(3))
    let ranked = Node.integer(4).with(.number(1))
    #expect(ServerValue.increment(3).resolved(existing: ranked, milliseconds: 0) == .integer(7))
  }
}
