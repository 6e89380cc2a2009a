// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Reads one YAML document into a ``YAMLNode``, strictly.
///
/// A mistake that ends the reading (a quote that never ends) is one problem; any other (a key that stands twice, an
/// unknown anchor, a tag) is noted, and reading goes on.
///
/// The text is not trusted: nesting, the number of values and what aliases stand for are bounded,
/// so that a small file cannot become a large one.
package struct NodeReader: ~Copyable {
  /// The greatest depth to which values may be nested.
  static let mostDepth = 64
  /// The number of values that a file may have.
  static let mostNodes = 1_000_000
  /// The number of values that all aliases of a file may stand for.
  static let mostAliased = 10_000

  /// A value that an alias can stand for.
  private struct Anchored {
    var node: YAMLNode
    var size: Int
    var height: Int
  }

  private var events: EventSource
  private var problems = ProblemList()
  private var anchors: [String: Anchored] = [:]
  private var open: [String: Mark] = [:]
  private var nodeCount = 0
  private var aliasedCount = 0
  /// The size and the height of the value that was read last.
  private var lastSize = 0
  private var lastHeight = 0

  /// Reads the only document of `source`; the node is nil if there is nothing that could be looked at.
  package static func read(_ source: SourceText) -> (node: YAMLNode?, problems: ProblemList) {
    var reader = NodeReader(events: EventSource(source))
    var node: YAMLNode?
    do throws(Problem) {
      node = try reader.document(in: source)
    } catch {
      reader.problems.add(error)
    }
    return (node, reader.problems)
  }

  private init(events: consuming EventSource) { self.events = events }

  private mutating func document(in source: SourceText) throws(Problem) -> YAMLNode? {
    var result: YAMLNode?
    while true {
      let (event, mark) = try events.next()
      switch event {
      case .streamEnd:
        if result == nil { throw Self.emptyFile(source.file) }
        return result
      case .documentStart:
        if result != nil {
          // What follows is not looked at: it may be anything.
          problems.add(
            Problem(
              mark: mark, message: "a second document starts here",
              remedy: "keep one scenario in a file; remove the `---`"))
          return result
        }
        let (first, place) = try events.next()
        let node = try value(first, at: place, depth: 1)
        if node.isEmpty { throw Self.emptyFile(source.file) }
        result = node
      default: break
      }
    }
  }

  private static func emptyFile(_ file: String) -> Problem {
    Problem(
      mark: Mark(file: file, line: 1, column: 1), message: "the file is empty",
      remedy: "start with `weir: 1`; `weir explain keys` lists what may follow")
  }

  /// The value that starts with `event`.
  private mutating func value(
    _ event: EventSource.Event, at mark: Mark, depth: Int
  ) throws(Problem) -> YAMLNode {
    if depth > Self.mostDepth { throw Self.tooDeep(mark) }
    nodeCount += 1
    if nodeCount > Self.mostNodes {
      throw Problem(
        mark: mark, message: "the file has more than \(Self.mostNodes) values",
        remedy: "check that this is a scenario; move measured data into a CSV file")
    }
    switch event {
    case .scalar(let text, let isPlain, let properties):
      check(properties, at: mark)
      let node = YAMLNode(
        content: .scalar(text, isPlain: isPlain), mark: mark, inset: properties.inset)
      (lastSize, lastHeight) = (1, 1)
      keep(node, as: properties.anchor)
      return node
    case .alias(let name): return try aliased(name, at: mark, depth: depth)
    case .sequenceStart(let properties):
      return try collection(properties, at: mark) { reader throws(Problem) in
        .sequence(try reader.elements(depth: depth + 1))
      }
    case .mappingStart(let properties):
      return try collection(properties, at: mark) { reader throws(Problem) in
        .mapping(try reader.entries(depth: depth + 1))
      }
    default: return YAMLNode(content: .broken, mark: mark)
    }
  }

  /// A list or mapping, with its anchor open while it is read.
  private mutating func collection(
    _ properties: EventSource.Properties, at mark: Mark,
    _ read: (inout NodeReader) throws(Problem) -> YAMLNode.Content
  ) throws(Problem) -> YAMLNode {
    check(properties, at: mark)
    if let anchor = properties.anchor { open[anchor] = mark }
    let node = YAMLNode(content: try read(&self), mark: mark)
    if let anchor = properties.anchor { open[anchor] = nil }
    keep(node, as: properties.anchor)
    return node
  }

  private mutating func elements(depth: Int) throws(Problem) -> [YAMLNode] {
    var nodes: [YAMLNode] = []
    var (size, height) = (1, 0)
    while true {
      let (event, mark) = try events.next()
      if case .sequenceEnd = event { break }
      nodes.append(try value(event, at: mark, depth: depth))
      size += lastSize
      height = max(height, lastHeight)
    }
    (lastSize, lastHeight) = (size, height + 1)
    return nodes
  }

  private mutating func entries(depth: Int) throws(Problem) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    // Keys are bytes: Swift takes texts that only look alike for equal.
    var lines: [[UInt8]: Int] = [:]
    var (size, height) = (1, 0)
    while true {
      let (event, mark) = try events.next()
      if case .mappingEnd = event { break }
      let name = try key(event, at: mark, depth: depth)
      let (next, place) = try events.next()
      let node = try value(next, at: place, depth: depth)
      size += lastSize
      height = max(height, lastHeight)
      guard let name else { continue }
      if let line = lines[Array(name.utf8)] {
        problems.add(
          Problem(
            mark: mark, message: "duplicate key '\(shortened(name))' (first in line \(line))",
            remedy: "remove one of the two"))
        continue
      }
      lines[Array(name.utf8)] = mark.line
      entries.append(YAMLNode.Entry(key: name, keyMark: mark, value: node))
    }
    (lastSize, lastHeight) = (size, height + 1)
    return entries
  }

  /// A key, or nil if it is none that an entry could have.
  private mutating func key(
    _ event: EventSource.Event, at mark: Mark, depth: Int
  ) throws(Problem) -> String? {
    guard case .scalar(let name, let isPlain, let properties) = event else {
      _ = try value(event, at: mark, depth: depth)
      problems.add(
        Problem(
          mark: mark, message: "a key that is not a text", remedy: "write `key: value`"))
      return nil
    }
    check(properties, at: mark)
    if let anchor = properties.anchor {
      (lastSize, lastHeight) = (1, 1)
      keep(YAMLNode(content: .scalar(name, isPlain: isPlain), mark: mark), as: anchor)
    }
    if name == "<<", isPlain {
      problems.add(
        Problem(
          mark: mark, message: "the merge key '<<' is not a part of the format",
          remedy: "write the keys out, or use `extends: other.yaml`"))
      return nil
    }
    return name
  }

  private mutating func aliased(
    _ name: String, at mark: Mark, depth: Int
  ) throws(Problem) -> YAMLNode {
    (lastSize, lastHeight) = (1, 1)
    if let start = open[name] {
      problems.add(
        Problem(
          mark: mark, message: "'*\(shortened(name))' stands inside what it stands for",
          remedy: "the anchor is in line \(start.line); write the value out"))
      return YAMLNode(content: .broken, mark: mark)
    }
    guard let anchored = anchors[name] else {
      let near =
        anchors.count > 100 ? nil : nearestName(to: name, among: anchors.keys.sorted())
      problems.add(
        Problem(
          mark: mark, message: "no anchor '&\(shortened(name))' stands above",
          remedy: near.map { "did you mean '*\($0)'?" }
            ?? "write `&\(shortened(name))` before a value above, or quote the text"))
      return YAMLNode(content: .broken, mark: mark)
    }
    aliasedCount += anchored.size
    if aliasedCount > Self.mostAliased {
      throw Problem(
        mark: mark, message: "the aliases of this file stand for more than 10000 values",
        remedy: "write fewer aliases of aliases")
    }
    if depth + anchored.height - 1 > Self.mostDepth { throw Self.tooDeep(mark) }
    (lastSize, lastHeight) = (anchored.size, anchored.height)
    return anchored.node
  }

  private static func tooDeep(_ mark: Mark) -> Problem {
    Problem(
      mark: mark, message: "values are nested more than \(mostDepth) deep",
      remedy: "check the brackets and the indentation")
  }

  private mutating func keep(_ node: YAMLNode, as anchor: String?) {
    guard let anchor else { return }
    anchors[anchor] = Anchored(node: node, size: lastSize, height: lastHeight)
  }

  private mutating func check(_ properties: EventSource.Properties, at mark: Mark) {
    if properties.tag != nil { problems.add(SyntaxComplaint.tagProblem(at: mark)) }
  }
}
