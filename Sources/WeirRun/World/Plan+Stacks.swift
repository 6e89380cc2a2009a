// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirTree

extension Plan {
  /// The stack that the clients of a group run.
  struct GroupStack: Sendable {
    /// Makes the stack of a client, with what is wrong with it on purpose.
    var make: Catalogue.StackMaker
    /// The stores of its apps, and their ways to files.
    var services: PlannedServices
    /// The surfaces that its clients show beside a main list.
    var surfaces: @Sendable (Screen) -> [StackSurface]
    /// The pace of its main lists.
    var pace: ListPace
    /// `true` if its lists are kept up to date, and shown in batches.
    var publishesInBatches: Bool
    /// The bug that it has on purpose; nil: none.
    var mutant: Mutant?
    /// The actions that it knows, by the places that stacks know: those of its family first.
    var actions: [Scenario.Work.Action]
    /// The number of actions of its family.
    var familyActions: Int
  }

  /// Makes the stack of a client whose app starts: the list, and around it what the app keeps beside it.
  ///
  /// `life` is the number of times that the app was killed; each life has another chance.
  func makeStack(
    _ place: Device, _ context: StackContext, seed: UInt64, group: String, life: Int
  ) -> any ClientStack {
    let stack = stacks[place.group].make(context)
    guard let setup = place.resources else { return stack }
    let name = "\(group) life \(life)"
    let ground = ResourceGround(
      context: setup.context, counters: setup.counters,
      chance: RandomStream(seed: seed, "tamper", of: life == 0 ? group : name, place.number))
    return ResourceApp(
      around: stack, setup,
      chance: RandomStream(seed: seed, "resource", of: name, place.number),
      tamper: stacks[place.group].mutant?.makeResourceTamper(ground))
  }

  /// The stacks of all groups; who asks for one that there is not, or with options that do not fit, is told.
  static func stacks(
    of scenario: Scenario, _ catalogue: Catalogue
  ) throws(Problems) -> [GroupStack] {
    var problems: [Problem] = []
    var stacks: [GroupStack] = []
    for (index, group) in scenario.clients.enumerated() {
      let place = "clients.\(index).stack"
      do throws(Problems) {
        stacks.append(try stack(of: group, at: place, in: scenario, catalogue))
      } catch {
        problems += error.all
      }
    }
    if let problem = serverMutantProblem(of: scenario, catalogue) { problems.append(problem) }
    if !problems.isEmpty { throw Problems(problems) }
    return stacks
  }

  private static func stack(
    of group: Scenario.ClientGroup, at place: String, in scenario: Scenario,
    _ catalogue: Catalogue
  ) throws(Problems) -> GroupStack {
    let stack = group.stack
    func problem(_ place: String, _ message: String, _ remedy: String) -> Problem {
      Problem(
        mark: scenario.provenance.values.first { $0.path == place }?.mark, message: message,
        remedy: remedy)
    }
    var mutant: Mutant?
    if let name = stack.mutant {
      let known = catalogue.mutants.filter {
        !$0.isOfServer && (stack.family == nil || $0.family == stack.family)
      }
      mutant = known.first { $0.name == name }
      if mutant == nil {
        throw Problems([
          problem(
            "\(place).mutant", "unknown mutant '\(name)'", remedy(name, known.map(\.name)))
        ])
      }
    }
    guard let name = stack.family ?? mutant?.family, let family = catalogue.family(name) else {
      let known = catalogue.families.map(\.format.name)
      throw Problems([
        problem(
          place, "unknown stack '\(stack.family ?? "")'", remedy(stack.family ?? "", known))
      ])
    }
    let complaints = family.complaints(stack.options)
    if !complaints.isEmpty {
      throw Problems(
        complaints.map { problem("\(place).\(name).\($0.key)", $0.message, $0.remedy) })
    }
    if let refusal = family.refusal(Screen(of: group, Path(group.lists[0]))) {
      throw Problems([problem(place, refusal.message, refusal.remedy)])
    }
    let right = family.maker(stack.options)
    let make: Catalogue.StackMaker
    if let mutant {
      make = { mutant.makeStack($0, right: right) }
    } else {
      make = right
    }
    let actions = family.format.actions
    let pace = family.pace(stack.options)
    return GroupStack(
      make: make, services: try PlannedServices(family.services(stack.options)),
      surfaces: { family.surfaces(stack.options, $0) }, pace: pace,
      publishesInBatches: pace == .live && family.publishesInBatches, mutant: mutant,
      actions: group.context.isEmpty ? actions : actions + ResourceSetup.actions,
      familyActions: actions.count)
  }

  /// Returns the problem with the name of the server's mutant; nil if there is none.
  private static func serverMutantProblem(
    of scenario: Scenario, _ catalogue: Catalogue
  ) -> Problem? {
    let known = catalogue.mutants.filter(\.isOfServer).map(\.name)
    guard let name = scenario.server.mutant, !known.contains(name) else { return nil }
    return Problem(
      mark: scenario.provenance.values.first { $0.path == "server.mutant" }?.mark,
      message: "unknown mutant of a server '\(name)'", remedy: remedy(name, known))
  }

  private static func remedy(_ name: String, _ known: [String]) -> String {
    if known.isEmpty { return "there are none in this catalogue" }
    let near = nearestName(to: name, among: known).map { "did you mean '\($0)'? " } ?? ""
    return near + "one of: " + known.joined(separator: ", ")
  }
}
