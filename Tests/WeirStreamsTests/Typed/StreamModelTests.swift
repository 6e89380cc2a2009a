// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirStreams
import WeirTree

private struct Post: StreamModel, Equatable {
  let key: Key
  let text: String
  let isOpen: Bool

  init(key: Key, fields: Node) {
    self.key = key
    text = if case .text(let text) = fields[Key("text")] { text } else { "" }
    isOpen = fields[Key("isOpen")] == .bool(true)
  }
}

@Suite struct StreamModelTests {
  private static func post(_ text: String) -> Node { Node([(Key("text"), .text(text))]) }

  @Test func `rows are models in the order of the list, and each key's model is found`() {
    var desk = ListDesk(
      server: FakeServer([(Key("a"), Self.post("one")), (Key("b"), Self.post("two"))]))
    #expect(desk.list.items(as: Post.self).map(\.text) == ["one", "two"])
    #expect(desk.list.item(of: Key("b"), as: Post.self)?.text == "two")
    #expect(desk.list.item(of: Key("x"), as: Post.self) == nil)
    desk.setLocal("b", Node([(Key("isOpen"), .bool(true))]))
    #expect(desk.list.items(as: Post.self).map(\.isOpen) == [false, true])
  }

  @Test
  func
    `a child that is no model of the kind becomes one with nothing in it, and hides nobody else`()
  {
    let desk = ListDesk(
      server: FakeServer([(Key("a"), Self.post("one")), (Key("b"), .integer(5))]))
    #expect(desk.list.items(as: Post.self).map(\.text) == ["one", ""])
  }

  @Test func `models that were taken do not change with the stream`() {
    var desk = ListDesk(server: FakeServer([(Key("a"), Self.post("one"))]))
    let posts = desk.list.items(as: Post.self)
    desk.set("a", Self.post("two"))
    #expect(posts.map(\.text) == ["one"])
    #expect(desk.list.items(as: Post.self).map(\.text) == ["two"])
  }

  @Test func `the app's own state lies over what is stored, and is never part of it`() {
    let item = StreamItem(
      key: Key("a"), node: Self.post("one"), local: Node([(Key("isOpen"), .bool(true))]),
      rank: Rank(.none, Key("a")))
    #expect(item.model(as: Post.self).isOpen && item.node == Self.post("one"))
    #expect(item.row.stamp != item.node.fingerprint)
    let plain = StreamItem(key: item.key, node: item.node, rank: item.rank)
    #expect(plain.content == plain.node && plain.row.stamp == plain.node.fingerprint)
  }
}
