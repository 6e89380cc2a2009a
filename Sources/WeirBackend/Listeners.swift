import WeirCore
import WeirTree

/// Who listens where: the listened locations as a tree of their own.
struct Listeners: Sendable {
  /// All that listen to one query at one location; they share every computation.
  struct Group: Sendable {
    var query: Query
    var members: [Member] = []
  }

  /// One listen of one client.
  struct Member: Sendable {
    var client: UInt32
    var tag: UInt32
  }

  private struct Place: Sendable {
    var below = SortedMap<Key, Int>()
    var groups: [Group] = []
  }

  private var places = [Place()]

  /// Adds a listen that was not added before.
  mutating func add(_ member: Member, to query: Query, at path: Path) {
    var place = 0
    for key in path.keys {
      if let next = places[place].below[key] {
        place = next
      } else {
        places[place].below.set(places.count, for: key)
        place = places.count
        places.append(Place())
      }
    }
    for index in places[place].groups.indices where places[place].groups[index].query == query {
      places[place].groups[index].members.append(member)
      return
    }
    places[place].groups.append(Group(query: query, members: [member]))
  }

  /// Calls `visit` for every location with listeners on the way from the root to `path` (without
  /// its end) with the depth of the location, deepest first.
  func above(_ path: Path, _ visit: (_ depth: Int, [Group]) -> Void) {
    var trail = [0]
    for key in path.keys {
      guard let next = places[trail[trail.count - 1]].below[key] else { break }
      trail.append(next)
    }
    for depth in trail.indices.reversed() where depth < path.keys.count {
      if !places[trail[depth]].groups.isEmpty { visit(depth, places[trail[depth]].groups) }
    }
  }

  /// Calls `visit` for every location with listeners at `path` or below it, deeper ones before
  /// shallower ones and siblings in key order.
  func below(_ path: Path, _ visit: (Path, [Group]) -> Void) {
    var place = 0
    for key in path.keys {
      guard let next = places[place].below[key] else { return }
      place = next
    }
    descend(from: place, path, visit)
  }

  private func descend(from place: Int, _ path: Path, _ visit: (Path, [Group]) -> Void) {
    let below = places[place].below
    for rank in 0..<below.count {
      let (key, next) = below.entry(at: rank)
      descend(from: next, path.appending(key), visit)
    }
    if !places[place].groups.isEmpty { visit(path, places[place].groups) }
  }
}
