// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// One location that a plain stack shows: its listens, and what they hold.
///
/// The last listen is the *window*, the only one with a limit; those before it are anchored ranges that pages
/// have left behind. One row more than is wanted is asked for: where the window has it, the farthest row is held
/// back and says that there is more.
package struct PlainSource: Sendable {
  /// The location, order and window that it shows.
  package let builder: QueryBuilder
  /// The filter that lets children be shown.
  package var filter: Filter
  /// Its listens, from the start of the list outwards; the last one is the window.
  package internal(set) var listens: [PlainListen] = []
  /// The page that is under way.
  package internal(set) var page: PlainPage?
  /// The reason that it is no longer kept up to date.
  var refusal: Message.Refusal?
  /// `true` if it fills itself up to its limit; not after that was refused.
  var mayRefill = true
  /// The number of pages that have come.
  package internal(set) var pages = 0
  /// The number of events that were heard.
  var events = 0
  private var nextTag: UInt32

  init(_ builder: QueryBuilder, filter: Filter, leaf: UInt32) {
    self.builder = builder
    self.filter = filter
    nextTag = leaf << 20
  }

  /// Forgets what it knows but for its name.
  mutating func endLife<Habits: StackHabits>(_ habits: Habits.Type) {
    if Habits.rowsOutliveClosing {
      for place in listens.indices { listens[place].isOpen = false }
    } else {
      listens = []
    }
    if !Habits.refusalOutlivesClosing { refusal = nil }
    mayRefill = true
    pages = 0
  }

  /// `true` if it has its first rows.
  package var isLoaded: Bool { listens.first?.isHeard ?? false }

  /// `true` if it has its first rows, or will never have them.
  var isSettled: Bool { isLoaded || refusal != nil }

  /// The row behind those that are wanted, if there is one.
  package var sentinel: PlainItem? {
    guard let window = listens.last, window.isFull else { return nil }
    return window.held.max { builder.precedes($0.rank, $1.rank) }
  }

  /// The farthest row of the window that is not held back: where the next page begins.
  package var edge: PlainItem? {
    let behind = sentinel?.key
    return listens.last?.held.filter { $0.key != behind }
      .max { builder.precedes($0.rank, $1.rank) }
  }

  /// A listen under a tag of its own.
  mutating func listen(_ query: Query) -> PlainListen {
    nextTag += 1
    return PlainListen(tag: nextTag - 1, query)
  }

  /// All that the listens hold, each child once as it was last heard of, in no order.
  package var held: [PlainItem] {
    var items: [PlainItem] = []
    var places: [Key: Int] = [:]
    for listen in listens where listen.isHeard {
      for item in listen.held {
        if let place = places[item.key] {
          if items[place].heard < item.heard { items[place] = item }
        } else {
          places[item.key] = items.count
          items.append(item)
        }
      }
    }
    return items
  }
}
