// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The way to a part of a document: which entry or element to take, one after the other.
typealias NodePath = [Int]

extension YAMLNode {
  /// The number of entries or elements that it has.
  var count: Int {
    switch content {
    case .mapping(let entries): entries.count
    case .sequence(let nodes): nodes.count
    case .scalar, .broken: 0
    }
  }

  /// The number of nodes there are in all, this one included.
  var weight: Int {
    switch content {
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.weight }
    case .sequence(let nodes): nodes.reduce(1) { $0 + $1.weight }
    case .scalar, .broken: 1
    }
  }

  /// The value of a key, if it is a mapping that has it.
  func value(of key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Its text, if it is one.
  var scalarText: String? {
    if case .scalar(let text, isPlain: _) = content { return text }
    return nil
  }

  /// The part at the end of a way.
  subscript(path: NodePath) -> YAMLNode {
    guard let first = path.first else { return self }
    let rest = NodePath(path.dropFirst())
    switch content {
    case .mapping(let entries): return entries[first].value[rest]
    case .sequence(let nodes): return nodes[first][rest]
    case .scalar, .broken: return self
    }
  }

  /// The document with another part at the end of a way.
  func replacing(_ path: NodePath, by content: Content) -> YAMLNode {
    var node = self
    guard let first = path.first else {
      node.content = content
      return node
    }
    let rest = NodePath(path.dropFirst())
    switch self.content {
    case .mapping(var entries):
      entries[first].value = entries[first].value.replacing(rest, by: content)
      node.content = .mapping(entries)
    case .sequence(var nodes):
      nodes[first] = nodes[first].replacing(rest, by: content)
      node.content = .sequence(nodes)
    case .scalar, .broken: break
    }
    return node
  }

  /// The document without some neighbours among the parts of what is at the end of a way.
  func removing(_ range: Range<Int>, at path: NodePath) -> YAMLNode {
    switch self[path].content {
    case .mapping(var entries):
      entries.removeSubrange(range)
      return replacing(path, by: .mapping(entries))
    case .sequence(var nodes):
      nodes.removeSubrange(range)
      return replacing(path, by: .sequence(nodes))
    case .scalar, .broken: return self
    }
  }

  /// The document without the entry or element at the end of a way.
  func removing(_ path: NodePath) -> YAMLNode {
    guard let last = path.last else { return self }
    return removing(last..<(last + 1), at: path.dropLast())
  }

  /// The ways to all entries of mappings but those of the tree, outer before inner.
  ///
  /// `each` reads well and `gate` is for another reader: the scenario is the same without them, and yet they
  /// are not counted among these.
  var optionalPaths: [NodePath] {
    var paths: [NodePath] = []
    collect(from: [], into: &paths)
    return paths
  }

  private func collect(from path: NodePath, into paths: inout [NodePath]) {
    switch content {
    case .mapping(let entries):
      for (place, entry) in entries.enumerated() {
        let inner = path + [place]
        if entry.key == "gate" { continue }
        if entry.key != "each" { paths.append(inner) }
        if !["tree", "rules"].contains(entry.key) {
          entry.value.collect(from: inner, into: &paths)
        }
      }
    case .sequence(let nodes):
      for (place, node) in nodes.enumerated() { node.collect(from: path + [place], into: &paths) }
    case .scalar, .broken: break
    }
  }
}
