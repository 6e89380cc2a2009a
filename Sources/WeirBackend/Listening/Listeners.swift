// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The listeners by location: the listened locations as a tree of their own, and at each the
/// queries in the order in which they came.
struct Listeners: Sendable {
  /// A location, or one on the way to it.
  struct Place: Sendable {
    /// The place above and the key that leads from there; -1 for the root.
    var parent: Int
    var key: Key
    var below = SortedMap<Key, Int>()
    /// The groups of the location, by number.
    var groups: [Int] = []
    /// The orders that they need; one that is no longer needed waits for its place to be used
    /// again.
    var orders: [Order] = []
  }

  /// All that listen to one query at one location; they share every computation.
  struct Group: Sendable {
    var slice: QuerySlice
    var place: Int
    /// The index of the place's order that the query needs, if it needs one.
    var order: Int?
    /// The end of the query's window.
    var edge = QuerySlice.Edge.open
    var members: [Member] = []
    /// The number of members that are gone.
    var gone = 0
    /// The node that the query shows, if it was asked for since it changed last.
    var shown: Node?
  }

  /// One listen of one client.
  struct Member: Sendable {
    var client: UInt32
    var tag: UInt32
    /// The client of a member that is gone.
    static let gone = UInt32.max
  }

  /// A listen as its client finds it.
  struct Listen: Sendable {
    var tag: UInt32
    var group: UInt32
    /// The position among the group's members.
    var position: UInt32
  }

  private struct Address: Hashable {
    var place: Int
    var query: Query
  }

  var places = [Place(parent: -1, key: .priority)]
  var groups: [Group] = []
  /// The listens of each client, by rising tag.
  private(set) var listens: [[Listen]]
  private var freePlaces: [Int] = []
  private var freeGroups: [Int] = []
  private var known: [Address: Int] = [:]

  init(clients: Int) { listens = Array(repeating: [], count: clients) }

  /// Makes room for one more client.
  mutating func admit() { listens.append([]) }

  /// Returns the group in which a client listens under a tag.
  func group(of client: UInt32, _ tag: UInt32) -> Int? {
    let mine = listens[Int(client)]
    let place = lowerBound(of: mine.count) { mine[$0].tag < tag }
    return place < mine.count && mine[place].tag == tag ? Int(mine[place].group) : nil
  }

  /// Returns the path of a place.
  func path(of place: Int) -> Path {
    var keys: [Key] = []
    var place = place
    while places[place].parent >= 0 {
      keys.append(places[place].key)
      place = places[place].parent
    }
    return Path(keys.reversed())
  }

  /// Returns the node at a place in the tree below `root`.
  func node(at place: Int, below root: Node) -> Node {
    let parent = places[place].parent
    return parent < 0 ? root : node(at: parent, below: root)[places[place].key]
  }

  /// Returns the children in the order that a group needs, unless that is by key.
  func ranks(for group: Int) -> SortedMap<Rank, Order.Nothing>? {
    guard let order = groups[group].order else { return nil }
    return places[groups[group].place].orders[order].ranks
  }
}

// MARK: Coming and going

extension Listeners {
  /// Adds a listen under a tag that the client does not use; gives its group.
  mutating func add(
    _ client: UInt32, _ tag: UInt32, to query: Query, at path: Path, below root: Node
  ) -> Int {
    let place = makePlace(path)
    let address = Address(place: place, query: query)
    let group = known[address] ?? makeGroup(address, below: root)
    let position = UInt32(groups[group].members.count)
    groups[group].members.append(Member(client: client, tag: tag))
    let count = listens[Int(client)].count
    let slot = lowerBound(of: count) { listens[Int(client)][$0].tag < tag }
    listens[Int(client)].insert(
      Listen(tag: tag, group: UInt32(group), position: position), at: slot)
    return group
  }

  /// Ends the listen of a client under a tag, if there is one.
  mutating func remove(_ client: UInt32, _ tag: UInt32) {
    let count = listens[Int(client)].count
    let slot = lowerBound(of: count) { listens[Int(client)][$0].tag < tag }
    guard slot < count, listens[Int(client)][slot].tag == tag else { return }
    release(listens[Int(client)].remove(at: slot))
  }

  /// Ends all listens of a client.
  mutating func removeAll(of client: UInt32) {
    while let listen = listens[Int(client)].popLast() { release(listen) }
  }

  private mutating func release(_ listen: Listen) {
    let group = Int(listen.group)
    groups[group].members[Int(listen.position)].client = Member.gone
    groups[group].gone += 1
    if groups[group].gone == groups[group].members.count {
      removeGroup(group)
    } else if groups[group].gone * 2 > groups[group].members.count {
      compact(group)
    }
  }

  /// Closes the gaps in a group once half of it is gaps, so that leaving costs O(1) in the long run.
  private mutating func compact(_ group: Int) {
    groups[group].members.removeAll { $0.client == Member.gone }
    groups[group].gone = 0
    for (position, member) in groups[group].members.enumerated() {
      let client = Int(member.client)
      let slot = lowerBound(of: listens[client].count) { listens[client][$0].tag < member.tag }
      listens[client][slot].position = UInt32(position)
    }
  }

  private mutating func makePlace(_ path: Path) -> Int {
    var place = 0
    for key in path.keys {
      if let next = places[place].below[key] {
        place = next
        continue
      }
      let next = freePlaces.popLast() ?? places.count
      let made = Place(parent: place, key: key)
      if next == places.count { places.append(made) } else { places[next] = made }
      places[place].below.set(next, for: key)
      place = next
    }
    return place
  }

  private mutating func makeGroup(_ address: Address, below root: Node) -> Int {
    let made = Group(slice: QuerySlice(address.query), place: address.place)
    let group = freeGroups.popLast() ?? groups.count
    if group == groups.count { groups.append(made) } else { groups[group] = made }
    known[address] = group
    places[address.place].groups.append(group)
    if address.query.index != .key, !address.query.showsEverything {
      groups[group].order = useOrder(by: address.query.index, at: address.place, below: root)
    }
    let node = node(at: address.place, below: root)
    groups[group].edge = Window(made.slice, of: node, in: ranks(for: group)).edge
    return group
  }

  private mutating func useOrder(
    by index: Query.Index, at place: Int, below root: Node
  ) -> Int {
    let orders = places[place].orders
    if let slot = orders.firstIndex(where: { $0.uses > 0 && $0.index == index }) {
      places[place].orders[slot].uses += 1
      return slot
    }
    let node = node(at: place, below: root)
    if let slot = orders.firstIndex(where: { $0.uses == 0 }) {
      places[place].orders[slot].rebuild(node, by: index)
      return slot
    }
    places[place].orders.append(Order(by: index, of: node))
    return orders.count
  }

  private mutating func removeGroup(_ group: Int) {
    let (query, place) = (groups[group].slice.query, groups[group].place)
    known[Address(place: place, query: query)] = nil
    places[place].groups.removeAll { $0 == group }
    groups[group].members = []
    groups[group].shown = nil
    freeGroups.append(group)
    if let order = groups[group].order {
      places[place].orders[order].uses -= 1
      if places[place].orders[order].uses == 0 { places[place].orders[order].clear() }
    }
    prune(place)
  }

  /// Forgets places that lead nowhere any more.
  private mutating func prune(_ place: Int) {
    var place = place
    while places[place].parent >= 0, places[place].groups.isEmpty, places[place].below.isEmpty {
      let (parent, key) = (places[place].parent, places[place].key)
      places[parent].below.remove(key)
      freePlaces.append(place)
      place = parent
    }
  }
}
