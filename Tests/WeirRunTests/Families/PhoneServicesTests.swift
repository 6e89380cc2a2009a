// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

import WeirRun

/// The store and the files of an app that goes to the background, loses its connection and is killed.
@Suite struct PhoneServicesTests {
  private static let catalogue = Catalogue.standard.adding(HoarderFamily.self)

  /// All steps of phones that save, load and upload, while some faults strike.
  private func steps(_ faults: String, seed: UInt64 = 1) throws -> [Step] {
    let text = """
      weir: 1
      about: Phones that save and upload.
      server: { tree: { list: { a: 1 } } }
      network: { delay: 20ms }
      clients: [ { count: 4, list: list, stack: hoarder } ]
      workload: [ { each: client, does: hoard, think: 40ms, for: 20s } ]
      faults: [ \(faults) ]
      expect: { commits: { count: { at-least: 0 } } }

      """
    let scenario = try Scenario(
      text: Array(text.utf8), named: "phone.yaml", in: Self.catalogue.schema)
    var world = try World(scenario, seed: seed, catalogue: Self.catalogue, keepingSteps: true)
    while world.advance(by: 1000) {}
    #expect(world.outcome().findings.allSatisfy { !$0.verdict.isBroken })
    return world.takeSteps()
  }

  private static func isAnswer(_ step: Step) -> Bool {
    step.kind == .stored || step.kind == .transferred
  }

  @Test func `in the background nothing is done, and what was due is done at once afterwards`()
    throws
  {
    let steps = try steps("{ fault: background, every: { exponential: 1s }, for: 300ms }")
    var (isAway, back): ([UInt32: Bool], [UInt32: Instant]) = ([:], [:])
    var (caught, kinds): (Int, Set<Step.Kind>) = (0, [])
    for step in steps {
      if step.kind == .paused {
        isAway[step.client] = step.x == 1
        back[step.client] = step.at
      }
      guard Self.isAnswer(step) else { continue }
      #expect(isAway[step.client] != true, "\(step)")
      if back[step.client] == step.at {
        caught += 1
        kinds.insert(step.kind)
      }
    }
    #expect(caught > 4 && kinds == [.stored, .transferred])
  }

  @Test func `an app that was killed is answered nothing that it had asked for before`() throws {
    var (asked, forgotten): (Set<UInt64>, Int) = ([], 0)
    var ends: Set<UInt64> = []
    for step in try steps("{ fault: kill, every: { exponential: 1s }, for: 100ms }") {
      if HoarderFamily.asked.isSaid(by: step) { asked.insert(key(step.client, step.x)) }
      if step.kind == .killed {
        let mine = asked.filter { $0 >> 48 == UInt64(step.client) }
        forgotten += mine.count
        asked.subtract(mine)
      }
      switch step.kind {
      case .stored:
        #expect(asked.remove(key(step.client, step[Step.Stored.tag])) != nil, "\(step)")
      case .transferred:
        let tag = key(step.client, step[Step.Transferred.tag])
        #expect(asked.contains(tag), "\(step)")
        if step[Step.Transferred.end] != 0 { asked.remove(tag) }
        ends.insert(step[Step.Transferred.end])
      default: break
      }
    }
    #expect(forgotten > 10)
    #expect(ends.contains(1))
  }

  private func key(_ client: UInt32, _ tag: UInt64) -> UInt64 { UInt64(client) << 48 | tag }

  @Test func `a file stops when the connection is gone, and does not begin without one`() throws {
    let steps = try steps("{ fault: disconnect, every: { exponential: 500ms } }")
    let ends = steps.filter { $0.kind == .transferred }.map { $0[Step.Transferred.end] }
    // Interrupted under way, and refused while there is none.
    #expect(ends.count { $0 == 3 } > 4 && ends.count { $0 == 2 } > 4)
    var isConnected: [UInt32: Bool] = [:]
    for step in steps {
      if step.kind == .linked { isConnected[step.client] = step.x == 1 }
      guard step.kind == .transferred else { continue }
      let isGoing = step[Step.Transferred.end] <= 1
      if isGoing { #expect(isConnected[step.client] == true, "\(step)") }
    }
  }

  /// The steps of transfers while a fault hits half of the phones, from the fifth second to the ninth: of those, and of the others.
  private func transfers(_ fault: String) throws -> (hit: [Step], others: [Step]) {
    let steps = try steps(fault)
    let victims = Set(steps.filter { $0.kind == .disturbed }.map(\.client))
    #expect(victims.count == 2)
    let (start, end) = (Instant.zero + .milliseconds(5_200), Instant.zero + .seconds(9))
    let during = steps.filter { $0.kind == .transferred && $0.at > start && $0.at < end }
    return (
      during.filter { victims.contains($0.client) }, during.filter { !victims.contains($0.client) }
    )
  }

  /// The times from part to part of the same file.
  private func gaps(_ steps: [Step]) -> Set<Interval> {
    var (last, gaps): ([UInt64: Instant], Set<Interval>) = ([:], [])
    for step in steps where step[Step.Transferred.end] == 0 {
      let transfer = key(step.client, step[Step.Transferred.tag])
      if let last = last.updateValue(step.at, forKey: transfer) { gaps.insert(step.at - last) }
    }
    return gaps
  }

  @Test func `slow files take longer for each part, and of stalled ones nothing comes over`() throws
  {
    let slow = try transfers("{ fault: slow-files, factor: 10, share: 50%, at: 5s, for: 4s }")
    #expect(gaps(slow.hit) == [.milliseconds(100)] && gaps(slow.others) == [.milliseconds(10)])
    let stalled = try transfers("{ fault: stalled-files, share: 50%, at: 5s, for: 4s }")
    #expect(stalled.hit.isEmpty && gaps(stalled.others) == [.milliseconds(10)])
  }

  @Test func `of two faults of files the worse one is felt, as long as it lasts`() throws {
    func gaps(_ faults: String) throws -> Set<Interval> {
      self.gaps(
        try steps(faults).filter {
          $0.kind == .transferred && $0.at > .zero + .seconds(5) && $0.at < .zero + .seconds(9)
        })
    }
    let mild = "{ fault: slow-files, factor: 2, from: 3s, until: 9s }"
    #expect(
      try gaps("{ fault: slow-files, factor: 20, from: 2s, until: 9s }, \(mild)")
        == [.milliseconds(200)])
    #expect(
      try gaps("{ fault: slow-files, factor: 20, from: 2s, until: 3s }, \(mild)")
        == [.milliseconds(20)])
    #expect(try gaps("\(mild), { fault: stalled-files, from: 4s, until: 9s }") == [])
  }

  @Test func `files that begin while they are cut break off in the middle, and no others`() throws {
    let cut = try transfers("{ fault: cut-files, chance: 100%, share: 50%, at: 5s, for: 4s }")
    func interrupted(_ steps: [Step]) -> [Step] {
      steps.filter { $0[Step.Transferred.end] == 3 }
    }
    #expect(interrupted(cut.hit).count > 20 && interrupted(cut.others).isEmpty)
    #expect(interrupted(cut.hit).allSatisfy { $0.x > 0 && $0.x < 80_000 })
    // Whatever has parts is cut; what is not there has none.
    #expect(!cut.hit.contains { $0[Step.Transferred.end] == 1 })
  }

  @Test func `how it ended is said in words`() {
    let ends: [(UInt64, String)] = [
      (0, "under way"), (1, "done"), (2, "offline"), (3, "interrupted"), (4, "missing"),
      (5, "replaced"),
    ]
    for (end, word) in ends {
      let step = Step(
        at: .zero, .transferred, key: Key("photo"), x: 7, y: Step.Transferred.end.holding(end))
      let words = StepFormat.of(.transferred).words(StepTelling(step))
      #expect(words == "upload 'photo', 7 bytes: \(word)")
    }
    for (isSave, fails, word) in [
      (false, false, "loads 'a' in its store"), (true, false, "has saved 'a' in its store"),
      (false, true, "cannot load 'a' in its store"), (true, true, "cannot save 'a' in its store"),
    ] {
      let step = Step(
        at: .zero, .stored, key: Key("a"),
        y: Step.Stored.isSave.holding(isSave) | Step.Stored.isFailure.holding(fails))
      #expect(StepFormat.of(.stored).words(StepTelling(step)) == word)
    }
  }

  @Test func `each way in which a transfer can fail has a number of its own`() throws {
    let steps = try steps("{ fault: disconnect, at: 19s }")
    func downloads(_ key: String) -> Set<UInt64> {
      Set(
        steps.filter {
          $0.kind == .transferred && $0[Step.Transferred.verb] == 1 && $0.key == Key(key)
        }.map { $0[Step.Transferred.end] })
    }
    // Nobody brings one of the files, and all of them bring the other.
    #expect(downloads("nowhere").isDisjoint(with: [0, 1, 5]) && downloads("nowhere").contains(4))
    #expect(downloads("shared").isSuperset(of: [0, 1, 5]))
  }
}

/// A list whose app saves, loads and moves files all the time.
private enum HoarderFamily: StackFamily {
  static let name = "hoarder"
  static let about = "A list whose app keeps everything."
  static let actions = [
    Scenario.Work.Action("hoard", .look, "Saves, loads and moves files.", movesFiles: true)
  ]
  static let notes = [asked]
  static let asked = StepNote(
    "hoard-asked", "The phone was asked.", x: .number("tag"), says: { "asks \($0.x)" })

  static func store(_ options: NoStackOptions) -> LocalStore.Rules {
    var rules = LocalStore.Rules()
    rules.reading = .constant(.milliseconds(25))
    rules.writing = .constant(.milliseconds(40))
    return rules
  }

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    Hoarder(
      inner: AnyStream(context.screen, batching: context.batching).asStack, number: context.number)
  }
}

private struct Hoarder: StackAround {
  var inner: any ClientStack
  let number: Int
  private var count = 0

  init(inner: any ClientStack, number: Int) { (self.inner, self.number) = (inner, number) }

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    // Journeys are the only numbers that no two lives share.
    let tag = act.journey
    let photo = FileContent(size: 80_000, stamp: UInt64(tag))
    let shared = Key("shared")
    count += 1
    let wish: StackWish =
      switch count % 5 {
      case 0: .store(tag: tag, .save(Key("k\(count % 3)"), .integer(Int64(tag))))
      case 1: .store(tag: tag, .load(nil))
      case 2 where count % 4 == 0: .transfer(tag: tag, .upload(shared, photo, from: 0))
      case 2: .transfer(tag: tag, .upload(Key("photo-\(number)"), photo, from: 0))
      case 3: .transfer(tag: tag, .download(Key("nowhere"), nil, from: 0))
      default: .transfer(tag: tag, .download(shared, nil, from: 0))
      }
    wishes += [
      .note(StackNote(words: HoarderFamily.asked.holding(), x: UInt64(tag))), wish,
      .over(journey: act.journey),
    ]
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {}
}
