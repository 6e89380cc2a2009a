// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCheck
import WeirCore
import WeirNetwork
import WeirScenario
import WeirTrace
import WeirTree

// What everybody may, beside what the server lets them. A run in which nobody may be refused asks once, and goes on.
extension Plan {
  /// The rights of all clients, if the scenario has any that could be refused.
  func authority(_ scenario: Scenario) -> Authority? {
    let mayBeHidden = scenario.faults.contains { $0.effect.kind == .revoke }
    guard scenario.server.rules != nil || !scenario.server.laterRules.isEmpty || mayBeHidden
    else { return nil }
    return Authority(
      scenario.server.rules.map { Permissions($0) }, root: tree,
      users: devices.map { user(of: $0, in: scenario) })
  }

  /// The name of a client before the rules.
  func user(of device: Device, in scenario: Scenario) -> Message.Auth? {
    scenario.clients[device.group].auth.map {
      Message.Auth(uid: $0.replacing("{n}", with: device.number))
    }
  }
}

extension World {
  /// Judges whether a client may hear, or must hear, what the server says to it.
  mutating func judge(
    _ body: Message.Body, to client: Int, session: UInt32, journey: UInt32
  ) {
    if authority == nil { return }
    var mayRefuse = false
    if case .answer(_, .forbidden, _) = body { mayRefuse = mayRefuseWrites }
    let ruling = authority?.ruling(
      on: body, to: client, session: session, at: now, mayRefuse: mayRefuse)
    if let ruling { judge(ruling, UInt32(client), journey) }
  }

  /// Judges whether its client might make a write that was committed.
  mutating func judge(
    _ write: Write, _ client: UInt32, _ journey: UInt32, _ root: Node
  ) {
    if let ruling = authority?.commit(write, of: client, at: now, root) {
      judge(ruling, client, journey)
    }
  }

  /// Judges whether what a client wanted done when it is gone is done.
  mutating func judge(firing write: Write, _ client: UInt32, isDone: Bool) {
    if let ruling = authority?.fire(write, of: client, isDone: isDone, at: now) {
      judge(ruling, client, 0)
    }
  }

  private mutating func judge(_ ruling: Ruling, _ client: UInt32, _ journey: UInt32) {
    let list = devices[Int(client)].list
    checkers.observe(
      Step(at: now, .sent, client: client, journey: journey, list: list), .ruling(ruling))
  }

  /// `true` while a fault lets the server refuse writes that the rules allow.
  private var mayRefuseWrites: Bool {
    plan.faults.indices.contains {
      let kind = plan.faults[$0].kind
      return (kind == .reject || kind == .quota) && faultPlan.isActive($0)
    }
  }
}
