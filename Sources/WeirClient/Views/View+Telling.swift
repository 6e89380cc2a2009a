// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The facts about a view, beside its children, that decide whether `value` is heard.
struct Standing {
  /// `true` if everything is known, pending writes included.
  var isWhole: Bool
  /// The node without its children, if that is shown.
  var own: Node
}

// The events that registrations hear.
extension View {
  /// The present standing of the view.
  @inline(__always)
  var standing: Standing {
    Standing(isWhole: seen.isWhole || hasKeptWhole, own: isWindow ? .null : seen.own)
  }

  /// Tells all registrations what has changed since the view stood so, and forgets the changes.
  ///
  /// It changes nothing, but where it stands it must not be copied.
  mutating func tell(
    _ changes: inout [Change], since before: Standing, into wishes: inout [ViewEngine.Wish]
  ) {
    if changes.count > 1 {
      changes.reduce()
      changes.sort(by: query.index)
    }
    let now = standing
    if now.isWhole == before.isWhole, changes.isEmpty, now.own == before.own { return }
    tellChanges(changes, into: &wishes)
    if now.isWhole, !before.isWhole || !changes.isEmpty || now.own != before.own {
      for registration in registrations {
        wishes.append(.heard(registration: registration, .value))
      }
    }
    changes.empty(keepingRoomFor: 16)
  }

  @inline(__always)
  private func tellChanges(_ changes: [Change], into wishes: inout [ViewEngine.Wish]) {
    var place = 0
    while place < changes.count {
      let kind = changes[place].kind
      if kind == .changed { break }
      if kind == .removed {
        tell(.removed, changes[place].key, changes[place].old, after: nil, into: &wishes)
      } else {
        tell(.added, changes[place], into: &wishes)
      }
      place += 1
    }
    if place == changes.count { return }
    if !isKeyOrdered {
      let index = query.index
      for change in changes[place...]
      where index == .value
        || index.sortValue(of: change.old) != index.sortValue(of: change.now)
      {
        // Ordered by value the whole node counts, and what has not changed is not here.
        tell(.moved, change, into: &wishes)
      }
    }
    for place in place..<changes.count { tell(.changed, changes[place], into: &wishes) }
  }

  @inline(__always)
  private func tell(
    _ kind: DataEvent.Kind, _ change: Change, into wishes: inout [ViewEngine.Wish]
  ) {
    let previous = keyShown(before: change.key, change.now)
    tell(kind, change.key, change.now, after: previous, into: &wishes)
  }

  /// Tells all registrations one event.
  @inline(__always)
  func tell(
    _ kind: DataEvent.Kind, _ key: Key, _ node: Node, after previous: Key?,
    into wishes: inout [some EventWish]
  ) {
    for registration in registrations {
      wishes.append(
        .heard(registration: registration, DataEvent(kind, key, node, after: previous)))
    }
  }

  /// Tells one registration all that is shown.
  func tellAll(_ registration: UInt32, into wishes: inout [ViewEngine.Wish]) {
    var previous: Key?
    forEachShown { key, node in
      let event = DataEvent(.added, key, node, after: previous)
      wishes.append(.heard(registration: registration, event))
      previous = key
    }
    if standing.isWhole { wishes.append(.heard(registration: registration, .value)) }
  }
}
