// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import Testing
import WeirCore
import WeirMutants
import WeirTree

/// A client's messages as a wrong server takes them in, and its answers as the client hears them.
@Suite struct ServerTamperTests {
  private let path = Path("list/a")

  private func tamper(_ name: String) throws -> any ServerTamper {
    let mutant = try #require(Mutant.named(name))
    #expect(mutant.isOfServer)
    return try #require(mutant.makeServerTamper())
  }

  private func message(_ body: Message.Body, session: UInt32 = 1) -> Message {
    Message(client: 2, session: session, journey: 7, sentAt: .zero, body: body)
  }

  private func arriving(_ body: Message.Body, _ tamper: inout any ServerTamper) -> [Message.Body] {
    var messages: [Message] = []
    tamper.tamper(arriving: message(body), into: &messages)
    return messages.map(\.body)
  }

  @Test func `a forgotten hook is promised and taken back, and the client hears one answer`() throws
  {
    var tamper = try tamper("hook-forgotten")
    let first = arriving(.whenGone(id: 1, .set(path, .null)), &tamper)
    guard first.count == 2, case .whenGone(1, _) = first[0], case .neverMind(2, path) = first[1]
    else {
      Issue.record("\(first)")
      return
    }
    // Sent again, it is the same request; what comes next is counted on from what was slipped in.
    #expect(arriving(.whenGone(id: 1, .set(path, .null)), &tamper).count == 1)
    let next = arriving(.write(id: 2, .set(path, .null), guard: nil), &tamper)
    guard next.count == 1, case .write(3, _, nil) = next[0] else {
      Issue.record("\(next)")
      return
    }
    var heard: [UInt32] = []
    for id in 1...3 as ClosedRange<UInt32> {
      var messages: [Message] = []
      tamper.tamper(
        leaving: message(.answer(id: id, .committed, after: 0)), into: &messages)
      heard += messages.compactMap(\.request)
    }
    #expect(heard == [1, 2])
  }

  @Test func `an ignored guard is left out, and everything else stays`() throws {
    var tamper = try tamper("guard-ignored")
    guard
      case .write(4, .set(path, _), nil)? = arriving(
        .write(id: 4, .set(path, .integer(2)), guard: .unchanged(99)), &tamper
      ).first
    else {
      Issue.record("the guard was looked at")
      return
    }
  }

  @Test func `a lost write is still a write, but not where it should be`() throws {
    var tamper = try tamper("write-lost")
    var lost = 0
    for id in 1...20 as ClosedRange<UInt32> {
      let bodies = arriving(.write(id: id, .set(path, .null), guard: nil), &tamper)
      guard bodies.count == 1, case .write(id, let write, nil) = bodies[0] else {
        Issue.record("\(bodies)")
        return
      }
      if write.path != path { lost += 1 }
    }
    #expect(lost == 4)
  }

  @Test func `a number beyond 53 binary digits is stored as its neighbour, any other as it is`()
    throws
  {
    var tamper = try tamper("numbers-rounded")
    let big = Int64(9_007_199_254_740_993)
    func stored(_ node: Node) -> Node? {
      guard
        case .write(1, .set(path, let stored), nil)? = arriving(
          .write(id: 1, .set(path, node), guard: nil), &tamper
        ).first
      else { return nil }
      return stored
    }
    #expect(stored(.integer(big)) == .integer(big - 1))
    let row = Node([(Key("id"), .integer(big)), (Key("by"), .integer(2)), (Key("t"), .text("x"))])
    #expect(stored(row)?[Key("id")] == .integer(big - 1))
    #expect(stored(row)?[Key("by")] == .integer(2) && stored(row)?[Key("t")] == .text("x"))
  }

  @Test func `a write is replayed once, after three later ones, on its own journey`() throws {
    var tamper = try tamper("write-replayed")
    var arrived: [String] = []
    for id in 1...6 as ClosedRange<UInt32> {
      var messages: [Message] = []
      var message = message(.write(id: id, .set(path, .integer(Int64(id))), guard: nil))
      message.journey = id
      tamper.tamper(arriving: message, into: &messages)
      for message in messages {
        guard case .write(let id, .set(_, .integer(let value)), nil) = message.body
        else { continue }
        arrived.append("\(id): \(value) of \(message.journey)")
      }
    }
    #expect(
      arrived == [
        "1: 1 of 1", "2: 2 of 2", "3: 3 of 3", "4: 4 of 4", "5: 5 of 5", "6: 6 of 6", "7: 3 of 3",
      ])
  }

  @Test func `what was forbidden is told to others with the next change, and never to its writer`()
    throws
  {
    var tamper = try tamper("dirty-read")
    func leaving(_ body: Message.Body, to client: UInt32) -> [String] {
      var messages: [Message] = []
      var message = message(body)
      message.client = client
      tamper.tamper(leaving: message, into: &messages)
      return messages.flatMap { message -> [String] in
        switch message.body {
        case .change(_, _, let key, _): ["\(key)"]
        case .changes(_, _, let entries): entries.map { "\($0.key)" }
        default: []
        }
      }
    }
    for client in [2, 3] as [UInt32] {
      var listen = message(.listen(tag: 1, Path("list"), Query(), known: 0))
      listen.client = client
      var messages: [Message] = []
      tamper.tamper(arriving: listen, into: &messages)
    }
    _ = arriving(.write(id: 1, .set(path, .integer(1)), guard: nil), &tamper)
    _ = leaving(.answer(id: 1, .forbidden, after: 0), to: 2)
    let change = Message.Body.change(tag: 1, sequence: 1, Key("b"), .integer(1))
    #expect(leaving(change, to: 2) == ["b"])
    #expect(leaving(change, to: 3) == ["b", "a"])
    #expect(leaving(change, to: 3) == ["b"])
  }

  @Test func `one author's changes wait in line for two of others, for readers with odd numbers`()
    throws
  {
    var tamper = try tamper("author-late")
    for (key, author) in [("a", 0), ("b", 2), ("c", 2), ("d", 0)] as [(String, UInt32)] {
      var write = message(.write(id: 1, .set(Path("list/\(key)"), .integer(1)), guard: nil))
      write.client = author
      var messages: [Message] = []
      tamper.tamper(arriving: write, into: &messages)
    }
    func told(_ reader: UInt32) -> [[String]] {
      ["a", "d", "b", "c"].map { key in
        var change = message(.change(tag: 1, sequence: 1, Key(key), .integer(1)))
        change.client = reader
        var messages: [Message] = []
        tamper.tamper(leaving: change, into: &messages)
        switch messages.first?.body {
        case .change(_, _, let key, _)?: return ["\(key)"]
        case .changes(_, _, let entries)?: return entries.map { "\($0.key)" }
        default: return ["nothing"]
        }
      }
    }
    #expect(told(2) == [["a"], ["d"], ["b"], ["c"]])
    #expect(told(1) == [[], [], ["b"], ["c", "a", "d"]])
  }
}

/// What wrong servers push, as one client hears it.
@Suite struct PushTamperTests {
  /// Rows as a listen shows them that is told all this; every push has a number, and none is missing.
  private func told(_ name: String, _ changes: [(String, Int64)]) throws -> [[String]] {
    let mutant = try #require(Mutant.named(name))
    var tamper = try #require(mutant.makeServerTamper())
    var heard: [[String]] = []
    for (number, change) in changes.enumerated() {
      var messages: [Message] = []
      tamper.tamper(
        leaving: Message(
          client: 0, journey: 0, sentAt: .zero,
          body: .change(
            tag: 3, sequence: UInt32(number), Key(change.0), .integer(change.1))),
        into: &messages)
      #expect(messages.count == 1)
      switch messages.first?.body {
      case .change(3, UInt32(number), let key, let node): heard.append(["\(key) \(node)"])
      case .changes(3, UInt32(number), let entries):
        heard.append(entries.map { "\($0.key) \($0.node)" })
      default: Issue.record("push \(number) is gone")
      }
    }
    return heard
  }

  private func words(_ key: String, _ value: Int64) -> String { "\(key) \(Node.integer(value))" }

  @Test func `a late push is overtaken by two others, and told in the end`() throws {
    let heard = try told("push-late", [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5)])
    #expect(
      heard == [
        [words("a", 1)], [words("b", 2)], [], [words("d", 4)], [words("c", 3), words("e", 5)],
      ])
  }

  @Test func `a row goes back beside another one, and comes forward with the next`() throws {
    let heard = try told("push-goes-back", [("a", 1), ("a", 2), ("b", 1), ("c", 1)])
    #expect(
      heard == [
        [words("a", 1)], [words("a", 2)], [words("b", 1), words("a", 1)],
        [words("c", 1), words("a", 2)],
      ])
  }
}
