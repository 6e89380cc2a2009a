internal import WeirMutants
internal import WeirReport
internal import WeirScenario

/// A mutant in its scenario, and what has no bug in its place.
struct MutantTrial {
  /// The scenario's file, as the person named it.
  var file: String
  /// The file's text, so that all processes read the same.
  var text: [UInt8]
  /// The mutant.
  var mutant: Mutant
  /// The scenario that was read.
  var scenario: Scenario

  /// The names of the healthy parts in the mutant's place, in the order of ``variants``.
  static let innocents = [Mutant.control.name, "streams"]

  /// Nothing is known of it yet.
  var tally: MutantTally {
    MutantTally(
      name: mutant.name, provenance: mutant.provenance, checker: mutant.checker ?? "",
      about: mutant.about)
  }

  /// The scenario, then the same with the control and with streams in the mutant's place.
  var variants: [Scenario] {
    [scenario] + [.mutant(Mutant.control.name), .streams].map { replaced(by: $0) }
  }

  private func replaced(by stack: Scenario.ClientGroup.Stack) -> Scenario {
    var scenario = scenario
    if scenario.server.mutant == mutant.name {
      scenario.server.mutant = nil
      for group in scenario.clients.indices { scenario.clients[group].stack = stack }
    }
    for group in scenario.clients.indices
    where scenario.clients[group].stack == .mutant(mutant.name) {
      scenario.clients[group].stack = stack
    }
    return scenario
  }
}
