// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirKernel
import WeirNetwork
package import WeirScenario
import WeirTrace

// What goes wrong on purpose.
extension World {
  /// The faults of this run: as the scenario says them, then as its swarm draws them.
  package var faults: [Scenario.Fault] { plan.faults }

  /// All machines behave from now on, as faults are over when the work is.
  mutating func behave() {
    isBehaved = true
    backend.behave()
    for client in devices.indices { devices[client].client.behave() }
  }

  /// The faults begin, if there are any.
  mutating func beginFaults() {
    if !scenario.buggify.isZero {
      queue.post(WorldEvent.code(WorldEvent.behave, 0, 0), at: plan.workEnds)
    }
    if plan.faults.isEmpty { return }
    faultPlan.begin(into: &faultWishes)
    handleFaultWishes()
  }

  /// A fault strikes, or is over.
  mutating func turn(_ fault: Int) {
    faultPlan.wake(fault, at: now, into: &faultWishes)
    handleFaultWishes()
  }

  private mutating func handleFaultWishes() {
    for place in faultWishes.indices {
      switch faultWishes[place] {
      case .wake(let fault, let instant):
        queue.post(WorldEvent.code(WorldEvent.fault, 0, UInt32(fault)), at: instant)
      case .strike(let fault, let until): strike(fault, until: until)
      case .end(let fault): calm(fault)
      }
    }
    faultWishes.removeAll(keepingCapacity: true)
  }

  private mutating func strike(_ fault: Int, until end: Instant) {
    record(.disturbed, fault, until: end)
    let rules = plan.faults[fault]
    let victims = faultPlan.victims(of: fault)
    if let condition = plan.conditions[fault] {
      for client in victims {
        for way in rules.direction.ways {
          let chance = chance(of: fault, way, client)
          weather.begin(
            Condition(fault: fault, condition, until: end, chance: chance), way, of: Int(client))
        }
      }
    } else if rules.kind == .disconnect {
      for client in victims { disconnect(Int(client)) }
    } else {
      apply(fault, to: victims, until: end)
    }
  }

  private mutating func calm(_ fault: Int) {
    record(.calmed, fault, until: now)
    let rules = plan.faults[fault]
    let victims = faultPlan.victims(of: fault)
    if plan.conditions[fault] != nil {
      for client in victims {
        for way in rules.direction.ways { weather.end(fault: fault, way, of: Int(client)) }
      }
    } else {
      recover(from: fault, victims)
    }
  }

  /// The chance of what one strike of a fault does to a way of a client's link.
  private func chance(
    of fault: Int, _ way: Weather.Way, _ client: UInt32
  ) -> RandomStream {
    let place = plan.devices[Int(client)]
    let subject = "\(way) \(scenario.clients[place.group].name)"
    let strike = "\(plan.faults[fault].name) \(faultPlan.strikes(of: fault))"
    return RandomStream(seed: seed, strike, of: subject, place.number)
  }

  /// A step for everybody who is hit, or one for all.
  private mutating func record(_ kind: Step.Kind, _ fault: Int, until end: Instant) {
    let length = UInt64((end - now).nanoseconds)
    if plan.faults[fault].kind.family == .server {
      record(Step(at: now, kind, x: UInt64(fault), y: length))
      return
    }
    for client in faultPlan.victims(of: fault) {
      record(
        Step(
          at: now, kind, client: client, list: devices[Int(client)].list, x: UInt64(fault),
          y: length))
    }
  }

  /// A connection breaks, and both ends learn of it.
  private mutating func disconnect(_ client: Int) {
    guard devices[client].isRunning, devices[client].client.state != .disconnected else { return }
    tellBackend(ofLost: client)
    lose(client, session: Int(devices[client].client.session))
  }
}

extension Scenario.Fault.Direction {
  /// The ways of a link that suffer.
  fileprivate var ways: [Weather.Way] {
    switch self {
    case .both: [.up, .down]
    case .up: [.up]
    case .down: [.down]
    }
  }
}
