// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

/// Random lives of the resources of an app: any call at any time, any answer to anything, kills and restarts; and
/// after each step what they say is what ``NaiveResources`` says.
struct ResourceHistory {
  private var chance: RandomStream
  private var registry = ResourceRegistry()
  private var resources: Resources
  private var model: NaiveResources
  private var kinds: [ResourceKind] = []
  /// The first kind that another registry has beyond those of this one.
  private var foreign: ResourceKind?
  private var counters: [Counter] = []
  /// The keys that were drawn, the last one at the end.
  private var drawn: [Key] = []
  private var numbers: UInt32 = 0
  /// The kind and the context of the last operation.
  private var screen: (kind: Int, levels: [[NaiveResources.Named]]) = (2, [[]])
  /// The same of each operation, by its number; only looked up in.
  private var screens: [UInt32: (kind: Int, levels: [[NaiveResources.Named]])] = [:]
  private var life = 0
  private var shownInFlight = 0

  init(seed: UInt64) throws {
    chance = RandomStream(seed: seed, "resource history")
    let places = [
      ["/message/$group/@"], ["/message/$group/@"], ["/inbox/$user/@", "/message/$group/@"],
      ["/pair/@/of/@"], ["/solo/$group/only"], ["/group/$group/@"], ["row/@"],
    ]
    let all = [
      ["/group/@"], ["/user/@"], places[chance.index(below: places.count)],
      places[chance.index(below: places.count)],
    ]
    model = NaiveResources(kinds: [])
    for (number, templates) in all.enumerated() {
      let logsBefore = chance.below(3) == 0
      let name = "kind \(number)"
      kinds.append(
        templates.count == 1
          ? try registry.register(name, at: templates[0], logsBefore: logsBefore)
          : try registry.register(name, at: templates[0], templates[1], logsBefore: logsBefore))
      model.kinds.append(
        .init(
          templates: templates.map { $0.split(separator: "/").map(String.init) },
          logsBefore: logsBefore))
    }
    var other = registry
    foreign = try other.register("another kind", at: "/other/@")
    resources = Resources(registry, chance: RandomStream(seed: seed, "keys"))
    for _ in 0..<chance.below(6) { register() }
    resources = Resources(registry, chance: RandomStream(seed: seed, "keys"))
  }

  /// A counter more, which is refused exactly when it has to be.
  private mutating func register() {
    let conditions: [CounterCondition] = [
      .all, .all, .has(Path("open")), .has(Path("deep/n")), .equals(Path("open"), .bool(true)),
    ]
    let rule = NaiveResources.CounterRule(
      counted: 2 + chance.index(below: 2), owner: chance.index(below: 2),
      name: ["count", "count", "open", "rows", "a/b", ""][chance.index(below: 6)],
      means: CounterUpdate.allCases[chance.index(below: 3)],
      condition: conditions[chance.index(below: conditions.count)])
    // Now and then a kind of another registry, which is none of this one.
    let foreign = chance.below(8) == 0 ? self.foreign : nil
    let isCounted = chance.below(2) == 0
    let counter: Counter?
    do throws(Problems) {
      counter = try registry.count(
        isCounted ? foreign ?? kinds[rule.counted] : kinds[rule.counted],
        on: isCounted ? kinds[rule.owner] : foreign ?? kinds[rule.owner], as: rule.name,
        by: rule.means, where: rule.condition)
    } catch {
      counter = nil
    }
    #expect((counter != nil) == (foreign == nil && model.mayCount(rule)), "\(rule)")
    if let counter {
      counters.append(counter)
      model.rules.append(rule)
    }
  }

  mutating func run(steps: Int) {
    for step in 1...steps {
      act()
      let isRight =
        resources.pending.map { "\($0.operation) \($0.path) \($0.waitsFor)" } == model.pending
        && resources.inFlight == model.inFlight && shownInFlight == model.inFlight
        && resources.ignoredAnswers == model.ignored
      #expect(isRight, "after step \(step): \(resources.pending), not \(model.pending)")
    }
    restart()
  }

  private mutating func act() {
    switch chance.below(40) {
    case 0..<10: begin()
    case 10..<17:
      let number = number { $0.hasSuffix("hook") }
      let fields = chance.below(4) == 0 ? self.fields() : nil
      check {
        $0.proceed(number, writing: fields, into: &$1)
      } _: {
        $0.proceed(number, writing: fields)
      }
    case 17:
      let number = number { $0.hasSuffix("hook") }
      check {
        $0.veto(number, "no", into: &$1)
      } _: {
        $0.veto(number, "no")
      }
    case 18..<25:
      let number = number { $0.hasSuffix("read") || $0.hasSuffix("count") }
      let node = model.recounts.contains { $0.number == number } ? rows() : fields()
      check {
        $0.found(number, node, into: &$1)
      } _: {
        $0.found(number, node)
      }
    case 25:
      let number = number { $0.hasSuffix("read") || $0.hasSuffix("count") }
      check {
        $0.refused(number, .forbidden, into: &$1)
      } _: {
        $0.refused(number, .forbidden)
      }
    case 26..<33:
      let number = number { $0.hasSuffix("answer") || $0.hasSuffix("count") }
      let answer: Message.Answer = chance.below(4) == 0 ? .forbidden : .committed
      check {
        $0.settled(number, answer, into: &$1)
      } _: {
        $0.settled(number, answer)
      }
    case 33:
      let number = number { $0.hasSuffix("answer") || $0.hasSuffix("count") }
      check {
        $0.lost(number, into: &$1)
      } _: {
        $0.lost(number)
      }
    case 34, 35:
      let number = number { $0.hasSuffix("count") }
      let end: TransactionEnd = chance.below(3) == 0 ? .disconnect : .committed
      check {
        $0.ended(number, end, into: &$1)
      } _: {
        $0.ended(number, isCommitted: end == .committed)
      }
    case 36 where !counters.isEmpty:
      let place = chance.index(below: counters.count)
      let levels = levels()
      let (counter, context, journey) = (counters[place], context(levels), chance.below(9))
      numbers += 1
      check {
        $0.recount(counter, in: context, journey: UInt32(journey), into: &$1)
      } _: {
        $0.recount(place, levels, journey: UInt32(journey))
      }
    case 37:
      check {
        $0.hold(into: &$1)
      } _: {
        $0.hold()
      }
      if chance.below(2) == 0 {
        check {
          $0.letGo(into: &$1)
        } _: {
          $0.letGo()
        }
      }
    case 38: restart()
    default: break
    }
  }

  private mutating func begin() {
    // Often on the same screen as before, and about something that the hook is still asked about.
    if chance.below(2) == 0 { screen = (2 + chance.index(below: 2), levels()) }
    let unborn =
      chance.below(3) > 0 ? nil : model.operations.last { $0.isDrawn && $0.state == .asked }
    if let unborn, let old = screens[unborn.number] { screen = old }
    let (kind, levels) = screen
    screens[numbers + 1] = screen
    let context = context(levels)
    let fields = fields()
    let journey = UInt32(chance.below(9))
    let now = Instant.zero + .milliseconds(Int64(numbers / 3))
    var resource = Resource(kinds[kind], fields: fields)
    if chance.below(3) > 0 {
      let own = ["a", "b", "count"].map { Key($0) } + drawn.suffix(3)
      resource.key = unborn.map { Key($0.key) } ?? own[chance.index(below: own.count)]
    }
    let removing = ["open", "n", "deep"].filter { _ in chance.below(3) == 0 }.map { Key($0) }
    let (way, exists) = (chance.below(8), chance.below(2) == 0)
    let verb: ResourceVerb =
      switch way {
      case 0...2: .create
      case 3, 4: .update
      case 5: .destroy
      case 6: exists ? .update : .create
      default: exists ? .destroy : .create
      }
    var wishes: [ResourceWish] = []
    let number =
      switch way {
      case 0...2:
        resources.create(resource, in: context, journey: journey, at: now, into: &wishes)
      case 3, 4:
        resources.update(
          resource, removing: removing, in: context, journey: journey, into: &wishes)
      case 5: resources.destroy(resource, in: context, journey: journey, into: &wishes)
      case 6:
        resources.createOrUpdate(
          resource, exists: exists, in: context, journey: journey, at: now, into: &wishes)
      default:
        resources.toggle(
          resource, exists: exists, in: context, journey: journey, at: now, into: &wishes)
      }
    #expect(number > numbers, "a number comes twice")
    numbers = number
    var key: Key?
    if case .ask(let call)? = wishes.first, resource.key == nil, verb == .create {
      key = call.resource.key
      if let key, key.byteCount == 20 {
        #expect(drawn.last.map { $0 < key } ?? true, "keys that are drawn rise")
        drawn.append(key)
      }
    }
    model.begin(
      verb, kind: kind, key: resource.key?.description, fields,
      removing: way == 3 || way == 4 ? removing.map(\.description) : [], levels, journey: journey,
      drawn: key?.description)
    compare(wishes)
  }

  /// The number of something that waits as wanted; seldom any number.
  private mutating func number(where isWanted: (String) -> Bool) -> UInt32 {
    let wanted = model.pending.filter(isWanted).compactMap {
      $0.split(separator: " ").first.flatMap { UInt32($0) }
    }
    if wanted.isEmpty || chance.below(12) == 0 {
      let pending = model.pending.count
      return pending > 0 && chance.below(2) == 0
        ? resources.pending[chance.index(below: pending)].operation
        : UInt32(chance.below(UInt64(numbers) + 3))
    }
    return chance.below(2) == 0
      ? wanted[wanted.count - 1] : wanted[chance.index(below: wanted.count)]
  }

  private mutating func check(
    _ act: (inout Resources, inout [ResourceWish]) -> Void, _ same: (inout NaiveResources) -> Void
  ) {
    var wishes: [ResourceWish] = []
    act(&resources, &wishes)
    same(&model)
    compare(wishes)
  }

  private mutating func compare(_ wishes: [ResourceWish]) {
    var lines: [String] = []
    for wish in wishes {
      if case .tell(.inFlight(let count)) = wish {
        #expect(count >= 0)
        shownInFlight = count
      } else {
        lines.append(line(wish))
      }
      for number in Self.numbers(of: wish) { numbers = max(numbers, number) }
    }
    let wanted = model.lines()
    #expect(lines == wanted)
  }

  private mutating func restart() {
    let saved = resources.saved()
    #expect(saved.count == model.kept && saved.unanswered == model.unanswered)
    life += 1
    resources = Resources(registry, chance: RandomStream(seed: UInt64(life), "keys of a life"))
    drawn = []
    shownInFlight = 0
    check {
      $0.restore(saved, into: &$1)
    } _: {
      $0.restart()
    }
  }
}

// Worlds.
extension ResourceHistory {
  private mutating func fields() -> Node {
    var node = Node.null
    if chance.below(3) > 0 { node.set(.bool(chance.below(2) == 0), at: Path("open")) }
    if chance.below(2) == 0 { node.set(.integer(Int64(chance.below(4))), at: Path("n")) }
    if chance.below(3) == 0 { node.set(.integer(Int64(chance.below(2))), at: Path("deep/n")) }
    if chance.below(30) == 0 { node.set(.number(.infinity), at: Path("deep/far")) }
    return chance.below(5) == 0 ? node.with(.number(Double(chance.below(3)))) : node
  }

  private mutating func rows() -> Node {
    var rows = Node.null
    for key in ["a", "b", "c"] where chance.below(2) == 0 { rows.set(fields(), at: Path(key)) }
    return rows
  }

  private mutating func levels() -> [[NaiveResources.Named]] {
    // Most screens know what most templates ask for.
    let base: [NaiveResources.Named] =
      chance.below(4) == 0
      ? [] : [.init(name: "group", kind: 0, key: "g"), .init(name: "user", kind: 1, key: "u")]
    let names = ["group", "user", "other", "theme", "group"]
    return [base]
      + (0..<chance.index(below: 3)).map { _ in
        (0..<chance.index(below: 4)).map { _ in
          let name = names[chance.index(below: names.count)]
          let kind = name == "user" ? 1 : name == "group" ? 0 : chance.index(below: 3)
          let key = chance.below(12) == 0 ? nil : ["g", "h", "i"][chance.index(below: 3)]
          return .init(name: name, kind: chance.below(8) == 0 ? 1 - kind % 2 : kind, key: key)
        }
      }
  }

  private func context(_ levels: [[NaiveResources.Named]]) -> ResourceContext {
    let things = levels.map { level in
      level.map {
        ResourceContext.Entry(Key($0.name), Resource(kinds[$0.kind], key: $0.key.map { Key($0) }))
      }
    }
    var context = ResourceContext(things[0])
    for level in things.dropFirst() {
      // A level that is reset counts as if it had been given so.
      context = context.pushing(level.reversed())
      context.reset(level)
    }
    for name in ["group", "user", "other", "theme", "none"] {
      let wanted = NaiveResources.visible(levels).first { $0.name == name }
      let found = context[Key(name)]
      #expect(found?.kind == wanted.map { kinds[$0.kind] })
      #expect(found?.key == wanted?.key.map { Key($0) })
    }
    #expect(
      context.visible.map(\.name) == NaiveResources.visible(levels).map { Key($0.name) })
    return context
  }
}

// Words.
extension ResourceHistory {
  private static func numbers(of wish: ResourceWish) -> [UInt32] {
    switch wish {
    case .write(let number, _, _), .read(let number, _), .transact(let number, _, _, _): [number]
    case .ask, .tell: []
    }
  }

  private func line(_ wish: ResourceWish) -> String {
    switch wish {
    case .ask(let call): return "ask \(line(call))"
    case .write(let number, let write, let journey):
      return "write \(number) \(line(write)) j\(journey)"
    case .read(let number, let path): return "read \(number) \(path)"
    case .transact(let number, let path, let step, let journey):
      return "add \(number) \(path) \(step) j\(journey)"
    case .tell(.did(let call)): return "did \(line(call))"
    case .tell(.persisted(let call, let failure)):
      return "persisted \(line(call)) \(failure.map { line($0) } ?? "nil")"
    case .tell(.failed(let number, let failure)): return "failed \(number) \(line(failure))"
    case .tell(.logged(let action)):
      return "logged \(action.call.number) \(line(action.old)) > \(line(action.new)) "
        + "\(action.extra.map(\.name.description))"
    case .tell(.inFlight(let count)): return "in flight \(count)"
    case .tell(.uncounted(let number, let counter)): return "uncounted \(number) \(counter)"
    case .tell(.ignored(let number)): return "ignored \(number)"
    }
  }

  private func line(_ call: ResourceCall) -> String {
    "\(call.number) \(call.verb) \(call.path) \(call.resource.key?.description ?? "?") "
      + "\(fullWords(call.resource.fields)) \(call.removing.map(\.description)) j\(call.journey)"
  }

  /// The places of a write and their content; a merge begins as deep as it can, and puts nothing at its own place.
  private func line(_ write: Write) -> String {
    switch write {
    case .set(let path, let node): return NaiveResources.places([("\(path)", node)])
    case .merge(let path, let parts):
      #expect(parts.allSatisfy { !$0.path.keys.isEmpty })
      let first = Set(parts.map { $0.path.keys.first })
      #expect(first.count > 1 || parts.contains { $0.path.keys.count == 1 })
      return NaiveResources.places(parts.map { ("\(path.appending($0.path))", $0.node) })
    }
  }

  private func line(_ failure: ResourceFailure) -> String {
    switch failure {
    case .noKey: "no key"
    case .unresolved(let problems): "unresolved \(problems.all.count)"
    case .vetoed(let words): "vetoed \(words)"
    case .nothingToWrite: "nothing"
    case .illegal: "illegal"
    case .unread(let refusal): "unread \(refusal)"
    case .rejected(let answer): "rejected \(answer)"
    case .answerLost: "answer lost"
    case .countInDoubt(let counter, let path): "doubt \(counter) \(path)"
    }
  }

  private func line(_ state: ResourceState) -> String {
    switch state {
    case .unknown: "unknown"
    case .nothing: "nothing"
    case .whole(let node): "whole \(fullWords(node))"
    case .part(let node): "part \(fullWords(node))"
    }
  }
}
