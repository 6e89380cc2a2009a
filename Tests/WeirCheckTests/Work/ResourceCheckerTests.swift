// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirTrace
import WeirTree

@Suite struct ResourceCheckerTests {
  @Test func `a creation that goes its way once holds`() {
    var play = ResourcePlay()
    let create = play.operate(10, 0, 0, "m")
    play.goOn(10, create, .asked, .allowed)
    play.write(10, create, [("room/m", .integer(1))])
    play.goOn(10, create, .did)
    play.commit(20, create, "m", .integer(1))
    play.goOn(30, create, .logged, .persisted)
    play.rest(40)
    #expect(play.verdict("resources") == .held)
  }

  @Test func `what was forbidden ends without a write`() {
    var play = ResourcePlay()
    let create = play.operate(10, 0, 0, "m")
    play.goOn(10, create, .asked, .vetoed)
    var wrong = play
    play.goOn(10, create, .failed)
    play.rest(40)
    #expect(play.verdict("resources") == .held)

    wrong.write(10, create, [("room/m", .integer(1))])
    #expect(wrong.words("resources").contains("wrote when it was vetoed"))
  }

  @Test func `an app that is told too early, twice or never breaks the promise`() {
    var early = ResourcePlay()
    let first = early.operate(10, 0, 0, "m")
    early.goOn(10, first, .asked, .allowed, .did)
    #expect(early.words("resources").contains("was told as done when it was allowed"))

    var twice = ResourcePlay.written()
    twice.play.commit(20, twice.create, "m", .integer(1))
    twice.play.goOn(30, twice.create, .logged, .persisted, .persisted)
    #expect(twice.play.words("resources").contains("was told as persisted when it was over"))

    var never = ResourcePlay.written()
    never.play.commit(20, never.create, "m", .integer(1))
    never.play.rest(40)
    #expect(never.play.words("resources").contains("never ended"))
  }

  @Test func `a log without a commit, or with names of the template, breaks the promise`() {
    var none = ResourcePlay.written()
    none.play.goOn(30, none.create, .logged)
    #expect(none.play.words("resources").contains("logged, but never committed"))

    var extra = ResourcePlay.written()
    extra.play.commit(20, extra.create, "m", .integer(1))
    extra.play.report(30, extra.create, .logged, says: 2)
    #expect(extra.play.words("resources").contains("repeats 2 names of the template"))
  }

  @Test func `a write beside its own row and counters breaks the promise`() {
    for (path, isFine) in [("room/m", true), ("count", true), ("room/n", false), ("x", false)] {
      var play = ResourcePlay()
      let create = play.operate(10, 0, 0, "m")
      play.goOn(10, create, .asked, .allowed)
      play.write(10, create, [("room/m", .integer(1)), (path, .integer(2))])
      #expect(play.words("resources").contains("writes to /\(path)") == !isFine, "\(path)")
    }
  }

  @Test func `an update leaves the other fields, and no other row is committed for it`() {
    let (before, after) = (Node([(Key("a"), .integer(1))]), Node([(Key("b"), .integer(2))]))
    var both = before
    both.set(.integer(2), at: Key("b"))
    for (node, isFine) in [(both, true), (after, false)] {
      var play = ResourcePlay()
      play.play.commit(5, "m", before)
      let update = play.operate(10, 0, 1, "m")
      play.goOn(10, update, .asked, .allowed)
      play.write(10, update, [("room/m/b", .integer(2))])
      play.goOn(10, update, .did)
      play.commit(20, update, "m", node)
      #expect(play.words("resources").contains("is not what it wrote") == !isFine)
    }
    var other = ResourcePlay.written()
    other.play.commit(20, other.create, "n", .integer(1))
    #expect(other.play.words("resources").contains("committed as 'n' in another place"))
  }

  @Test func `what is under way is never negative, and nothing at rest`() {
    var low = ResourcePlay()
    _ = low.operate(10, 0, 0, "m")
    low.underWay(10, 0, -1)
    #expect(low.words("resources").contains("says that -1 are under way"))

    var left = ResourcePlay()
    left.underWay(10, 0, 2)
    left.rest(40)
    #expect(left.words("resources").contains("2 are under way, but nothing is"))
  }

  @Test func `who was killed and saved nothing owes no end, who saved it does`() {
    for (isSaved, isFine) in [(false, true), (true, false)] {
      var play = ResourcePlay.written()
      play.play.kill(20, isSaved: isSaved)
      play.play.rest(40)
      #expect((play.play.verdict("resources") == .held) == isFine)
    }
  }
}

@Suite struct CounterCheckerTests {
  /// A row `key` comes or goes, and the number says `count` then.
  private func change(
    _ play: inout ResourcePlay, _ ms: Int64, by client: UInt32, _ key: String, _ node: Node,
    count: Int64
  ) {
    let operation = play.operate(ms, client, node.isNull ? 2 : 0, key)
    play.write(ms, operation, [("room/\(key)", node)])
    play.commit(ms, operation, key, node)
    play.tally(ms, client, count, journey: operation.journey)
  }

  @Test func `a number that says how many rows there are holds, any other breaks the promise`() {
    for (count, isFine) in [(2, true), (1, false), (3, false), (-1, false)] as [(Int64, Bool)] {
      var play = ResourcePlay()
      change(&play, 10, by: 0, "a", .integer(1), count: 1)
      change(&play, 20, by: 1, "b", .integer(1), count: count)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isFine, "\(count)")
      #expect(isFine || play.words("counters").contains("/count says \(count), but 2 rows count"))
    }
  }

  @Test func `two clients who destroy one row are an excuse for one`() {
    for (count, isFine) in [(0, true), (-1, true), (-2, false)] as [(Int64, Bool)] {
      var play = ResourcePlay()
      change(&play, 10, by: 0, "a", .integer(1), count: 1)
      change(&play, 20, by: 1, "a", .null, count: 0)
      change(&play, 21, by: 0, "a", .null, count: count)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isFine, "\(count)")
    }
  }

  @Test func `who makes anew what it believes to be there counts nothing, which is an excuse`() {
    for (count, isFine) in [(0, true), (1, true), (-1, false)] as [(Int64, Bool)] {
      var play = ResourcePlay()
      change(&play, 10, by: 0, "a", .integer(1), count: 1)
      change(&play, 20, by: 1, "a", .null, count: 0)
      change(&play, 21, by: 0, "a", .integer(2), count: count)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isFine, "\(count)")
    }
  }

  @Test func `to destroy what another client created is no excuse`() {
    var play = ResourcePlay()
    change(&play, 10, by: 0, "a", .integer(1), count: 1)
    change(&play, 20, by: 1, "a", .null, count: 1)
    play.rest(40)
    #expect(play.words("counters").contains("says 1, but 0 rows count"))
  }

  @Test
  func `to destroy what was gone when it was written counts nothing, and may take a row away`() {
    for isGone in [true, false] {
      var play = ResourcePlay()
      change(&play, 10, by: 0, "a", .integer(1), count: 1)
      if isGone { change(&play, 20, by: 1, "a", .null, count: 0) }
      let late = play.operate(30, 1, 2, "a")
      play.write(30, late, [("room/a", .null)])
      if isGone { change(&play, 31, by: 0, "a", .integer(2), count: 1) }
      play.commit(32, late, "a", .null)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isGone)
    }
  }

  @Test
  func `to destroy what was made anew may count nothing, as that may not have been heard of`() {
    for isMadeAnew in [true, false] {
      var play = ResourcePlay()
      change(&play, 10, by: 0, "a", .integer(1), count: 1)
      let late = play.operate(20, 1, 2, "a")
      if isMadeAnew {
        change(&play, 21, by: 0, "a", .null, count: 0)
        change(&play, 22, by: 0, "a", .integer(2), count: 1)
      }
      play.write(23, late, [("room/a", .null)])
      play.commit(24, late, "a", .null)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isMadeAnew)
    }
  }

  @Test func `a write that was committed twice is an excuse, unless all is counted anew`() {
    for (means, isFine) in [(CounterUpdate.increment, true), (.recount, false)] {
      var play = ResourcePlay(means)
      let create = play.operate(10, 0, 0, "a")
      for _ in 0..<2 { play.commit(10, create, "a", .integer(1)) }
      play.tally(10, 0, 2)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isFine, "\(means)")
    }
  }

  @Test func `an app that was killed is an excuse where numbers follow their rows`() {
    for means in [CounterUpdate.increment, .transaction, .recount] {
      var play = ResourcePlay(means)
      let create = play.operate(10, 0, 0, "a")
      play.underWay(10, 0, 1)
      play.commit(10, create, "a", .integer(1))
      play.kill(20, isSaved: false)
      play.rest(40)
      let expected =
        means == .transaction ? .held : means == .recount ? .notReached : nil as Verdict?
      #expect(play.verdict("counters")?.isBroken == (expected == nil), "\(means)")
      if let expected { #expect(play.verdict("counters") == expected) }
    }
  }

  @Test
  func
    `a write that was committed and turned away later is an excuse where numbers follow their rows`()
  {
    for means in [CounterUpdate.increment, .transaction, .recount] {
      for isCommitted in [true, false] {
        var play = ResourcePlay(means)
        let create = play.operate(10, 0, 0, "a")
        if isCommitted { play.commit(10, create, "a", .integer(1)) }
        play.report(20, create, .turnedAway)
        let other = play.operate(22, 0, 0, "b")
        play.commit(23, other, "b", .integer(1))
        play.tally(23, 0, means == .increment && isCommitted ? 2 : isCommitted ? 1 : 0)
        play.rest(40)
        let isExcused = isCommitted && means == .recount
        let isWrong = !isCommitted
        let expected: Verdict? = isExcused ? .notReached : isWrong ? nil : .held
        #expect(play.verdict("counters")?.isBroken == (expected == nil), "\(means) \(isCommitted)")
        if let expected { #expect(play.verdict("counters") == expected) }
      }
    }
  }

  @Test func `a row that a fault hid from its own writer is an excuse`() {
    for isHidden in [true, false] {
      var play = ResourcePlay(.increment)
      let create = play.operate(10, 0, 0, "a")
      play.commit(10, create, "a", .integer(1))
      play.tally(10, 0, 1)
      if isHidden { play.play.happen(10, .touched, 0, "a") }
      // It reads that nothing is there, and counts what it believes to make.
      let update = play.operate(20, 0, 1, "a")
      play.commit(20, update, "a", .integer(2))
      play.tally(20, 0, 2)
      play.rest(40)
      #expect((play.verdict("counters") == .held) == isHidden)
    }
  }

  @Test func `a doubt, a row of nobody's and a number that was off excuse one each`() {
    for excuse in 0..<4 {
      var play = ResourcePlay(.transaction)
      if excuse == 0 { play.tally(0, Step.nobody, 1) }
      change(&play, 10, by: 0, "a", .integer(1), count: 2)
      if excuse == 1 { play.report(20, (1, 0, 1), .doubted, says: 1) }
      if excuse == 2 { play.play.commit(20, "b", .integer(1), by: 1, journey: 99) }
      if excuse == 2 { play.tally(20, 1, 3) }
      play.rest(40)
      #expect(play.verdict("counters")?.isBroken == (excuse == 3), "\(excuse)")
    }
  }

  @Test func `rows that do not match are not counted, and text is no number`() {
    var play = ResourcePlay(.increment, where: .has(Path("name")))
    change(&play, 10, by: 0, "a", .integer(1), count: 0)
    change(&play, 20, by: 0, "b", Node([(Key("name"), .integer(1))]), count: 1)
    var text = play
    play.rest(40)
    #expect(play.verdict("counters") == .held)
    text.tally(30, 0, nil)
    text.rest(40)
    #expect(text.words("counters").contains("is no whole number"))
  }

  @Test func `what is still under way, and what nobody operated on, is not judged`() {
    var play = ResourcePlay()
    change(&play, 10, by: 0, "a", .integer(1), count: 7)
    play.rest(40, open: 1)
    #expect(play.verdict("counters") == .notReached)
    var quiet = ResourcePlay()
    quiet.play.commit(5, "a", .integer(1))
    quiet.rest(40)
    #expect(quiet.verdict("counters") == .notReached)
  }
}

/// A play in which two clients keep resources in `/room`, counted at `/count`.
struct ResourcePlay {
  /// The number of an operation, its client and its journey.
  typealias Operation = (number: UInt64, client: UInt32, journey: UInt32)

  var play: Play
  private var count: UInt64 = 0

  init(_ means: CounterUpdate = .increment, where condition: Filter = .everything) {
    play = Play(
      ground: Ground(
        lists: [Path("room")],
        places: [CountedPlace(Path("count"), list: 0, condition: condition, means: means)],
        transactAction: 6))
  }

  /// A play in which a client has created `m`, which is not yet committed.
  static func written() -> (play: ResourcePlay, create: Operation) {
    var play = ResourcePlay()
    let create = play.operate(10, 0, 0, "m")
    play.goOn(10, create, .asked, .allowed)
    play.write(10, create, [("room/m", .integer(1))])
    play.goOn(10, create, .did)
    return (play, create)
  }

  mutating func operate(_ ms: Int64, _ client: UInt32, _ verb: UInt64, _ key: String) -> Operation {
    count += 1
    play.happen(ms, .operated, client, journey: UInt32(count), key, x: count, y: verb)
    keys[count] = key
    return (count, client, UInt32(count))
  }

  private var keys: [UInt64: String] = [:]

  mutating func report(
    _ ms: Int64, _ operation: Operation, _ stage: ResourceStage, says: UInt64 = 0
  ) {
    play.happen(
      ms, .reported, operation.client, journey: operation.journey, keys[operation.number] ?? "-",
      x: operation.number, y: UInt64(stage.rawValue) | says << 8)
  }

  mutating func goOn(_ ms: Int64, _ operation: Operation, _ stages: ResourceStage...) {
    for stage in stages { report(ms, operation, stage) }
  }

  mutating func write(_ ms: Int64, _ operation: Operation, _ parts: [(String, Node)]) {
    play.write(
      Step(
        at: Play.at(ms), .reported, client: operation.client, journey: operation.journey, list: 0,
        key: Key(keys[operation.number] ?? "-"), x: operation.number,
        y: UInt64(ResourceStage.wrote.rawValue)),
      .merge(.root, parts.map { Write.Part(Path($0.0), $0.1) }))
  }

  mutating func commit(_ ms: Int64, _ operation: Operation, _ key: String, _ node: Node) {
    play.commit(ms, key, node, by: operation.client, journey: operation.journey)
  }

  mutating func underWay(_ ms: Int64, _ client: UInt32, _ count: Int64) {
    play.happen(
      ms, .reported, client, x: UInt64(bitPattern: count),
      y: UInt64(ResourceStage.underWay.rawValue))
  }

  /// The counter is written; nil: something that is no number.
  mutating func tally(
    _ ms: Int64, _ client: UInt32, _ value: Int64?, journey: UInt32 = 0
  ) {
    play.happen(
      ms, .tallied, client, journey: journey, x: UInt64(bitPattern: value ?? 0),
      y: value == nil ? 1 << 32 : 0)
  }

  mutating func kill(_ ms: Int64, isSaved: Bool) {
    play.happen(ms, .killed, 0, y: isSaved ? 1 : 0)
  }

  mutating func rest(_ ms: Int64, open: UInt64 = 0) { play.rest(ms, open: open) }
  func verdict(_ name: String) -> Verdict? { play.verdict(name) }
  func words(_ name: String) -> String { play.words(name) }
}
