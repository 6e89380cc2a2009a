// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirNetwork
import WeirScenario
import WeirTrace
import WeirTree

// The faults of machines: of clients and of the backend.
extension World {
  /// Begins a fault of machines, which strikes now.
  mutating func apply(_ fault: Int, to victims: [UInt32], until end: Instant) {
    let effect = plan.faults[fault].effect
    switch effect {
    case .background: for client in victims { pause(Int(client)) }
    case .kill(let isPersistent):
      for client in victims {
        let usual = scenario.clients[devices[Int(client)].group].isPersistent
        kill(Int(client), isPersistent: isPersistent ?? usual)
      }
    case .clock, .drift: for client in victims { setClock(of: Int(client)) }
    case .cacheLoss: for client in victims { loseCache(of: Int(client)) }
    case .cacheCorruption: for client in victims { tear(Int(client), fault) }
    case .crash: goDown()
    case .slowServer, .overload, .throttle, .quota, .revoke, .reject, .staleReplica,
      .lateAnswers, .lostAnswers, .earlyAnswers:
      setDegradation()
    case .slowFiles, .stalledFiles, .cutFiles:
      for client in victims { setFileConditions(of: Int(client)) }
    case .slowLink, .loss, .duplicate, .reorder, .clog, .partition, .disconnect:
      invariantBroken("a fault of links was taken for one of clients: \(effect)")
    }
  }

  /// Ends a fault of machines.
  mutating func recover(from fault: Int, _ victims: [UInt32]) {
    switch plan.faults[fault].effect {
    case .background: for client in victims { endPause(of: Int(client)) }
    case .kill: for client in victims { endKill(of: Int(client)) }
    case .clock, .drift: for client in victims { setClock(of: Int(client)) }
    case .cacheLoss, .cacheCorruption: break
    case .crash: recover()
    case .revoke:
      setDegradation()
      openAnew()
    case .slowFiles, .stalledFiles, .cutFiles:
      for client in victims { setFileConditions(of: Int(client)) }
    default: setDegradation()
    }
  }
}

// The faults of clients.
extension World {
  /// Sets a device's clock as all faults that hit it now will have it.
  ///
  /// A clock that gains starts to gain again when another fault of its clock begins or ends.
  private mutating func setClock(of client: Int) {
    var clock = DeviceClock(ahead: scenario.clients[devices[client].group].clockAhead, since: now)
    for fault in plan.faults.indices where faultPlan.isActive(fault) {
      switch plan.faults[fault].effect {
      case .clock(let ahead) where faultPlan.victims(of: fault).contains(UInt32(client)):
        clock.ahead = clock.ahead + ahead
      case .drift(let gains) where faultPlan.victims(of: fault).contains(UInt32(client)):
        clock.gains = gains
      default: break
      }
    }
    devices[client].clock = clock
    devices[client].client.clock = clock
  }

  private mutating func loseCache(of client: Int) {
    guard isAwake(client) else { return }
    devices[client].client.loseCache(at: now, into: &clientWishes)
    handleClientWishes(of: client)
  }

  /// The device loses its power while the app saves its writes: it starts again with what is left of them.
  private mutating func tear(_ client: Int, _ fault: Int) {
    guard devices[client].isRunning else { return }
    let place = plan.devices[client]
    let subject = "\(scenario.clients[place.group].name) \(faultPlan.strikes(of: fault))"
    let damage = RandomStream(
      seed: seed, "damage of \(plan.faults[fault].name)", of: subject, place.number)
    kill(client, isPersistent: true, damage: damage)
    endKill(of: client)
  }

  /// A list may be read again: people whose list was taken away open it anew; who has the app in the background
  /// starts it anew.
  private mutating func openAnew() {
    for client in devices.indices where devices[client].wasRefused {
      devices[client].wasRefused = false
      guard devices[client].isRunning, !devices[client].isListClosed else { continue }
      if isAwake(client) {
        endListLife(of: client)
        beginListLife(of: client)
      } else {
        kill(client, isPersistent: true)
        endKill(of: client)
      }
    }
  }
}

// The faults of the backend.
extension World {
  /// Degrades the backend by all faults that last now; of several of a kind the worst counts.
  private mutating func setDegradation() {
    var degradation = Backend.Degradation()
    for fault in plan.faults.indices where faultPlan.isActive(fault) {
      degradation.add(plan.faults[fault].effect, plan.answerDelays[fault])
    }
    authority?.hide(degradation.unreadable, at: now)
    backend.apply(degradation, at: now, into: &backendWishes)
    handleBackendWishes()
  }

  /// Nothing is promised of what a client shows where it wrote, when a fault hides its own writes from it.
  mutating func touchHidden(_ client: UInt32, _ list: UInt32, _ key: Key) {
    guard client != Step.nobody, backend.mayHide(from: client) else { return }
    record(Step(at: now, .touched, client: client, list: list, key: key))
  }

  /// `true` if somebody may lose a list now that can be read again later.
  var isRevoking: Bool {
    plan.faults.indices.contains {
      plan.faults[$0].kind == .revoke && faultPlan.isActive($0)
    }
  }
}

extension Backend.Degradation {
  /// Makes it as bad as the effect says, where it was not worse.
  fileprivate mutating func add(_ effect: Scenario.Fault.Effect, _ delay: QuantileTable?) {
    switch effect {
    case .slowServer(let factor):
      // Two that speed it up would be no degradation at all; the slower one counts.
      slowness = slowness == 1_000 ? factor.thousandths : max(slowness, factor.thousandths)
    case .overload(let chance): turnsAway = max(turnsAway, chance)
    case .throttle(let rate):
      let new = Pace(rate, waits: true)
      pace = pace.map { $0.gap < new.gap ? new : $0 } ?? new
    case .quota(let writes, let bytes):
      let (oldWrites, oldBytes) = (ration?.writes ?? .max, ration?.bytes ?? .max)
      ration = Backend.Ration(
        writes: min(oldWrites, writes ?? .max), bytes: min(oldBytes, bytes ?? .max))
    case .reject(let chance): rejects = max(rejects, chance)
    case .staleReplica(let behind): lag = max(lag ?? .zero, behind)
    case .lateAnswers(let chance, _):
      if let delay, delaysAnswers == nil { delaysAnswers = (chance, delay) }
    case .lostAnswers(let chance): losesAnswers = max(losesAnswers, chance)
    case .earlyAnswers: answersBeforeData = true
    case .revoke(let list): unreadable.append(Path(list))
    default: break
    }
  }
}

/// The greater of two shares.
func max(_ a: Ratio, _ b: Ratio) -> Ratio {
  let (left, right) = (
    a.numerator.multipliedFullWidth(by: b.denominator),
    b.numerator.multipliedFullWidth(by: a.denominator)
  )
  return left.high > right.high || left.high == right.high && left.low > right.low ? a : b
}
