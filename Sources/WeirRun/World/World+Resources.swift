import WeirBackend
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree
import WeirWorkload

// What apps do with their resources.
extension World {
  /// The resources of a client's app, if it keeps any.
  func shop(_ place: Plan.Seat, life: Int) -> Shop? {
    guard let context = place.context else { return nil }
    let name = scenario.clients[place.group].name
    let chance = RandomStream(seed: seed, "resource", of: "\(name) life \(life)", place.number)
    return Shop(resources: Resources(plan.registry, chance: chance), context: context, life: life)
  }

  /// A person wants a thing created, changed, destroyed or toggled.
  mutating func operate(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    let work = scenario.workload[intent.work]
    guard let context = seats[client].shop?.context, let name = work.kind,
      let (verb, thing) = thing(of: plan.kind(name), for: intent, journey),
      let list = plan.seats[client].collections[Int(thing.kind.number)]
    else { return skip(intent, journey) }
    let removing = work.values.isEmpty ? [] : Path(field: work.field).keys.prefix(1)
    let number: UInt32?
    switch verb {
    case .create:
      let time = seats[client].clock.time(at: now)
      number = seats[client].shop?.resources.create(
        thing, in: context, journey: journey, at: time, into: &shopWishes)
    case .update:
      number = seats[client].shop?.resources.update(
        thing, removing: Array(removing), in: context, journey: journey, into: &shopWishes)
    case .destroy:
      number = seats[client].shop?.resources.destroy(
        thing, in: context, journey: journey, into: &shopWishes)
    }
    guard let number else { return }
    seats[client].shop?.operations.set(
      .init(
        journey: journey, work: UInt16(intent.work), list: list, key: thing.key ?? Step.noKey),
      for: number)
    record(
      Step(
        at: now, .operated, client: intent.client, journey: journey, list: list,
        key: thing.key ?? Step.noKey, x: UInt64(number), y: UInt64(verb.rawValue)))
    runShop(of: client)
  }

  /// What is done to which thing; nil where there is none.
  private mutating func thing(
    of kind: ResourceKind, for intent: Intent, _ journey: UInt32
  ) -> (ResourceVerb, Resource)? {
    let client = Int(intent.client)
    let work = scenario.workload[intent.work]
    var fields = Node([(Self.wordKey, .integer(Int64(journey)))])
    if intent.action != .destroy, !work.values.isEmpty {
      fields.set(value(for: work, client), at: Path(field: work.field))
    }
    switch intent.action {
    case .update:
      return shownRow(of: client).map { (.update, Resource(kind, key: $0, fields: fields)) }
    case .destroy: return shownRow(of: client).map { (.destroy, Resource(kind, key: $0)) }
    case .toggle:
      let name = scenario.clients[seats[client].group].name
      let key = Key("\(name)-\(seats[client].number)")
      if !seats[client].child(key).isNull { return (.destroy, Resource(kind, key: key)) }
      fields.set(.integer(Int64(client)), at: Self.byKey)
      return (.create, Resource(kind, key: key, fields: fields))
    default:
      fields.set(.integer(Int64(client)), at: Self.byKey)
      return (.create, Resource(kind, fields: fields))
    }
  }

  /// Carries out what resources wish; what a wish brings about comes before the wishes behind it.
  mutating func runShop(of client: Int) {
    if isShopping { return }
    isShopping = true
    var place = 0
    while place < shopWishes.count {
      if seats[client].tamper == nil {
        carryOut(shopWishes[place], client)
      } else {
        carryOutTampered(shopWishes[place], client)
      }
      if !clientWishes.isEmpty { handleClientWishes(of: client) }
      place += 1
    }
    shopWishes.removeAll(keepingCapacity: true)
    isShopping = false
    if !thoughts.isEmpty { planThoughts() }
  }

  mutating func carryOut(_ wish: ResourceWish, _ client: Int) {
    switch wish {
    case .ask(let call): ask(call, client)
    case .write(let number, let write, _):
      let operation = seats[client].shop?.operations[number]
      let step = step(operation == nil ? .recounted : .wrote, number, client)
      if let operation {
        record(step, .write(write))
        touch(operation, client)
      } else {
        record(step)
      }
      let id = seats[client].client.write(
        write, journey: operation?.journey ?? 0, at: now, into: &clientWishes)
      seats[client].shop?.writes[id] = number
    case .read(let number, let path):
      let id = seats[client].client.listen(to: path, Query(), at: now, into: &clientWishes)
      seats[client].shop?.reads[id] = number
    case .transact(let number, let path, let sum, _):
      let id = seats[client].client.transact(
        at: path, journey: 0, applyLocally: true,
        update: .compute { Counter.sum(of: $0, and: sum) }, at: now, into: &clientWishes)
      seats[client].shop?.transactions[id] = number
    case .tell(let news): tell(news, client)
    }
  }

  /// The app's hook answers at once; it forbids a share of what it is asked about.
  private mutating func ask(_ call: ResourceCall, _ client: Int) {
    let (list, key) = row(at: call.path, of: UInt32(client)) ?? (Step.nowhere, Step.noKey)
    var asked = step(.asked, call.number, client)
    (asked.list, asked.key) = (list, key)
    record(asked)
    guard var operation = seats[client].shop?.operations[call.number] else {
      invariantBroken("the resources of client \(client) ask about an unknown operation")
    }
    operation.key = key
    seats[client].shop?.operations.set(operation, for: call.number)
    let work = Int(operation.work)
    let veto = scenario.workload[work].veto
    if !veto.isZero, vetoChances[work].chance(veto) {
      record(step(.vetoed, call.number, client))
      seats[client].shop?.resources.veto(
        call.number, "the workload forbids it", into: &shopWishes)
    } else {
      record(step(.allowed, call.number, client))
      seats[client].shop?.resources.proceed(call.number, into: &shopWishes)
    }
  }

  /// What the list shows of the row from now on is promised by nobody: it may be read and counted first.
  private mutating func touch(_ operation: Shop.Operation, _ client: Int) {
    guard operation.list == seats[client].list else { return }
    record(
      Step(
        at: now, .touched, client: UInt32(client), journey: operation.journey,
        list: operation.list, key: operation.key))
  }

  /// A step about an operation.
  private func step(
    _ stage: ResourceStage, _ number: UInt32, _ client: Int, says: Int = 0
  ) -> Step {
    let operation = seats[client].shop?.operations[number]
    return Step(
      at: now, .reported, client: UInt32(client), journey: operation?.journey ?? 0,
      list: operation?.list ?? Step.nowhere, key: operation?.key ?? Step.noKey, x: UInt64(number),
      y: Step.Reported.stage.holding(UInt64(stage.rawValue)) | Step.Reported.says.holding(says))
  }

  private mutating func tell(_ news: ResourceNews, _ client: Int) {
    switch news {
    case .did(let call): record(step(.did, call.number, client))
    case .persisted(let call, let failure):
      record(step(failure == nil ? .persisted : .undone, call.number, client))
      end(call.number, client)
    case .logged(let action):
      record(step(.logged, action.call.number, client, says: repeats(action)))
    case .failed(let number, .countInDoubt(_, let path)):
      let place = plan.counted.firstIndex { $0.path == path }.map { $0 + 1 } ?? 0
      record(step(.doubted, number, client, says: place))
    case .failed(let number, .rejected): record(step(.turnedAway, number, client))
    case .failed(let number, .answerLost): record(step(.lost, number, client))
    case .failed(let number, _):
      record(step(.failed, number, client))
      end(number, client)
    case .inFlight(let count):
      record(
        Step(
          at: now, .reported, client: UInt32(client), x: UInt64(bitPattern: Int64(count)),
          y: UInt64(ResourceStage.underWay.rawValue)))
    case .uncounted(let number, _): record(step(.uncounted, number, client))
    case .ignored(let number): record(step(.ignored, number, client))
    }
  }

  /// How many names of its template the log repeats.
  private func repeats(_ action: ResourceAction) -> Int {
    let template = scenario.resources[Int(action.call.resource.kind.number)].template
    let names = template.split(separator: "/").filter { $0.hasPrefix("$") }.map { $0.dropFirst() }
    return action.extra.filter { entry in names.contains { Key(String($0)) == entry.name } }.count
  }

  /// An operation is over, and who waits for it may go on.
  private mutating func end(_ number: UInt32, _ client: Int) {
    guard let operation = seats[client].shop?.operations.remove(number) else { return }
    workload.answered(
      work: Int(operation.work), client: UInt32(client), at: now, into: &thoughts)
  }
}

// What the client brings back.
extension World {
  /// A listen that is none of the stack's told something: perhaps what an operation wanted to read.
  mutating func found(_ event: DataEvent, _ registration: UInt32, _ client: Int) {
    guard let number = seats[client].shop?.reads[registration] else {
      if seats[client].shop == nil, event.kind != .value {
        record(
          Step(
            at: now, .strayed, client: UInt32(client), list: seats[client].list, key: event.key,
            x: UInt64(registration)))
      }
      return
    }
    guard event.kind == .value,
      let seen = seats[client].client.engine.snapshot(of: registration), seen.isComplete
    else { return }
    seats[client].shop?.reads[registration] = nil
    seats[client].client.unlisten(registration, at: now, into: &clientWishes)
    let node = seats[client].tamper?.tamper(found: seen.node, for: number) ?? seen.node
    seats[client].shop?.resources.found(number, node, into: &shopWishes)
  }

  /// A listen that is none of the stack's is over.
  mutating func refused(_ registration: UInt32, _ refusal: Message.Refusal, _ client: Int) {
    guard let number = seats[client].shop?.reads[registration] else { return }
    seats[client].shop?.reads[registration] = nil
    seats[client].shop?.resources.refused(number, refusal, into: &shopWishes)
  }

  /// A write was answered; false: it is none of the resources'.
  mutating func settled(_ write: UInt32, _ answer: Message.Answer, _ client: Int) -> Bool {
    guard let number = seats[client].shop?.writes[write] else { return false }
    seats[client].shop?.writes[write] = nil
    seats[client].shop?.resources.settled(number, answer, into: &shopWishes)
    return true
  }

  /// A transaction is over; false: it is none of the resources'.
  mutating func ended(_ transaction: UInt32, _ end: TransactionEnd, _ client: Int) -> Bool {
    guard let number = seats[client].shop?.transactions[transaction] else { return false }
    seats[client].shop?.transactions[transaction] = nil
    seats[client].shop?.resources.ended(number, end, into: &shopWishes)
    return true
  }

  /// The app is killed: a fresh one takes up what was saved, if anything was.
  mutating func closeShop(of client: Int, isPersistent: Bool) {
    guard let old = seats[client].shop, var fresh = shop(plan.seats[client], life: old.life + 1)
    else { return }
    if isPersistent {
      fresh.saved = old.resources.saved()
      fresh.writes = old.writes
      fresh.operations = old.operations
    }
    seats[client].shop = fresh
  }

  /// The app is started again.
  mutating func restoreShop(of client: Int) {
    guard let saved = seats[client].shop?.saved else { return }
    seats[client].shop?.saved = nil
    seats[client].shop?.resources.restore(saved, into: &shopWishes)
    let held = seats[client].client.engine.pendingIDs.compactMap { id in
      seats[client].shop?.writes[id]
    }
    for number in saved.unanswered where !held.contains(number) {
      seats[client].shop?.resources.lost(number, into: &shopWishes)
    }
  }
}

// What the backend commits.
extension World {
  /// Commits each row into which a write that starts above the lists puts something.
  mutating func commitRows(
    of write: Write, _ client: UInt32, _ journey: UInt32, _ version: UInt64, _ root: Node
  ) {
    guard case .merge(let base, let parts) = write else { return }
    var journey = journey
    var last: (list: UInt32, key: Key)?
    for part in parts {
      let path = base.appending(part.path)
      guard let row = row(at: path, of: client) else { continue }
      if let last, last.list == row.list, last.key == row.key { continue }
      last = row
      let depth = plan.lists[Int(row.list)].keys.count + 1
      let node = self.row(
        row.key, ofRowAt: depth, in: row.list, after: .set(path, part.node), root)
      record(
        Step(
          at: now, .committed, client: client, journey: journey, list: row.list, key: row.key,
          x: node.fingerprint, y: version), .row(node))
      touchHidden(client, row.list, row.key)
      if countsSomething, let value = Counters.field(in: .set(path, part.node), ofRowAt: depth) {
        let initial = plan.tree[plan.lists[Int(row.list)]][row.key]
        counters.note(value, list: row.list, key: row.key, initially: initial)
      }
      // The journey of a write is that of its first row; the numbers beside it are nobody's intent.
      journey = 0
    }
  }

  /// Records each counter into which a write puts something.
  mutating func tally(_ write: Write, _ client: UInt32, _ journey: UInt32, _ root: Node) {
    for number in plan.counted.indices {
      let place = plan.counted[number].path
      let isTouched =
        switch write {
        case .set(let path, _): place.leads(below: path)
        case .merge(let path, let parts):
          parts.contains { place.leads(below: path.appending($0.path)) }
        }
      if isTouched { tally(number, client, journey, root) }
    }
  }

  /// Records what a counter says now.
  mutating func tally(_ number: Int, _ client: UInt32, _ journey: UInt32, _ root: Node) {
    let node = root[plan.counted[number].path]
    let value: Int64? =
      switch node.content {
      case .null: 0
      case .integer(let value): value
      case .number(let value): Int64(exactly: value)
      default: nil
      }
    record(
      Step(
        at: now, .tallied, client: client, journey: journey, list: plan.counted[number].list,
        x: UInt64(bitPattern: value ?? 0),
        y: Step.Tallied.place.holding(number) | Step.Tallied.isNoNumber.holding(value == nil)))
  }
}
