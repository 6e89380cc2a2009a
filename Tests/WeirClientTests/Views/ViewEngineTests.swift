// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

/// A few operations by hand; what the engine means in every corner its oracle says.
@Suite struct ViewEngineTests {
  private let room = Path("rooms/a")

  /// The engine's wishes as short lines.
  private func lines(_ wishes: inout [ViewEngine.Wish]) -> [String] {
    defer { wishes.removeAll() }
    return wishes.map { wish in
      switch wish {
      case .listen(let tag, let path, let query):
        "listen \(tag) \(path)\(query.showsEverything ? "" : " filtered")"
      case .unlisten(let tag): "unlisten \(tag)"
      case .cancelled(let registration): "\(registration) cancelled"
      case .heard(let registration, let event):
        event.kind == .value
          ? "\(registration) value"
          : "\(registration) \(event.kind) \(event.key)"
            + (event.previous.map { " after \($0)" } ?? "")
      }
    }
  }

  private func list(_ texts: String...) -> Node {
    Node(texts.map { (Key($0), .text($0)) })
  }

  @Test func `a listener hears the server's children in order, then value`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(), into: &wishes)
    #expect(lines(&wishes) == ["listen 1 /rooms/a"])
    engine.serverOverwrite(tag: 1, at: room, list("b", "a"), into: &wishes)
    #expect(lines(&wishes) == ["0 added a", "0 added b after a", "0 value"])
    engine.serverChange(tag: 1, Key("aa"), .integer(1), into: &wishes)
    #expect(lines(&wishes) == ["0 added aa after a", "0 value"])
    engine.serverChange(tag: 1, Key("aa"), .integer(2), into: &wishes)
    #expect(lines(&wishes) == ["0 changed aa after a", "0 value"])
    engine.serverChange(tag: 1, Key("aa"), .number(2), into: &wishes)
    #expect(lines(&wishes).isEmpty)
    engine.listen(to: room, Query(), into: &wishes)
    #expect(lines(&wishes) == ["1 added a", "1 added aa after a", "1 added b after aa", "1 value"])
    engine.checkInvariants()
  }

  /// An engine that has heard of a window, with a query that is not by key.
  private func loaded(_ texts: String...) -> ViewEngine {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(.value, limit: .last(3)), into: &wishes)
    engine.serverOverwrite(
      tag: 1, at: room, Node(texts.map { (Key($0), .text($0)) }), into: &wishes)
    return engine
  }

  @Test func `engines that share hear of their own changes alone`() {
    var (one, other) = (loaded("a", "b"), loaded("a", "b"))
    one.share(with: other)
    var wishes: [ViewEngine.Wish] = []
    one.serverChange(tag: 1, Key("a"), .text("z"), into: &wishes)
    #expect(one.child(Key("a"), of: 0) == .text("z"))
    #expect(other.child(Key("a"), of: 0) == .text("a"))
    other.write(1, .set(Path("rooms/a/c"), .text("c")), isVisible: true, into: &wishes)
    #expect(one.child(Key("c"), of: 0) == .null)
    #expect(other.child(Key("c"), of: 0) == .text("c"))
    one.checkInvariants()
    other.checkInvariants()
  }

  @Test func `an engine takes over nothing that it does not know itself`() {
    var one = loaded("a", "b")
    one.share(with: loaded("a", "c"))
    #expect(one.child(Key("b"), of: 0) == .text("b"))
    #expect(one.child(Key("c"), of: 0) == .null)
    var writing = loaded("a", "b")
    var wishes: [ViewEngine.Wish] = []
    writing.write(1, .set(Path("rooms/a/c"), .text("c")), isVisible: true, into: &wishes)
    one.share(with: writing)
    #expect(one.child(Key("c"), of: 0) == .null && one.pendingIDs.isEmpty)
    writing.share(with: one)
    #expect(writing.child(Key("c"), of: 0) == .text("c") && writing.pendingIDs == [1])
    writing.checkInvariants()
  }

  @Test func `a write shows at once, its echo is silent, and so is its acknowledgement`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(), into: &wishes)
    engine.serverOverwrite(tag: 1, at: room, list("a"), into: &wishes)
    _ = lines(&wishes)
    engine.write(1, .set(room.appending(Key("b")), .text("b")), isVisible: true, into: &wishes)
    #expect(lines(&wishes) == ["0 added b after a", "0 value"])
    engine.serverChange(tag: 1, Key("b"), .text("b"), into: &wishes)
    #expect(engine.acknowledge(1, into: &wishes))
    #expect(!engine.acknowledge(1, into: &wishes))
    #expect(lines(&wishes).isEmpty)
    engine.write(2, .set(room, .null), isVisible: true, into: &wishes)
    #expect(lines(&wishes) == ["0 removed a", "0 removed b", "0 value"])
    engine.revert(2, into: &wishes)
    #expect(lines(&wishes) == ["0 added a", "0 added b after a", "0 value"])
    engine.checkInvariants()
  }

  @Test
  func `a full window gives one child up for one that comes, and takes the next when one goes`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(limit: .last(2)), into: &wishes)
    engine.listen(to: room, Query(), into: &wishes)
    #expect(
      lines(&wishes) == ["listen 1 /rooms/a filtered", "listen 2 /rooms/a", "unlisten 1"])
    engine.serverOverwrite(tag: 2, at: room, list("a", "b", "c"), into: &wishes)
    _ = lines(&wishes)
    engine.serverChange(tag: 2, Key("d"), .text("d"), into: &wishes)
    #expect(
      lines(&wishes) == [
        "0 removed b", "0 added d after c", "0 value", "1 added d after c", "1 value",
      ])
    engine.serverChange(tag: 2, Key("c"), .null, into: &wishes)
    #expect(
      lines(&wishes) == [
        "0 removed c", "0 added b", "0 value", "1 removed c", "1 value",
      ])
    engine.checkInvariants()
  }

  @Test func `a child moves when what it is ordered by changes`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(.child(Path("n"))), into: &wishes)
    func score(_ n: Int64) -> Node { Node([(Key("n"), .integer(n))]) }
    let node = Node([(Key("a"), score(1)), (Key("b"), score(2)), (Key("c"), score(3))])
    engine.serverOverwrite(tag: 1, at: room, node, into: &wishes)
    _ = lines(&wishes)
    engine.serverChange(tag: 1, Key("a"), score(9), into: &wishes)
    #expect(lines(&wishes) == ["0 moved a after c", "0 changed a after c", "0 value"])
    engine.serverOverwrite(
      tag: nil, at: room.appending(Path("a/x")), .bool(true), into: &wishes)
    #expect(lines(&wishes) == ["0 changed a after c", "0 value"])
    #expect(engine.snapshot(of: 0)?.keys == [Key("b"), Key("c"), Key("a")])
    engine.checkInvariants()
  }

  @Test func `a deep write into what is not known raises nothing`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(), into: &wishes)
    _ = lines(&wishes)
    engine.write(1, .set(room.appending(Path("a/b")), .bool(true)), isVisible: true, into: &wishes)
    #expect(lines(&wishes).isEmpty)
    engine.write(2, .set(room.appending(Path("c")), .bool(true)), isVisible: true, into: &wishes)
    #expect(lines(&wishes) == ["0 added c"])
    engine.acknowledge(2, into: &wishes)
    #expect(lines(&wishes).isEmpty)
    #expect(engine.known(at: room, includingHidden: false) == nil)
    engine.serverOverwrite(tag: 1, at: room, .null, into: &wishes)
    #expect(lines(&wishes) == ["0 removed c", "0 added a", "0 value"])
    #expect(engine.child(Key("a"), of: 0)[Key("b")] == .bool(true))
    engine.checkInvariants()
  }

  @Test func `a default listen takes over the listens below it and gives them back`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: Path("rooms/b"), Query(limit: .first(1)), into: &wishes)
    engine.listen(to: room, Query(), into: &wishes)
    #expect(lines(&wishes) == ["listen 1 /rooms/b filtered", "listen 2 /rooms/a"])
    engine.listen(to: Path("rooms"), Query(.value), into: &wishes)
    #expect(lines(&wishes) == ["listen 3 /rooms", "unlisten 2", "unlisten 1"])
    engine.serverOverwrite(tag: 3, at: Path("rooms/a/x"), .bool(true), into: &wishes)
    #expect(lines(&wishes) == ["1 added x"])
    engine.unlisten(2, into: &wishes)
    #expect(lines(&wishes) == ["listen 4 /rooms/a", "listen 5 /rooms/b filtered", "unlisten 3"])
    engine.cancel(tag: 4, into: &wishes)
    #expect(lines(&wishes) == ["1 cancelled"])
    #expect(engine.wireListens.map(\.tag) == [5])
    #expect(!engine.cancel(tag: 4, into: &wishes))
    engine.checkInvariants()
  }

  @Test func `a window forgets all that it has kept where the server's has come by without it`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(limit: .first(2)), into: &wishes)
    engine.serverOverwrite(tag: 1, at: room, list("a", "b"), into: &wishes)
    let writes = [("e", Node.integer(1)), ("f", .integer(2)), ("a", .null), ("b", .null)]
    for (number, (key, node)) in writes.enumerated() {
      let write = Write.set(room.appending(Key(key)), node)
      engine.write(UInt32(number), write, isVisible: true, into: &wishes)
    }
    for id: UInt32 in 0...1 { engine.acknowledge(id, into: &wishes) }
    #expect(engine.snapshot(of: 0)?.keys == [Key("e"), Key("f")])
    wishes.removeAll()
    let entries: [Message.Entry] = [
      .init(Key("a"), .null), .init(Key("b"), .null), .init(Key("g"), .integer(3)),
      .init(Key("h"), .integer(4)),
    ]
    engine.serverChanges(tag: 1, entries, into: &wishes)
    #expect(
      lines(&wishes) == ["0 removed e", "0 removed f", "0 added g", "0 added h after g", "0 value"])
    engine.checkInvariants()
  }

  @Test func `what a window gives up is forgotten`() {
    var engine = ViewEngine()
    var wishes: [ViewEngine.Wish] = []
    engine.listen(to: room, Query(limit: .first(2)), into: &wishes)
    engine.serverOverwrite(tag: 1, at: room, list("b", "c"), into: &wishes)
    engine.serverChange(tag: 1, Key("a"), .text("a"), into: &wishes)
    _ = lines(&wishes)
    engine.serverChange(tag: 1, Key("a"), .null, into: &wishes)
    #expect(lines(&wishes) == ["0 removed a", "0 value"])
    engine.write(1, .set(room.appending(Key("a")), .text("a")), isVisible: true, into: &wishes)
    engine.write(2, .set(room.appending(Key("aa")), .text("aa")), isVisible: true, into: &wishes)
    _ = lines(&wishes)
    engine.serverChanges(
      tag: 1, [.init(Key("0"), .text("0")), .init(Key("1"), .text("1"))], into: &wishes)
    #expect(
      lines(&wishes) == [
        "0 removed a", "0 removed aa", "0 added 0", "0 added 1 after 0", "0 value",
      ])
    #expect(engine.fingerprint(ofServerDataOf: 1) == list("0", "1").fingerprint)
    engine.checkInvariants()
  }
}
