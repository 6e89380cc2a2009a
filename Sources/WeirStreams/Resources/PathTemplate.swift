// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// A template of where the instances of a kind lie: a path with gaps that a context and a key fill.
///
///     let template = try PathTemplate(checking: "/group_message/$group/@")
///     try template.path(of: Key("m1"), in: context)   // /group_message/lobby/m1
///     try template.collection(in: context)            // /group_message/lobby
///
/// `$name` is the key of what the context calls `name`; `@` is the key of the instance. Where `@` comes
/// several times, each one is the same key. Everything else stands as it is. One slash at the front is
/// left out.
///
/// The same template, context and key always give the same path, and it never leaves the template's words.
public struct PathTemplate: Sendable {
  /// A part that stands between two slashes.
  public enum Part: Hashable, Sendable {
    /// This key.
    case literal(Key)
    /// `@`: the key of the instance.
    case key
    /// `$name`: the key of what the context calls so.
    case name(Key)
  }

  /// The parts between the slashes, in order; at least one.
  public let parts: [Part]
  /// The names behind `$`, each once, in order.
  public let names: [Key]
  /// The template as it was written.
  public let text: String
  /// The place at which each part was written.
  private let marks: [Mark]

  /// Reads a template, or says everything that is wrong with it and where.
  public init(
    checking text: String, at mark: Mark = Mark(file: "template", line: 1, column: 1)
  ) throws(Problems) {
    var reader = TemplateReader(text: text, mark: mark)
    reader.read()
    if !reader.problems.isEmpty { throw Problems(reader.problems) }
    parts = reader.parts
    marks = reader.marks
    var names: [Key] = []
    for case .name(let name) in reader.parts where !names.contains(name) { names.append(name) }
    self.names = names
    self.text = text
  }

  /// `true` if the template has a gap for the instance's key.
  public var hasKey: Bool { parts.contains(.key) }

  /// `true` if instances are the children of one place: the only `@` is the last part.
  public var hasCollection: Bool { parts.firstIndex(of: .key) == parts.count - 1 }

  /// `true` if a context names everything that the template asks of it.
  public func isServed(by context: ResourceContext) -> Bool {
    names.allSatisfy { context[$0] != nil }
  }

  /// The place where an instance lies, or why that cannot be said.
  public func path(of key: Key?, in context: ResourceContext) throws(Problems) -> Path {
    try fill(parts.count, key, context)
  }

  /// The place where the instances lie as children.
  ///
  /// With an `@` in the middle there is no such place: what lies above the last part belongs to one instance.
  public func collection(in context: ResourceContext) throws(Problems) -> Path {
    guard hasCollection else {
      throw Problems([
        Problem(
          mark: marks.first,
          message: "the instances of '\(text)' are not the children of one place",
          remedy: "ask only where '@' comes once and last, as in '/message/$group/@'")
      ])
    }
    return try fill(parts.count - 1, nil, context)
  }

  private func fill(
    _ count: Int, _ key: Key?, _ context: ResourceContext
  ) throws(Problems) -> Path {
    var keys: [Key] = []
    var problems: [Problem] = []
    for place in 0..<count {
      switch parts[place] {
      case .literal(let literal): keys.append(literal)
      case .key:
        guard let key else {
          problems.append(
            Problem(
              mark: marks[place], message: "'@' asks for a key, and the instance has none",
              remedy: "create the instance first"))
          continue
        }
        keys.append(key)
      case .name(let name):
        guard let key = context[name]?.key else {
          problems.append(fault(of: name, at: place, in: context))
          continue
        }
        keys.append(key)
      }
    }
    if !problems.isEmpty { throw Problems(problems) }
    return Path(keys)
  }

  private func fault(of name: Key, at place: Int, in context: ResourceContext) -> Problem {
    if context[name] != nil {
      return Problem(
        mark: marks[place], message: "what the context calls '\(name)' has no key",
        remedy: "create it before something that lies below it")
    }
    let known = context.visible.map(\.name.description)
    let near = nearestName(to: name.description, among: known).map { "did you mean '$\($0)'? or " }
    return Problem(
      mark: marks[place], message: "the context calls nothing '\(name)'",
      remedy: "\(near ?? "")push a level that names it")
  }
}
