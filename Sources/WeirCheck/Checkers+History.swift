import WeirCore
import WeirTrace
import WeirTree

// What is remembered for more than one checker, and who is shown it.
extension Checkers {
  /// Keeps in mind what a step says.
  mutating func remember(_ step: Step) {
    switch step.kind {
    case .cancelled: lists.cancel(step)
    case .unlistened: lists.unlisten(step)
    case .loaded: lists.load(step)
    case .filtered: lists.filter(step)
    case .closed: lists.close(step)
    case .killed:
      lists.close(step)
      sightings.kill(step)
    case .joined: deeds.join(step)
    case .refused where watch(.writeOrder): writeOrder.refuse(step)
    case .wrote where watch(.historic):
      note(step, stamp: step.has(Step.Wrote.isEdit) ? nil : step.x, isPlain: true)
    case .touched where watch(.historic): note(step, stamp: nil, isPlain: step.y != 0)
    case .answered where watch(.historic): answer(step)
    case .ended where watch(.historic):
      deeds.answer(step, order: order)
      sightings.answer(step)
    case .counted where watch(.historic):
      if watch(.anomalies) { anomalies.count(step, deeds[step.journey]) }
      if watch(.linearizable) {
        linear.count(step, row: ledger.enter(step.key, in: step.list), order: order)
      }
    default: break
    }
  }

  /// A client writes to a row; `isPlain`: by no transaction, and with an answer.
  mutating func note(_ step: Step, stamp: UInt64?, isPlain: Bool) {
    guard step.list != Step.nowhere else { return }
    let row = ledger.enter(step.key, in: step.list)
    // What a resource writes was written already when its row is touched.
    if isPlain || deeds[step.journey].row < 0 {
      deeds.write(
        step, row: row, stamp: stamp, isPlain: isPlain, order: order,
        read: sightings.newest(of: step.client),
        basis: sightings.version(of: row, at: step.client))
    }
    sightings.write(step, row: row)
  }

  private mutating func answer(_ step: Step) {
    let deed = deeds[step.journey]
    let session = deeds.session(of: step.client)
    if watch(.lostWrites) { lostWrites.answer(step, deed, ledger) }
    if watch(.atMostOnce) { atMostOnce.answer(step, deed, session: session, ledger) }
    if watch(.anomalies) { anomalies.refuse(step, deed) }
    deeds.answer(step, order: order)
    sightings.answer(step)
  }

  /// A commit enters the ledger.
  mutating func enter(_ step: Step) {
    let row = ledger.enter(step.key, in: step.list)
    let deed = deeds[step.journey]
    if watch(.lostWrites) { lostWrites.commit(step, deed, row: row, ledger) }
    if watch(.atMostOnce) {
      atMostOnce.commit(step, deed, session: deeds.session(of: step.client))
    }
    if watch(.writeOrder) {
      writeOrder.commit(step, deed, session: deeds.session(of: step.client))
    }
    let isOwn = deed.row >= 0
    let spot = ledger.commit(
      step, order: order, read: isOwn ? deed.read : .none, basis: deed.row == row ? deed.basis : -1)
    if watch(.anomalies) { anomalies.commit(step, spot, deed, ledger) }
    deeds.commit(step)
  }

  /// A list is published: who wants to know which versions of rows it shows is told.
  ///
  /// A screen that listens to one list twice may show what one listen told and the other did not, so that nothing is
  /// promised of the order of the versions that it shows. The same goes for a row to which the client wrote a moment
  /// ago: a transaction listens to its own row, and what it heard there the list may not have heard yet.
  mutating func see(
    _ step: Step, _ publication: borrowing Publication, _ shown: ShadowLists.Shown
  ) {
    sightings.publish(step, publication, shown, ledger)
    if sightings.fresh.isEmpty { return }
    let isOfTwo = shown.listensTwice
    for sighting in sightings.fresh {
      if watch(.anomalies) {
        anomalies.see(step, sighting, shown, sightings, deeds, ledger)
      }
      if isOfTwo { continue }
      if watch(.lostWrites) { lostWrites.see(step, sighting, ledger) }
      if watch(.monotonicReads) { monotonicReads.see(step, sighting, ledger) }
      if sighting.isFirstSinceOwn { continue }
      if watch(.monotonicWrites) {
        monotonicWrites.see(step, sighting, shown, sightings, ledger)
      }
      if watch(.writesFollowReads) {
        writesFollowReads.see(step, sighting, shown, sightings, ledger)
      }
    }
  }

  /// What happens to the listens of a client.
  mutating func listen(_ step: Step) {
    switch step.kind {
    case .heard where !lists.shown[Int(step.client)].listensTwice:
      valueLast.hear(step, sightings)
    case .completed: valueLast.complete(step)
    case .unlistened, .cancelled: valueLast.end(step)
    case .strayed: valueLast.stray(step)
    case .arrived, .meant, .wrote, .touched, .answered, .ended, .linked, .killed, .reported,
      .paused, .disturbed, .calmed, .misbehaved, .closed:
      valueLast.cause(step)
    default: break
    }
  }

  /// What may cause work, and what is work.
  mutating func bound(_ step: Step) {
    switch step.kind {
    case .heard, .sent: boundedWork.observe(step, lists, sightings, deeds)
    case .arrived, .meant, .wrote, .touched, .served, .fired, .joined, .parted, .linked, .crashed,
      .unlistened, .resent, .answered, .ended, .killed, .reported, .paused, .disturbed, .calmed,
      .misbehaved, .closed, .cancelled, .resynced:
      boundedWork.cause(step)
    default: break
    }
  }
}
