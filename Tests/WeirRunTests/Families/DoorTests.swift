// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirMetrics
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

import WeirRun

/// What a stack can ask its phone for beside its listens, and what comes back.
@Suite struct DoorTests {
  static let catalogue = Catalogue.standard.adding(AskerFamily.self).adding(KeeperFamily.self)
    .adding(LeaferFamily.self).adding(LiarFamily.self).adding(OverreacherFamily.self)

  private func world(
    _ does: String = "ask", stack: String = "asker",
    rules: String = "{ .read: true, .write: true }", more: String = "",
    work: String = "think: 300ms, for: 4s", delay: String = "20ms"
  ) throws -> World {
    let text = """
      weir: 1
      about: Somebody asks.
      server:
        tree:
          list: { a: { n: 0 } }
          shelf: { a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { n: 4 }, e: { n: 5 } }
        rules: { list: \(rules), shelf: { .read: true } }
      network: { delay: \(delay) }
      clients: [ { list: list, stack: \(stack)\(more) } ]
      workload: [ { each: client, does: \(does), \(work) } ]
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

  @Test func `a read with a query brings a page, in the order of the query`() throws {
    var world = try world("leaf", stack: "leafer")
    let steps = steps(of: &world)
    let pages = steps.filter { LeaferFamily.page.isSaid(by: $0) }
    // Of a to e the greatest number comes first, two at a time; then there is nothing more, however often it is asked for.
    #expect(pages.prefix(4).map(\.key) == ["d", "b", "a", "-"].map { Key($0) })
    #expect(pages.prefix(4).map(\.x) == [2, 2, 1, 0])
    #expect(pages.count > 4 && pages.dropFirst(4).allSatisfy { $0.x == 0 })
    #expect(world.outcome().findings.allSatisfy { !$0.verdict.isBroken })
    // Nobody goes on listening to a page.
    #expect(world.outcome().findings.first { $0.checker == "leak" }?.verdict == .held)
  }

  @Test func `a list view beside the main one faults on its own, and is counted at its client`()
    throws
  {
    var world = try world("post", stack: "liar")
    let steps = steps(of: &world)
    let faulted = try #require(steps.first { $0.kind == .faulted })
    #expect(faulted.client == 1 && world.names.surfaces.words(for: 1) == "client 0's lie")
    let lists = try #require(world.outcome().findings.first { $0.checker == "lists" })
    #expect(lists.verdict.breach?.words.hasPrefix("client 0's lie: row ") == true)
    #expect(lists.verdict.breach?.second?.client == 0)
    #expect(
      world.outcome().metrics.first { $0.metric.name == "faults" && $0.group == "all" }?.count == 1)
  }

  @Test func `a stack that speaks of a surface which its family does not name is told so`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var world = try DoorTests().world("post", stack: "overreacher")
      while world.advance(by: 1000) {}
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(
      message?.contains("a stack speaks of surface 1, but its family has none of that number")
        == true)
  }

  @Test func `a surface is opened and closed with the list beside which it stands`() throws {
    var world = try world(
      "{ post: 50%, reopen: 50% }", stack: "liar", work: "think: 300ms, away: 100ms, for: 4s")
    let steps = steps(of: &world)
    for kind in [Step.Kind.opened, .closed] {
      let times = (0...1).map { number in
        steps.filter { $0.kind == kind && $0.client == UInt32(number) }.map(\.at)
      }
      #expect(times[0] == times[1] && times[0].count > 2, "\(kind)")
    }
  }

  @Test func `a read that the rules forbid is refused`() throws {
    var world = try world(rules: "{ a: { .read: false }, .write: true }")
    let steps = steps(of: &world)
    #expect(steps.contains { AskerFamily.refused.isSaid(by: $0) })
    #expect(!steps.contains { AskerFamily.found.isSaid(by: $0) })
  }

  @Test(arguments: ["on", "off"])
  func `who waits for what a killed app was doing goes on, once`(persistence: String) throws {
    var world = try world(
      more: ", persistence: \(persistence)",
      work: """
        think: 300ms, for: 20s }, \
        { each: client, does: restart, every: { exponential: 2s }, away: 100ms, for: 20s
        """, delay: "200ms")
    let steps = steps(of: &world)
    let kills = steps.filter { $0.kind == .killed }.map(\.at)
    let ask = AskerFamily.actions[0].verb.number
    let asks = steps.filter { $0.kind == .meant && $0.x == ask }.map(\.at)
    #expect(kills.count > 5)
    // An act takes four ways at most, and a life begins 100 ms after a kill.
    for kill in kills where kill < .zero + .seconds(17) {
      #expect(asks.contains { kill < $0 && $0 < kill + .seconds(3) }, "after \(kill)")
    }
    #expect(zip(asks, asks.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(300) })
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

  /// The notes of the keeper, which writes 1, 2, 3 … and is killed now and then.
  private func kept(_ persistence: String) throws -> [KeeperNote] {
    var world = try world(
      "{ keep: 60%, restart: 40% }", stack: "keeper",
      more: ", persistence: \(persistence)",
      work: "think: 300ms, away: 100ms, for: 20s", delay: "400ms")
    let steps = steps(of: &world)
    #expect(world.outcome().findings.allSatisfy { !$0.verdict.isBroken })
    #expect(steps.count { $0.kind == .killed } > 2)
    return steps.compactMap { step in
      KeeperNote.allCases.first { $0.note.isSaid(by: step) }
    }
  }

  @Test func `who saves hears what became of its writes in the next life`() throws {
    let notes = try kept("on")
    let written = notes.count { $0 == .wrote }
    #expect(notes.contains(.restored) && written > 10)
    // The client keeps every write: none is lost, and each is answered once.
    #expect(notes.count { $0 == .settled } == written)
    #expect(!notes.contains(.lost))
  }

  @Test func `who may not save hears nothing of an earlier life`() throws {
    let notes = try kept("off")
    #expect(!notes.contains(.restored) && !notes.contains(.lost))
    #expect(notes.count { $0 == .settled } < notes.count { $0 == .wrote })
  }

  @Test func `what a request brings about comes before what was said after it`() throws {
    var world = try world("keep", stack: "keeper")
    let steps = steps(of: &world)
    let wrote = try #require(steps.firstIndex { KeeperNote.wrote.note.isSaid(by: $0) })
    let after = try #require(steps.firstIndex { KeeperNote.after.note.isSaid(by: $0) })
    // The row that is written shows at once, which the list hears, and the message leaves.
    #expect(
      steps[wrote..<after].map(\.kind) == [.noted, .touched, .heard, .sent])
    #expect(steps[wrote].journey == 1 && steps[after].journey == 1)
  }

  @Test func `two of one name are not let into a catalogue`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Self.catalogue.adding(AskerFamily.self)
    }
    let message = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(message?.contains("the catalogue has two families 'asker'") == true)
  }
}

/// The notes of a keeper.
enum KeeperNote: String, CaseIterable {
  case wrote, after, settled, restored, lost

  var note: StepNote { StepNote("keep-\(rawValue)", "It is \(rawValue).", says: { "\($0.key)" }) }
}

/// A list whose app writes rows, and saves which of them are not answered.
enum KeeperFamily: StackFamily {
  static let name = "keeper"
  static let about = "A list that keeps what it wrote."
  static let actions = [Scenario.Work.Action("keep", .write, "Writes a row.")]
  static let notes = KeeperNote.allCases.map(\.note)

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    Keeper(
      inner: AnyStream(context.screen, batching: context.batching).asStack,
      list: context.screen.sources[0].path)
  }
}

private struct Keeper: StackAround {
  var inner: any ClientStack
  let list: Path
  var open: [UInt32] = []

  private func note(_ note: KeeperNote, _ journey: UInt32 = 0) -> StackNote {
    StackNote(words: note.note.holding(), journey: journey)
  }

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    open.append(act.journey)
    let row = list.appending(Key("k\(act.journey)"))
    wishes += [
      .write(
        tag: act.journey, .set(row, .integer(1)), journey: act.journey,
        note: note(.wrote, act.journey)),
      .note(note(.after, act.journey)), .over(journey: act.journey),
    ]
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    guard case .settled(let tag, _) = answer, let place = open.firstIndex(of: tag) else { return }
    open.remove(at: place)
    wishes.append(.note(note(.settled, tag)))
  }

  func saved() -> SavedStack? { SavedStack(open) }

  mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish]
  ) {
    open = saved.content as? [UInt32] ?? []
    wishes.append(.note(note(.restored)))
    for tag in open where !held.contains(tag) { wishes.append(.note(note(.lost, tag))) }
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

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    Asker(
      inner: AnyStream(context.screen, batching: context.batching).asStack,
      row: context.screen.sources[0].path.appending(Key("a")))
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

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    journey = act.journey
    wishes.append(.read(tag: journey, row))
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    func note(_ note: StepNote, _ x: UInt64 = 0) {
      wishes.append(
        .note(StackNote(words: note.holding(), x: x, key: row.keys.last, journey: journey)))
    }
    switch answer {
    case .found(let tag, let node, _):
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
    case .settled, .stored, .transferred, .fetched: break
    }
  }
}

/// A list whose app leafs through what stands beside it, the greatest numbers first.
enum LeaferFamily: StackFamily {
  static let name = "leafer"
  static let about = "A list that leafs through another one."
  static let actions = [Scenario.Work.Action("leaf", .look, "Reads the next two rows.")]
  static let notes = [page]
  static let page = StepNote(
    "leaf-page", "A page was read.", x: .number("rows"), says: { "to\($0.key)" })

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    Leafer(inner: AnyStream(context.screen, batching: context.batching).asStack)
  }
}

private struct Leafer: StackAround {
  var inner: any ClientStack
  var journey: UInt32 = 0
  /// The last row that was read.
  var last: Query.Bound?

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    journey = act.journey
    var query = Query(.child(Path("n")), limit: .last(2))
    query.end = last
    wishes.append(.read(tag: 1, Path("shelf"), query))
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    guard case .found(_, let node, let keys) = answer else { return }
    // The row that is farthest from the end of the query comes first.
    if let key = keys.first {
      let value = Query.Index.child(Path("n")).sortValue(of: node[key])
      last = Query.Bound(value, key: key, isExclusive: true)
    }
    wishes += [
      .note(
        StackNote(
          words: LeaferFamily.page.holding(), x: UInt64(keys.count),
          key: keys.first ?? Key("-"), journey: journey)), .over(journey: journey),
    ]
  }
}

/// A list whose app tells the list view beside it of a row that it does not have.
enum LiarFamily: StackFamily {
  static let name = "liar"
  static let about = "A list with a lie beside it."

  static func surfaces(_ options: NoStackOptions, beside screen: Screen) -> [StackSurface] {
    [StackSurface("lie", screen)]
  }

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    Liar(inner: AnyStream(context.screen, batching: context.batching).asStack)
  }
}

/// A list whose app publishes what its family does not name.
enum OverreacherFamily: StackFamily {
  static let name = "overreacher"
  static let about = "A list with a surface that nobody named."

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    LiarFamily.makeStack(options, context)
  }
}

private struct Liar: StackAround {
  var inner: any ClientStack
  var hasLied = false

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.receive(event, from: tag, at: now, into: &wishes)
    guard event.kind == .value, !hasLied else { return }
    hasLied = true
    wishes.append(.publishSurface(1))
  }

  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    update.changes.inserts = [Place(section: 0, row: 5)]
    update.isFirst = true
    sections = [[]]
  }
}
