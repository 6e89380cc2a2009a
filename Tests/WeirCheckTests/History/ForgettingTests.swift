// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirTestSupport
import WeirTrace

/// Checkers who forget what is over, beside those who remember everything.
@Suite struct ForgettingTests {
  /// Two people write and take back for so many turns; each has its answer, and both show all, though one of them is often
  /// late by many turns.
  private static func play(turns: Int, seed: UInt64, memory: Interval) -> (
    Play, [(String, UInt64)], Int
  ) {
    var ground = Ground(transactAction: 6)
    ground.memory = memory
    var play = Play(ground: ground)
    var chance = RandomStream(seed: seed, "forgetting")
    var rows: [(String, UInt64)] = []
    var now = 100
    var awayUntil = 0
    for turn in 0..<turns {
      now += 100 + chance.index(below: 300)
      let ms = Int64(now)
      let client = turn < awayUntil ? 0 : UInt32(chance.index(below: 2))
      let other = 1 - client
      if turn >= awayUntil, chance.index(below: 40) == 0 { awayUntil = turn + 30 }
      let before = rows
      var (key, content) = ("k\(turn + 1000)", UInt64(turn + 1))
      var isEdit = false
      if rows.count > 1, chance.index(below: 100) < rows.count * 15 {
        let place = chance.index(below: rows.count)
        key = rows[place].0
        isEdit = chance.index(below: 4) == 0
        if isEdit {
          rows[place].1 = content
        } else {
          rows.remove(at: place)
          content = 0
        }
      } else {
        rows.append((key, content))
      }
      let journey = play.write(ms, client, key, content, isEdit: isEdit)
      play.show(client, ms + 1, rows)
      if chance.index(below: 10) == 0 {
        play.answer(ms + 20, client, journey, isOverloaded: true)
        rows = before
      } else {
        play.commit(ms + 10, key, content, by: client, journey: journey)
        play.answer(ms + 20, client, journey)
      }
      play.show(client, ms + 30, rows)
      if turn >= awayUntil { play.show(other, ms + 40, rows) }
    }
    play.show(1, Int64(now + 90), rows)
    return (play, rows, now + 100)
  }

  @Test(arguments: fewerInDebug(0..<12))
  func `judges as who remembers everything`(seed: UInt64) {
    var (short, rows, end) = Self.play(turns: 900, seed: seed, memory: .seconds(2))
    var (long, _, _) = Self.play(turns: 900, seed: seed, memory: .seconds(1_000_000))
    short.rest(Int64(end), rows: rows)
    long.rest(Int64(end), rows: rows)
    let (mine, naive) = (short.findings, long.findings)
    #expect(mine.map { "\($0)" } == naive.map { "\($0)" })
    // Nobody says in this play that a list has loaded.
    let broken = naive.filter { $0.verdict.isBroken && $0.checker != "initial-load" }
    #expect(broken.isEmpty)
    #expect(short.rollbacks == long.rollbacks)
    for metric in ["stale-overwrites", "write-skews", "fracture-window"] {
      #expect(short.measured(metric) == long.measured(metric))
    }
    #expect(short.remembered < long.remembered)
  }

  @Test func `remembers no more of a longer run`() {
    func remembered(_ turns: Int) -> Int {
      Self.play(turns: turns, seed: 1, memory: .seconds(5)).0.remembered
    }
    #expect(remembered(4000) < remembered(1000) + 400)
  }

  /// The first of two writes to a row takes effect behind the second one, though its author was told so before.
  @Test(arguments: [2, 1_000_000])
  func `remembers when a write was answered that took effect only after that`(memory: Int64) {
    var ground = Ground(transactAction: 6)
    ground.memory = .seconds(memory)
    var play = Play(ground: ground)
    let first = play.write(100, 0, "a", 1)
    play.answer(110, 0, first)
    let second = play.write(120, 1, "a", 2)
    play.commit(130, "a", 2, by: 1, journey: second)
    play.answer(140, 1, second)
    play.commit(150, "a", 1, by: 0, journey: first)
    var rows: [(String, UInt64)] = [("a", 1)]
    // Enough happens since for the journeys of both to be forgotten.
    for turn in 0..<900 {
      let ms = 1_000 + Int64(turn) * 10
      let journey = play.write(ms, 0, "k\(turn + 1000)", 3)
      play.commit(ms + 1, "k\(turn + 1000)", 3, by: 0, journey: journey)
      play.answer(ms + 2, 0, journey)
      rows.append(("k\(turn + 1000)", 3))
    }
    play.rest(20_000, rows: rows)
    #expect(play.verdict("linearizable")?.isBroken == true)
  }

  /// Two people raise a number in turns, and each has its answer; one of them once raises what was there long before.
  @Test(arguments: [false, true], [2, 1_000_000])
  func `orders what counted in a row, though most of it is over for long`(
    isLost: Bool, memory: Int64
  ) {
    var ground = Ground(transactAction: 6)
    ground.memory = .seconds(memory)
    var play = Play(ground: ground)
    for turn in UInt64(0)..<900 {
      let (ms, client) = (1_000 + Int64(turn) * 10, UInt32(turn % 2))
      let journey = play.write(ms, client, "a", turn + 1, isEdit: true)
      play.commit(ms + 1, "a", turn + 1, by: client, journey: journey)
      play.happen(
        ms + 1, .counted, client, journey: journey, "a", x: turn + 1,
        y: isLost && turn == 100 ? 50 : turn)
      play.answer(ms + 2, client, journey)
    }
    play.rest(20_000, rows: [("a", 900)])
    #expect(play.verdict("linearizable")?.isBroken == isLost)
    #expect(play.verdict("linearizable") == .held || isLost)
  }

  @Test func `remembers the last row that was committed, however long that is over`() {
    var ground = Ground(transactAction: 6)
    ground.memory = .seconds(2)
    var play = Play(ground: ground)
    // Nobody shows the row.
    for (ms, content) in [(100, 1), (200, 0)] as [(Int64, UInt64)] {
      let journey = play.write(ms, 0, "a", content)
      play.commit(ms + 10, "a", content, by: 0, journey: journey)
      play.answer(ms + 20, 0, journey)
    }
    for turn in 0..<300 {
      let (ms, key) = (60_000 + Int64(turn) * 10, "k\(turn + 1000)")
      let journey = play.write(ms, 0, key, 3)
      play.commit(ms + 1, key, 3, by: 0, journey: journey)
      play.answer(ms + 2, 0, journey)
    }
    play.rest(70_000, rows: (0..<300).map { ("k\($0 + 1000)", 3) })
    #expect(play.verdict("linearizable") == .held && play.verdict("lost-writes") == .held)
  }

  @Test func `remembers little of posts that stay`() {
    func remembered(_ posts: Int) -> Int {
      var ground = Ground(transactAction: 6)
      ground.memory = .seconds(2)
      var play = Play(ground: ground)
      for turn in 0..<posts {
        let ms = Int64(turn) * 10
        let journey = play.write(ms, 0, "k\(turn + 10_000)", 3)
        play.commit(ms + 1, "k\(turn + 10_000)", 3, by: 0, journey: journey)
        play.answer(ms + 2, 0, journey)
      }
      return play.remembered
    }
    // The row itself, and nothing of its write.
    #expect(remembered(4000) - remembered(2000) < 2600)
  }

  @Test func `finds a late effect of a write that is long forgotten`() {
    for journey: UInt32 in [1, 2, 3] {
      var (play, _, end) = Self.play(turns: 900, seed: 3, memory: .seconds(2))
      #expect(play.verdict("at-most-once") == .held)
      play.commit(Int64(end), "k1000", 1, by: 0, journey: journey)
      #expect(play.words("at-most-once").contains("long ago"))
    }
  }
}
