// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The table of what a scenario may contain, which follows from the declarations of the keys (`KeyedSection`).
///
/// Reading, `weir explain`, the JSON Schema for editors and the documentation all look here, so
/// that they cannot tell different stories:
///
///     schema.explain(key: "network.delay")  // what it means, its default, an example
///     schema.jsonSchema()                   // for yaml-language-server
///
/// The table holds what a scenario may say of a run. It does not hold what can be promised or measured of one: that say
/// those who judge and measure, and anyone who reads a scenario hands it in.
public struct Schema: Sendable {
  /// The promises that a scenario may expect to be kept.
  package let promises: [Promise]
  /// The metrics that a run reports and a scenario may hold against a bound, in the order of the report.
  package let metrics: [Metric]
  /// The families of stacks that clients can run.
  package let stacks: [StackFormat]
  /// The actions that people can do: those that everybody can, then those that the families bring.
  package let actions: [Scenario.Work.Action]
  /// Every mapping of the format, then those of the families.
  package let table: [Section]
  /// The parts of the format that a scenario can use.
  package let features: [String]

  /// Makes the format of scenarios that may expect these promises to be kept, hold these metrics against bounds, and
  /// let clients run these stacks.
  package init(promises: [Promise], metrics: [Metric], stacks: [StackFormat]) {
    self.promises = promises
    self.metrics = metrics
    self.stacks = stacks
    actions = Scenario.Work.Action.standard + stacks.flatMap(\.ownActions)
    table = Self.table(with: promises, metrics, actions, stacks)
    features = Self.features(of: table)
  }

  /// The versions of the format that this build reads.
  static let versions = [1]

  /// The most clients of a group, and the most requests a server can hold.
  static let most = 1_000_000

  /// The kind of value that belongs behind a key.
  package indirect enum Kind: Hashable, Sendable {
    /// The version of the format.
    case version
    /// A sentence for people.
    case text
    /// Another file, relative to this one.
    case file
    /// A name that other places refer to.
    case name
    /// 64 bits.
    case seed
    /// A whole number in a range; `orUnlimited` allows that word, too.
    case count(ClosedRange<Int>, orUnlimited: Bool)
    /// A length of time; `positive` excludes zero.
    case duration(positive: Bool)
    /// A random length of time; `positive` excludes what is always zero.
    case distribution(positive: Bool)
    /// Two lengths of time, the shorter first.
    case range
    /// A share between nothing and all.
    case share
    /// So many a second; `positive` excludes zero.
    case rate(positive: Bool)
    /// A number without a unit.
    case number(above: Int, atMost: Int)
    /// One of a few words.
    case word([String])
    /// The spread of choices.
    case popularity
    /// One list or several.
    case lists
    /// A name that stands elsewhere in the file.
    case reference(to: String)
    /// Data of any shape.
    case tree
    /// A stack by one of these names, or with options, or a wrong one.
    case stack([String])
    /// The order of a list.
    case order
    /// The division of rows into sections.
    case sections
    /// A field below a row.
    case field
    /// A value without children.
    case leaf
    /// Several of those.
    case leaves
    /// The paths of lists.
    case paths
    /// The rules of who may do what, place by place.
    case rules
    /// A condition of the rules.
    case rule
    /// The paths by which lists are asked for.
    case indexes
    /// The faults that happen on purpose.
    case faults
    /// Kinds of that.
    case faultKinds
    /// The order of messages of one instant.
    case schedule
    /// The time for which changes are gathered.
    case batch
    /// The actions that are done, of these.
    case actions([String])
    /// The agreement of views that must come again, and how fast.
    case convergence
    /// The bound that a number is held against.
    case bound
    /// Two of those.
    case bounds
    /// A mapping whose keys are known.
    case section(SectionName)
    /// A list of such mappings.
    case list(SectionName)
    /// A mapping from free names to such mappings.
    case named(SectionName)
  }

  /// The need for a key, and what counts if it does not stand there.
  package enum Need: Hashable, Sendable {
    /// It must stand.
    case required
    /// It may be left out, and then there is no such thing.
    case optional
    /// This text counts when it is left out.
    case fallback(String)
  }

  /// A key of a section.
  package struct Key: Hashable, Sendable {
    package var name: String
    var kind: Kind
    package var need: Need
    /// A sentence that says what it means.
    package var about: String
    /// An example of what one writes, without the key.
    package var example: String

    init(_ name: String, _ kind: Kind, _ need: Need, _ about: String, _ example: String) {
      self.name = name
      self.kind = kind
      self.need = need
      self.about = about
      self.example = example
    }
  }

  /// The name of a mapping of the format.
  package struct SectionName: Hashable, Sendable {
    /// The word by which the JSON Schema refers to it.
    package let rawValue: String

    private init(_ word: String) { rawValue = word }

    /// The options of a family of stacks.
    static func options(of family: String) -> Self { Self("stack-\(family)") }

    package static let scenario = Self("scenario")
    package static let server = Self("server")
    package static let laterRules = Self("laterRules")
    package static let crash = Self("crash")
    package static let pages = Self("pages")
    package static let rules = Self("rules")
    package static let network = Self("network")
    package static let outage = Self("outage")
    package static let clients = Self("clients")
    package static let stack = Self("stack")
    package static let order = Self("order")
    package static let condition = Self("condition")
    package static let sections = Self("sections")
    package static let batch = Self("batch")
    package static let popularity = Self("popularity")
    package static let resources = Self("resources")
    package static let counter = Self("counter")
    package static let workload = Self("workload")
    package static let actions = Self("actions")
    package static let arrivals = Self("arrivals")
    package static let stage = Self("stage")
    package static let fault = Self("fault")
    package static let swarm = Self("swarm")
    package static let schedule = Self("schedule")
    package static let pct = Self("pct")
    package static let expect = Self("expect")
    package static let converge = Self("converge")
    package static let statistics = Self("statistics")
    package static let comparison = Self("comparison")
    package static let gate = Self("gate")
    package static let allowance = Self("allowance")
    package static let distribution = Self("distribution")
    package static let logNormal = Self("logNormal")
    package static let part = Self("part")
  }

  /// A mapping whose keys are known.
  package struct Section: Sendable {
    package var name: SectionName
    /// The place where it stands first, as dotted words; empty for the whole file.
    var path: String
    /// A sentence that says what the mapping is.
    var about: String
    package var keys: [Key]
    /// The key that is meant where a value is written in place of the mapping; nil: none.
    var mainKey: String?

    /// The key called `name`.
    package func key(_ name: String) -> Key? {
      keys.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
  }

  /// The metric called `name`.
  package func metric(_ name: String) -> Metric? { metrics.first { $0.name == name } }

  /// The names of the metrics that a gate holds against their baseline, and that it may be told to let off.
  package var gateMetrics: [String] {
    metrics.map(\.name) + ["steps", "payload-bytes"] + Scenario.Gate.memoryMetrics
  }

  /// The mapping called `name`.
  package func section(_ name: SectionName) -> Section { table.section(name) }
}

extension Schema.Kind {
  /// The value in words, for a sentence: `expected a duration, found a list`.
  var words: String {
    switch self {
    case .version: "a version"
    case .text: "a sentence"
    case .file: "a file name"
    case .name, .reference: "a name"
    case .seed: "a seed"
    case .count(_, orUnlimited: false): "a whole number"
    case .count(_, orUnlimited: true): "a whole number or 'unlimited'"
    case .duration: "a duration"
    case .distribution: "a duration or a distribution"
    case .range: "two durations"
    case .share: "a share"
    case .rate: "a rate"
    case .number: "a number"
    case .word(let words): words.count == 1 ? "'\(words[0])'" : "one of " + list(words)
    case .popularity: "'uniform', 'in-turn' or a zipf"
    case .lists: "the path of a list"
    case .tree: "data"
    case .stack: "a stack"
    case .order: "'key', 'value', 'priority' or a child"
    case .sections: "a field, or a list of conditions"
    case .field: "the name of a field"
    case .leaf: "a value"
    case .leaves: "a list of values"
    case .paths: "a path or a list of paths"
    case .rules: "rules"
    case .rule: "true, false or an expression"
    case .indexes: "a name or a list of names"
    case .faults: "a list of faults, or 'swarm'"
    case .faultKinds: "a list of faults"
    case .schedule: "'pct'"
    case .batch: "a duration, or wait and at-most"
    case .actions: "an action, or shares of actions"
    case .convergence: "'held', or a limit"
    case .bound: "a number or a duration"
    case .bounds: "two numbers or durations"
    case .section, .named: "a mapping"
    case .list: "a list"
    }
  }

  /// The mapping that may stand there, if one may.
  var section: Schema.SectionName? {
    switch self {
    case .section(let name), .list(let name), .named(let name): name
    case .distribution: .distribution
    case .rules: .rules
    case .popularity: .popularity
    case .stack: .stack
    case .order: .order
    case .sections: .sections
    case .faults: .fault
    case .schedule: .schedule
    case .batch: .batch
    case .actions: .actions
    case .convergence: .converge
    default: nil
    }
  }

  /// The unit of what belongs there, if it has one.
  var unit: String? {
    switch self {
    case .duration, .distribution, .range, .batch: "ns, us, ms, s, min, h or d"
    case .share: "%, or a fraction such as 1/200"
    case .rate: "/s, /min or /h"
    default: nil
    }
  }

  private func list(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension [Schema.Section] {
  /// The mapping called `name`.
  func section(_ name: Schema.SectionName) -> Schema.Section {
    // The table has every name once; a test holds it to that.
    first { $0.name == name } ?? self[0]
  }
}
