// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirKernel
import WeirLists
import WeirScenario
import WeirTrace
import WeirTree
import WeirWorkload

// What people do.
extension World {
  mutating func handleWorkWishes() {
    var place = 0
    while place < workWishes.count {
      switch workWishes[place] {
      case .wake(let work, let client, let instant):
        queue.post(WorldEvent.code(WorldEvent.work, work, client), at: instant)
      case .intend(let intent): perform(intent)
      }
      place += 1
    }
    workWishes.removeAll(keepingCapacity: true)
  }

  private mutating func perform(_ intent: Intent) {
    let client = Int(intent.client)
    let journey = UInt32(journeyWork.count)
    journeyWork.append(UInt16(intent.work))
    isCounting.append(intent.action == .count || intent.action == .transact)
    let list = devices[client].list
    record(
      Step(
        at: now, .meant, client: intent.client, journey: journey, list: list,
        x: intent.action.verb.number, y: UInt64(intent.stage)))
    if !isAwake(client) || devices[client].isListClosed {
      skip(intent, journey)
      return
    }
    switch intent.action {
    case .leave, .restart: sendAway(intent)
    case .reopen: closeList(intent)
    case .transact: transact(intent, journey)
    case .page: loadPage(intent, journey)
    case .filter: toggleFilter(intent, journey)
    case .draft: addDraft(intent, journey)
    case .send: sendDraft(intent, journey)
    case let action where action.verb.isOfStack: act(intent, journey)
    default: write(intent, journey)
    }
  }

  /// Somebody does what only the stack knows.
  private mutating func act(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    let known = plan.stacks[devices[client].group].actions
    // What is around the stack knows some actions better.
    guard let place = known.lastIndex(of: intent.action) else {
      invariantBroken("the scenario's reader let the action '\(intent.action.name)' pass")
    }
    guard let act = self.act(place, for: intent, journey) else { return skip(intent, journey) }
    let asksNobody = intent.action.verb.asksNobody
    // People who act at a rate wait for nothing.
    if !asksNobody, case .think = scenario.workload[intent.work].pace {
      devices[client].acts.append(journey)
    }
    devices[client].stack.perform(.act(act), at: now, into: &stackWishes)
    handleStackWishes(of: client)
    guard asksNobody else { return }
    workload.answered(work: intent.work, client: intent.client, at: now, into: &thoughts)
    planThoughts()
  }

  /// Returns what a person means by an action of the stack; nil: there is no row to act on.
  private mutating func act(
    _ place: Int, for intent: Intent, _ journey: UInt32
  ) -> StackAct? {
    let client = Int(intent.client)
    let (work, subject) = (scenario.workload[intent.work], intent.action.verb.subject)
    var (row, isThere) = (Key?.none, false)
    switch subject {
    case .nothing, .newRow: break
    case .shownRow:
      row = devices[client].pickRow()
      isThere = row != nil
    case .ownRow:
      row = devices[client].hand.ownRow
      isThere = !devices[client].child(devices[client].hand.ownRow).isNull
    }
    let clock = devices[client].clock.time(at: now)
    var act = devices[client].hand.act(
      place, intent.action, of: work, journey: journey, row: row, isThere: isThere, clock: clock)
    if subject == .shownRow, !isThere { return nil }
    if !work.veto.isZero { act.isForbidden = vetoChances[intent.work].chance(work.veto) }
    return act
  }

  /// There is nothing to act on, or nobody to act.
  mutating func skip(_ intent: Intent, _ journey: UInt32) {
    record(
      Step(
        at: now, .skipped, client: intent.client, journey: journey,
        list: devices[Int(intent.client)].list, x: intent.action.verb.number))
    workload.answered(work: intent.work, client: intent.client, at: now, into: &thoughts)
    planThoughts()
  }

  private mutating func write(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    guard let (key, write) = write(for: intent, journey) else {
      skip(intent, journey)
      return
    }
    let isEdit =
      intent.action == .edit || intent.action == .count || intent.action == .assign
    let old = isEdit ? devices[client].child(key).fingerprint : 0
    // What is written whole; nil where a part of a row is.
    var whole: UInt64?
    switch write {
    case .set(_, let node): whole = isEdit ? nil : node.fingerprint
    case .merge(_, let parts) where intent.action == .move:
      whole = parts[0].node.fingerprint
      record(
        Step(
          at: now, .touched, client: intent.client, journey: journey, list: devices[client].list,
          key: parts[1].path.keys[0]))
    case .merge: break
    }
    let number = devices[client].client.write(
      write, journey: journey, at: now, into: &clientWishes)
    let stamp = whole ?? devices[client].child(key).fingerprint
    // The row of an edit may just have gone, unnoticed by who edits it: then there is nothing to show. And
    // a count may come to the same sum again, when somebody's row is sent twice and takes counts away.
    // An assigned value may have stood there before, or may stand there soon. And an edit that leaves its row
    // as it was cannot be told from its undoing.
    let isLost =
      isEdit && (stamp == 0 || stamp == old) || intent.action == .count
      || intent.action == .assign
    record(
      Step(
        at: now, isLost ? .touched : .wrote, client: intent.client, journey: journey,
        list: devices[client].list, key: key, x: stamp,
        y: Step.Wrote.isEdit.holding(isEdit) | Step.Wrote.write.holding(UInt64(number))))
    handleClientWishes(of: client)
  }

  private mutating func transact(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    guard let key = devices[client].pickRow() else {
      skip(intent, journey)
      return
    }
    let path = plan.lists[Int(devices[client].list)].appending(key).appending(Hand.counted)
    record(
      Step(
        at: now, .touched, client: intent.client, journey: journey, list: devices[client].list,
        key: key))
    _ = devices[client].client.transact(
      at: path, journey: journey, applyLocally: true, update: .add(1), at: now,
      into: &clientWishes)
    handleClientWishes(of: client)
  }

  /// Returns what an intent writes, and to which row; nil where there is no row to act on.
  private mutating func write(
    for intent: Intent, _ journey: UInt32
  ) -> (key: Key, write: Write)? {
    let client = Int(intent.client)
    let row = intent.action == .post ? nil : devices[client].pickRow()
    let rowNow = intent.action == .move ? row.map { devices[client].child($0) } : nil
    let clock = devices[client].clock.time(at: now)
    return devices[client].hand.write(
      intent.action, of: scenario.workload[intent.work], journey: journey,
      into: plan.lists[Int(devices[client].list)], row: row, rowNow: rowNow ?? .null, clock: clock)
  }

  private mutating func loadPage(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    let rows = scenario.workload[intent.work].page
    let call = devices[client].callCount
    devices[client].callCount += 1
    devices[client].calls.append((call, journey))
    record(
      Step(
        at: now, .asked, client: intent.client, journey: journey, list: devices[client].list,
        x: UInt64(call), y: UInt64(rows)))
    // Who wants more rows has scrolled to the end of those that are there.
    if let seen = devices[client].view.viewport?.count {
      let total = (0..<devices[client].stack.sectionCount)
        .reduce(0) { $0 + devices[client].stack.rowCount(in: $1) }
      devices[client].view.viewport?.first = max(0, total - seen)
    }
    devices[client].stack.perform(.loadPage(call: call, rows: rows), at: now, into: &stackWishes)
    handleStackWishes(of: client)
  }

  private mutating func toggleFilter(_ intent: Intent, _ journey: UInt32) {
    let client = Int(intent.client)
    let filter = devices[client].screen.filter
    guard filter != .everything else {
      skip(intent, journey)
      return
    }
    devices[client].isFilterOff.toggle()
    let isOff = devices[client].isFilterOff
    record(
      Step(
        at: now, .filtered, client: intent.client, journey: journey, list: devices[client].list,
        x: isOff ? 0 : 1))
    devices[client].stack.perform(
      .show(isOff ? .everything : filter), at: now, into: &stackWishes)
    handleStackWishes(of: client)
    workload.answered(work: intent.work, client: intent.client, at: now, into: &thoughts)
    planThoughts()
  }

  /// Plans the next acts of those in a closed loop who have their answer.
  mutating func planThoughts() {
    for wish in thoughts {
      guard case .wake(let work, let client, let instant) = wish else { continue }
      queue.post(WorldEvent.code(WorldEvent.work, work, client), at: instant)
    }
    thoughts.removeAll(keepingCapacity: true)
  }
}

// Coming and going.
extension World {
  /// An app starts: it connects and opens its list.
  mutating func start(_ client: Int) {
    // A copy of the device would have its stack copied with the next change.
    let (point, isOffline) = (devices[client].listPoint, devices[client].absence.isOffline)
    devices[client].isRunning = true
    devices[client].isListClosed = false
    recordOpening(of: client)
    if let point {
      record(Step(at: now, .misbehaved, client: UInt32(client), x: point.number))
    }
    if !isOffline { devices[client].client.connect(at: now, into: &clientWishes) }
    devices[client].listens.removeAll(keepingCapacity: true)
    devices[client].stack.open(at: now, into: &stackWishes)
    handleStackWishes(of: client)
    shareMemory(of: client, .opened)
    if let saved = devices[client].saved {
      devices[client].saved = nil
      devices[client].client.restore(saved, at: now, into: &clientWishes)
    }
    restoreStack(of: client)
    handleClientWishes(of: client)
  }

  /// Somebody goes offline, or an app is killed; it comes back after a while.
  private mutating func sendAway(_ intent: Intent) {
    let client = Int(intent.client)
    let isLeave = intent.action == .leave
    let kind = isLeave ? WorldEvent.comeBack : WorldEvent.restart
    queue.post(WorldEvent.code(kind, intent.work, intent.client), at: whenBack(intent))
    if isLeave {
      leave(client)
    } else {
      kill(client, isPersistent: scenario.clients[devices[client].group].isPersistent)
    }
  }

  /// Returns when a client that goes away is back: after a while, but when the work is over at the latest, as faults
  /// are, for else the lists could not be held against the server's.
  mutating func whenBack(_ intent: Intent) -> Instant {
    let away = plan.away[intent.work].draw(&awayChances[intent.work])
    return max(now, min(now + away, plan.workEnds))
  }

  /// Somebody who had gone offline is back, unless somebody else sent them away meanwhile.
  mutating func comeBack(_ client: Int, work: Int) {
    endLeave(of: client)
    workload.answered(work: work, client: UInt32(client), at: now, into: &thoughts)
    planThoughts()
  }

  /// An app that was killed may start again, unless somebody else killed it meanwhile.
  mutating func restart(_ client: Int, work: Int) {
    endKill(of: client)
    workload.answered(work: work, client: UInt32(client), at: now, into: &thoughts)
    planThoughts()
  }

  /// The rows of a client's presence change as the connection does: who loses it takes the rows away itself,
  /// as the server will, so that nothing is promised of what it shows next.
  mutating func touchPresence(of client: Int) {
    for row in devices[client].presence { touch(row, of: client) }
  }

  private mutating func touch(_ row: Path, of client: Int) {
    guard let list = listNumbers[Path(Array(row.keys.dropLast()))], let key = row.keys.last
    else { return }
    record(Step(at: now, .touched, client: UInt32(client), list: list, key: key))
  }

  /// A client is connected: it says that it is there, and what is to be done when it is gone.
  mutating func announce(_ client: Int) {
    let content = devices[client].hand.sign
    for row in devices[client].presence {
      devices[client].client.whenGone(.set(row, .null), journey: 0, at: now, into: &clientWishes)
      touch(row, of: client)
      _ = devices[client].client.write(.set(row, content), journey: 0, at: now, into: &clientWishes)
    }
  }
}
