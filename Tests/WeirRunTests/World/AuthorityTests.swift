// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario
import WeirTree

@Suite struct AuthorityTests {
  private let club = Path("rooms/club")
  private let now = Instant.zero + .seconds(1)

  /// Client 0 is a member, client 1 a guest, client 2 nobody; members write, the known read, and nobody writes a
  /// smaller number over a larger one.
  private func authority(_ tree: Node = .null) throws -> Authority {
    Authority(
      try permissions(reading: "auth != null"), root: tree,
      users: [.init(uid: "member"), .init(uid: "guest"), nil])
  }

  private func permissions(reading condition: String) throws -> Permissions {
    let text = """
      weir: 1
      about: A club.
      server:
        tree: { rooms: { club: {} } }
        rules:
          rooms:
            club:
              .read: "\(condition)"
              $message:
                .write: "auth != null && auth.uid == 'member'"
                .validate: "!data.exists() || newData.val() >= data.val()"
      clients: [ { count: 1, list: rooms/club } ]
      workload: [ { does: post, every: 1s, for: 1s } ]
      """
    return Permissions(try Scenario(text: Array(text.utf8), named: "rules.yaml").server.rules)
  }

  private func message(_ client: UInt32, _ body: Message.Body, session: UInt32 = 1) -> Message {
    Message(client: client, session: session, journey: 0, sentAt: .zero, body: body)
  }

  private func tree(_ count: Int64) -> Node {
    var tree = Node.null
    Write.set(club.appending(Key("a")), .integer(count)).apply(to: &tree)
    return tree
  }

  /// The word of the rules on a message to a client in its first session.
  private func ruling(
    _ authority: inout Authority, _ body: Message.Body, _ client: Int, mayRefuse: Bool = false
  ) -> Ruling? {
    authority.ruling(on: body, to: client, session: 1, at: now, mayRefuse: mayRefuse)
  }

  @Test func `who is known may hear, and a stranger may not`() throws {
    var authority = try authority()
    for client: UInt32 in 1...2 {
      authority.arrive(message(client, .hello))
      authority.arrive(message(client, .listen(tag: 7, club, Query(), known: 0)))
    }
    let snapshot = Message.Body.snapshot(tag: 7, sequence: 0, .null)
    let change = Message.Body.change(tag: 7, sequence: 1, Key("a"), .integer(1))
    #expect(ruling(&authority, change, 1)?.isAllowed == false, "it was not answered yet")
    #expect(ruling(&authority, snapshot, 1)?.isAllowed == true)
    #expect(ruling(&authority, change, 1)?.isAllowed == true)
    #expect(ruling(&authority, snapshot, 2)?.isAllowed == false)
    #expect(ruling(&authority, change, 2)?.isAllowed == false)
    #expect(ruling(&authority, .refused(tag: 7, .forbidden), 2)?.isDone == false)
    #expect(ruling(&authority, change, 2) == nil, "it listens no more")
  }

  @Test func `rules that change take away what was allowed, and a fault does`() throws {
    for isFault in [false, true] {
      var authority = try authority()
      authority.arrive(message(1, .hello))
      authority.arrive(message(1, .listen(tag: 7, club, Query(), known: 0)))
      _ = ruling(&authority, .unchanged(tag: 7, sequence: 0), 1)
      if isFault {
        authority.hide([Path("rooms")], at: now)
        authority.hide([], at: now)
      } else {
        authority.change(to: try permissions(reading: "auth.uid == 'member'"), at: now)
      }
      let change = Message.Body.change(tag: 7, sequence: 1, Key("a"), .integer(1))
      #expect(ruling(&authority, change, 1)?.isAllowed == false)
      // The fault is over, and whoever takes the list away now has no reason.
      let revoked = ruling(&authority, .revoked(tag: 7, sequence: 2), 1)
      #expect(revoked?.isAllowed == isFault && revoked?.isDone == false)
    }
  }

  @Test func `a refusal is judged once, and by the rules of its moment`() throws {
    var authority = try authority()
    authority.arrive(message(0, .hello))
    let write = Message.Body.write(id: 1, .set(club.appending(Key("a")), .integer(1)), guard: nil)
    authority.arrive(message(0, write))
    let refusal = Message.Body.answer(id: 1, .forbidden, after: 0)
    #expect(ruling(&authority, .answer(id: 2, .forbidden, after: 0), 0) == nil)
    #expect(ruling(&authority, refusal, 0)?.isAllowed == true)
    authority.arrive(message(0, write))
    #expect(ruling(&authority, refusal, 0) == nil, "it was answered already")
    authority.arrive(message(0, .hello, session: 2))
    authority.arrive(message(0, write, session: 2))
    #expect(ruling(&authority, refusal, 0) == nil, "that session is over")
  }

  @Test func `a fault may refuse what the rules allow, and nothing else is judged of a refusal`()
    throws
  {
    var authority = try authority()
    authority.arrive(message(0, .hello))
    for id: UInt32 in 1...3 {
      authority.arrive(
        message(0, .write(id: id, .set(club.appending(Key("a")), .integer(1)), guard: nil)))
    }
    #expect(
      ruling(&authority, .answer(id: 1, .forbidden, after: 0), 0, mayRefuse: true) == nil)
    #expect(ruling(&authority, .answer(id: 2, .overloaded, after: 0), 0) == nil)
    #expect(ruling(&authority, .answer(id: 3, .committed, after: 0), 0) == nil)
  }

  @Test func `a commit is judged with the data before it, and each place of a merge`() throws {
    var authority = try authority(tree(5))
    let a = Write.set(club.appending(Key("a")), .integer(4))
    #expect(authority.commit(a, of: 0, at: now, tree(4))?.isAllowed == false, "5 stood there")
    #expect(authority.commit(a, of: 0, at: now, tree(4))?.isAllowed == true, "4 stands there")
    #expect(authority.commit(a, of: 1, at: now, tree(4))?.isAllowed == false, "a guest")
    let wide = Write.merge(
      .root, [.init(club.appending(Key("a")), .integer(9)), .init(Path("x"), .integer(1))])
    var both = tree(9)
    Write.set(Path("x"), .integer(1)).apply(to: &both)
    #expect(authority.commit(wide, of: 0, at: now, both)?.isAllowed == false, "x is nobody's")
  }

  @Test func `what is wanted when one is gone needs the right twice`() throws {
    var authority = try authority()
    authority.arrive(message(0, .hello))
    let gone = Write.set(club.appending(Key("a")), .null)
    authority.arrive(message(0, .whenGone(id: 1, gone)))
    let armed = ruling(&authority, .answer(id: 1, .committed, after: 0), 0)
    #expect(armed?.act == .leaveBehind && armed?.isAllowed == true && armed?.isDone == true)
    #expect(authority.fire(gone, of: 0, isDone: true, at: now).isAllowed)
    #expect(!authority.fire(gone, of: 2, isDone: true, at: now).isAllowed)
  }
}
