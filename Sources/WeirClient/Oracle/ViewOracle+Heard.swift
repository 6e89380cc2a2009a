// SPDX-License-Identifier: Apache-2.0
internal import WeirCore
internal import WeirTree

extension ViewOracle.View {
  /// Returns the events that tell the difference between what was shown and what is shown now; nil
  /// stands for a listener that has heard nothing yet (rules 19 to 21 and 23).
  func events(since before: ViewOracle.Snapshot?) -> [DataEvent] {
    let isNew = before == nil
    let old = before ?? ViewOracle.Snapshot(node: .null, keys: [], isComplete: false)
    var (added, moved, changed): ([DataEvent], [DataEvent], [DataEvent]) = ([], [], [])
    let wasShown = Set(old.keys)
    var previous: Key?
    for key in shown.keys {
      let node = shown.node[key]
      if !wasShown.contains(key) {
        added.append(DataEvent(.added, key, node, after: previous))
      } else if old.node[key] != node {
        if query.isMove(from: old.node[key], to: node) {
          moved.append(DataEvent(.moved, key, node, after: previous))
        }
        changed.append(DataEvent(.changed, key, node, after: previous))
      }
      previous = key
    }
    let isShown = Set(shown.keys)
    let removed = old.keys.filter { !isShown.contains($0) }
      .map { DataEvent(.removed, $0, old.node[$0]) }
    let batch = removed + added + moved + changed
    let isNews = isNew || !batch.isEmpty || !old.isComplete || hasOtherOwn(than: old.node)
    return shown.isComplete && isNews ? batch + [.value] : batch
  }

  /// `true` if the own priority or the leaf changed, where everything is shown (rule 21).
  private func hasOtherOwn(than old: Node) -> Bool {
    func leaf(_ node: Node) -> Node { node.children.isEmpty ? node : .null }
    return !isWindow
      && (old.priority != shown.node.priority || leaf(old) != leaf(shown.node))
  }
}

extension Query {
  /// `true` if a child that changed has moved, too (rule 20).
  fileprivate func isMove(from old: Node, to new: Node) -> Bool {
    switch index {
    case .key: false
    case .value: true
    case .priority, .child: index.sortValue(of: old) != index.sortValue(of: new)
    }
  }
}
