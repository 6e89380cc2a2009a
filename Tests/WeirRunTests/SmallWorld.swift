// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirScenario
import WeirTree

/// A scenario of a few clients in one room, to be changed by the test.
func smallScenario(
  clients: Int = 2, action: Scenario.Work.Action = .post, lasts: Interval = .seconds(20)
) -> Scenario {
  Scenario(
    name: "small", about: "A few clients in one room.",
    networks: [
      .init(
        name: "default",
        delay: .shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40))))
    ],
    clients: [.init(count: clients, lists: ["rooms/lobby"], window: .newest(10))],
    workload: [
      .init(
        name: "work", does: [.init(action: action, weight: .one)],
        pace: .every(.exponential(mean: .seconds(1))), lasts: lasts)
    ])
}

/// The outcome of a scenario that runs to its end.
func outcome(of scenario: Scenario, seed: UInt64 = 1) throws(Problems) -> Outcome {
  var world = try World(scenario, seed: seed)
  while world.advance(by: 100_000) {}
  return world.outcome()
}

/// A small world in which everything that can be varied is drawn from a seed.
func randomScenario(_ seed: UInt64) -> Scenario {
  var chance = RandomStream(seed: seed, "random scenario")
  func pick<T>(_ choices: T...) -> T { choices[chance.index(below: choices.count)] }
  let isStream = pick(true, false)
  var network = Scenario.Network(
    name: "default", transport: isStream ? .stream : .datagram,
    delay: pick(
      .constant(.zero), .constant(.milliseconds(20)), .exponential(mean: .milliseconds(60)),
      .uniform(from: .zero, to: .milliseconds(300))),
    loss: pick(.zero, Ratio(1, of: 20), Ratio(1, of: 4)),
    retransmit: pick(.milliseconds(50), .milliseconds(200)))
  if pick(false, false, true) {
    network.outage = .init(
      every: .exponential(mean: .seconds(8)), lasts: .exponential(mean: .seconds(1)))
  }
  if !isStream {
    network.duplicate = pick(.zero, Ratio(1, of: 10))
    network.reorder = pick(.zero, Ratio(1, of: 5))
    network.reorderBy = .uniform(from: .zero, to: .milliseconds(400))
  }
  var groups: [Scenario.ClientGroup] = []
  for name in pick(["a"], ["a", "b"]) {
    groups.append(
      .init(
        name: name, count: 1 + chance.index(below: 4), lists: pick(["room"], ["room", "hall"]),
        pick: pick(.inTurn, .uniform),
        window: pick(.all, .newest(1), .newest(3), .newest(8), .oldest(1), .oldest(3), .oldest(8)),
        batchWait: pick(.zero, .milliseconds(30), .milliseconds(100)),
        batchAtMost: .milliseconds(500)))
    // Drawn behind all the rest, so that what is drawn here changes nothing of that.
    var habits = RandomStream(seed: seed, "habits", of: name)
    if habits.below(3) == 0 { groups[groups.count - 1].presence = ["room"] }
    groups[groups.count - 1].isPersistent = habits.below(2) == 0
    groups[groups.count - 1].clockAhead = .milliseconds(Int64(habits.below(3)) * 500)
    var quirks = RandomStream(seed: seed, "quirks", of: name)
    groups[groups.count - 1].quirks =
      ["none", "none", "forgets-kept", "doubts-null", "all"][
        quirks.index(below: 5)]
    groups[groups.count - 1].arrive = .seconds(Int64(3 * (quirks.below(6) / 5)))
    var looks = RandomStream(seed: seed, "look", of: name)
    if looks.below(3) > 0 { groups[groups.count - 1].look = randomLook(&looks) }
  }
  let quiet: [Scenario.Work.Share] = [
    .init(action: .post, weight: Ratio(2, of: 5)), .init(action: .edit, weight: Ratio(1, of: 5)),
    .init(action: .replace, weight: Ratio(1, of: 5)),
    .init(action: .remove, weight: Ratio(1, of: 5)),
  ]
  let restless: [Scenario.Work.Share] = [
    .init(action: .post, weight: Ratio(2, of: 10)), .init(action: .edit, weight: Ratio(1, of: 10)),
    .init(action: .reopen, weight: Ratio(1, of: 10)),
    .init(action: .remove, weight: Ratio(1, of: 10)),
    .init(action: .count, weight: Ratio(1, of: 10)),
    .init(action: .transact, weight: Ratio(2, of: 10)),
    .init(action: .leave, weight: Ratio(1, of: 10)),
    .init(action: .restart, weight: Ratio(1, of: 10)),
  ]
  let browsing: [Scenario.Work.Share] = [
    .init(action: .post, weight: Ratio(3, of: 20)),
    .init(action: .reopen, weight: Ratio(2, of: 20)),
    .init(action: .remove, weight: Ratio(2, of: 20)),
    .init(action: .assign, weight: Ratio(3, of: 20)),
    .init(action: .count, weight: Ratio(1, of: 20)),
    .init(action: .transact, weight: Ratio(3, of: 20)),
    .init(action: .page, weight: Ratio(3, of: 20)),
    .init(action: .filter, weight: Ratio(1, of: 20)),
    .init(action: .leave, weight: Ratio(1, of: 20)),
    .init(action: .restart, weight: Ratio(1, of: 20)),
  ]
  var wild = RandomStream(seed: seed, "wild")
  let isRestless = wild.below(2) == 0
  var wishes = RandomStream(seed: seed, "wishes")
  let habit = wishes.below(2) == 0 ? browsing : isRestless ? restless : quiet
  let crashes: [Scenario.Server.Crash] =
    isRestless && wild.below(2) == 0 ? [.init(at: .seconds(3), lasts: .milliseconds(800))] : []
  let works = groups.indices.map { group in
    Scenario.Work(
      name: "work-\(group)", group: group, does: habit,
      pace: pick(
        .every(.exponential(mean: .milliseconds(400))), .every(.constant(.milliseconds(250))),
        .think(.exponential(mean: .milliseconds(200))),
        .arrivals(.poisson(.init(millionths: 8_000_000))),
        .arrivals(.bursts(of: 6, every: .exponential(mean: .seconds(1))))),
      lasts: .seconds(5), away: .exponential(mean: .milliseconds(700)), page: 3,
      values: wishes.below(2) == 0 ? [] : [.integer(1), .integer(2), .bool(true), .text("x")])
  }
  return Scenario(
    name: "random-\(seed)", about: "A small world drawn from a seed.",
    // A message that is lost ten times in a row waits for minutes behind the pauses between its copies. So does who
    // asks for one list after the other on a link that loses a quarter of all.
    settle: .seconds(isStream || network.loss == Ratio(1, of: 4) ? 600 : 300),
    hasOracle: wild.below(2) == 0,
    server: .init(
      tree: Node([(Key("room"), Node([(Key("-A"), .integer(1))]))]),
      servers: pick(nil, 1, 2, 4),
      service: pick(
        .constant(.zero), .constant(.milliseconds(5)), .exponential(mean: .milliseconds(60))),
      queue: pick(nil, 0, 1, 3), sessionTimeout: .seconds(50), crashes: crashes),
    networks: [network], clients: groups, workload: works)
}

/// What a list shows, drawn from `chance`.
private func randomLook(_ chance: inout RandomStream) -> Scenario.Look {
  func pick<T>(_ choices: T...) -> T { choices[chance.index(below: choices.count)] }
  let low = Filter.less(Path("score"), .integer(50))
  let judged = Filter.has(Path("score"))
  return Scenario.Look(
    order: pick(.key, .child(Path("score")), .child(Path("likes")), .value),
    isDescending: pick(false, true),
    filter: pick(.everything, .everything, .not(low), judged, .any([.not(judged), low])),
    most: pick(nil, nil, 2, 5),
    sections: pick(
      nil, nil, .byValue(of: Path("score")), .fixed([low, judged]), .fixed([.not(judged)])),
    also: pick([], [], [Path("hall")], [Path("hall"), Path("attic")]))
}
