// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension Write {
  /// Everything that keeps the write from being carried out; empty for nearly all writes.
  ///
  /// Besides what ``Node/problems(at:)`` finds: a path with a key that no child may have, a place below
  /// `.info`, content for a priority that is none, and a merge in which one path leads to another or
  /// comes twice, for then the result would depend on the order of its parts.
  public var problems: [Problem] {
    switch self {
    case .set(let path, let node): return Self.problems(of: node, at: path)
    case .merge(let path, let parts):
      let found = parts.flatMap { Self.problems(of: $0.node, at: path.appending($0.path)) }
      return found + Self.conflicts(of: parts)
    }
  }

  /// Checks a write.
  public init(checking write: Write) throws(Problems) {
    let problems = write.problems
    if !problems.isEmpty { throw Problems(problems) }
    self = write
  }

  /// A set of what JSON says.
  public init(setting json: JSON, at path: Path) throws(Problems) {
    try self.init(checking: .set(path, Node(json)))
  }

  /// A merge of what a JSON object says; its keys are paths below `path`.
  ///
  ///     {"name": "a", "members/b/role": "host", "members/c": null, ".priority": 3}
  public init(merging json: JSON, at path: Path) throws(Problems) {
    guard case .object(let members) = json.content else {
      throw Problems([
        Problem(
          mark: json.mark, message: "a merge must be an object",
          remedy: "write an object whose keys are paths")
      ])
    }
    var problems: [Problem] = []
    var parts: [Part] = []
    for member in members {
      do throws(Problems) {
        let place = try Path(checking: member.key, mayEndInPriority: true, at: member.mark)
        let part = Part(place, try Node(member.value))
        problems += Self.problems(of: part.node, at: path.appending(place)).map {
          Problem(mark: member.mark, message: $0.message, remedy: $0.remedy)
        }
        parts.append(part)
      } catch {
        problems += error.all
      }
    }
    problems += Self.conflicts(of: parts).map {
      Problem(mark: json.mark, message: $0.message, remedy: $0.remedy)
    }
    if !problems.isEmpty { throw Problems(problems) }
    self = .merge(path, parts)
  }

  private static func problems(of node: Node, at path: Path) -> [Problem] {
    var problems: [Problem] = []
    if path.keys.first == .info {
      problems.append(
        Problem(
          message: "\(path.short): a write to what the client shows of itself",
          remedy: "write to a place outside of .info"))
    }
    if path.keys.count > Path.greatestDepth {
      return problems + [Path.tooDeep(path.keys.count)]
    }
    for (place, key) in path.keys.enumerated() where !key.isLegal {
      if key == .priority, place == path.keys.count - 1 { continue }
      if key == .info, place == 0 { continue }
      if let fault = Key.fault(in: key.description) { problems.append(fault) }
    }
    if path.keys.last == .priority, !mayBePriority(node) {
      problems.append(
        Problem(
          message: "\(path.short): this is not a priority",
          remedy: "a priority is a number, a text or null"))
    }
    return problems + node.problems(at: path)
  }

  private static func mayBePriority(_ node: Node) -> Bool {
    if case .deferred = node { true } else { Priority(node) != nil }
  }

  /// Returns a problem for each part that is at or below another one.
  private static func conflicts(of parts: [Part]) -> [Problem] {
    guard parts.count > 1 else { return [] }
    // In this order what lies below a path follows it at once.
    let paths = parts.map(\.path).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
    return zip(paths, paths.dropFirst()).compactMap { above, below in
      guard below.leads(below: above) else { return nil }
      return Problem(
        message: above == below
          ? "the path \(above.short) comes twice in one merge"
          : "\(below.short) lies below \(above.short) in one merge",
        remedy: "leave one of them out, or make it part of the other")
    }
  }
}
