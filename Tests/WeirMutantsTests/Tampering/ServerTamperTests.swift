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
