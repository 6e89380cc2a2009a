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

  @Test func `only writes and their answers have a number of a write`() {
    func number(_ body: Message.Body) -> UInt32? {
      Message(client: 0, journey: 0, sentAt: .zero, body: body).writeID
    }
    #expect(number(.write(id: 7, .set(.root, .null))) == 7)
    #expect(number(.answer(id: 8, .overloaded, after: 3)) == 8)
    #expect(number(.ping) == nil)
    #expect(number(.refused(tag: 1)) == nil)
  }
}
