// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCore
import WeirKernel
import WeirScenario
import WeirTree

extension Plan {
  /// Two turns for each client, one for its messages and one for the clock of its stack, and one for all that happens to
  /// everybody.
  mutating func planTurns(of scenario: Scenario, seed: UInt64) {
    guard case .priorities(let changes) = scenario.schedule else { return }
    let end = max(workEnds, Instant.zero + .seconds(1))
    turns = Turns(lanes: 2 * devices.count + 1, changes: changes, until: end, seed: seed)
  }
}

// Who goes first at one instant.
extension World {
  /// Handles up to `count` events, those of one instant in the order of the clients' priorities.
  mutating func advanceByTurns(_ count: Int) -> Bool {
    for _ in 0..<count {
      guard !isOver else { return false }
      guard let event = nextByTurns() else {
        if postpones() { continue }
        rest()
        return false
      }
      now = event.at
      eventCount += 1
      handle(event.code)
    }
    return true
  }

  /// Returns the next event; what one brings about at its own instant waits for its turn like all the rest.
  private mutating func nextByTurns() -> Event? {
    if turns?.isEmpty == true {
      guard let first = queue.next() else { return nil }
      let lane = lane(of: first.code)
      turns?.add(first, lane: lane)
    }
    queue.horizon = queue.now
    while let event = queue.next() {
      let lane = lane(of: event.code)
      turns?.add(event, lane: lane)
    }
    queue.horizon = end
    return turns?.next()
  }

  /// The lane whose turn an event is: its client's, for then nothing overtakes anything on the way to or from one client.
  ///
  /// The alarms of its stack have a lane of their own: a clock may strike before a message comes that is due then, or after
  /// it.
  private func lane(of code: UInt64) -> UInt32 {
    let number = WorldEvent.b(of: code)
    switch WorldEvent.kind(of: code) {
    case WorldEvent.up, WorldEvent.down: return inFlight.client(of: number)
    case WorldEvent.serve: return backend.owner(of: number).client
    case WorldEvent.batch: return UInt32(devices.count) + 1 + number
    case WorldEvent.work, WorldEvent.client, WorldEvent.open,
      WorldEvent.comeBack, WorldEvent.restart, WorldEvent.reopen, WorldEvent.hangUp,
      WorldEvent.lost:
      return number
    default: return UInt32(devices.count)
    }
  }
}
