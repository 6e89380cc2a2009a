import Testing
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

import WeirRun

/// What a stack can ask its phone for beside its listens, and what comes back.
@Suite struct DoorTests {
  static let catalogue = Catalogue.standard.adding(AskerFamily.self)

  private func world(
    _ does: String = "ask", rules: String = "{ .read: true, .write: true }", more: String = ""
  ) throws -> World {
    let text = """
      weir: 1
      about: Somebody asks.
      server: { tree: { list: { a: { n: 0 } } }, rules: { list: \(rules) } }
      network: { delay: 20ms }
      clients: [ { list: list, stack: asker\(more) } ]
      workload: [ { each: client, does: \(does), think: 300ms, for: 4s } ]
      expect: { commits: { count: { at-least: 0 } } }

      """
    let scenario = try Scenario(
      text: Array(text.utf8), named: "door.yaml", in: Self.catalogue.schema)
    return try World(scenario, seed: 1, catalogue: Self.catalogue, keepingSteps: true)
  }

  private func steps(of world: inout World) -> [Step] {
    while world.advance(by: 1000) {}
    return world.takeSteps()
  }

  @Test func `what was read is found, a transaction changes it, and the act is over`() throws {
    var world = try world()
    let steps = steps(of: &world)
    let found = steps.filter { AskerFamily.found.isSaid(by: $0) }
    let ended = steps.filter { AskerFamily.ended.isSaid(by: $0) }
    // Who thinks acts again only when the act before is over.
    #expect(found.count > 5 && ended.count == found.count)
    #expect(found.map(\.x) == found.indices.map { 5 * UInt64($0) })
    #expect(ended.allSatisfy { $0.x == UInt64(TransactionEnd.committed.rawValue) })
    #expect(zip(found, ended).allSatisfy { $0.journey == $1.journey && $0.at < $1.at })
    #expect(world.outcome().findings.allSatisfy { !$0.verdict.isBroken })
    // The server has promised to write when the client is gone.
    #expect(steps.contains { $0.kind == .armed })
  }

  @Test func `a read that the rules forbid is refused`() throws {
    var world = try world(rules: "{ a: { .read: false }, .write: true }")
    let steps = steps(of: &world)
    #expect(steps.contains { AskerFamily.refused.isSaid(by: $0) })
    #expect(!steps.contains { AskerFamily.found.isSaid(by: $0) })
  }

  @Test func `what an app asked for in an earlier life is answered to nobody`() throws {
    var world = try world(
      "{ ask: 70%, restart: 30% }", more: ", persistence: on")
    let steps = steps(of: &world)
    #expect(steps.contains { $0.kind == .killed })
    let found = steps.filter { AskerFamily.found.isSaid(by: $0) }
    #expect(Set(found.map(\.journey)).count == found.count)
    #expect(world.outcome().findings.allSatisfy { !$0.verdict.isBroken })
  }

  @Test func `two of one name are not let into a catalogue`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.catalogue.adding(AskerFamily.self)
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("the catalogue has two families 'asker'") == true)
  }
}

/// A list whose app asks for everything that a phone can do.
enum AskerFamily: StackFamily {
  static let name = "asker"
  static let about = "A list that asks."
  static let actions = [Scenario.Work.Action("ask", .write, "Asks for what stands at a.")]
  static let notes = [found, ended, refused]
  static let found = StepNote("ask-found", "It was read.", x: .number("n"), says: { "\($0.x)" })
  static let ended = StepNote(
    "ask-ended", "It was changed.", x: .number("end"), says: { "\($0.x)" })
  static let refused = StepNote("ask-refused", "It may not be read.", says: { "\($0.key)" })

  static func makeStack(_ options: NoStackOptions, _ seat: StackSeat) -> any ClientStack {
    Asker(
      inner: AnyStream(seat.screen, batching: seat.batching).asStack,
      row: seat.screen.sources[0].path.appending(Key("a")))
  }
}

private struct Asker: StackAround {
  var inner: any ClientStack
  let row: Path
  var journey: UInt32 = 0

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
    wishes.append(.whenGone(.set(row.appending(Key("gone")), .bool(true)), journey: 0))
  }

  mutating func perform(_ deed: StackDeed, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = deed else { return inner.perform(deed, at: now, into: &wishes) }
    journey = act.journey
    wishes.append(.read(tag: journey, row))
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    func note(_ note: StepNote, _ x: UInt64 = 0) {
      wishes.append(
        .note(StackNote(words: note.holding(), x: x, key: row.keys.last, journey: journey)))
    }
    switch answer {
    case .found(let tag, let node):
      let number = node[Path([Key("n")])]
      if case .integer(let n) = number.content { note(AskerFamily.found, UInt64(n)) }
      wishes.append(
        .transact(tag: tag, row.appending(Key("n")), .add(5), journey: journey))
    case .ended(_, let end):
      note(AskerFamily.ended, UInt64(end.rawValue))
      wishes.append(.over(journey: journey))
    case .refused:
      note(AskerFamily.refused)
      wishes.append(.over(journey: journey))
    case .settled: break
    }
  }
}
