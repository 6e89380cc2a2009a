import WeirCore
import WeirTree

/// A write that the client has shown to its user and the server has not yet answered for good.
struct PendingWrite: Sendable {
  let id: UInt32
  let write: Write
  let journey: UInt32
  /// The server's answer, once it is here, and the push that has to be heard before it counts.
  var answer: (Message.Answer, after: UInt32)?

  /// What a write can change below a location.
  enum Reach {
    case nothing
    case children([Key])
    case everything
  }

  /// Which children of `location` a write touches.
  static func reach(of write: Write, into location: Path) -> Reach {
    let base = write.path.keys
    let place = location.keys
    if base.count > place.count {
      return base.starts(with: place) ? .children([base[place.count]]) : .nothing
    }
    guard place.starts(with: base) else { return .nothing }
    guard case .merge(_, let entries) = write else { return .everything }
    if base.count == place.count { return .children(entries.map(\.key)) }
    return entries.contains { $0.key == place[base.count] } ? .everything : .nothing
  }

  /// Whether the write touches anything at or below `location`.
  func touches(_ location: Path) -> Bool {
    if case .nothing = Self.reach(of: write, into: location) { false } else { true }
  }

  /// What the pending writes make of the child `key` of `location`, whose content the server told; nil
  /// where it is not known.
  ///
  /// A write below an unknown child leaves it unknown: nothing is invented around the part that is
  /// written.
  static func overlay(
    _ known: Node?, at key: Key, of location: Path, _ pending: [PendingWrite]
  ) -> Node? {
    var node = known
    for write in pending {
      let base = write.write.path.keys
      let depth = location.keys.count + 1
      if base.count >= depth {
        guard base[depth - 1] == key, base.starts(with: location.keys) else { continue }
        if base.count == depth, case .set(_, let content) = write.write {
          node = content
        } else if var whole = node {
          node = nil  // so that the content is not copied
          write.write.rebased(droppingFirst: depth).apply(to: &whole)
          node = whole
        }
      } else if location.keys.starts(with: base) {
        var root = Node.null
        switch write.write {
        case .set:
          write.write.apply(to: &root)
          node = root[location][key]
        case .merge(_, let entries):
          let next = base.count == location.keys.count ? key : location.keys[base.count]
          guard entries.contains(where: { $0.key == next }) else { continue }
          write.write.apply(to: &root)
          node = root[location][key]
        }
      }
    }
    return node
  }
}

extension Write {
  /// The same write seen from a node `depth` levels down its path.
  func rebased(droppingFirst depth: Int) -> Write {
    switch self {
    case .set(let path, let node): .set(Path(Array(path.keys.dropFirst(depth))), node)
    case .merge(let path, let entries): .merge(Path(Array(path.keys.dropFirst(depth))), entries)
    }
  }
}
