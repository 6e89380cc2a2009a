// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// All that a scenario file says, checked: every number has a unit, every reference a target.
///
/// A scenario is a plain value. It knows of no file, clock or random number; WeirRun makes
/// a world of it.
public struct Scenario: Hashable, Sendable {
  /// The file's name without folder and ending, or `stdin`.
  public var name: String
  /// One sentence for the person who reads the report.
  public var about: String
  /// The seed that is used when the command line gives none.
  public var seed: UInt64
  /// The moment before which nothing that starts is measured.
  package var warmUp: Interval
  /// The time that the world may take after the last work to come to rest.
  package var settle: Interval
  /// `true` if the oracle runs beside every client.
  package var hasOracle: Bool
  /// The backend.
  package var server: Server
  /// The links, by name; the first is what `network:` says.
  package var networks: [Network]
  /// The kinds of things that apps create, change and destroy.
  package var resources: [Resource] = []
  /// The groups of clients that take part.
  package var clients: [ClientGroup]
  /// The work that they do, and when.
  package var workload: [Work]
  /// The faults that happen on purpose, as they were written.
  package var faults: [Fault] = []
  /// The faults that each seed draws beside those, if it draws any.
  package var swarm: Swarm?
  /// The order of messages that arrive at one instant.
  package var schedule: Schedule = .inOrder
  /// The chance that a machine does at a point what it may do, but seldom does.
  package var buggify: Ratio = .zero
  /// The expectations that must be met at the end.
  package var expectations: [Expectation]
  /// The tolerances of a gate; they are no part of the fingerprint.
  package var gate = Gate()
  /// A fingerprint of everything above but the name, as it was understood.
  ///
  /// Comments, order of keys, formatting and defaults that were written out do not change it.
  public var fingerprint: UInt64
  /// The origin of all of this.
  package var provenance: Provenance

  /// Makes a scenario from parts that are known to be sound; `Scenario(text:named:)` checks them.
  package init(
    name: String, about: String, seed: UInt64 = 1, warmUp: Interval = .zero,
    settle: Interval = .seconds(30), hasOracle: Bool = false, server: Server = Server(),
    networks: [Network] = [Network(name: "default")], clients: [ClientGroup], workload: [Work],
    expectations: [Expectation] = [], fingerprint: UInt64 = 0, provenance: Provenance = Provenance()
  ) {
    self.name = name
    self.about = about
    self.seed = seed
    self.warmUp = warmUp
    self.settle = settle
    self.hasOracle = hasOracle
    self.server = server
    self.networks = networks
    self.clients = clients
    self.workload = workload
    self.expectations = expectations
    self.fingerprint = fingerprint
    self.provenance = provenance
  }
}

extension Scenario: KeyedSection {
  static let section = SectionHead(.scenario, "", "A scenario.")

  static let unread = Self(name: "", about: "", clients: [], workload: [])

  static let keys: [FormatKey] = [
    // What another version means by its keys is not known here, so that it is read before all others.
    FormatKey(apart: "weir", .version, .required, "The version of the format.", example: "1"),
    FormatKey(
      "about", required: \.about, .sentence,
      "One sentence for the person who reads the report.",
      example: "Two phones in one chat room see each other's messages."),
    // The file is put together before anything of it is read.
    FormatKey(
      apart: "extends", .file, .optional,
      "Another scenario in the folder of this one or below it, whose values count where this file is silent; "
        + "--allow-outside lets it lie elsewhere.",
      example: "base.yaml"),
    FormatKey(
      "seed", \.seed, .seed, "The seed that is used when the command line gives none.",
      example: "0x5EED"),
    FormatKey(
      "warm-up", \.warmUp, .duration, "What starts before this moment is not measured.",
      example: "10s"),
    FormatKey(
      "settle", \.settle, .duration,
      "How long after the last work the world may take to come to rest.", example: "1min"),
    FormatKey(
      "oracle", \.hasOracle, .flag,
      "Whether a slow model that recomputes everything runs beside every client and must agree.",
      example: "on"),
    FormatKey(
      "server", inside: \.server, "The backend: what it holds and how much it can do at once.",
      example: "{ tree: { rooms: { lobby: {} } }, servers: 4, service: 2ms }"),
    FormatKey(
      "network", inside: \.unnamedNetwork,
      "The link between clients and the backend, for groups that name no other.",
      example: "{ delay: { exponential: 40ms, at-least: 5ms } }"),
    FormatKey(
      "networks", optional: \.namedNetworks, .networks, "Further links, by name.",
      example: "{ mobile: { delay: 80ms, loss: 1% } }"),
    FormatKey(
      "resources", optional: \.resources, .resources,
      "The kinds of things that apps create, update, destroy and toggle, and what counts them.",
      example: "[ { kind: like, at: /likes/$post/@ }, { kind: post, at: /posts/@ } ]"),
    FormatKey(
      "clients", required: \.clients, .groups, "Who takes part, group by group.",
      example: "[ { count: 2, list: rooms/lobby } ]"),
    FormatKey(
      "workload", required: \.workload, .works, "What people do, and when.",
      example: "[ { each: client, does: post, every: 2s, for: 60s } ]"),
    FormatKey(
      "faults", optional: \.disturbance, .faults,
      "What goes wrong on purpose until the work is over, or swarm: each seed draws some of it.",
      example: "[ { fault: partition, every: { exponential: 20s }, for: 5s } ]"),
    FormatKey(
      "schedule", optional: \.schedule, .schedule,
      "Deliveries of one instant are permuted by random priorities; in order unless given.",
      example: "pct"),
    FormatKey(
      "buggify", optional: \.buggify, .share,
      "How likely a machine does at a point what it may do, but seldom does, until the work is over; never unless given.",
      example: "5%"),
    FormatKey(
      "expect", optional: \.expectations, .expectations, "What must be true at the end.",
      example: "{ converge: held, post-to-seen: { p99: { under: 250ms } } }"),
    FormatKey(
      "gate", inside: \.gate,
      "What `weir gate` allows; without it every number must equal its baseline.",
      example: "{ allow: [ { metric: messages, by: 2% } ], slow-down: 2% }"),
  ]

  private var unnamedNetwork: Network {
    get { networks[0] }
    set { networks[0] = newValue }
  }

  private var namedNetworks: [Network] {
    get { Array(networks.dropFirst()) }
    set { networks = [networks[0]] + newValue }
  }

  /// The faults as they were written, and as each seed draws them.
  private var disturbance: Disturbance {
    get { Disturbance(faults: faults, swarm: swarm) }
    set { (faults, swarm) = (newValue.faults, newValue.swarm) }
  }

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    let works = decoder.workEnds + settle
    decoder.refuseShortSessions(fields.entry("server")?.value)
    decoder.refuseLateCrashes(runEnds: works)
    decoder.refuseIdle(expectations, resources)
  }
}
