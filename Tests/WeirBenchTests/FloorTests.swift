// SPDX-License-Identifier: GPL-3.0-or-later
import CFloors
import Testing
import WeirBench
import WeirBenchmarks
import WeirCore
import WeirDiff
import WeirTestSupport

/// A floor that did less, or something else, would be no floor.
@Suite struct FloorTests {
  // MARK: The queue

  @Test(arguments: fewerInDebug(0..<120))
  func `the queue in C agrees with the naive queue`(seed: UInt64) throws {
    guard let queue = unsafe weir_floor_queue_make() else {
      Issue.record("there is no memory for a queue")
      return
    }
    defer { unsafe weir_floor_queue_end(queue) }
    var naive = NaiveEventQueue<UInt64>()
    var stream = RandomStream(seed: seed, "floor-queue")
    var tokens: [(token: UInt64, ticket: Int)] = []
    // Delays of any length, on a grid where many are equal, in bursts that make the queue spill.
    let bits = stream.below(62)
    let grid = stream.below(3) == 0 ? stream.below(bits + 1) : 0
    let burst = 1 + stream.below(4) * stream.below(120)
    let cancelled = stream.below(4)
    var code: UInt64 = 0
    for turn in 0..<2_500 {
      if turn < 2_000, naive.count == 0 || naive.count < 1_500 && stream.below(burst) == 0 {
        for _ in 0..<burst {
          let delay = stream.next() & ((1 << bits) - 1) & ~((1 << grid) - 1)
          let time = min(UInt64(naive.now) + delay, 1 << 62)
          code += 1
          let ticket = naive.add(code, at: Int64(time))
          if stream.below(2) == 0 {
            unsafe weir_floor_queue_post(queue, code, time)
          } else {
            tokens.append((unsafe weir_floor_queue_schedule(queue, code, time), ticket))
          }
        }
      }
      if !tokens.isEmpty, stream.below(4) < cancelled {
        let (token, ticket) = tokens[stream.index(below: tokens.count)]
        #expect(unsafe weir_floor_queue_cancel(queue, token) == naive.cancel(ticket))
      }
      var (code, time): (UInt64, UInt64) = (0, 0)
      let isThere = unsafe weir_floor_queue_next(queue, &code, &time)
      let expected = naive.next()
      try #require(isThere == (expected != nil), "turn \(turn)")
      if let expected {
        try #require(code == expected.code && time == UInt64(expected.time), "turn \(turn)")
      }
    }
  }

  @Test(arguments: FloorChecksums.loads)
  func `a load does in C what it does in Swift`(load: String) throws {
    for (pending, turns) in [(1, 1_000), (100, 50_000), (1_000, 200_000), (30_000, 300_000)] {
      let sums = try #require(FloorChecksums(load: load, pending: pending, turns: turns))
      #expect(sums.ours == sums.floor, "\(pending) pending")
      #expect(sums.ours != 0 || pending == 1)
    }
  }

  // MARK: The list diff

  @Test(arguments: fewerInDebug(0..<48))
  func `the diff in C finds what ours finds`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "floor-diff")
    for round in 0..<60 {
      let count = stream.index(below: round % 6 == 0 ? 900 : 120)
      let old = (0..<count).map { FloorRow(id: $0, stamp: stream.below(2)) }
      let new = edited(old, &stream)
      let ours = diff(from: old, to: new)
      let floor = try changesInC(from: old, to: new)
      #expect(floor.deletes == ours.deletes, "round \(round)")
      #expect(floor.inserts == ours.inserts, "round \(round)")
      #expect(floor.updates == ours.updates, "round \(round)")
      #expect(floor.moves.count == ours.moves.count, "round \(round)")
      #expect(floor.applying(to: old, contents: new) == new, "round \(round)")
    }
  }

  @Test(arguments: EditPattern.usual + EditPattern.adverse)
  func `the diff in C finds what ours finds in what is measured`(pattern: EditPattern) throws {
    for count in [2, 50, 1_000, 6_000] {
      let rows = pattern.edit(count).rows(FloorRow.init)
      let ours = diff(from: rows.old, to: rows.new)
      let floor = try changesInC(from: rows.old, to: rows.new)
      #expect(floor.deletes.count == ours.deletes.count, "\(count) rows")
      #expect(floor.inserts == ours.inserts, "\(count) rows")
      #expect(floor.updates == ours.updates, "\(count) rows")
      #expect(floor.moves.count == ours.moves.count, "\(count) rows")
      #expect(floor.applying(to: rows.old, contents: rows.new) == rows.new, "\(count) rows")
    }
  }

  @Test(arguments: fewerInDebug(0..<24))
  func `rows that share an id are paired in C, as many as can be`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "floor-twins")
    for round in 0..<40 {
      let ids = 1 + stream.index(below: 60)
      let old = (0..<stream.index(below: 300)).map { _ in
        FloorRow(id: stream.index(below: ids), stamp: stream.below(2))
      }
      var new = edited(old, &stream)
      if round % 3 == 0 { stream.shuffle(&new) }
      let ours = diff(from: old, to: new)
      let floor = try changesInC(from: old, to: new)
      #expect(floor.deletes.count == ours.deletes.count, "round \(round)")
      #expect(floor.inserts.count == ours.inserts.count, "round \(round)")
      #expect(floor.applying(to: old, contents: new) == new, "round \(round)")
    }
  }

  /// Inserts, deletes, changes and moves rows and stretches of them; now and then everything goes anywhere.
  private func edited(_ old: [FloorRow], _ stream: inout RandomStream) -> [FloorRow] {
    var new = old
    var fresh = 1_000_000
    let edits = stream.index(below: stream.below(3) == 0 ? 150 : 12)
    for _ in 0..<edits {
      let length = min(new.count, stream.below(4) > 0 ? 1 : 1 + stream.index(below: 60))
      let place = stream.index(below: new.count - length + 1)
      let stretch = place..<(place + length)
      switch stream.below(6) {
      case 0, 1:
        fresh += 100
        let rows = (0..<max(1, length)).map { FloorRow(id: fresh + $0, stamp: 0) }
        new.replaceSubrange(stream.below(2) == 0 ? stretch : place..<place, with: rows)
      case 2: new.removeSubrange(stretch)
      case 3: for place in stretch { new[place].stamp = stream.below(2) }
      case 4:
        let rows = Array(new[stretch])
        new.removeSubrange(stretch)
        new.insert(contentsOf: rows, at: stream.index(below: new.count + 1))
      default: if stream.below(30) == 0 { stream.shuffle(&new) }
      }
    }
    return new
  }

  /// Returns what the diff in C says, as a change set.
  private func changesInC(from old: [FloorRow], to new: [FloorRow]) throws -> ChangeSet {
    func rows(_ rows: [FloorRow]) -> [weir_floor_row] {
      rows.map { weir_floor_row(id: Int64($0.id), stamp: $0.stamp) }
    }
    guard let memory = unsafe weir_floor_diff_make(UInt32(old.count), UInt32(new.count)) else {
      throw NoMemory()
    }
    defer { unsafe weir_floor_diff_end(memory) }
    let found = unsafe weir_floor_diff_compare(
      memory, rows(old), UInt32(old.count), rows(new), UInt32(new.count))
    func places(_ start: UnsafePointer<UInt32>?, _ count: UInt32) -> [Place] {
      unsafe UnsafeBufferPointer(start: start, count: Int(count)).map { Place(Int32($0)) }
    }
    func pairs(_ start: UnsafePointer<weir_floor_pair>?, _ count: UInt32) -> [weir_floor_pair] {
      unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    return unsafe ChangeSet(
      deletes: places(found.deletes, found.delete_count),
      inserts: places(found.inserts, found.insert_count),
      moves: pairs(found.moves, found.move_count).map {
        .init(from: Place(Int32($0.old)), to: Place(Int32($0.new)))
      },
      updates: pairs(found.updates, found.update_count).map {
        .init(old: Place(Int32($0.old)), new: Place(Int32($0.new)))
      })
  }
}

/// There is no memory for a diff.
private struct NoMemory: Error {}

/// A row of two numbers.
private struct FloorRow: ListRow, Equatable {
  var id: Int
  var stamp: UInt64
  var rowID: Int { id }
  func showsTheSame(as other: FloorRow) -> Bool { stamp == other.stamp }
}
