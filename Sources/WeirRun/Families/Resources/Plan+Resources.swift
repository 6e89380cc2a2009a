// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirScenario
import WeirStreams
import WeirTree

// What apps keep, and what is counted of it.
extension Plan {
  /// The facts that checkers know of it.
  var ground: Ground {
    var ground = Ground(
      lists: lists, places: counted,
      transactAction: Scenario.Work.Action.transact.verb.number, surfaces: surfaces)
    ground.replicas = replicas
    return ground
  }

  /// Registers the kinds, and finds the collections that the workload of each client is about.
  mutating func planResources(
    of scenario: Scenario, in numbers: inout [Path: UInt32]
  ) throws(Problems) {
    let registry = try register(scenario)
    let names = scenario.resources.map(\.kind)
    for place in devices.indices {
      let group = scenario.clients[devices[place].group]
      if group.context.isEmpty { continue }
      let keys = group.context.map { thing in
        (kind: thing.kind, key: Key(thing.key.replacing("{n}", with: devices[place].number)))
      }
      let context = ResourceContext(
        keys.map { thing in
          .init(Key(thing.kind), Resource(registry.kind(thing.kind), key: thing.key))
        })
      var setup = ResourceSetup(
        registry: registry, context: context,
        kinds: scenario.resources.map {
          ResourceSetup.Kind(name: $0.kind, contextNames: Self.names(in: $0.template))
        },
        firstAction: stacks[devices[place].group].familyActions)
      for (number, work) in scenario.workload.enumerated()
      where work.group == devices[place].group {
        guard let kind = names.firstIndex(where: { $0 == work.kind }) else { continue }
        let resource = scenario.resources[kind]
        let path = try collection(of: resource, kind, keys, scenario)
        let list = self.number(of: path, in: &numbers)
        setup.kinds[kind].collection = .init(list: list, path: path)
        let needed = work.does.first { $0.action.verb.isOfResources && $0.action != .create }
        if let needed, list != devices[place].list {
          throw Problems([
            Problem(
              mark: mark("workload.\(number).kind", of: scenario),
              message: "'\(needed.action.name)' is done to rows that the client sees, and"
                + " '\(group.name)' sees \(lists[Int(devices[place].list)]), not \(path)",
              remedy: "let the group open \(path), or only create")
          ])
        }
        count(resource, list, keys, scenario)
      }
      devices[place].resources = setup
    }
    let paths = counted.map(\.path)
    for place in devices.indices { devices[place].resources?.counters = paths }
  }

  /// The names of a template that a context fills in.
  private static func names(in template: String) -> [Key] {
    template.split(separator: "/").filter { $0.hasPrefix("$") }.map { Key(String($0.dropFirst())) }
  }

  /// The kinds of the scenario, and what is counted of them.
  private func register(_ scenario: Scenario) throws(Problems) -> ResourceRegistry {
    var registry = ResourceRegistry()
    var problems: [Problem] = []
    for (number, resource) in scenario.resources.enumerated() {
      let mark = mark("resources.\(number).at", of: scenario)
      do throws(Problems) {
        _ = try PathTemplate(
          checking: resource.template, at: mark ?? Mark(file: "template", line: 1, column: 1))
        _ = try registry.register(resource.kind, at: resource.template)
      } catch {
        problems += error.all
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
    for (number, resource) in scenario.resources.enumerated() {
      for (place, counter) in resource.counters.enumerated() {
        let mark = mark("resources.\(number).counters.\(place).name", of: scenario)
        do throws(Problems) {
          try registry.count(
            registry.kind(resource.kind), on: registry.kind(counter.owner), as: counter.name,
            by: counter.means, where: CounterCondition(counter.filter))
        } catch {
          for problem in error.all {
            problems.append(
              Problem(mark: mark, message: problem.message, remedy: problem.remedy))
          }
        }
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
    return registry
  }

  private func mark(_ place: String, of scenario: Scenario) -> Mark? {
    scenario.provenance.values.first { $0.path == place }?.mark
  }

  /// The path of a template whose gaps are filled in plainly, so that checkers need not believe the one that the
  /// resources make; without the `@` at its end.
  private func collection(
    of resource: Scenario.Resource, _ number: Int, _ keys: [(kind: String, key: Key)],
    _ scenario: Scenario
  ) throws(Problems) -> Path {
    let filled = Self.fill(resource.template, keys)
    if let path = filled.path, filled.hasKey, !path.keys.isEmpty { return path }
    let missing = filled.missing.map { "no '\($0)' in the context" }
    throw Problems([
      Problem(
        mark: mark("resources.\(number).at", of: scenario),
        message: "where the things of '\(resource.template)' lie cannot be said: "
          + (missing ?? "there is no single '@' at the end"),
        remedy: "name each $name in `context:`, and end with '@', as in /rooms/$room/messages/@")
    ])
  }

  /// Returns the path that a template says before its last `@`, and the name that it misses.
  private static func fill(
    _ template: String, _ keys: [(kind: String, key: Key)]
  ) -> (path: Path?, hasKey: Bool, missing: String?) {
    var parts = template.split(separator: "/").map { String($0) }
    let hasKey = parts.last == "@"
    if hasKey { parts.removeLast() }
    var path: [Key] = []
    for part in parts {
      if part == "@" { return (nil, hasKey, nil) }
      if part.hasPrefix("$") {
        let name = String(part.dropFirst())
        guard let thing = keys.first(where: { $0.kind == name }) else { return (nil, hasKey, name) }
        path.append(thing.key)
      } else {
        path.append(Key(part))
      }
    }
    return (Path(path), hasKey, nil)
  }

  /// Notes the numbers that count the rows of a list.
  private mutating func count(
    _ resource: Scenario.Resource, _ list: UInt32, _ keys: [(kind: String, key: Key)],
    _ scenario: Scenario
  ) {
    for counter in resource.counters {
      guard let owner = keys.first(where: { $0.kind == counter.owner }),
        let template = scenario.resources.first(where: { $0.kind == counter.owner })?.template
      else { continue }
      let filled = Self.fill(template, keys)
      guard let path = filled.path else { continue }
      let place = (filled.hasKey ? path.appending(owner.key) : path).appending(Key(counter.name))
      if counted.contains(where: { $0.path == place && $0.list == list }) { continue }
      counted.append(
        CountedPlace(
          place, list: list, condition: counter.filter, means: counter.means))
    }
  }
}

extension ResourceRegistry {
  /// The kind of a name that the scenario's reader has found to be known.
  fileprivate func kind(_ name: String) -> ResourceKind {
    guard let kind = kinds.first(where: { self.name(of: $0) == name }) else {
      invariantBroken("nobody registered the kind '\(name)'")
    }
    return kind
  }
}

extension CounterCondition {
  /// The condition of a counter; the scenario's reader lets no other pass.
  fileprivate init(_ filter: Filter) {
    switch filter {
    case .everything: self = .all
    case .has(let field): self = .has(field)
    case .is(let field, let value): self = .equals(field, value.node)
    default: invariantBroken("the scenario's reader let a long condition of a counter pass")
    }
  }
}

extension SortValue {
  /// The leaf that stands at the place; children have none.
  fileprivate var node: Node {
    switch self {
    case .none, .deferred, .children: .null
    case .bool(let flag): .bool(flag)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .text(let text): .text(text)
    }
  }
}
