// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirNetwork
import WeirScenario
import WeirStatistics

extension Plan {
  /// Makes the faults of this seed ready; when the last work is over, they are all over.
  mutating func planFaults(of scenario: Scenario, seed: UInt64) throws(Problems) {
    faults = scenario.faults(seed: seed)
    for place in links.indices { links[place].healed = workEnds }
    var firstClient: [UInt32] = [0]
    for group in scenario.clients {
      firstClient.append(firstClient[firstClient.count - 1] + UInt32(group.count))
    }
    for fault in faults {
      var rules = FaultRules(
        name: fault.name, try timing(of: fault.timing), until: ends(fault.timing))
      rules.isMomentary = fault.kind.isMomentary
      rules.share = fault.share
      if fault.kind.family != .server {
        rules.clients =
          fault.group.map { firstClient[$0]..<firstClient[$0 + 1] }
          ?? 0..<firstClient[firstClient.count - 1]
      }
      faultRules.append(rules)
      conditions.append(try condition(of: fault.effect))
    }
  }

  private func ends(_ timing: Scenario.Fault.Timing) -> Instant {
    switch timing {
    case .once: workEnds
    case .again(_, _, _, let until), .span(_, let until):
      until.map { min(workEnds, .zero + $0) } ?? workEnds
    }
  }

  private mutating func timing(
    of timing: Scenario.Fault.Timing
  ) throws(Problems) -> FaultRules.Timing {
    switch timing {
    case .once(let at, let lasts): .once(at: .zero + at, lasts: try table(lasts))
    case .again(let every, let lasts, let from, _):
      .again(every: try table(every), lasts: try table(lasts), from: .zero + from)
    case .span(let from, _): .span(from: .zero + from)
    }
  }

  /// Returns what the fault does to a link, if it is one of links.
  private mutating func condition(
    of effect: Scenario.Fault.Effect
  ) throws(Problems) -> Condition.Effect? {
    switch effect {
    case .slowLink(let factor, let delay):
      .slow(thousandths: factor.thousandths, more: try table(delay))
    case .loss(let chance): .lossy(chance)
    case .duplicate(let chance): .doubling(chance)
    case .reorder(let chance, let by): .overtaking(chance, by: try table(by))
    case .clog: .clogged
    case .partition: .cut
    default: nil
    }
  }

  private mutating func table(_ shape: Distribution) throws(Problems) -> QuantileTable {
    let table = try QuantileTable(shape)
    table.absorb(into: &tables)
    return table
  }
}
