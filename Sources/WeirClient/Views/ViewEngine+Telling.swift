import WeirTree

/// What of a view decides, beside its children, whether `value` is heard.
struct Standing {
  /// Whether everything is known, pending writes included.
  let isWhole: Bool
  /// What there is beside the children, if that is shown.
  let own: Node

  init(_ view: View) {
    isWhole = view.seen.isWhole
    own = view.isWindow ? .null : view.seen.own
  }
}

// What registrations hear.
extension ViewEngine {
  /// Tells all registrations of a view what has changed since it stood so, and forgets the changes.
  mutating func tell(_ view: Int, since before: Standing, into wishes: inout [Wish]) {
    let now = Standing(views[view])
    changes.reduce()
    changes.sort(by: views[view].query.index)
    tellChanges(of: view, into: &wishes)
    if now.isWhole, !before.isWhole || !changes.isEmpty || now.own != before.own {
      for registration in views[view].registrations {
        wishes.append(.heard(registration: registration, .value))
      }
    }
    changes.removeAll(keepingCapacity: changes.capacity <= 16)
  }

  private func tellChanges(of view: Int, into wishes: inout [Wish]) {
    var place = 0
    while place < changes.count, changes[place].kind != .changed {
      let change = changes[place]
      if change.kind == .removed {
        tell(view, DataEvent(.removed, change.key, change.old), into: &wishes)
      } else {
        tell(view, .added, change, into: &wishes)
      }
      place += 1
    }
    let index = views[view].query.index
    if index != .key {
      for change in changes[place...]
      where index.sortValue(of: change.old) != index.sortValue(of: change.now) {
        tell(view, .moved, change, into: &wishes)
      }
    }
    for change in changes[place...] { tell(view, .changed, change, into: &wishes) }
  }

  private func tell(
    _ view: Int, _ kind: DataEvent.Kind, _ change: Change, into wishes: inout [Wish]
  ) {
    let previous = views[view].keyShown(before: change.key, change.now)
    tell(view, DataEvent(kind, change.key, change.now, after: previous), into: &wishes)
  }

  private func tell(_ view: Int, _ event: DataEvent, into wishes: inout [Wish]) {
    for registration in views[view].registrations {
      wishes.append(.heard(registration: registration, event))
    }
  }

  /// Tells one registration all that its view shows.
  func tellAll(_ registration: UInt32, of view: Int, into wishes: inout [Wish]) {
    var previous: Key?
    views[view].forEachShown { key, node in
      let event = DataEvent(.added, key, node, after: previous)
      wishes.append(.heard(registration: registration, event))
      previous = key
    }
    if views[view].seen.isWhole {
      wishes.append(.heard(registration: registration, .value))
    }
  }
}
