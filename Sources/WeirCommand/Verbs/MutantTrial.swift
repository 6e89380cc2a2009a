// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirReport
internal import WeirRun
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
  /// The names of what stands in the mutant's place, in the order of ``variants``: what is made like the mutants of its
  /// family and has no bug, and the family itself.
  let innocents: [String]
  private let family: String

  /// Makes the trial of a mutant of a catalogue.
  init(
    file: String, text: [UInt8], mutant: Mutant, scenario: Scenario, in catalogue: Catalogue
  ) {
    self.file = file
    self.text = text
    self.mutant = mutant
    self.scenario = scenario
    let family = mutant.family ?? catalogue.families.first?.format.name ?? ""
    self.family = family
    innocents =
      catalogue.mutants.filter { $0.checker == nil && $0.family == family }.map(\.name) + [family]
  }

  /// Nothing is known of it yet.
  var tally: MutantTally {
    MutantTally(
      name: mutant.name, provenance: mutant.provenance, checker: mutant.checker ?? "",
      about: mutant.about)
  }

  /// The scenario, then the same with each of what has no bug in the mutant's place.
  var variants: [Scenario] {
    [scenario] + innocents.map { replaced(by: $0 == family ? nil : $0) }
  }

  /// The scenario with what is made like the mutants and has this name in the mutant's place; nil: the family itself.
  private func replaced(by control: String?) -> Scenario {
    var scenario = scenario
    let isServers = scenario.server.mutant == mutant.name
    if isServers { scenario.server.mutant = nil }
    // Of a server's bug the stacks stay as they are, but for those of the family whose control stands in.
    for group in scenario.clients.indices
    where isServers && scenario.clients[group].stack.family ?? family == family
      || scenario.clients[group].stack.mutant == mutant.name
    {
      scenario.clients[group].stack.family = family
      scenario.clients[group].stack.mutant = control
    }
    return scenario
  }
}
