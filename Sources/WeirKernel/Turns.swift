// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// The order of events that fall on one instant: the lane with the highest priority goes first,
/// until the priorities change.
///
///     var turns = Turns(lanes: 3, changes: 1, until: end, seed: 7)
///     while let event = queue.next() { turns.add(event, lane: client(of: event)) }  // all of one instant
///     turns.next()  // the first event of the lane that goes first
///
/// Events of one lane always leave in the order in which they came; only different lanes change
/// places. The priorities are drawn once, all orders of the lanes equally likely. At each of
/// `changes` moments, equally likely anywhere before `until`, the lane that is about to go first
/// falls behind all others. That is probabilistic concurrency testing: a bug that needs one order
/// of two clients is found by the first draw in every second seed, and one that needs the order to
/// turn *d* times is found with *d* changes, where a fixed order never meets it.
///
/// - Complexity: `add` and `next` are O(log *n*) in the events of one instant; a change is O(*n*).
public struct Turns: Sendable {
  /// An event that waits for its turn.
  private struct Place {
    var rank: UInt64
    var number: UInt64
    var lane: UInt32
    var event: Event

    func precedes(_ other: Place) -> Bool {
      rank != other.rank ? rank < other.rank : number < other.number
    }
  }

  /// The rank of each lane: lower ranks go first; no two are equal.
  private var ranks: [UInt64]
  /// The rank of the next lane that falls behind.
  private var last: UInt64
  /// The moment at which a lane falls behind, the latest first.
  private var moments: [Instant] = []
  /// A heap: a place precedes the two that lie below it.
  private var waiting: [Place] = []
  private var added: UInt64 = 0

  /// Makes turns for lanes that are counted from 0.
  public init(lanes: Int, changes: Int, until end: Instant, seed: UInt64) {
    invariant(lanes > 0, "turns without anybody who takes them")
    invariant(end > .zero, "turns that end when they begin")
    ranks = (0..<UInt64(lanes)).map { $0 }
    last = UInt64(lanes)
    var order = RandomStream(seed: seed, "turns")
    order.shuffle(&ranks)
    var chance = RandomStream(seed: seed, "turns change")
    for _ in 0..<changes {
      moments.append(Instant(nanoseconds: Int64(chance.below(UInt64(end.nanoseconds)))))
    }
    moments.sort { $0 > $1 }
  }

  /// `true` if no event is waiting.
  public var isEmpty: Bool { waiting.isEmpty }

  /// The number of events that wait.
  public var count: Int { waiting.count }

  /// Adds an event that waits for the turn of its lane.
  public mutating func add(_ event: Event, lane: UInt32) {
    added += 1
    waiting.append(Place(rank: ranks[Int(lane)], number: added, lane: lane, event: event))
    rise(from: waiting.count - 1)
  }

  /// Removes and returns the event that goes first; nil if none is waiting.
  ///
  /// All events that wait belong to one instant.
  public mutating func next() -> Event? {
    guard let first = waiting.first else { return nil }
    while let moment = moments.last, moment <= first.event.at {
      moments.removeLast()
      fallBehind(waiting[0].lane)
    }
    let event = waiting[0].event
    let end = waiting.removeLast()
    if !waiting.isEmpty {
      waiting[0] = end
      sink(from: 0)
    }
    return event
  }

  /// Puts a lane behind all others from now on.
  private mutating func fallBehind(_ lane: UInt32) {
    ranks[Int(lane)] = last
    for place in waiting.indices where waiting[place].lane == lane { waiting[place].rank = last }
    last += 1
    for place in stride(from: waiting.count / 2 - 1, through: 0, by: -1) { sink(from: place) }
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0 {
      let above = (place - 1) / 2
      guard waiting[place].precedes(waiting[above]) else { return }
      waiting.swapAt(place, above)
      place = above
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var first = place
      for below in 2 * place + 1...2 * place + 2
      where below < waiting.count && waiting[below].precedes(waiting[first]) {
        first = below
      }
      if first == place { return }
      waiting.swapAt(place, first)
      place = first
    }
  }
}
