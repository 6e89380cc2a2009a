// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The pages of a backend: the orders in which it reads lists, and the answers that it still owes.
struct PageServer: Sendable {
  private struct Address: Hashable {
    var path: Path
    var index: Query.Index
  }

  /// An order, and the list that was ordered.
  private struct Known {
    var list: UInt64
    var order: Order
  }

  private let manners: Backend.PageManners
  private var chance: RandomStream
  // Only looked up in.
  private var orders: [Address: Known] = [:]
  /// The questions that are to be answered, or answered again.
  private(set) var owed = SortedMap<DueTime, Message>()

  init(_ manners: Backend.PageManners, seed: UInt64) {
    self.manners = manners
    chance = RandomStream(seed: seed, "pages", of: "backend")
  }

  /// The moment at which an answer is due; `never` if none is.
  var next: Instant { owed.first?.key.moment ?? .never }

  /// Owes an answer until then.
  mutating func owe(_ message: Message, at due: DueTime) { owed.set(message, for: due) }

  /// Returns a question that is to be answered by now.
  mutating func takeDue(at now: Instant) -> Message? {
    guard let first = owed.first, first.key.moment <= now else { return nil }
    owed.remove(first.key)
    return first.value
  }

  /// Forgets what is owed: the server has crashed.
  mutating func crash() { owed.removeAll() }

  /// The time by which an answer is late.
  mutating func slowness() -> Interval {
    !manners.slow.isZero && chance.chance(manners.slow) ? manners.later : .zero
  }

  /// The time after which an answer is followed by another one; nil: it is the only one.
  mutating func repetition() -> Interval? {
    !manners.twice.isZero && chance.chance(manners.twice) ? manners.later : nil
  }

  /// Returns a page of a list that lies at a node.
  ///
  /// - Complexity: O(log *n*) and the page, if it is in key order or the list has not changed since it was read in the
  ///   same order; O(*n* log *n*) otherwise.
  mutating func page(_ query: PageQuery, of node: Node) -> Result<ListPage, PageError> {
    let window = window(query.list, of: node)
    let isAscending = query.list.isAscending
    let (low, high) = (window.shown.lowerBound, window.shown.upperBound)
    /// The place in the list of a place in the order of the index, and the other way round.
    func turned(_ place: Int) -> Int { isAscending ? place - low : high - place }
    let edge: Int
    switch query.start {
    case .offset(let offset): edge = min(max(0, offset), high - low)
    case .end: edge = high - low
    case .behind(let key):
      let child = node[key]
      guard !child.isNull else { return .failure(.gone) }
      edge = turned(
        window.position(
          of: query.list.query.rank(of: key, child), isBehind: isAscending != query.isBackward))
    case .beyond(let value, let key):
      edge = turned(
        window.position(of: Rank(value, key), isBehind: isAscending != query.isBackward))
    }
    let total = high - low
    let start = min(max(0, edge), total)
    let room = query.isBackward ? start : total - start
    let count = min(room, length(query.count, room: room))
    let range = query.isBackward ? start - count..<start : start..<start + count
    var rows: [Message.Entry] = []
    rows.reserveCapacity(count)
    for place in range {
      rows.append(window.child(at: isAscending ? low + place : high - 1 - place))
    }
    return .success(
      ListPage(rows: rows, offset: range.lowerBound, total: told(total), hasMore: count < room))
  }

  /// The reason for which there is no such page.
  enum PageError: Error {
    case gone
  }

  /// The number of rows of a page, of which so many were asked for.
  private mutating func length(_ asked: Int, room: Int) -> Int {
    if !manners.short.isZero, asked > 1, room > 1, chance.chance(manners.short) {
      return 1 + chance.index(below: min(asked, room) - 1)
    }
    if !manners.long.isZero, chance.chance(manners.long) {
      return asked + chance.index(below: asked / 2 + 1)
    }
    return asked
  }

  /// The number of rows that the server says there are.
  private mutating func told(_ total: Int) -> Int {
    guard manners.drift > 0 else { return total }
    return max(0, total + chance.index(below: 2 * manners.drift + 1) - manners.drift)
  }

  /// Returns all of a list in its order.
  private mutating func window(_ list: QueryBuilder, of node: Node) -> Window {
    var whole = list
    whole.limit = nil
    let slice = QuerySlice(whole.query)
    guard list.index != .key else { return Window(slice, of: node, in: nil) }
    let address = Address(path: list.path, index: list.index)
    if let known = orders[address], known.list == node.fingerprint {
      return Window(slice, of: node, in: known.order.ranks)
    }
    let order = Order(by: list.index, of: node)
    orders[address] = Known(list: node.fingerprint, order: order)
    return Window(slice, of: node, in: order.ranks)
  }
}

extension Window {
  /// Returns the number of children of the order before a place, and with `isBehind` the one there, too.
  fileprivate func position(of place: Rank, isBehind: Bool) -> Int {
    let isByKey = ranks == nil
    return Self.position(
      of: Rank(isByKey ? .none : place.value, place.key, isBehind ? .justAfterKey : .key), children,
      ranks)
  }

  /// Returns a child by its place in the order.
  fileprivate func child(at place: Int) -> Message.Entry {
    guard let ranks else {
      let entry = children.entry(at: place)
      return Message.Entry(entry.key, entry.value)
    }
    let key = ranks.entry(at: place).key.key
    return Message.Entry(key, children[key] ?? .null)
  }
}
