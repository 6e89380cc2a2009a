// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A value from the command line that counts instead of the file's.
///
///     --set clients.0.count=500
///
/// Its marks name `--set` as the file, which override it is as the line, and a place in its text
/// as the column.
struct Override {
  /// The name by which marks call the command line.
  static let file = "--set"

  /// The keys and places that lead to the value.
  private let steps: [(text: String, column: Int)]
  /// The text behind the equals sign.
  let text: String
  /// The place where that text starts.
  let mark: Mark
  /// The value that the text stands for.
  var value: YAMLNode

  /// Takes an override apart; `number` counts from 1.
  init(_ words: String, number: Int) throws(Problem) {
    let start = Mark(file: Self.file, line: number, column: 1)
    guard let equals = words.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      throw Problem(
        mark: start, message: "an override without '=': \(shortened(words))",
        remedy: "write for example --set clients.0.count=500")
    }
    var steps: [(text: String, column: Int)] = []
    var column = 1
    for step in words[..<equals].split(separator: ".", omittingEmptySubsequences: false) {
      if step.isEmpty {
        throw Problem(
          mark: Mark(file: Self.file, line: number, column: column),
          message: "an empty step in the path of an override",
          remedy: "write keys and places with one dot between them: clients.0.count")
      }
      steps.append((String(step), column))
      column += step.unicodeScalars.count + 1
    }
    if steps.count > NodeReader.mostDepth {
      throw Problem(
        mark: start, message: "values are nested more than \(NodeReader.mostDepth) deep",
        remedy: "write a shorter path")
    }
    self.steps = steps
    text = String(words[words.index(after: equals)...])
    mark = Mark(file: Self.file, line: number, column: column)
    value = YAMLNode(content: .broken, mark: mark)
  }

  /// Puts the value where the path leads.
  func apply(to node: inout YAMLNode) throws(Problem) { try apply(to: &node, steps[...]) }

  private func apply(
    to node: inout YAMLNode, _ steps: ArraySlice<(text: String, column: Int)>
  ) throws(Problem) {
    guard let step = steps.first else {
      node = value
      return
    }
    let rest = steps.dropFirst()
    let place = Mark(file: Self.file, line: mark.line, column: step.column)
    switch node.content {
    case .mapping(var entries):
      if let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(step.text.utf8) }) {
        if rest.isEmpty { entries[index].keyMark = place }
        try apply(to: &entries[index].value, rest)
      } else {
        var child = YAMLNode(content: .mapping([]), mark: place)
        try apply(to: &child, rest)
        entries.append(YAMLNode.Entry(key: step.text, keyMark: place, value: child))
      }
      node.content = .mapping(entries)
    case .sequence(var nodes) where Int(step.text) == nil && nodes.contains(where: \.isMapping):
      // A key of each of them: `clients.count=5` sets every group.
      for index in nodes.indices where nodes[index].isMapping {
        try apply(to: &nodes[index], steps)
      }
      node.content = .sequence(nodes)
    case .sequence(var nodes):
      guard let index = Int(step.text), nodes.indices.contains(index) else {
        throw Problem(
          mark: place, message: "a list of \(nodes.count) has no place '\(shortened(step.text))'",
          remedy: nodes.isEmpty
            ? "the list is empty; set it as a whole" : "write a number from 0 to \(nodes.count - 1)"
        )
      }
      try apply(to: &nodes[index], rest)
      node.content = .sequence(nodes)
    case .scalar:
      // `network.delay.exponential=80ms` over `delay: 40ms`: what stood there gives way.
      var child = YAMLNode(content: .mapping([]), mark: place)
      try apply(to: &child, steps)
      node = child
    case .broken: return
    }
  }

  /// The same node with places as they are in the whole override.
  func placed(_ node: YAMLNode) -> YAMLNode {
    var node = node
    node.mark = placed(node.mark)
    switch node.content {
    case .sequence(let nodes): node.content = .sequence(nodes.map(placed))
    case .mapping(let entries):
      node.content = .mapping(
        entries.map {
          YAMLNode.Entry(key: $0.key, keyMark: placed($0.keyMark), value: placed($0.value))
        })
    case .scalar, .broken: break
    }
    return node
  }

  /// The same problem with its place as it is in the whole override.
  func placed(_ problem: Problem) -> Problem {
    var problem = problem
    problem.mark = placed(problem.mark ?? Mark(file: Self.file, line: 1, column: 1))
    return problem
  }

  private func placed(_ inner: Mark) -> Mark {
    let column = inner.line == 1 ? mark.column + inner.column - 1 : inner.column
    return Mark(file: Self.file, line: mark.line, column: column)
  }
}

extension YAMLNode {
  /// `true` if it is a mapping.
  fileprivate var isMapping: Bool { if case .mapping = content { true } else { false } }
}
