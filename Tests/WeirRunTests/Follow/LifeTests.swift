// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario
import WeirTrace
import WeirTree

import WeirRun

@Suite struct LifeTests {
  /// All steps of a run, and its outcome.
  static func steps(of scenario: Scenario, seed: UInt64) throws -> (steps: [Step], lists: [String])
  {
    var world = try World(scenario, seed: seed, keepingSteps: true)
    var steps: [Step] = []
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: 1000)
      steps += world.takeSteps()
    }
    return (steps, world.lists)
  }

  private func life(_ journey: UInt32, _ steps: [Step]) -> Life {
    var life = Life(of: journey)
    for step in steps { life.add(step) }
    return life
  }

  @Test func `a post is meant, written, sent, committed, answered, heard and shown by everybody`()
    throws
  {
    let (steps, _) = try Self.steps(of: smallScenario(clients: 3, lasts: .seconds(2)), seed: 1)
    let kinds = life(1, steps).moments.map(\.step.kind)
    #expect(kinds.first == .meant)
    for (kind, count) in [
      (Step.Kind.wrote, 1), (.committed, 1), (.answered, 1), (.heard, 3), (.published, 3),
    ] {
      #expect(kinds.count { $0 == kind } == count, "\(kind)")
    }
    let sent = life(1, steps).moments.filter { $0.step.kind == .sent }
    #expect(sent.map(\.isFromBackend) == [false] + Array(repeating: true, count: sent.count - 1))
    #expect(life(0, steps).moments.isEmpty && life(9_999, steps).moments.isEmpty)
  }

  /// The slow way: all steps of the journey, and for each client the first time that it heard a version of it and
  /// what it published next.
  private func naive(_ journey: UInt32, _ steps: [Step]) -> [Step] {
    var places = steps.indices.filter { steps[$0].journey == journey }
    var versions = places.map { steps[$0] }.filter { [.wrote, .committed].contains($0.kind) }
    // Who writes a part of a row hears at once of the whole row, as it is then.
    for place in places where [.wrote, .touched].contains(steps[place].kind) {
      versions += steps[place...].filter { step in
        step.kind == .heard && step.client == steps[place].client && step.at == steps[place].at
          && step.list == steps[place].list && step.key == steps[place].key
      }
    }
    for client in Set(steps.map(\.client)).sorted() {
      let heard = steps.indices.first { place in
        let step = steps[place]
        guard step.kind == .heard, step.client == client else { return false }
        return versions.contains {
          $0.list == step.list && $0.key == step.key && $0.x == step.x
            && steps.firstIndex(of: $0).map { $0 <= place } == true
        }
      }
      guard let heard else { continue }
      places.append(heard)
      let shown = steps.indices.first {
        $0 > heard && steps[$0].kind == .published && steps[$0].client == client
      }
      guard let shown else { continue }
      places.append(shown)
      places += steps.indices.filter {
        $0 > shown && steps[$0].kind == .faulted && steps[$0].client == client
          && steps[$0].at == steps[shown].at
      }
    }
    return places.sorted().map { steps[$0] }
  }

  @Test func `who sets a field of a row is among those that show it`() throws {
    let text = """
      weir: 1
      about: One phone posts rows and sets a field by which they are ordered.
      clients: [ { count: 1, list: rooms/lobby, order: { child: likes } } ]
      workload:
        - { each: client, does: post, every: 300ms, for: 2s }
        - { each: client, does: assign, field: likes, values: [4, 5, 6], every: 300ms, for: 4s }

      """
    let scenario = try Scenario(text: Array(text.utf8), named: "set.yaml")
    let (steps, _) = try Self.steps(of: scenario, seed: 1)
    let set = steps.filter { $0.kind == .touched && $0.at > .zero + .seconds(3) }.map(\.journey)
    try #require(set.count > 2)
    for journey in set {
      let shown = life(journey, steps).moments.count { $0.step.kind == .published }
      let heard = steps.contains { step in
        step.kind == .heard
          && steps.contains {
            $0.kind == .touched && $0.journey == journey && $0.key == step.key && $0.at == step.at
          }
      }
      // A value that was there before is a write of which nobody hears.
      #expect(shown == (heard ? 1 : 0), "journey \(journey)")
    }
    #expect(set.contains { life($0, steps).moments.contains { $0.step.kind == .published } })
  }

  @Test(arguments: [1, 2, 5, 11, 12, 21] as [UInt64])
  func `agrees with a search through the whole trace`(seed: UInt64) throws {
    let steps = try Self.steps(of: randomScenario(seed), seed: seed).steps
    let last = steps.map(\.journey).max() ?? 0
    try #require(last > 0)
    for journey in stride(from: 1, through: last, by: max(1, Int(last) / 6)) {
      #expect(life(journey, steps).moments.map(\.step) == naive(journey, steps), "\(journey)")
    }
  }

  @Test func `beginnings know who meant what, the row, and how it ended`() throws {
    let (steps, _) = try Self.steps(of: smallScenario(clients: 2, lasts: .seconds(5)), seed: 3)
    var beginnings = Beginnings()
    for step in steps { beginnings.add(step) }
    let meant = steps.filter { $0.kind == .meant }
    #expect(beginnings.count == meant.count)
    #expect(beginnings.first(2) == meant.prefix(2).map(\.journey))
    let first = try #require(beginnings[meant[0].journey])
    #expect(first.meant == meant[0] && first.row?.kind == .wrote && first.last?.kind == .answered)
    #expect(beginnings[0] == nil && beginnings[.max] == nil)
  }

  @Test func `the last steps are those about the row, of whoever it was, and no travels`() throws {
    let (steps, _) = try Self.steps(of: smallScenario(clients: 3, lasts: .seconds(5)), seed: 3)
    let committed = try #require(steps.first { $0.kind == .committed && $0.journey > 1 })
    let breach = Breach(
      "client 1 is wrong", first: Fact(committed, "it was committed"),
      second: Fact(
        at: committed.at + .seconds(2), client: 1, list: committed.list, key: committed.key,
        "it is not shown"))
    let end = committed.at + .seconds(2)
    var last = LastSteps(before: end, of: breach, most: 1_000)
    var short = LastSteps(before: end, of: breach, most: 3)
    for step in steps {
      last.add(step)
      short.add(step)
    }
    #expect(last.clients == [committed.client, 1] && last.earlierCount == 0)
    #expect(
      last.steps.allSatisfy {
        $0.at <= end && ![.sent, .arrived, .taken, .served].contains($0.kind)
      })
    #expect(last.steps.count { $0.kind == .heard } == 3)
    #expect(last.steps.contains { $0.kind == .published && $0.client == 2 })
    #expect(!last.steps.contains { $0.kind == .committed && $0.key != committed.key })
    #expect(short.steps == Array(last.steps.suffix(3)))
    #expect(short.earlierCount == last.steps.count - 3)
  }
}
