// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

/// An app that keeps resources beside its list: people create, change, destroy and toggle things of several kinds.
///
/// The wishes of ``Resources`` go through the door as those of any stack do, and what they tell stands in the history
/// as steps of the kinds `operated` and `reported`. The app's hook answers at once.
struct ResourceApp: StackAround {
  var inner: any ClientStack
  private var resources: Resources
  private let setup: ResourceSetup
  private var tamper: (any ResourceTamper)?
  /// The operations that have not ended, by number.
  private var operations = SortedMap<UInt32, Operation>()
  private var wishes: [ResourceWish] = []

  /// The facts about an operation that stand in the history.
  private struct Operation: Sendable {
    var journey: UInt32
    var list: UInt32
    var key: Key
    /// `true` if the app's hook will forbid it.
    var isForbidden: Bool
  }

  /// The part that outlives a killed app.
  private struct Saved: Sendable {
    var inner: SavedStack?
    var resources: SavedResources
    var operations: SortedMap<UInt32, Operation>
  }

  /// The bit that tells the tags of resources from those of the stack inside.
  private static let mark: UInt32 = 1 << 30

  /// Makes the app around its list, with what is wrong on purpose with its resources.
  init(
    around list: any ClientStack, _ setup: ResourceSetup, chance: RandomStream,
    tamper: (any ResourceTamper)? = nil
  ) {
    inner = list
    resources = Resources(setup.registry, chance: chance)
    self.setup = setup
    self.tamper = tamper
  }
}

// What people do.
extension ResourceApp {
  mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .act(let act) = command, act.action >= setup.firstAction else {
      return inner.perform(command, at: now, into: &wishes)
    }
    guard let kind = setup.kinds.firstIndex(where: { $0.name == act.kind }),
      let list = setup.kinds[kind].collection?.list
    else { invariantBroken("nobody keeps things of the kind '\(act.kind ?? "")'") }
    let (number, verb) = begin(act, resources.registry.kinds[kind])
    let key = act.row ?? Step.noKey
    operations.set(
      Operation(journey: act.journey, list: list, key: key, isForbidden: act.isForbidden),
      for: number)
    wishes.append(
      .note(
        StackNote(
          kind: Step.Kind.operated.rawValue, words: UInt64(verb.rawValue), x: UInt64(number),
          list: list, key: key, journey: act.journey)))
    carryOut(into: &wishes)
  }

  /// Begins an operation, and returns its number and what it does.
  private mutating func begin(
    _ act: StackAct, _ kind: ResourceKind
  ) -> (number: UInt32, verb: ResourceVerb) {
    let (row, journey, context) = (act.row, act.journey, setup.context)
    let thing = Resource(kind, key: row, fields: act.fields)
    let bare = Resource(kind, key: row)
    switch ResourceSetup.actions[act.action - setup.firstAction] {
    case .update:
      let number = resources.update(
        thing, removing: act.removing, in: context, journey: journey, into: &wishes)
      return (number, .update)
    case .destroy:
      return (resources.destroy(bare, in: context, journey: journey, into: &wishes), .destroy)
    case .toggle where act.isThere:
      let number = resources.toggle(
        bare, exists: true, in: context, journey: journey, at: act.clock, into: &wishes)
      return (number, .destroy)
    default:
      let number = resources.create(
        thing, in: context, journey: journey, at: act.clock, into: &wishes)
      return (number, .create)
    }
  }
}

// What comes back.
extension ResourceApp {
  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    guard answer.tag & Self.mark != 0 else {
      return inner.answer(answer, at: now, into: &wishes)
    }
    let number = answer.tag & ~Self.mark
    switch answer {
    case .settled(_, let answer): resources.settled(number, answer, into: &self.wishes)
    case .found(_, let node, _):
      let node = tamper?.tamper(found: node, for: number) ?? node
      resources.found(number, node, into: &self.wishes)
    case .refused(_, let refusal): resources.refused(number, refusal, into: &self.wishes)
    case .ended(_, let end): resources.ended(number, end, into: &self.wishes)
    case .fetched, .stored, .transferred: return inner.answer(answer, at: now, into: &wishes)
    }
    carryOut(into: &wishes)
  }

  func saved() -> SavedStack? {
    SavedStack(
      Saved(inner: inner.saved(), resources: resources.saved(), operations: operations))
  }

  mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let content = saved.content as? Saved else {
      invariantBroken("an app with resources takes up what another one saved")
    }
    if let saved = content.inner {
      let others = held.filter { $0 & Self.mark == 0 }
      inner.restore(saved, held: others, at: now, into: &wishes)
    }
    operations = content.operations
    resources.restore(content.resources, into: &self.wishes)
    for number in content.resources.unanswered where !held.contains(number | Self.mark) {
      resources.lost(number, into: &self.wishes)
    }
    carryOut(into: &wishes)
  }
}

// What resources wish.
extension ResourceApp {
  /// Hands on what the resources wish, until they wish nothing more.
  private mutating func carryOut(into out: inout [StackWish]) {
    var place = 0
    while place < wishes.count {
      if tamper == nil {
        carryOut(wishes[place], into: &out)
      } else {
        var altered: [ResourceWish] = []
        tamper?.tamper(wishes[place], into: &altered)
        for wish in altered { carryOut(wish, into: &out) }
      }
      place += 1
    }
    wishes.removeAll(keepingCapacity: true)
  }

  private mutating func carryOut(_ wish: ResourceWish, into out: inout [StackWish]) {
    switch wish {
    case .ask(let call): ask(call, into: &out)
    case .write(let number, let write, _):
      let journey = operations[number]?.journey
      out.append(
        .write(
          tag: number | Self.mark, write, journey: journey ?? 0,
          note: note(journey == nil ? .recounted : .wrote, number)))
    case .read(let number, let path): out.append(.read(tag: number | Self.mark, path))
    case .transact(let number, let path, let sum, _):
      out.append(
        .transact(
          tag: number | Self.mark, path, .compute { Counter.sum(of: $0, and: sum) }, journey: 0))
    case .tell(let news): tell(news, into: &out)
    }
  }

  /// The app's hook answers at once: it forbids what the act said that it would.
  private mutating func ask(_ call: ResourceCall, into out: inout [StackWish]) {
    let (list, key) = setup.row(at: call.path) ?? (Step.nowhere, Step.noKey)
    var asked = note(.asked, call.number)
    (asked.list, asked.key) = (list, key)
    out.append(.note(asked))
    operations.update(call.number) { $0.key = key }
    if operations[call.number]?.isForbidden == true {
      say(.vetoed, call.number, into: &out)
      resources.veto(call.number, "the workload forbids it", into: &wishes)
    } else {
      say(.allowed, call.number, into: &out)
      resources.proceed(call.number, into: &wishes)
    }
  }

  private mutating func tell(_ news: ResourceNews, into out: inout [StackWish]) {
    switch news {
    case .did(let call): say(.did, call.number, into: &out)
    case .persisted(let call, let failure):
      say(failure == nil ? .persisted : .undone, call.number, into: &out)
      end(call.number, into: &out)
    case .logged(let action):
      say(.logged, action.call.number, setup.repeats(action), into: &out)
    case .failed(let number, .countInDoubt(_, let path)):
      let place = setup.counters.firstIndex(of: path).map { $0 + 1 } ?? 0
      say(.doubted, number, place, into: &out)
    case .failed(let number, .rejected): say(.turnedAway, number, into: &out)
    case .failed(let number, .answerLost): say(.lost, number, into: &out)
    case .failed(let number, _):
      say(.failed, number, into: &out)
      end(number, into: &out)
    case .inFlight(let count):
      var note = StackNote(
        kind: Step.Kind.reported.rawValue, words: UInt64(ResourceStage.underWay.rawValue),
        x: UInt64(bitPattern: Int64(count)), list: Step.nowhere)
      note.key = Step.noKey
      out.append(.note(note))
    case .uncounted(let number, _): say(.uncounted, number, into: &out)
    case .ignored(let number): say(.ignored, number, into: &out)
    }
  }

  /// An operation is over, and who waits for it may go on.
  private mutating func end(_ number: UInt32, into out: inout [StackWish]) {
    guard let operation = operations.remove(number) else { return }
    out.append(.over(journey: operation.journey))
  }

  private func say(
    _ stage: ResourceStage, _ number: UInt32, _ says: Int = 0, into out: inout [StackWish]
  ) {
    out.append(.note(note(stage, number, says)))
  }

  private func note(_ stage: ResourceStage, _ number: UInt32, _ says: Int = 0) -> StackNote {
    let operation = operations[number]
    return StackNote(
      kind: Step.Kind.reported.rawValue,
      words: Step.Reported.stage.holding(UInt64(stage.rawValue))
        | Step.Reported.says.holding(says),
      x: UInt64(number), list: operation?.list ?? Step.nowhere,
      key: operation?.key ?? Step.noKey, journey: operation?.journey ?? 0)
  }
}

extension StackAnswer {
  /// The tag of the request that is answered.
  fileprivate var tag: UInt32 {
    switch self {
    case .settled(let tag, _), .found(let tag, _, _), .refused(let tag, _), .ended(let tag, _): tag
    case .fetched(let tag, _), .stored(let tag, _), .transferred(let tag, _): tag
    }
  }
}
