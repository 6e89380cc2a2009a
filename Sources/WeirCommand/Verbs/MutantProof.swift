internal import WeirCheck
internal import WeirCore
internal import WeirMutants
internal import WeirRun
internal import WeirScenario

/// What seeds have shown of one mutant, and of the stacks without a bug in its place.
struct MutantProof {
  let mutant: Mutant
  let scenario: Scenario
  /// By seed, from 1: whether the checker that must catch it did.
  private(set) var isCaught: [Bool] = []
  /// When that was in the first seed that caught it.
  private(set) var caughtAt: Instant?
  /// Every checker that it ever broke, in the order of the report, and in how many seeds.
  private(set) var broken: [(checker: String, seeds: Int)] = []
  /// What broke a promise in its scenario without having a bug, in words.
  private(set) var innocent: String?

  init(_ mutant: Mutant, _ scenario: Scenario) {
    self.mutant = mutant
    self.scenario = scenario
  }

  /// The first seed that caught it, if one did.
  var firstSeed: Int? { isCaught.firstIndex(of: true).map { $0 + 1 } }

  /// How many of the seeds caught it.
  var caughtCount: Int { isCaught.count { $0 } }

  /// How many seeds it takes until one catches it: the median.
  var seedsNeeded: Int? { Self.median(of: isCaught) }

  /// How many seeds it takes from any one on, that one included, until one catches the mutant: the median.
  ///
  /// Seeds behind the last one that caught it do not count.
  static func median(of isCaught: [Bool]) -> Int? {
    var needed: [Int] = []
    var next: Int?
    for place in isCaught.indices.reversed() {
      if isCaught[place] { next = place }
      if let next { needed.append(next - place + 1) }
    }
    return needed.isEmpty ? nil : needed.sorted()[(needed.count - 1) / 2]
  }

  /// Runs another seed: the mutant and, in its place, the control and the stack that is meant to be right.
  mutating func run() throws(Problems) {
    let seed = UInt64(isCaught.count) + 1
    let findings = try findings(of: .mutant(mutant.name), seed)
    var isCaught = false
    for finding in findings {
      guard case .broken(let instant, _) = finding.verdict else { continue }
      if finding.checker == mutant.checker {
        isCaught = true
        caughtAt = caughtAt ?? instant
      }
      if let place = broken.firstIndex(where: { $0.checker == finding.checker }) {
        broken[place].seeds += 1
      } else {
        broken.append((finding.checker, 1))
      }
    }
    self.isCaught.append(isCaught)
    for stack in [Scenario.ClientGroup.Stack.mutant(Mutant.control.name), .streams] {
      guard innocent == nil else { break }
      let findings = try self.findings(of: stack, seed)
      guard let finding = findings.first(where: \.verdict.isBroken) else { continue }
      let name = stack == .streams ? "streams" : Mutant.control.name
      innocent = "\(name), seed \(seed), \(finding.checker): \(finding.verdict)"
    }
  }

  /// What the checkers say of a stack.
  private func findings(
    of stack: Scenario.ClientGroup.Stack, _ seed: UInt64
  ) throws(Problems) -> [Finding] {
    var scenario = scenario
    for group in scenario.clients.indices
    where scenario.clients[group].stack == .mutant(mutant.name) {
      scenario.clients[group].stack = stack
    }
    var world = try World(scenario, seed: seed)
    while world.advance(by: 1 << 16) {}
    return world.outcome().findings
  }
}
