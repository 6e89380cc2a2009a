// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirKernel

/// The operations of a queue of events, so that the same load runs on the real one and on its twin.
protocol Agenda: ~Copyable {
  associatedtype Token
  init()
  mutating func post(_ code: UInt64, at instant: Instant)
  mutating func schedule(_ code: UInt64, at instant: Instant) -> Token
  mutating func cancel(_ token: Token) -> Bool
  mutating func next() -> Event?
}

extension EventQueue: Agenda {
  init() { self.init(horizon: .never) }
}

/// The textbook queue: a binary heap of (time, arrival), and a bit for each arrival that was cancelled.
struct HeapAgenda: Agenda {
  private struct Item {
    var time: Int64
    var arrival: Int
    var code: UInt64

    func precedes(_ other: Item) -> Bool {
      time != other.time ? time < other.time : arrival < other.arrival
    }
  }

  private var items: [Item] = []
  private var isOver: [Bool] = []
  private(set) var count = 0
  var horizon = Instant.never

  mutating func post(_ code: UInt64, at instant: Instant) { _ = schedule(code, at: instant) }

  mutating func schedule(_ code: UInt64, at instant: Instant) -> Int {
    let arrival = isOver.count
    isOver.append(false)
    count += 1
    let item = Item(time: instant.nanoseconds, arrival: arrival, code: code)
    items.append(item)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard item.precedes(items[parent]) else { break }
      items[child] = items[parent]
      child = parent
    }
    items[child] = item
    return arrival
  }

  mutating func cancel(_ token: Int) -> Bool {
    guard !isOver[token] else { return false }
    isOver[token] = true
    count -= 1
    return true
  }

  mutating func next() -> Event? {
    while let first = items.first {
      if isOver[first.arrival] {
        removeFirst()
        continue
      }
      guard first.time <= horizon.nanoseconds else { return nil }
      removeFirst()
      isOver[first.arrival] = true
      count -= 1
      return Event(at: Instant(nanoseconds: first.time), code: first.code)
    }
    return nil
  }

  private mutating func removeFirst() {
    let item = items.removeLast()
    guard !items.isEmpty else { return }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1].precedes(items[child]) { child += 1 }
      guard items[child].precedes(item) else { break }
      items[parent] = items[child]
      parent = child
    }
    items[parent] = item
  }
}
