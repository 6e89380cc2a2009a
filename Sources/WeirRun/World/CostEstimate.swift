// SPDX-License-Identifier: GPL-3.0-or-later
import WeirScenario
import WeirCore
import WeirNetwork
import WeirWorkload

/// An estimate of what a run will cost, made from its scenario before it starts.
///
///     CostEstimate(plan).events  // 1.2e6: some writes, and for each of them everybody who looks at its list
///
/// The events of a run in fair weather are within a factor of two of it; faults, lost connections and transactions
/// that are tried again come on top. Most events are writes that are told to those who look on, so that the
/// number grows with the square of those who share a list.
///
/// - Complexity: O(clients + entries of the workload).
package struct CostEstimate: Hashable, Sendable {
  /// About how many events will be handled.
  package var events: Double
  /// From how many events on a person should know before the run starts.
  package static let large = 20_000_000.0

  /// The warning that is said before a large run; nil for all others.
  package var warning: String? {
    guard events >= Self.large else { return nil }
    let millions = Int((events / 1e6).rounded())
    return
      "this run will handle about \(millions) million events; fewer clients in one list, or shorter work, "
      + "make it smaller"
  }

  /// Looks at what is about to run.
  package init(_ ready: RunPlan) {
    let (plan, scenario) = (ready.plan, ready.scenario)
    var listeners = [Double](repeating: 0, count: plan.lists.count)
    for device in plan.devices { for list in Set(device.lists) { listeners[Int(list)] += 1 } }
    var sum: [Double] = [0]
    for device in plan.devices { sum.append(sum[sum.count - 1] + listeners[Int(device.list)]) }
    events = Double(plan.devices.count) * Self.opening
    var heard = [Double](repeating: 0, count: plan.devices.count)
    for (work, entry) in zip(plan.work, scenario.workload) {
      let clients = Double(work.clients.count)
      if clients == 0 { continue }
      let seconds = Double(entry.lasts.nanoseconds) / 1e9
      let network = plan.links[scenario.clients[entry.group].network]
      let roundTrip = 2 * network.delay.mean + plan.service.mean
      let actions = Self.actionsPerSecond(work, entry, roundTrip: roundTrip / 1e9) * seconds
      let shares = Self.shares(entry)
      let mean =
        (sum[Int(work.clients.upperBound)] - sum[Int(work.clients.lowerBound)]) / clients
      let writes = actions * shares.writes
      // Its own wake-up; the way there, the work, the answer; then everybody who looks on.
      events += actions + writes * (3 + mean) + actions * shares.others * Self.opening
      for client in work.clients {
        let own = listeners[Int(plan.devices[Int(client)].list)]
        heard[Int(client)] += writes / clients * own / max(seconds, 1e-9)
      }
    }
    let lasts = Double(plan.workEnds.nanoseconds) / 1e9
    for (device, perSecond) in zip(plan.devices, heard) {
      // What comes within one batch is published together.
      let gathered = Double(scenario.clients[device.group].batchWait.nanoseconds) / 1e9
      events += lasts * perSecond / (1 + perSecond * gathered)
    }
  }

  /// Events of a client that connects and opens its list.
  private static let opening = 8.0

  private static func shares(_ entry: Scenario.Work) -> (writes: Double, others: Double) {
    var (writes, others) = (0.0, 0.0)
    for share in entry.does {
      let weight = Double(share.weight.numerator) / Double(share.weight.denominator)
      if share.action.verb.isWrite { writes += weight } else { others += weight }
    }
    let all = max(writes + others, 1e-9)
    return (writes / all, others / all)
  }

  private static func actionsPerSecond(
    _ work: WorkRules, _ entry: Scenario.Work, roundTrip: Double
  ) -> Double {
    let clients = Double(work.clients.count)
    switch work.pace {
    case .every(let gap): return clients / max(gap.mean / 1e9, 1e-9)
    case .think(let thought): return clients / max(thought.mean / 1e9 + roundTrip, 1e-9)
    case .constant(let rate): return Double(rate.millionths) / 1e6
    case .poisson(let gap): return 1 / max(gap.mean / 1e9, 1e-9)
    case .bursts(let count, let every): return Double(count) / max(every.mean / 1e9, 1e-9)
    case .stages(let first, let stages, _, _):
      var (before, sum, seconds) = (Double(first.millionths) / 1e6, 0.0, 0.0)
      for stage in stages {
        let (rate, lasts) = (
          Double(stage.rate.millionths) / 1e6, Double(stage.lasts.nanoseconds) / 1e9
        )
        sum += lasts * (stage.slides ? (before + rate) / 2 : rate)
        seconds += lasts
        before = rate
      }
      return sum / max(seconds, 1e-9)
    }
  }
}
