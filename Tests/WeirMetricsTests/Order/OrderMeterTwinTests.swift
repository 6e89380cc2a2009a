// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirDiff
import WeirTestSupport
import WeirTrace
import WeirTree

import WeirMetrics

@Suite struct OrderMeterTwinTests {
  /// A write to a list.
  private struct Commit {
    var at: Int64
    var key: Int
    /// 0: the row is gone.
    var stamp: UInt64
    var isOwn: Bool
  }

  /// What a client shows that lags behind the server, and all that can be said of it by looking at everything.
  private struct Naive {
    var commits: [Commit] = []
    var most: Int?
    /// The client shows the list as it was after so many commits.
    var place = 0
    var waiting: [Int] = []
    var delays: [Int64] = []
    var (reads, stale, behind, unseen) = (0, 0, 0, 0)
    /// What slid out of the window before it was shown, and up to when the client has been told.
    var passed: [Int] = []
    var told: Int64 = 0
    var area: Int64 = 0
    private var last: Int64 = 0

    init(most: Int?) { self.most = most }

    /// The rows after so many commits, each with the number of the commit that made it, the newest first.
    func rows(_ place: Int) -> [(key: Int, commit: Int)] {
      var rows: [(key: Int, commit: Int)] = []
      for (number, commit) in commits.prefix(place).enumerated() {
        rows.removeAll { $0.key == commit.key }
        if commit.stamp != 0 { rows.append((commit.key, number)) }
      }
      rows.sort { $0.key > $1.key }
      return Array(rows.prefix(most ?? .max))
    }

    private func stamp(_ key: Int, after place: Int) -> UInt64 {
      rows(place).first { $0.key == key }.map { commits[$0.commit].stamp } ?? 0
    }

    private var difference: Int {
      let keys = Set(commits.map(\.key)).sorted()
      return keys.count { stamp($0, after: place) != stamp($0, after: commits.count) }
    }

    private func isRight(_ key: Int) -> Bool {
      stamp(key, after: place) == stamp(key, after: commits.count)
    }

    /// `true` if a row is at the server, beyond the window, and not shown.
    private func hasSlidOut(_ key: Int) -> Bool {
      guard let last = commits.last(where: { $0.key == key }), last.stamp != 0 else { return false }
      return stamp(key, after: commits.count) == 0 && stamp(key, after: place) == 0
    }

    private mutating func end(_ number: Int, at now: Int64, isMissed: Bool) {
      guard !commits[number].isOwn else { return }
      delays.append(now - commits[number].at)
      if isMissed { unseen += 1 }
    }

    private mutating func pass(to now: Int64) {
      area += Int64(difference) * (now - last)
      last = now
    }

    mutating func commit(_ commit: Commit) {
      pass(to: commit.at)
      commits.append(commit)
      if !isRight(commit.key) { waiting.append(commits.count - 1) }
      passed += waiting.filter { hasSlidOut(commits[$0].key) }
      waiting = waiting.filter { !isRight(commits[$0].key) }
    }

    mutating func publish(upTo next: Int, at now: Int64) {
      pass(to: now)
      let before = rows(place)
      place = next
      let after = rows(place)
      for row in after where !before.contains(where: { $0 == row }) {
        reads += 1
        let newer = commits.indices.filter {
          $0 > row.commit && commits[$0].key == row.key && waiting.contains($0)
        }
        if !newer.isEmpty, !isRight(row.key) {
          stale += 1
          behind += newer.count
        }
      }
      for number in waiting {
        let key = commits[number].key
        if isRight(key) || number < place {
          end(number, at: now, isMissed: hasSlidOut(key) && commits[number].stamp != 0)
        }
      }
      waiting = waiting.filter { !isRight(commits[$0].key) && $0 >= place }
      endPassed(at: now)
    }

    /// The client hears of all commits before `place`; then it shows them.
    mutating func hear(upTo next: Int, at now: Int64) {
      if next > 0 { told = max(told, commits[next - 1].at) }
      endPassed(at: now)
    }

    private mutating func endPassed(at now: Int64) {
      let after = rows(place)
      passed = passed.filter { number in
        let isShown = after.contains { $0.commit == number }
        let isBeyond = after.count == most && commits[number].key < after.last?.key ?? 0
        guard isShown || isBeyond && commits[number].at <= told else { return true }
        end(number, at: now, isMissed: !isShown)
        return false
      }
    }

    mutating func finish(at now: Int64) {
      pass(to: now)
      unseen += waiting.count { !commits[$0].isOwn }
      for number in passed { end(number, at: now, isMissed: true) }
    }
  }

  private func name(_ key: Int) -> String { "k" + String(1_000 + key) }

  /// How one list becomes the next, by looking for each row in both.
  private func changes(
    _ old: [(key: Int, commit: Int)], _ new: [(key: Int, commit: Int)]
  ) -> ChangeSet {
    var changes = ChangeSet()
    for (place, row) in old.enumerated() where !new.contains(where: { $0.key == row.key }) {
      changes.deletes.append(Place(Int32(place)))
    }
    for (place, row) in new.enumerated() {
      guard let origin = old.firstIndex(where: { $0.key == row.key }) else {
        changes.inserts.append(Place(Int32(place)))
        continue
      }
      if old[origin].commit != row.commit {
        changes.updates.append(.init(old: Place(Int32(origin)), new: Place(Int32(place))))
      }
    }
    return changes
  }

  @Test(arguments: fewerInDebug(0..<60))
  func `what a lagging client sees, and when, is what looking at everything finds`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "lagging client")
    // A window from which rows are removed fills up with others, which nobody committed then.
    let most = stream.below(2) == 0 ? nil : 1 + stream.index(below: 4)
    var naive = Naive(most: most)
    var meter = OrderMeter(from: .zero, lists: 1, clients: [[0], [0]])
    var source = QueryBuilder(Path("room")).descending()
    source.limit = most
    meter.observe(
      Step(at: .zero, .opened, client: 1, list: 0),
      OpenedScreen(Screen(source), lists: [0], atMost: .zero))
    func publish(_ old: [(key: Int, commit: Int)], at now: Int64) {
      let new = naive.rows(naive.place)
      let rows = new.map { Row(key: Key(name($0.key)), stamp: naive.commits[$0.commit].stamp) }
      meter.observe(
        Step(at: Instant(nanoseconds: now), .published, client: 1, list: 0),
        Publication(changes(old, new), sections: [rows]))
      meter.checkInvariants()
    }
    publish([], at: 0)
    var (now, keys) = (Int64(0), 0)
    for turn in 1...80 as ClosedRange<UInt64> {
      now += Int64(stream.index(below: 20))
      if stream.below(3) > 0 || naive.commits.isEmpty {
        let isNew = keys == 0 || stream.below(2) == 0
        let key = isNew ? keys : stream.index(below: keys)
        if isNew { keys += 1 }
        let isGone = !isNew && most == nil && stream.below(3) == 0
        let commit = Commit(
          at: now, key: key, stamp: isGone ? 0 : turn, isOwn: stream.below(4) == 0)
        naive.commit(commit)
        meter.observe(
          Step(
            at: Instant(nanoseconds: now), .committed, client: commit.isOwn ? 1 : 0, list: 0,
            key: Key(name(key)), x: commit.stamp, y: turn))
      } else {
        let old = naive.rows(naive.place)
        let next = naive.place + stream.index(below: naive.commits.count - naive.place + 1)
        naive.hear(upTo: next, at: now)
        meter.observe(
          Step(
            at: Instant(nanoseconds: now), .arrived, client: 1, x: UInt64(naive.told), y: 1))
        naive.publish(upTo: next, at: now)
        publish(old, at: now)
      }
      meter.checkInvariants()
    }
    naive.finish(at: now)
    let tally = meter.measured(at: Instant(nanoseconds: now)).all.tally
    #expect(tally.divergedArea == Int128(naive.area))
    #expect(tally.commitToSeen.histogram.count == naive.delays.count)
    #expect(tally.commitToSeen.histogram.sum == Int128(naive.delays.reduce(0, +)))
    #expect(tally.neverSeen.hits == naive.unseen)
    #expect(tally.staleReads.count == naive.reads)
    #expect(tally.staleReads.hits == naive.stale)
    #expect(Int(tally.versionsBehind.histogram.sum) == naive.behind)
  }
}
