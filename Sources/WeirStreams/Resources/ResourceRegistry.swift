// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The kinds of things that an app keeps, where they lie, and what is counted of them.
///
///     var registry = ResourceRegistry()
///     let group = try registry.register("group", at: "/group/@")
///     let message = try registry.register("message", at: "/group_message/$group/@")
///     try registry.count(message, on: group, as: "message_count")
///     // creating a message in a context with a group adds one to /group/<key>/message_count
///
/// Everything that can be seen to be wrong is said here, before anything is written.
public struct ResourceRegistry: Sendable {
  /// All that is known of a kind.
  struct Entry: Sendable {
    let name: String
    let templates: [PathTemplate]
    let logsBefore: Bool
    /// The numbers of what counts it.
    var counters: [Int] = []
  }

  private(set) var entries: [Entry] = []
  /// The counters in the order of registration.
  public private(set) var counters: [Counter] = []

  /// Makes a registry of nothing.
  public init() {}

  /// The kinds in the order of registration.
  public var kinds: [ResourceKind] { entries.indices.map { ResourceKind(number: UInt16($0)) } }

  /// Returns the name of a kind.
  public func name(of kind: ResourceKind) -> String { self[kind].name }

  /// Names a kind and says where its instances lie.
  ///
  /// With several templates an instance lies where the first one says whose names the context knows, so
  /// that one kind may lie in different places for different screens.
  ///
  /// - Parameters:
  ///   - name: what people call it; no other kind has that name.
  ///   - templates: the paths, as ``PathTemplate`` reads them.
  ///   - logsBefore: whether the action log needs what stood there before a change. An update or a
  ///     removal then waits for a read, and so for a connection.
  public mutating func register(
    _ name: String, at templates: String..., logsBefore: Bool = false
  ) throws(Problems) -> ResourceKind {
    var problems: [Problem] = []
    if name.isEmpty {
      problems.append(Problem(message: "a kind without a name", remedy: "name it, as in 'message'"))
    }
    if entries.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      problems.append(
        Problem(
          message: "the kind '\(name)' is registered twice",
          remedy: "name the second one otherwise, or give the first one several templates"))
    }
    if templates.isEmpty {
      problems.append(
        Problem(
          message: "the kind '\(name)' has no place",
          remedy: "name a path, as in '/group_message/$group/@'"))
    }
    var read: [PathTemplate] = []
    for text in templates {
      do throws(Problems) { read.append(try PathTemplate(checking: text)) } catch {
        problems += error.all
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
    invariant(entries.count < Int(UInt16.max), "\(entries.count) kinds are registered")
    entries.append(Entry(name: name, templates: read, logsBefore: logsBefore))
    return ResourceKind(number: UInt16(entries.count - 1))
  }

  /// Has the instances of a kind counted.
  ///
  /// - Parameters:
  ///   - counted: the kind that is counted.
  ///   - owner: the kind below whose instances the number stands.
  ///   - name: what the number is called there.
  ///   - means: how it is kept right.
  ///   - condition: which instances count.
  @discardableResult
  public mutating func count(
    _ counted: ResourceKind, on owner: ResourceKind, as name: String,
    by means: CounterUpdate = .increment, where condition: CounterCondition = .all
  ) throws(Problems) -> Counter {
    let problems = faults(counted, owner, name, means)
    if !problems.isEmpty { throw Problems(problems) }
    let counter = Counter(
      number: counters.count, counted: counted, owner: owner, name: Key(name), means: means,
      condition: condition)
    counters.append(counter)
    entries[Int(counted.number)].counters.append(counter.number)
    return counter
  }

  subscript(kind: ResourceKind) -> Entry {
    invariant(isKnown(kind), "kind \(kind.number) was registered elsewhere")
    return entries[Int(kind.number)]
  }

  func isKnown(_ kind: ResourceKind) -> Bool { Int(kind.number) < entries.count }
}

// Where things lie.
extension ResourceRegistry {
  /// The template by which an instance lies in a context: the first that the context serves.
  ///
  /// If it serves none, it is the first one; what that one misses is said when it is filled in.
  public func template(of kind: ResourceKind, in context: ResourceContext) -> PathTemplate {
    let templates = self[kind].templates
    return templates.first { $0.isServed(by: context) } ?? templates[0]
  }

  /// The place where an instance lies, or why that cannot be said.
  public func path(of resource: Resource, in context: ResourceContext) throws(Problems) -> Path {
    try template(of: resource.kind, in: context).path(of: resource.key, in: context)
  }

  /// Returns the place whose children the instances of a kind are, or says why there is no such place.
  public func collection(
    of kind: ResourceKind, in context: ResourceContext
  ) throws(Problems) -> Path {
    try template(of: kind, in: context).collection(in: context)
  }

  /// The thing that a counter's number belongs to; nil: the context holds none.
  ///
  /// It is the first of the owner's kind that the template of what is counted names, and where the
  /// template names none the first visible one in the context. A message at `/inbox/$receiver/@` counts
  /// for the receiver, whichever other users the screen knows.
  public func owner(of counter: Counter, in context: ResourceContext) -> Resource? {
    for name in template(of: counter.counted, in: context).names {
      if let resource = context[name], resource.kind == counter.owner { return resource }
    }
    return context.first(of: counter.owner)
  }

  /// Returns the place where a counter stands; nil: the context holds no owner.
  public func path(
    of counter: Counter, in context: ResourceContext
  ) throws(Problems) -> Path? {
    guard let owner = owner(of: counter, in: context) else { return nil }
    return try path(of: owner, in: context).appending(counter.name)
  }
}

// What is wrong with a counter.
extension ResourceRegistry {
  private func faults(
    _ counted: ResourceKind, _ owner: ResourceKind, _ name: String, _ means: CounterUpdate
  ) -> [Problem] {
    var problems: [Problem] = []
    if let fault = Key.fault(in: name) { problems.append(fault) }
    for kind in [counted, owner] where !isKnown(kind) {
      problems.append(
        Problem(
          message: "a counter '\(name)' with a kind that is not registered here",
          remedy: "register both kinds with the same registry first"))
    }
    if !problems.isEmpty { return problems }
    if counters.contains(where: { $0.owner == owner && $0.name == Key(name) }) {
      problems.append(
        Problem(
          message: "two counters '\(name)' on '\(self.name(of: owner))'",
          remedy: "name the second one otherwise"))
    }
    if means == .recount, self[counted].templates.count > 1 {
      problems.append(
        Problem(
          message: "'\(self.name(of: counted))' lies in several places and cannot be counted anew",
          remedy: "register a kind for each place, or count by server increments"))
    }
    for template in self[counted].templates {
      if means == .recount, !template.hasCollection {
        problems.append(
          Problem(
            message: "the instances of '\(template.text)' cannot be counted anew",
            remedy: "use a template with one '@' at its end, or count by server increments"))
      }
      if self[owner].templates.contains(where: { hides(template, below: $0, Key(name)) }) {
        problems.append(
          Problem(
            message: "'\(template.text)' lies below the counter '\(name)'",
            remedy: "name the counter otherwise"))
      }
    }
    return problems
  }

  /// `true` if instances lie at or below a counter, word for word.
  private func hides(_ template: PathTemplate, below owner: PathTemplate, _ name: Key) -> Bool {
    template.parts.starts(with: owner.parts + [.literal(name)]) { part, other in
      if case .literal = other { return part == other }
      if case .literal = part { return false }
      return true
    }
  }
}
