// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The writes that the server will make when the client is gone, as one tree: later promises over
/// earlier ones.
///
///     promises.remember(.set(Path("a"), node))       // all of a
///     promises.remember(.set(Path("a/b"), .null))    // a without b: still one write, at a
///     promises.forget(Path("a/c"))                   // of a everything but c: a write for each other child
///     for (path, node) in promises.takeAll() { … }   // what is shown when the connection is lost
struct Promises: Sendable {
  /// The node to be written at this place, nil if only places below are written to.
  private var node: Node?
  private var children = SortedMap<Key, Promises>()

  /// Remembers a write that the server has promised.
  mutating func remember(_ write: Write) {
    switch write {
    case .set(let path, let node): remember(node, at: path.keys[...])
    case .merge(let path, let parts):
      for part in parts { remember(part.node, at: path.appending(part.path).keys[...]) }
    }
  }

  private mutating func remember(_ new: Node, at keys: ArraySlice<Key>) {
    guard let key = keys.first else {
      node = new
      children.removeAll()
      return
    }
    if node != nil {
      node?.set(new, at: Path(Array(keys)))
      return
    }
    var child = children[key] ?? Promises()
    child.remember(new, at: keys.dropFirst())
    children.set(child, for: key)
  }

  /// Forgets everything that is to be written at a path and below it.
  ///
  /// Below a place that is to be written whole, the rest is to be written child by child; in a leaf there is nothing to
  /// take out.
  mutating func forget(_ path: Path) { forget(path.keys[...]) }

  private mutating func forget(_ keys: ArraySlice<Key>) {
    guard let key = keys.first else {
      self = Promises()
      return
    }
    if let whole = node {
      if whole.children.isEmpty { return }
      node = nil
      for (key, child) in whole.children { remember(child, at: [key]) }
    }
    guard var child = children[key] else { return }
    child.forget(keys.dropFirst())
    if child.isEmpty { children.remove(key) } else { children.set(child, for: key) }
  }

  private var isEmpty: Bool { node == nil && children.isEmpty }

  /// Returns all promised writes with their paths, in the order of the keys, and forgets them.
  mutating func takeAll() -> [(path: Path, node: Node)] {
    var all: [(path: Path, node: Node)] = []
    list(from: [], into: &all)
    self = Promises()
    return all
  }

  private func list(from keys: [Key], into all: inout [(path: Path, node: Node)]) {
    if let node {
      all.append((Path(keys), node))
    } else {
      for (key, child) in children { child.list(from: keys + [key], into: &all) }
    }
  }
}
