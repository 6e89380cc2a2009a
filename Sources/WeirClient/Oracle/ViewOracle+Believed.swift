// SPDX-License-Identifier: Apache-2.0
internal import WeirTree

extension ViewOracle {
  /// Returns the initial data of a new view, and whether it is complete (rule 24).
  func beginning(at path: Path) -> (said: Knowledge, isComplete: Bool) {
    var said = Knowledge()
    let complete = views.filter(\.isComplete)
    // Walking upwards from the location itself, then from the location above it.
    for location in path.andAbove {
      for view in complete where view.path == location && !view.isWindow {
        said.whole = view.said.node[path.dropping(location.keys.count)]
        return (said, true)
      }
    }
    for location in path.andAbove.dropFirst() {
      for view in complete where view.path == location {
        guard let node = view.said(at: path), !node.child.isNull else { continue }
        said.whole = node.place
        return (said, true)
      }
    }
    for view in complete where !view.isWindow && view.path.keys.count == path.keys.count + 1 {
      if view.path.leads(below: path), let key = view.path.keys.last, said[key] == nil {
        if view.said.node.isNull && quirks.contains(.doubtsNull) { continue }
        said.put(.child(key, view.said.node))
      }
    }
    return (said, false)
  }

  /// Returns what was said in the nearest complete view at or above a path, with writes over it
  /// (rule 27).
  func believed(at path: Path, under writes: [PendingWrite]) -> Node? {
    var node = saidNearest(to: path)
    for write in writes {
      for part in write.parts(from: path) {
        switch part {
        case .covers(let cover): node = cover
        case .child(let key, let child): node?.set(child, at: key)
        case .deeper(let key, let place, let child):
          node?.set(child, at: Path([key]).appending(place))
        case .priority(let priority): node?.set(priority, at: .priority)
        }
      }
    }
    return node
  }

  private func saidNearest(to path: Path) -> Node? {
    for location in path.andAbove {
      for view in views where view.path == location && view.isComplete {
        if let whole = view.said.whole { return whole[path.dropping(location.keys.count)] }
        if let node = view.said(at: path), !node.child.isNull { return node.place }
      }
    }
    return nil
  }
}

extension ViewOracle.View {
  /// Returns what was said of the child on the way down to a path truly below, and of the path
  /// itself.
  fileprivate func said(at path: Path) -> (child: Node, place: Node)? {
    let way = path.keys.dropFirst(self.path.keys.count)
    guard let key = way.first, let child = said[key] else { return nil }
    return (child, child[way.dropFirst()])
  }
}

extension Path {
  /// The path itself and all those above it, the root last.
  fileprivate var andAbove: [Path] {
    (0...keys.count).reversed().map { Path(Array(keys.prefix($0))) }
  }
}
