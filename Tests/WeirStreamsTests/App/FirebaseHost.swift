// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import WeirClient
import WeirCore
import WeirStreams
import WeirTree

// The host that the article "Streams in your app" shows, line by line.

@MainActor final class FirebaseHost: @MainActor StreamHost {
  private let root: DatabaseReference

  init(_ root: DatabaseReference) { self.root = root }

  func listen(
    to path: Path, _ query: Query, hear: @escaping (DataEvent) -> Void,
    lose: @escaping (Message.Refusal) -> Void
  ) -> (DatabaseQuery, [UInt]) {
    let place = place(path, query)
    let types: [(DataEventType, DataEvent.Kind)] = [
      (.childRemoved, .removed), (.childAdded, .added), (.childMoved, .moved),
      (.childChanged, .changed), (.value, .value),
    ]
    let handles = types.map { type, kind in
      place.observe(type) { snapshot, previous in
        hear(event(kind, snapshot, previous))
      } withCancel: { _ in
        if kind == .value { lose(.forbidden) }
      }
    }
    return (place, handles)
  }

  func stop(_ listening: (DatabaseQuery, [UInt])) {
    for handle in listening.1 { listening.0.removeObserver(withHandle: handle) }
  }

  var now: Instant {
    Instant(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
  }

  func wait(_ time: Interval, then ring: @escaping () -> Void) {
    Task {
      try? await Task.sleep(for: .nanoseconds(time.nanoseconds))
      ring()
    }
  }

  private func place(_ path: Path, _ query: Query) -> DatabaseQuery {
    let list = root.child(words(path))
    var place =
      switch query.index {
      case .key: list.queryOrderedByKey()
      case .value: list.queryOrderedByValue()
      case .priority: list.queryOrderedByPriority()
      case .child(let path): list.queryOrdered(byChild: words(path))
      }
    if let start = query.start {
      let (value, key) = ends(start, query.index)
      place =
        start.isExclusive
        ? place.queryStarting(afterValue: value, childKey: key)
        : place.queryStarting(atValue: value, childKey: key)
    }
    if let end = query.end {
      let (value, key) = ends(end, query.index)
      place =
        end.isExclusive
        ? place.queryEnding(beforeValue: value, childKey: key)
        : place.queryEnding(atValue: value, childKey: key)
    }
    return switch query.limit {
    case .none: place
    case .first(let count): place.queryLimited(toFirst: UInt(count))
    case .last(let count): place.queryLimited(toLast: UInt(count))
    }
  }
}

/// An event of a child as a stream hears it; of a finished batch only that it is finished matters.
private func event(
  _ kind: DataEvent.Kind, _ snapshot: DataSnapshot, _ previous: String?
) -> DataEvent {
  if kind == .value { return .value }
  return DataEvent(kind, Key(snapshot.key), node(snapshot.value), after: previous.map { Key($0) })
}

/// A path without the slash in front.
private func words(_ path: Path) -> String {
  path.keys.map(\.description).joined(separator: "/")
}

/// The stored content, by way of JSON, which tells numbers from flags.
private func node(_ value: Any?) -> Node {
  guard let value,
    let json = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed),
    let node = try? Node(JSON(reading: Array(json), file: "snapshot"))
  else { return .null }
  return node
}

/// One end of a range as the SDK wants it: in the order of keys the key is the value.
private func ends(_ bound: Query.Bound, _ index: Query.Index) -> (Any?, String?) {
  let key = bound.key?.description
  if index == .key { return (key, nil) }
  return switch bound.value {
  case .bool(let flag): (flag, key)
  case .integer(let number): (number, key)
  case .number(let number): (number, key)
  case .text(let text): (text, key)
  case .none, .deferred, .children: (nil, key)
  }
}
