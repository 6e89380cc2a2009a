// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirKit

/// A stack of somebody else with an action, an option, a note and a promise of its own.
@Suite struct OwnFamilyTests {
  private func outcome(
    _ stack: String = "hearts", does: String = "{ post: 50%, heart: 50% }",
    catalogue: Catalogue = .hearts, count: Int = 2, work: String = "every: 300ms, for: 20s"
  ) throws -> Outcome {
    let text = """
      weir: 1
      about: People put hearts on messages.
      settle: 10s
      server: { tree: { rooms: { lobby: {} } } }
      clients: [ { count: \(count), list: rooms/lobby, newest: 5, stack: \(stack) } ]
      workload: [ { each: client, does: \(does), \(work) } ]

      """
    let scenario = try Scenario(
      text: Array(text.utf8), named: "hearts.yaml", in: catalogue.schema)
    var world = try World(scenario, seed: 1, catalogue: catalogue)
    while world.advance(by: 4096) {}
    return world.outcome()
  }

  private func finding(_ outcome: Outcome) throws -> Finding {
    try #require(outcome.findings.first { $0.checker == "one-heart" })
  }

  @Test func `what people do with it reaches the stack, and its promise is held`() throws {
    let finding = try finding(outcome())
    #expect(finding.verdict == .held && finding.opportunities > 10)
    #expect(try outcome().findings.allSatisfy { !$0.verdict.isBroken })
  }

  @Test func `its option reaches the stack, and its promise breaks where a note says so`() throws {
    let finding = try finding(outcome("{ hearts: { most: 3 } }"))
    let breach = try #require(finding.verdict.breach)
    #expect(breach.words.hasSuffix("has 2 hearts"), "\(breach.words)")
    #expect(breach.second?.client != nil && breach.journey != 0)
  }

  @Test func `its metric counts what it says, one for each that its promise judged`() throws {
    let outcome = try outcome()
    let row = try #require(outcome.metrics.first { $0.metric.name == "hearts-put" })
    #expect(try row.count == finding(outcome).opportunities && row.count > 10)
  }

  @Test func `its mutant is asked for by its name, and caught by its promise`() throws {
    let breach = try #require(finding(outcome("{ mutant: many-hearts }")).verdict.breach)
    #expect(breach.words.hasSuffix("has 2 hearts"), "\(breach.words)")
  }

  @Test func `a promise sees every list that is shown`() throws {
    let watched = Catalogue.complete.adding(
      "watched", "A list whose length is promised.", options: NoStackOptions.self,
      promises: [FewRows.self]
    ) { _, context in AnyStream(context.screen, batching: context.batching).asStack }
    let short = try outcome("watched", does: "post", catalogue: watched)
    let finding = try #require(short.findings.first { $0.checker == "few-rows" })
    #expect(
      finding.verdict.breach?.words == "client 0 shows 4 rows"
        || finding.verdict.breach?.words == "client 1 shows 4 rows")
    #expect(finding.opportunities > 4)
  }

  /// Promises that no list is longer than three rows, which lists of five rows break.
  private struct FewRows: OwnPromise {
    static let promise = Promise(
      "few-rows", "No list has more than three rows.", usualCause: "Usually a limit was forgotten.")

    mutating func judge(_ shown: ShownList) -> Judgement {
      let rows = shown.sections[0].count
      if rows > 3 { return .broken("client \(shown.client) shows \(rows) rows") }
      return shown.changes.isEmpty ? .nothing : .kept
    }
  }

  @Test func `a stack may listen and write beside the list, however many of them do`() throws {
    let catalogue = Catalogue.complete.adding(
      "beside", "A list with hearts beside it.", options: NoStackOptions.self,
      actions: [HeartsBeside.heart]
    ) { _, context in HeartsBeside(context) }
    let outcome = try outcome(
      "beside", does: "heart", catalogue: catalogue, count: 90, work: "think: 3s, for: 9s")
    let work = try #require(outcome.findings.first { $0.checker == "bounded-work" })
    #expect(work.verdict == .held && work.opportunities > 10_000)
  }

  @Test func `a stack is told where it lives`() throws {
    let catalogue = Catalogue.complete.adding(
      "told", "A list that looks around.", options: NoStackOptions.self
    ) { _, context in
      // A list of the house could keep drafts, or have an oracle beside it; this scenario asks for neither.
      #expect(!context.keepsDrafts && !context.hasOracle)
      #expect(context.group == "clients" && context.number < 2)
      return AnyStream(context.screen, batching: context.batching).asStack
    }
    #expect(try outcome("told", does: "post", catalogue: catalogue).verdict == .pass)
  }

  @Test
  func `a callback goes on until it is stopped, and a list that stops listening is found out`()
    throws
  {
    let catalogue = Catalogue.complete.adding(
      "short", "A list that listens for a second.", callbacks: { ShortList($0) })
    let outcome = try outcome("short", does: "post", catalogue: catalogue)
    #expect(outcome.isBroken)
  }

  @Test func `what a scenario may say of it is known, and what is wrong is told`() throws {
    for (stack, does, words) in [
      ("{ hearts: { most: 10 } }", "heart", "from 1 to 9"),
      ("{ hearts: { mots: 3 } }", "heart", "did you mean 'most'?"),
      ("streams", "heart", "heart"), ("hearts", "heort", "did you mean 'heart'?"),
    ] {
      do {
        _ = try outcome(stack, does: does)
        Issue.record("\(stack) and \(does) are read")
      } catch {
        #expect("\(error)".contains(words), "\(error)")
      }
    }
  }

  @Test func `its words stand among those of the house`() {
    let schema = Catalogue.hearts.schema.markdown()
    #expect(schema.contains("Puts a heart on a row.") && schema.contains("How often a row"))
    #expect(schema.contains("Nobody puts two hearts on one row."))
  }
}

/// A list that listens for a second.
private final class ShortList: CallbackList {
  private let phone: CallbackPhone

  init(_ phone: CallbackPhone) { self.phone = phone }

  func open() {
    let listen = phone.listen { [phone] _ in phone.show([]) }
    #expect(listen.isGoingOn)
    phone.after(.seconds(1)) {
      listen.stop()
      #expect(!listen.isGoingOn)
    }
  }
}

/// A list whose app counts hearts at a place of its own, beside the list.
private struct HeartsBeside: StackAround {
  static let heart = Scenario.Work.Action("heart", .write, "Counts a heart.")
  private static let tag: UInt32 = 1 << 30

  var inner: any ClientStack
  private let number: Int
  private var journeys: [UInt32: UInt32] = [:]
  private var writes: UInt32 = 0

  init(_ context: StackContext) {
    inner = AnyStream(context.screen, batching: context.batching).asStack
    number = context.number
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
    wishes.append(.listen(tag: Self.tag, Path("hearts"), Query()))
  }

  mutating func close(into wishes: inout [StackWish]) {
    inner.close(into: &wishes)
    wishes.append(.unlisten(tag: Self.tag))
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    if tag != Self.tag { inner.receive(event, from: tag, at: now, into: &wishes) }
  }

  mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    writes += 1
    journeys[writes] = act.journey
    let path = Path("hearts/of-\(number)")
    wishes.append(.write(tag: writes, .set(path, .integer(Int64(writes))), journey: act.journey))
  }

  mutating func answer(
    _ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .settled(let tag, _) = answer, let journey = journeys.removeValue(forKey: tag)
    else { return }
    wishes.append(.over(journey: journey))
  }
}
