// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

extension Schema {
  /// A mapping of the table.
  private enum Entry {
    /// One that says its keys itself.
    case declared(any KeyedSection.Type)
    /// One whose keys follow from something else.
    case made(Section)
  }

  /// The mappings that are there whatever can be promised, measured or run, in the order of the table, each beside what
  /// it fills.
  private static func entries(
    _ promises: [Promise], _ metrics: [Metric], _ actions: [Scenario.Work.Action],
    _ stacks: [StackFormat]
  ) -> [Entry] {
    [
      .declared(Scenario.self), .declared(Scenario.Server.self),
      .declared(Scenario.Server.LaterRules.self), .declared(Scenario.Server.Crash.self),
      .declared(Scenario.Server.Pages.self),
      .made(rulesSection), .declared(Scenario.Network.self), .declared(Scenario.Outage.self),
      .declared(Scenario.ClientGroup.self), .made(stackSection(stacks)),
      .declared(ChildOrder.self), .declared(Condition.self), .declared(SectionsByValue.self),
      .declared(Batch.self), .declared(Scenario.Popularity.Zipf.self),
      .declared(Scenario.Resource.self), .declared(Scenario.Resource.Counter.self),
      .declared(Scenario.Work.self), .made(actionsSection(actions)),
      .declared(ArrivalWords.self), .declared(Scenario.Stage.self), .declared(FaultWords.self),
      .declared(Scenario.Swarm.self), .declared(ScheduleWords.self),
      .declared(ScheduleWords.Priorities.self), .made(expectSection(promises, metrics)),
      .declared(Convergence.self), .made(statisticsSection), .made(comparisonSection),
      .declared(Scenario.Gate.self), .declared(Scenario.Gate.Allowance.self),
      .declared(DistributionWords.self), .declared(LogNormalWords.self),
      .declared(DistributionPart.self),
    ]
  }

  /// Every mapping of the format, those of the families of stacks last.
  static func table(
    with promises: [Promise], _ metrics: [Metric], _ actions: [Scenario.Work.Action],
    _ stacks: [StackFormat]
  ) -> [Section] {
    entries(promises, metrics, actions, stacks).map { entry in
      switch entry {
      case .declared(let type): fitted(Section(type), to: actions, stacks)
      case .made(let section): section
      }
    } + stacks.compactMap(\.section)
  }

  /// A section whose keys know the actions and the families of stacks.
  private static func fitted(
    _ section: Section, to actions: [Scenario.Work.Action], _ stacks: [StackFormat]
  ) -> Section {
    var section = section
    for place in section.keys.indices {
      switch section.keys[place].kind {
      case .actions: section.keys[place].kind = .actions(actions.map(\.name))
      case .stack:
        section.keys[place].kind = .stack(stacks.map(\.name))
        if let usual = stacks.first { section.keys[place].need = .fallback(usual.name) }
      default: break
      }
    }
    return section
  }

  private static func actionsSection(_ actions: [Scenario.Work.Action]) -> Section {
    Section(
      name: .actions, path: "workload.does", about: "Shares of actions, 100% together.",
      keys: actions.map { action in
        Key(action.name, .share, .optional, action.verb.about, action.verb.example)
      })
  }

  /// The mappings that declare their keys themselves.
  package var declared: [String] {
    Self.entries(promises, metrics, actions, stacks).compactMap { entry in
      if case .declared(let type) = entry { type.section.name.rawValue } else { nil }
    }
  }

  /// The keys that count otherwise than they say where a mapping leaves all of them out; none, unless a kind of value
  /// does not read what it writes.
  ///
  /// Each default is the initial value of a property in the words of its kind, and a scenario that says nothing is read from
  /// these words. So both are held against each other: the value of which nothing was read, and the one that an empty mapping
  /// gives.
  package var unsoundDefaults: [String] {
    Self.entries(promises, metrics, actions, stacks).flatMap { entry in
      guard case .declared(let type) = entry else { return [String]() }
      return Self.unsoundDefaults(of: type, in: self)
    }
  }

  private static func unsoundDefaults<Declared: KeyedSection>(
    of _: Declared.Type, in schema: Schema
  ) -> [String] {
    Declared.keys.filter { key in
      var decoder = Decoder(schema, loader: .none)
      decoder.networks = [Scenario.Network(name: "default")]
      let fields = decoder.fields(nil, Declared.section.name, at: "")
      var read = Declared.unread
      guard case .fallback = key.row.need else {
        _ = decoder.read(fields, into: &read, only: { $0 == key.name })
        return read != Declared.unread
      }
      return !key.read(&decoder, fields, &read) || read != Declared.unread
        || !decoder.problems.isEmpty
    }.map { "\(Declared.section.name.rawValue): \($0.name)" }
  }
}
