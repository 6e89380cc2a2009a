// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirKernel

/// Turns as one would write them first: every lane a list, and a search for the lane that goes first.
private struct NaiveTurns {
  var lanes: [[Event]]
  /// The lanes, in the order in which they go.
  var order: [Int]
  var moments: [Instant]

  init(lanes count: Int, changes: Int, until end: Instant, seed: UInt64) {
    lanes = Array(repeating: [], count: count)
    var ranks = Array(0..<count)
    var chance = RandomStream(seed: seed, "turns")
    chance.shuffle(&ranks)
    order = (0..<count).sorted { ranks[$0] < ranks[$1] }
    var change = RandomStream(seed: seed, "turns change")
    moments = (0..<changes)
      .map { _ in Instant(nanoseconds: Int64(change.below(UInt64(end.nanoseconds)))) }.sorted()
  }

  mutating func next() -> Event? {
    guard let now = lanes.first(where: { !$0.isEmpty })?.first?.at else { return nil }
    while let moment = moments.first, moment <= now {
      moments.removeFirst()
      let place = order.firstIndex { !lanes[$0].isEmpty } ?? 0
      order.append(order.remove(at: place))
    }
    guard let lane = order.first(where: { !lanes[$0].isEmpty }) else { return nil }
    return lanes[lane].removeFirst()
  }
}

@Suite struct TurnsTests {
  private let end = Instant.zero + .seconds(1)

  private func turns(lanes: Int = 4, changes: Int = 0, seed: UInt64 = 1) -> Turns {
    Turns(lanes: lanes, changes: changes, until: end, seed: seed)
  }

  @Test func `events of one lane leave in the order in which they came`() {
    var turns = turns(lanes: 1, changes: 3)
    for code in 0..<20 as Range<UInt64> { turns.add(Event(at: end, code: code), lane: 0) }
    #expect(turns.count == 20)
    for code in 0..<20 as Range<UInt64> { #expect(turns.next()?.code == code) }
    #expect(turns.next() == nil && turns.isEmpty)
  }

  @Test func `without changes the same lane goes first at every instant`() {
    var turns = turns(lanes: 3)
    var orders: Set<[UInt64]> = []
    for instant in 1...20 as ClosedRange<Int64> {
      for lane in 0..<3 as Range<UInt32> {
        turns.add(
          Event(at: Instant(nanoseconds: instant * 40_000_000), code: UInt64(lane)), lane: lane)
      }
      orders.insert((0..<3).compactMap { _ in turns.next()?.code })
    }
    #expect(orders.count == 1 && orders.first?.count == 3)
  }

  @Test func `every order of the lanes comes up, about equally often`() {
    var counts: [[UInt64]: Int] = [:]
    for seed in 0..<600 as Range<UInt64> {
      var turns = turns(lanes: 3, seed: seed)
      for lane in 0..<3 as Range<UInt32> {
        turns.add(Event(at: .zero, code: UInt64(lane)), lane: lane)
      }
      counts[(0..<3).compactMap { _ in turns.next()?.code }, default: 0] += 1
    }
    #expect(counts.count == 6 && counts.values.allSatisfy { (70...130).contains($0) })
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `agrees with the naive turns on any events`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "events")
    let (lanes, changes) = (1 + chance.index(below: 6), chance.index(below: 5))
    var turns = turns(lanes: lanes, changes: changes, seed: seed)
    var naive = NaiveTurns(lanes: lanes, changes: changes, until: end, seed: seed)
    var code: UInt64 = 0
    func add(_ count: Int, at instant: Instant) {
      for _ in 0..<count {
        let lane = chance.index(below: lanes)
        code += 1
        turns.add(Event(at: instant, code: code), lane: UInt32(lane))
        naive.lanes[lane].append(Event(at: instant, code: code))
      }
    }
    for instant in 0..<40 as Range<Int64> {
      let now = Instant(nanoseconds: instant * 25_000_000)
      add(1 + chance.index(below: 12), at: now)
      while !turns.isEmpty {
        // What is done at an instant may bring more of the same instant.
        if chance.below(4) == 0 { add(1, at: now) }
        #expect(turns.next() == naive.next())
      }
      #expect(naive.next() == nil)
    }
  }
}

/// A lock that two clients take in turns, with a mistake that only some orders of simultaneous requests show: who was
/// second before and is first now is let in twice.
private struct LeakyLock {
  private var wasSecond: UInt64?
  private var round: [UInt64] = []
  private(set) var isBroken = false

  mutating func request(of client: UInt64) {
    round.append(client)
    guard round.count == 2 else { return }
    if wasSecond == round[0] { isBroken = true }
    wasSecond = round[1]
    round = []
  }
}

@Suite struct PlantedOrderTests {
  /// `true` if a run of twenty rounds, in each of which both clients ask at one instant, breaks the lock.
  private func breaks(changes: Int?, seed: UInt64) -> Bool {
    var queue = EventQueue()
    var lock = LeakyLock()
    for round in 1...20 as ClosedRange<Int64> {
      for client in 0..<2 as Range<UInt64> {
        queue.post(client, at: Instant(nanoseconds: round * 1_000))
      }
    }
    guard let changes else {
      while let event = queue.next() { lock.request(of: event.code) }
      return lock.isBroken
    }
    var turns = Turns(
      lanes: 2, changes: changes, until: Instant(nanoseconds: 20_000), seed: seed)
    while let first = queue.next() {
      turns.add(first, lane: UInt32(first.code))
      queue.horizon = first.at
      while let more = queue.next() { turns.add(more, lane: UInt32(more.code)) }
      queue.horizon = .never
      while let event = turns.next() { lock.request(of: event.code) }
    }
    return lock.isBroken
  }

  @Test func `a bug that needs the order to turn is found by changes, and by nothing less`() {
    #expect(!breaks(changes: nil, seed: 1))
    #expect(!(0..<50).contains { breaks(changes: 0, seed: $0) })
    let caught = (0..<50).count { breaks(changes: 1, seed: $0) }
    #expect(caught > 25, "\(caught) of 50")
  }
}
