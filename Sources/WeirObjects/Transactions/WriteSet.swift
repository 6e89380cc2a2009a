// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The writes of a transaction, all at one instant: a node for each of some paths, of which none lies inside of another.
///
/// To take something away inside of what is taken away says nothing new, and is no fault.
struct WriteSet: Sendable {
  /// The one of two writes at one path that stays.
  enum Strategy: Sendable, CaseIterable {
    case new, old
  }

  private(set) var nodes = SortedMap<Path, Node>()

  var isEmpty: Bool { nodes.isEmpty }

  /// The node that is written at exactly this path; nil: nothing is.
  subscript(path: Path) -> Node? { nodes[path] }

  /// The writes as parts of one merge at the root.
  var parts: [Write.Part] { nodes.map { Write.Part($0.key, $0.value) } }

  /// `true` if something is written below a path that is not nothing.
  func hasValue(below path: Path) -> Bool {
    var inner = nodes.entry(after: path)
    while let (place, node) = inner, place.lies(below: path) {
      if !node.isNull { return true }
      inner = nodes.entry(after: place)
    }
    return false
  }

  /// Writes a node; the last one at a path counts.
  mutating func set(_ node: Node, at path: Path) throws(TransactionFault) {
    if let (outer, there) = around(path) {
      if node.isNull && there.isNull { return }
      throw TransactionFault.overlap(outer, path)
    }
    for place in try inside(of: path, for: node) { nodes.remove(place) }
    nodes.set(node, for: path)
  }

  /// Writes an end of a relation, or takes one away unless somebody has put another one there.
  mutating func setEnd(_ node: Node, at path: Path) throws(TransactionFault) {
    if let there = nodes[path], !there.isNull {
      if node.isNull || node == there { return }
      throw TransactionFault.crossing(path)
    }
    try set(node, at: path)
  }

  /// Takes in the writes of another set; nothing is taken in if that does not fit.
  mutating func merge(_ other: WriteSet, _ strategy: Strategy) throws(TransactionFault) {
    var merged = self
    for (path, node) in other.nodes where strategy == .new || merged[path] == nil {
      try merged.set(node, at: path)
    }
    self = merged
  }

  /// Returns the write around a path; nil: there is none.
  ///
  /// As nothing lies inside of anything else here, that can only be the last one before it.
  private func around(_ path: Path) -> (key: Path, value: Node)? {
    guard let before = nodes.entry(before: path), path.lies(below: before.key) else { return nil }
    return before
  }

  /// Returns where something is taken away inside of what is taken away; refused if anything else is written there.
  private func inside(of path: Path, for node: Node) throws(TransactionFault) -> [Path] {
    var places: [Path] = []
    var inner = nodes.entry(after: path)
    while let (place, other) = inner, place.lies(below: path) {
      if !node.isNull || !other.isNull { throw TransactionFault.overlap(path, place) }
      places.append(place)
      inner = nodes.entry(after: place)
    }
    return places
  }
}
