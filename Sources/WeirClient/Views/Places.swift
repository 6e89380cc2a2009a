// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The locations that have listeners, and those on the way to them, as a tree.
///
/// Places are numbers; the root is 0. What is asked of a place comes in the order in which views hear
/// of an operation: children before parents, siblings in the plain order of their names.
struct Places: Sendable {
  private struct Place: Sendable {
    var parent = 0
    var key = Key.priority
    var children = SortedMap<Key, Int>()
    var views: [Int] = []
    /// The number of the views that show everything.
    var defaultViews = 0
    /// The number of the wire listen that serves those, 0 for none.
    var tag: UInt32 = 0
  }

  private var places = onlyRoot
  private var free: [Int] = []

  /// The places of a client that listens to nothing, shared by all of them.
  private static let onlyRoot = [Place()]

  /// `true` if other places are the same, number by number.
  func isSame(as other: Places) -> Bool {
    free == other.free && places.count == other.places.count
      && zip(places, other.places).allSatisfy { one, other in
        one.parent == other.parent && one.key == other.key && one.tag == other.tag
          && one.views == other.views && one.defaultViews == other.defaultViews
          && one.children.isSame(as: other.children)
      }
  }

  /// Returns the views at a place, in the order in which they were made.
  func views(at place: Int) -> [Int] { places[place].views }

  /// `true` if a view at the place shows everything.
  func hasDefault(at place: Int) -> Bool { places[place].defaultViews > 0 }

  /// `true` if a view strictly above the place shows everything.
  func isCovered(_ place: Int) -> Bool {
    var place = place
    while place != 0 {
      place = places[place].parent
      if places[place].defaultViews > 0 { return true }
    }
    return false
  }

  /// Returns the number of the default wire listen at a place, 0 for none.
  func tag(at place: Int) -> UInt32 { places[place].tag }

  mutating func setTag(_ tag: UInt32, at place: Int) { places[place].tag = tag }

  /// Returns the place strictly above, nil for the root.
  func parent(of place: Int) -> Int? { place == 0 ? nil : places[place].parent }

  /// Returns the places right below, in key order.
  func children(of place: Int) -> SortedMap<Key, Int> { places[place].children }

  /// Returns the place of a location, if there is one.
  func place(of path: Path) -> Int? {
    var place = 0
    for key in path.keys {
      guard let child = places[place].children[key] else { return nil }
      place = child
    }
    return place
  }

  /// Returns the lowest place on the way to a location, and how many keys lead there.
  func lowestPlace(to path: Path) -> (place: Int, depth: Int) {
    var place = 0
    for (depth, key) in path.keys.enumerated() {
      guard let child = places[place].children[key] else { return (place, depth) }
      place = child
    }
    return (place, path.keys.count)
  }

  /// Puts a view at a location; returns the place.
  mutating func add(_ view: Int, at path: Path, showsEverything: Bool) -> Int {
    var place = 0
    for key in path.keys { place = child(key, of: place) }
    places[place].views.append(view)
    if showsEverything { places[place].defaultViews += 1 }
    return place
  }

  private mutating func child(_ key: Key, of place: Int) -> Int {
    if let child = places[place].children[key] { return child }
    let fresh = free.popLast() ?? places.count
    if fresh == places.count { places.append(Place()) }
    places[fresh].parent = place
    places[fresh].key = key
    places[place].children.set(fresh, for: key)
    return fresh
  }

  /// Takes a view away from a place.
  mutating func remove(_ view: Int, from place: Int, showsEverything: Bool) {
    places[place].views.removeAll { $0 == view }
    if showsEverything { places[place].defaultViews -= 1 }
  }

  /// Forgets a place that is no longer needed, and those above that only led to it.
  mutating func prune(_ place: Int) {
    var place = place
    while place != 0, places[place].views.isEmpty, places[place].children.isEmpty {
      let parent = places[place].parent
      places[parent].children.remove(places[place].key)
      places[place] = Place()
      free.append(place)
      place = parent
    }
  }

  /// Lists the places at and below a place.
  func list(from place: Int, into list: inout [Int]) {
    for child in children(byNameOf: place) { self.list(from: child, into: &list) }
    list.append(place)
  }

  /// Lists the views that lie below, at and above a location: that of a path and perhaps a child of it.
  func listViews(around path: Path, _ key: Key?, into list: inout [Int]) {
    var (place, depth) = lowestPlace(to: path)
    var isThere = depth == path.keys.count
    if isThere, let key {
      if let child = places[place].children[key] { place = child } else { isThere = false }
    }
    if isThere {
      listViews(from: place, into: &list)
    } else {
      list += places[place].views
    }
    while place != 0 {
      place = places[place].parent
      list += places[place].views
    }
  }

  /// Lists the views at and below a place.
  func listViews(from place: Int, into list: inout [Int]) {
    for child in children(byNameOf: place) { listViews(from: child, into: &list) }
    list += places[place].views
  }

  /// Returns the children of a place, "10" before "9"; in key order the integers come first, by
  /// number.
  private func children(byNameOf place: Int) -> [Int] {
    let children = places[place].children
    if children.isEmpty { return [] }
    if children.entry(at: 0).key.integer == nil { return children.map(\.value) }
    return children.sorted { compareCodeUnits($0.key.description, $1.key.description) < 0 }
      .map(\.value)
  }
}
