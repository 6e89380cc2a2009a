// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirScenario

/// One entry of a scenario's workload, made ready to be drawn from.
package struct WorkRules: Sendable {
  /// The clock that sets the pace.
  package enum Pace: Sendable {
    /// Each client on its own, at random distances.
    case every(QuantileTable)
    /// Each client on its own, after an answer and a thought.
    case think(QuantileTable)
    /// Arrivals at even distances.
    case constant(Scenario.Rate)
    /// Arrivals at random, at distances drawn from here.
    case poisson(QuantileTable)
    /// Arrivals at random with a rate that changes; the table draws at the highest rate.
    case stages(from: Scenario.Rate, [Scenario.Stage], highest: Scenario.Rate, QuantileTable)
    /// So many at once, at distances drawn from here.
    case bursts(of: Int, QuantileTable)
  }

  /// Its name in reports.
  package var name: String
  /// The clients that may act: the first's number, and how many.
  package var clients: Range<UInt32>
  /// The actions to choose from.
  package var actions: [Scenario.Work.Action]
  /// The weights by which one of ``actions`` is chosen.
  package var share: ChoiceTable
  /// The pace of the actions.
  package var pace: Pace
  /// The choice of the client that acts, for arrivals.
  package var who: Chooser
  /// The moment at which it starts.
  package var from: Instant
  /// The moment at which it is over.
  package var until: Instant
  /// The number of the first stage; 0 without stages.
  package var firstStage: UInt16

  /// Makes the rules of one entry.
  package init(
    name: String, clients: Range<UInt32>, actions: [Scenario.Work.Action], share: ChoiceTable,
    pace: Pace, who: Chooser, from: Instant, until: Instant, firstStage: UInt16
  ) {
    self.name = name
    self.clients = clients
    self.actions = actions
    self.share = share
    self.pace = pace
    self.who = who
    self.from = from
    self.until = until
    self.firstStage = firstStage
  }
}

/// The ways to choose one of many.
package enum Chooser: Sendable {
  /// All alike.
  case uniform
  /// Chosen by the weight of each.
  case weighted(ChoiceTable)
  /// One after the other.
  case inTurn

  /// Chooses one of `count`; `turn` counts the choices so far.
  package func choose(_ count: Int, turn: Int, _ chance: inout RandomStream) -> Int {
    switch self {
    case .uniform: chance.index(below: count)
    case .weighted(let table): table.draw(&chance)
    case .inTurn: turn % count
    }
  }
}
