// SPDX-License-Identifier: GPL-3.0-or-later

/// The search for an order in which the operations of a history could have been done one after another, each
/// between its beginning and its end (Wing and Gong's, with Lowe's memory of what was tried).
///
/// Operations are tried in the order in which they began. The list of beginnings and ends is cut down as
/// operations are placed, and mended when the search has to go back.
///
/// - Complexity: O(*n*) where the order is clear; exponential in the number of operations that overlap, which is
///   why there is a limit.
struct LinearSearch {
  /// A beginning or an end, in the list of those that are left.
  private struct Event {
    var operation: Int
    var isEnd: Bool
    var previous: Int
    var next: Int
  }

  private struct State: Hashable {
    /// A mixture of the operations that were placed.
    var placed: UInt64
    var value: UInt64
  }

  private let history: LinearHistory
  private var events: [Event] = []
  /// By operation: the places of its beginning and its end, -1 for none.
  private var begins: [Int] = []
  private var ends: [Int] = []
  private var endsLeft = 0

  private init(_ history: LinearHistory) {
    self.history = history
    let operations = history.operations
    var marks: [(time: Int, operation: Int, isEnd: Bool)] = []
    for (number, operation) in operations.enumerated() {
      marks.append((operation.begin, number, false))
      if let end = operation.end { marks.append((end, number, true)) }
    }
    // At one time beginnings come first: what touches overlaps.
    marks.sort {
      ($0.time, $0.isEnd ? 1 : 0, $0.operation) < ($1.time, $1.isEnd ? 1 : 0, $1.operation)
    }
    begins = Array(repeating: -1, count: operations.count)
    ends = begins
    // Event 0 is the head of the list.
    events = [Event(operation: -1, isEnd: false, previous: -1, next: marks.isEmpty ? -1 : 1)]
    for (place, mark) in marks.enumerated() {
      if mark.isEnd { ends[mark.operation] = place + 1 } else { begins[mark.operation] = place + 1 }
      events.append(
        Event(
          operation: mark.operation, isEnd: mark.isEnd, previous: place,
          next: place + 1 < marks.count ? place + 2 : -1))
    }
    endsLeft = ends.filter { $0 >= 0 }.count
  }

  /// `true` if there is such an order; nil if it was not found within so many attempts.
  static func order(of history: LinearHistory, within limit: Int) -> Bool? {
    var search = LinearSearch(history)
    return search.run(limit)
  }

  private mutating func run(_ limit: Int) -> Bool? {
    var state = State(placed: 0, value: history.initially)
    var tried: Set<State> = [state]
    var path: [(operation: Int, before: State)] = []
    var place = events[0].next
    while endsLeft > 0 {
      if place >= 0, !events[place].isEnd {
        let operation = events[place].operation
        if let value = history.operations[operation].act.applied(to: state.value) {
          let next = State(placed: state.placed ^ Self.mark(of: operation), value: value)
          if tried.insert(next).inserted {
            if tried.count > limit { return nil }
            path.append((operation, state))
            state = next
            lift(operation)
            place = events[0].next
            continue
          }
        }
        place = events[place].next
        continue
      }
      // An operation ended that could not be placed: the last one that was placed goes elsewhere.
      guard let last = path.popLast() else { return false }
      state = last.before
      restore(last.operation)
      place = events[begins[last.operation]].next
    }
    return true
  }

  private static func mark(of operation: Int) -> UInt64 {
    let mixed = (UInt64(operation) + 1).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let again = (mixed.low ^ mixed.high).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return again.low ^ again.high
  }

  private mutating func lift(_ operation: Int) {
    cut(begins[operation])
    if ends[operation] >= 0 {
      cut(ends[operation])
      endsLeft -= 1
    }
  }

  private mutating func restore(_ operation: Int) {
    if ends[operation] >= 0 {
      mend(ends[operation])
      endsLeft += 1
    }
    mend(begins[operation])
  }

  private mutating func cut(_ place: Int) {
    let event = events[place]
    events[event.previous].next = event.next
    if event.next >= 0 { events[event.next].previous = event.previous }
  }

  private mutating func mend(_ place: Int) {
    let event = events[place]
    events[event.previous].next = place
    if event.next >= 0 { events[event.next].previous = place }
  }
}

extension LinearHistory {
  /// `true` if the operations could have been done one after another; nil if more than `limit` attempts would be
  /// needed to know.
  package func isLinearizable(within limit: Int) -> Bool? {
    LinearSearch.order(of: self, within: limit)
  }
}
