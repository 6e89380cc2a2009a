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
        .write(id: 4, .set(path, .integer(2)), guard: 99), &tamper
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
