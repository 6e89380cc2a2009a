// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

extension SweepDescription {
  /// Describes a sweep as all of its shards do.
  init(_ items: [SweepItem], _ options: SweepOptions, in environment: CommandEnvironment) {
    self.init(
      build: Self.build(in: environment),
      words: options.words,
      items: items.map { item in
        Item(
          name: item.scenario.name, about: item.scenario.about, file: item.file,
          fingerprint: item.scenario.fingerprint,
          reach: options.countsSituations
            ? SituationReach(item.scenario, actions: environment.catalogue.schema.actions).codes
            : nil)
      })
  }

  /// Returns the version and the hash of this program.
  static func build(in environment: CommandEnvironment) -> String {
    "\(Version.program)-\(Machine.contents(of: environment.program))"
  }
}

extension Sweep {
  /// Refuses a sweep in more shards than it has runs.
  static func blameShard(_ options: SweepOptions, _ scenarios: Int) throws(Refusal) {
    guard let count = options.shard?.count ?? options.shardCount else { return }
    let seeds = Int(options.seeds.upperBound - options.seeds.lowerBound) + 1
    guard count > scenarios * seeds else { return }
    throw Refusal(
      problems: [
        Problem(
          message: "a sweep of \(scenarios * seeds) runs cannot have \(count) shards",
          remedy: "use at most \(scenarios * seeds)")
      ], code: .usage)
  }
}

extension SweepOptions {
  /// The flags that change what a sweep finds or says, in the order in which a shard writes them down.
  private static let tellingFlags = [
    "seeds", "set", "allow-outside", "vary", "points", "measure", "coverage", "seed-limit",
    "until-failure", "limit", "checker", "expect-broken",
  ]

  /// Returns the command line of a sweep without what matters to one machine alone.
  static func words(of invocation: Invocation) -> [String] {
    var words = ["sweep"]
    for name in tellingFlags {
      guard let flag = invocation.verb.flags.first(where: { $0.name == name }) else { continue }
      let values = invocation.values[name] ?? (name == "seeds" ? [usualSeeds] : [])
      for value in values { words += flag.value == nil ? ["--\(name)"] : ["--\(name)=\(value)"] }
    }
    return words + ["--"] + invocation.operands
  }
}
