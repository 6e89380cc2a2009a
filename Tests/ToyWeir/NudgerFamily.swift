// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirMetrics
import WeirRun
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

/// A family with one of everything: options, actions, notes, a checker, metrics, mutants, a surface beside its list, a store
/// and files.
enum NudgerFamily: StackFamily {
  static let name = "nudger"
  static let about = "A list whose rows can be nudged."
  static let actions = [
    Scenario.Work.Action("nudge", .write, "Nudges the first row that the client sees."),
    Scenario.Work.Action("photo", .look, "Shares a photo."),
  ]
  static let notes = [wanted, nudged, kept, recalled, shared]
  static let checkers: [any Checker.Type] = [NudgeChecker.self]
  static let metrics = [
    StepMetric.count("nudges-done", "Nudges that were answered.", of: nudged),
    StepMetric.spans("nudge-time", "From a nudge until its answer.", of: nudged),
    StepMetric.count(
      "totals-recalled", "Starts at which an app recalled its nudges.", of: recalled),
    StepMetric.spans("photo-time", "From the wish to share a photo until it is there.", of: shared),
  ]
  static let mutants = [NudgedTwice.mutant, TopAsleep.mutant, TotalForgotten.mutant]

  static let wanted = StepNote(
    "nudge-wanted", "A client begins a nudge.", x: .number("strength"),
    says: { "nudges\($0.key) by \($0.x)" })
  static let nudged = StepNote(
    "nudge-done", "A client knows that its nudge is over.", x: .time("took"),
    says: { "is done with the nudge of\($0.key)" })

  static let kept = StepNote(
    "nudges-kept", "A client has saved how often it nudged.", x: .number("total"),
    says: { "has saved that it nudged \($0.x) times" })
  static let recalled = StepNote(
    "nudges-recalled", "A client that starts recalls how often it nudged.", x: .number("total"),
    says: { "recalls \($0.x) nudges" })
  static let shared = StepNote(
    "photo-shared", "A photo is where others can fetch it.", x: .time("took"),
    says: { _ in "has shared a photo" })

  static func store(_ options: NudgerOptions) -> LocalStore.Rules {
    var rules = LocalStore.Rules()
    rules.failures = options.fails
    return rules
  }

  static func files(_ options: NudgerOptions) -> FileTransfers.Rules {
    var rules = FileTransfers.Rules()
    rules.failures = options.fails
    return rules
  }

  static func surfaces(_ options: NudgerOptions, beside screen: Screen) -> [StackSurface] {
    // Only by their keys does it know which row is the first.
    let isKnown = screen.sources.count == 1 && screen.sources[0].index == .key
    return isKnown ? [StackSurface("top", Screen(screen.sources[0], displayLimit: 1))] : []
  }

  static func makeStack(_ options: NudgerOptions, _ context: StackContext) -> any ClientStack {
    Nudger(
      inner: AnyStream(context.screen, batching: context.batching).asStack,
      list: context.screen.sources[0].path, number: context.number, strength: options.strength,
      top: surfaces(options, beside: context.screen).isEmpty
        ? nil : Top(isAscending: context.screen.sources[0].isAscending))
  }
}

/// The options of a nudger.
struct NudgerOptions: StackOptions {
  var strength = 1
  var fails = Ratio.zero
  static let keys = [
    StackOption(
      "strength", \Self.strength, .count(1...9), "How much a nudge adds.", example: "3"),
    StackOption(
      "fails", \Self.fails, .share, "How likely its store fails, and a photo breaks off.",
      example: "10%"),
  ]
  var complaints: [(key: String, message: String, remedy: String)] {
    strength == 7 ? [("strength", "7 is unlucky", "write 6 or 8")] : []
  }
}

/// The machine: a list inside, its first row once more beside it, and nudges that are under way.
struct Nudger: StackAround {
  var inner: any ClientStack
  let list: Path
  let number: Int
  let strength: Int
  private var memory = NudgerMemory()
  private var photos = NudgerPhotos()
  private var top: Top?
  private var lastTag: UInt32 = 0
  private var open = SortedMap<UInt32, Nudge>()

  private struct Nudge: Sendable {
    var key: Key
    var journey: UInt32
    var began: Instant
  }

  init(inner: any ClientStack, list: Path, number: Int, strength: Int, top: Top?) {
    self.inner = inner
    self.list = list
    self.number = number
    self.strength = strength
    self.top = top
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
    top?.open()
    memory.open(into: &wishes)
  }

  mutating func close(into wishes: inout [StackWish]) {
    inner.close(into: &wishes)
    top?.close()
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.receive(event, from: tag, at: now, into: &wishes)
    if top?.receive(event) == true { wishes.append(.publishSurface(1)) }
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    inner.lose(tag, refusal, at: now, into: &wishes)
    if let news = top?.lose(refusal) { wishes.append(.tellSurface(1, news)) }
  }

  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    top?.publish(into: &update)
    rows(ofSurface: surface, into: &sections)
  }

  func rows(ofSurface surface: Int, into sections: inout [[Row]]) {
    sections = [top?.shown ?? []]
  }

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    if NudgerFamily.actions[act.action].name == "photo" {
      return photos.share(act.journey, by: number, at: now, into: &wishes)
    }
    guard sectionCount > 0, rowCount(in: 0) > 0 else {
      wishes.append(.over(journey: act.journey))
      return
    }
    let key = row(at: Place(section: 0, row: 0)).key
    lastTag += 1
    open.set(Nudge(key: key, journey: act.journey, began: now), for: lastTag)
    wishes.append(
      .note(
        StackNote(
          words: NudgerFamily.wanted.holding(), x: UInt64(strength), key: key,
          journey: act.journey)))
    wishes.append(
      .write(
        tag: lastTag,
        .set(
          list.appending(key).appending(Key("nudges")), .deferred(.increment(Int64(strength)))),
        journey: act.journey))
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    inner.wake(at: now, into: &wishes)
    photos.wake(at: now, into: &wishes)
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    switch answer {
    case .stored(let tag, let answer): memory.answer(tag, answer, into: &wishes)
    case .transferred(let tag, let answer):
      photos.answer(tag, answer, at: now, into: &wishes)
    case .settled(let tag, _): settle(tag, at: now, into: &wishes)
    case .found, .refused, .ended, .fetched: break
    }
  }

  private mutating func settle(_ tag: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    guard let nudge = open.remove(tag) else { return }
    wishes.append(
      .note(
        StackNote(
          words: NudgerFamily.nudged.holding(),
          x: UInt64(bitPattern: (now - nudge.began).nanoseconds), key: nudge.key,
          journey: nudge.journey)))
    wishes.append(.over(journey: nudge.journey))
    memory.count(into: &wishes)
  }
}

/// The surface beside the list: its first row.
struct Top {
  let isAscending: Bool
  private(set) var shown: [Row] = []
  private var heard = SortedMap<Key, UInt64>()
  private var isOpen = false
  private var isLost = false
  private var hasPublished = false

  init(isAscending: Bool) { self.isAscending = isAscending }

  private var first: [Row] {
    guard heard.count > 0 else { return [] }
    let (key, stamp) = heard.entry(at: isAscending ? 0 : heard.count - 1)
    return [Row(key: key, stamp: stamp)]
  }

  /// A life begins; what is open stays so, unless it lost its listen.
  mutating func open() {
    if isOpen, !isLost { return }
    (isOpen, isLost, hasPublished, heard) = (true, false, false, SortedMap())
  }

  mutating func close() { isOpen = false }

  /// Takes in an event; true: there is something to publish.
  mutating func receive(_ event: DataEvent) -> Bool {
    switch event.kind {
    case .added, .changed, .moved: heard.set(event.node.fingerprint, for: event.key)
    case .removed: heard.remove(event.key)
    case .value: return !hasPublished || first != shown
    }
    return false
  }

  mutating func lose(_ refusal: Message.Refusal) -> StackNews {
    isLost = true
    return hasPublished ? .lost(refusal) : .loaded(refusal)
  }

  mutating func publish(into update: inout StackUpdate) {
    var workspace = DiffWorkspace()
    diff(from: shown, to: first, into: &update.changes, workspace: &workspace)
    update.isFirst = !hasPublished
    if !hasPublished { update.news.append(.loaded(nil)) }
    hasPublished = true
    shown = first
  }
}

/// Promises that a nudge is over once, and not before it began, and that an app that starts recalls all that it had saved.
struct NudgeChecker: Checker {
  static let promise = Promise(
    "nudges", "A nudge is over once, and not before it began.",
    usualCause: "Usually an answer is told twice.")
  static let kinds: KindSet = [.noted]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var open: Set<UInt32> = []
  /// By client: the nudges that were over, and the last total that it knew to be saved.
  // Only looked up in.
  private var totals: [UInt32: (over: UInt64, kept: UInt64)] = [:]

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if NudgerFamily.wanted.isSaid(by: step) { open.insert(step.journey) }
    if NudgerFamily.kept.isSaid(by: step) { totals[step.client, default: (0, 0)].kept = step.x }
    if NudgerFamily.recalled.isSaid(by: step) { recall(step) }
    guard NudgerFamily.nudged.isSaid(by: step) else { return }
    opportunities += 1
    verdict.reach()
    totals[step.client, default: (0, 0)].over += 1
    if open.remove(step.journey) == nil {
      verdict.breaks(
        at: step.at,
        Breach(
          "client \(step.client) was done with a nudge that was not under way",
          journey: step.journey))
    }
  }
}

extension NudgeChecker {
  /// An app may have saved more than it was told, but nothing that did not happen.
  private mutating func recall(_ step: Step) {
    let (over, kept) = totals[step.client] ?? (0, 0)
    if step.x < kept || step.x > over {
      verdict.breaks(
        at: step.at,
        Breach("client \(step.client) recalls \(step.x) nudges, but \(kept) were saved"))
    }
  }
}

/// The bug of an app that saves its first total again and again.
struct TotalForgotten: StackInterceptor {
  static let mutant = Mutant(
    "total-forgotten", of: "nobody", caughtBy: "nudges",
    about: "What is saved of the nudges is always that there was one.", door: TotalForgotten.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard case .store(let tag, .save(let key, _)) = wishes[place] else { continue }
      wishes[place] = .store(tag: tag, .save(key, .integer(1)))
    }
  }
}

/// What a careless app would do: it tells of each answer twice.
struct NudgedTwice: StackInterceptor {
  static let mutant = Mutant(
    "nudged-twice", of: "nobody", caughtBy: "nudges", about: "Each nudge is told to be over twice.",
    door: NudgedTwice.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first).reversed() {
      if case .note(let note) = wishes[place], note.words == NudgerFamily.nudged.holding() {
        wishes.insert(wishes[place], at: place)
      }
    }
  }
}

/// The bug of a forgetful app: the row beside the list is never looked at again.
struct TopAsleep: StackInterceptor {
  static let mutant = Mutant(
    "top-asleep", of: "nobody", caughtBy: "converge",
    about: "The row beside the list stays as it was first.", door: TopAsleep.self)

  private var hasPublished = false

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first).reversed() {
      guard case .publishSurface = wishes[place] else { continue }
      if hasPublished { wishes.remove(at: place) }
      hasPublished = true
    }
  }
}
