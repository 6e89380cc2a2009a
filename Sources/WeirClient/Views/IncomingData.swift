// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The data that one operation puts into the tree, part by part.
struct IncomingData {
  /// The parts.
  enum Content {
    case node(Node)
    case child(Key, Node)
    case entries([Message.Entry])
    case parts([Write.Part])
  }

  /// The place where the parts start.
  let base: Path
  let content: Content
  /// `true` if the parts leave the rest as it is, so that a view that does not know the rest learns
  /// nothing of it.
  var isMerge = false

  init(_ base: Path, _ content: Content, isMerge: Bool = false) {
    self.base = base
    self.content = content
    self.isMerge = isMerge
  }

  init(_ write: Write) {
    switch write {
    case .set(let path, let node): self.init(path, .node(node))
    case .merge(let path, let parts): self.init(path, .parts(parts), isMerge: true)
    }
  }

  /// The number of parts there are.
  var count: Int {
    switch content {
    case .node, .child: 1
    case .entries(let entries): entries.count
    case .parts(let parts): parts.count
    }
  }

  /// The child that all parts lie at or below, where it is known without looking at them.
  var key: Key? { if case .child(let key, _) = content { key } else { nil } }

  /// Returns the part at `place` as `location` sees it; nil where it does not concern the location.
  func fragment(_ place: Int, seenFrom location: Path) -> WriteFragment? {
    let (base, location) = (base.keys, location.keys)
    // What is about children of a place only ever comes to views below, at and above that place.
    let isThere = base.count == location.count
    switch content {
    case .node(let node): return WriteFragment(node, at: base, .none, seenFrom: location)
    case .child(let key, let node) where isThere: return WriteFragment(child: key, node)
    case .child(let key, let node):
      return WriteFragment(node, at: base, .one(key), seenFrom: location)
    case .entries(let entries):
      return WriteFragment(
        entries[place].node, at: base, .one(entries[place].key), seenFrom: location)
    case .parts(let parts):
      return WriteFragment(
        parts[place].node, at: base, .many(parts[place].path.keys), seenFrom: location)
    }
  }
}
