// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The size of a write, and the limits of a tree.
struct Measure {
  /// The most keys between the root and a leaf.
  static let deepest = 1_000
  /// The most bytes of a text.
  static let longestText = 10 * 1_048_576

  /// The number of bytes that were counted: those of keys and texts, and eight for any other leaf.
  private(set) var bytes = 0

  /// Measures a write; nil if it holds what no tree may hold.
  init?(_ write: Write) {
    switch write {
    case .set(let path, let node): guard add(node, at: path) else { return nil }
    case .merge(let path, let parts):
      for part in parts {
        guard add(part.node, at: path.appending(part.path)) else { return nil }
      }
    }
  }

  /// `true` if a path can lead to something, or, with its last key, to a priority.
  static func isLegal(_ path: Path, mayEndInPriority: Bool = false) -> Bool {
    guard path.keys.count <= deepest else { return false }
    for (place, key) in path.keys.enumerated() {
      if key == .priority {
        if !mayEndInPriority || place < path.keys.count - 1 { return false }
      } else if !key.isLegal {
        return false
      }
    }
    return true
  }

  private mutating func add(_ node: Node, at path: Path) -> Bool {
    guard Self.isLegal(path, mayEndInPriority: true) else { return false }
    for key in path.keys { bytes += key.byteCount }
    if path.keys.last == .priority {
      let isLeaf = if case .deferred = node { true } else { Priority(node) != nil }
      guard isLeaf else { return false }
    }
    return add(node, depth: path.keys.count)
  }

  private mutating func add(_ node: Node, depth: Int) -> Bool {
    switch node {
    case .null: return true
    case .text(let text):
      bytes += text.utf8.count
      return text.utf8.count <= Self.longestText
    case .number(let value):
      bytes += 8
      return value.isFinite
    case .branch(let branch):
      guard depth < Self.deepest, add(branch.priority.node, depth: depth) else { return false }
      for (key, child) in branch.children {
        bytes += key.byteCount
        guard key.isLegal, add(child, depth: depth + 1) else { return false }
      }
      return true
    case .ranked(let ranked):
      return add(ranked.priority.node, depth: depth) && add(ranked.content, depth: depth)
    case .deferred(.incrementBy(let step)):
      bytes += 8
      return step.isFinite
    case .bool, .integer, .deferred:
      bytes += 8
      return true
    }
  }
}
