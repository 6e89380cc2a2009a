// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCheck
import WeirCore
import WeirScenario
import WeirTrace

import WeirRun

@Suite struct AbsenceTests {
  /// One client that leaves at one moment and is killed at another, and what happens to it.
  private func steps(
    leave: (at: Interval, lasts: Interval), restart: (at: Interval, lasts: Interval)
  ) throws -> [Step] {
    var scenario = smallScenario(clients: 1)
    scenario.networks[0].delay = .constant(.milliseconds(1))
    scenario.workload = [leave, restart].enumerated().map { place, absence in
      .init(
        name: "\(place)",
        does: [.init(action: place == 0 ? .leave : .restart, weight: .one)],
        pace: .every(.constant(absence.at)), from: .zero, lasts: absence.at + .milliseconds(1),
        away: .constant(absence.lasts))
    }
    // Nobody stays away for longer than there is work.
    scenario.workload.append(
      .init(
        name: "late", does: [.init(action: .post, weight: .one)],
        pace: .every(.constant(.seconds(59))), from: .zero, lasts: .seconds(60),
        away: .constant(.zero)))
    var world = try World(scenario, seed: 1, keepingSteps: true)
    while world.advance(by: 1_000) {}
    #expect(!world.outcome().isBroken)
    return world.takeSteps()
  }

  private func moments(_ kind: Step.Kind, _ x: UInt64? = nil, _ steps: [Step]) -> [Interval] {
    steps.filter { $0.kind == kind && (x == nil || $0.x == x) }.map { $0.at - .zero }
  }

  @Test func `an app that comes back while its person is offline stays offline`() throws {
    let steps = try steps(
      leave: (.seconds(10), .seconds(20)), restart: (.seconds(12), .seconds(3)))
    #expect(moments(.opened, nil, steps) == [.zero, .seconds(15)])
    #expect(moments(.linked, 1, steps).map { $0 > .seconds(30) } == [false, true])
  }

  @Test func `a person who comes online while the app is dead does not start it`() throws {
    let steps = try steps(
      leave: (.seconds(10), .seconds(5)), restart: (.seconds(12), .seconds(20)))
    #expect(moments(.opened, nil, steps) == [.zero, .seconds(32)])
    #expect(moments(.linked, 1, steps).map { $0 > .seconds(32) } == [false, true])
  }

  @Test func `clients arrive one after the other, and who was killed before opens no app early`()
    throws
  {
    var scenario = smallScenario(clients: 4)
    scenario.clients[0].arrive = .seconds(8)
    scenario.faults = [
      .init(
        name: "kill", .kill(isPersistent: nil),
        .once(at: .seconds(1), lasts: .constant(.seconds(2))))
    ]
    var world = try World(scenario, seed: 1, keepingSteps: true)
    while world.advance(by: 1_000) {}
    #expect(!world.outcome().isBroken)
    // The first was killed at 1 s and came back at 3 s; the second should have come at 2 s.
    #expect(
      moments(.opened, nil, world.takeSteps())
        == [.zero, .seconds(3), .seconds(3), .seconds(4), .seconds(6)])
  }

  @Test(arguments: [Scenario.Work.Action.leave, .restart, .reopen])
  func `whoever is away when the work is over comes back then`(action: Scenario.Work.Action) throws
  {
    var scenario = smallScenario(clients: 2)
    scenario.settle = .seconds(30)
    scenario.workload = [
      .init(
        name: "posts", does: [.init(action: .post, weight: .one)],
        pace: .every(.constant(.seconds(1))), from: .zero, lasts: .seconds(20),
        away: .constant(.zero)),
      .init(
        name: "goes", does: [.init(action: action, weight: .one)],
        pace: .every(.constant(.seconds(15))), from: .zero, lasts: .seconds(20),
        away: .constant(.seconds(3_600))),
    ]
    var world = try World(scenario, seed: 1, keepingSteps: true)
    while world.advance(by: 1_000) {}
    let outcome = world.outcome()
    #expect(!outcome.isBroken)
    let kind: Step.Kind = action == .leave ? .linked : .opened
    let back = moments(kind, nil, world.takeSteps()).filter { $0 > .seconds(15) }
    #expect(back.count == 2 && back.allSatisfy { $0 >= .seconds(20) && $0 < .seconds(24) })
  }

  @Test func `who is sent away by several is back when the last of them lets go`() {
    var absence = Absence()
    absence.leave()
    absence.leave()
    absence.kill()
    let isBackEarly = absence.endLeave()
    #expect(!isBackEarly && absence.isOffline)
    let isAlive = absence.endKill()
    let isBack = absence.endLeave()
    #expect(isAlive && isBack && !absence.isOffline)
  }

  @Test func `a pace of a fraction of a second is kept`() {
    let pace = Pace(Scenario.Rate(millionths: 1_900_000))
    #expect(pace.gap == Interval(nanoseconds: 526_315_789) && pace.burst == 1 && !pace.waits)
    #expect(Pace(Scenario.Rate(millionths: 500_000)).gap == .seconds(2))
    #expect(Pace(Scenario.Rate(millionths: 20_000_000)).burst == 20)
  }
}
