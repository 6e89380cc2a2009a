// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirStreams
import WeirTree

@Suite struct CounterTests {
  @Test func `a server increment is written with the row, so that they commit or fail together`()
    throws
  {
    var play = try ResourcePlay(.increment)
    _ = play.create(row(("n", 1)))
    #expect(play.proceed(1)[1] == "1: merge / message/g/ID=n=1 group/g/count=+1")
    #expect(
      play.settled(1, .forbidden) == [
        "failed 1: rejected: forbidden", "persisted 1, rejected: forbidden", "in flight 0",
      ])
  }

  @Test func `a row and a counter that share a path are merged below it`() throws {
    var play = try ResourcePlay(.increment, template: "/group/$group/rows/@")
    _ = play.create(row(("n", 1)))
    #expect(play.proceed(1)[1] == "1: merge /group/g rows/ID=n=1 count=+1")
  }

  @Test func `a removal is read first, and counts only what was there`() throws {
    var play = try ResourcePlay(.increment)
    _ = play.destroy("k")
    #expect(play.proceed(1) == ["in flight 1", "1: read /message/g/k"])
    #expect(play.found(1, row(("n", 1))).first == "1: merge / message/g/k=null group/g/count=-1")
    _ = play.settled(1)
    _ = play.destroy("k")
    _ = play.proceed(2)
    #expect(play.found(2, .null).first == "2: set /message/g/k null")
  }

  @Test func `destroying twice counts once: the second reads when the first is answered`() throws {
    var play = try ResourcePlay(.increment)
    _ = play.destroy("k")
    _ = play.destroy("k")
    _ = play.proceed(1)
    #expect(play.proceed(2) == ["in flight 2"])
    _ = play.found(1, row(("n", 1)))
    #expect(play.pending == ["1 answer", "2 turn"])
    #expect(play.settled(1).last == "2: read /message/g/k")
    #expect(play.found(2, .null).first == "2: set /message/g/k null")
  }

  @Test func `a removal behind a creation that is turned away takes nothing from the number`()
    throws
  {
    var play = try ResourcePlay(.increment)
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    _ = play.destroy(play.keys[0].description)
    #expect(play.proceed(2) == ["in flight 2"])
    #expect(play.settled(1, .forbidden).last == "2: read /message/g/ID")
    #expect(play.found(2, .null).first == "2: set /message/g/ID null")
  }

  @Test func `a creation under a key of the app's own counts only where nothing stood`() throws {
    var play = try ResourcePlay(.increment)
    _ = play.create(row(("n", 1)), key: "like")
    #expect(play.proceed(1).last == "1: read /message/g/like")
    #expect(play.found(1, row(("n", 0))).first == "1: set /message/g/like n=1")
    _ = play.settled(1)
    _ = play.create(row(("n", 1)), key: "like")
    _ = play.proceed(2)
    #expect(play.found(2, .null).first == "2: merge / message/g/like=n=1 group/g/count=+1")
  }

  @Test func `a new key that is written to before its creation is let go is new no longer`() throws
  {
    var play = try ResourcePlay(.increment)
    _ = play.create(row(("n", 1)))
    _ = play.update(play.keys[0].description, row(("n", 2)))
    _ = play.proceed(2)
    #expect(play.found(2, .null).first?.hasSuffix("group/g/count=+1") == true)
    _ = play.settled(2)
    #expect(play.proceed(1).last == "1: read /message/g/ID")
    #expect(play.found(1, row(("n", 2))).first == "1: set /message/g/ID n=1")
    _ = play.create(row(("n", 1)))
    _ = play.update(play.keys.last?.description, row(("n", 2)))
    _ = play.proceed(4)
    _ = play.proceed(3)
    _ = play.found(4, .null)
    #expect(play.settled(4).last == "3: read /message/g/ID")
  }

  @Test func `an update moves the number by what matched before and what matches after`() throws {
    var play = try ResourcePlay(.increment, where: .equals(Path("open"), .integer(1)))
    let shut = row(("n", 1), ("open", 0))
    for (number, found, fields, removing, step) in [
      (1, row(("open", 1)), shut, [], " group/g/count=-1"),
      (2, row(("open", 0)), row(("open", 1)), [], " group/g/count=+1"),
      (3, row(("open", 1)), row(("n", 3)), [], ""),
      (4, row(("open", 1)), row(("n", 3)), ["open"], " group/g/count=-1"),
      (5, .null, row(("open", 1)), [], " group/g/count=+1"),
      (6, .null, row(("n", 1)), [], ""),
    ] as [(UInt32, Node, Node, [String], String)] {
      _ = play.update("k", fields, removing: removing)
      _ = play.proceed(number)
      let write = try #require(play.found(number, found).first)
      #expect(write.contains("merge /") && (write.contains("count") == !step.isEmpty))
      #expect(write.hasSuffix(step), "\(number): \(write)")
      _ = play.settled(number)
    }
  }

  @Test func `what a creation does not match is not counted`() throws {
    var play = try ResourcePlay(.increment, where: .has(Path("open")))
    _ = play.create(row(("n", 1)))
    #expect(play.proceed(1)[1] == "1: set /message/g/ID n=1")
  }

  @Test func `a context without owner counts nowhere, which is told`() throws {
    var play = try ResourcePlay(.increment, template: "/message/@")
    _ = play.create(row(("n", 1)), in: ResourceContext())
    #expect(
      play.proceed(1) == [
        "in flight 1", "1: set /message/ID n=1", "uncounted 1 0", "did 1 create /message/ID",
      ])
  }

  @Test func `a counter above or below the row is an error, and nothing is written`() throws {
    var play = try ResourcePlay(.increment, template: "/group/$group/$theme/@")
    #expect(play.create(row(("n", 1)), key: "k") == ["ask 1 create /group/g/dark/k"])
    let context = play.context.pushing([
      .init(Key("theme"), Resource(play.message, key: Key("count")))
    ])
    #expect(
      play.create(row(("n", 1)), key: "k", in: context) == [
        "failed 2: the counter /group/g/count and the instance /group/g/count/k "
          + "lie one below the other"
      ])
  }
}

@Suite struct CounterTransactionTests {
  @Test func `a transaction counts when the row is committed, and is under way until it ends`()
    throws
  {
    var play = try ResourcePlay(.transaction)
    _ = play.create(row(("n", 1)))
    #expect(play.proceed(1)[1] == "1: set /message/g/ID n=1")
    #expect(
      play.settled(1) == [
        "logged 1: nothing > n=1; theme", "persisted 1", "in flight 2",
        "2: add 1 to /group/g/count", "in flight 1",
      ])
    #expect(play.pending == ["2 count"])
    #expect(play.ended(2) == ["in flight 0"])
    #expect(play.ended(2) == ["ignored 2"])
  }

  @Test func `a creation that is turned away is never counted`() throws {
    var play = try ResourcePlay(.transaction)
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    #expect(play.settled(1, .forbidden).last == "in flight 0")
    #expect(play.pending.isEmpty)
  }

  @Test func `a recount that saw a creation which is turned away counts once more`() throws {
    var play = try ResourcePlay(.recount)
    for key in ["a", "b"] { _ = play.create(row(("n", 1)), key: key) }
    for number in UInt32(1)...2 { _ = play.proceed(number) }
    _ = play.settled(1)
    // The second row is on its way, and is read as if it were there.
    #expect(play.found(3, row(("a", 1), ("b", 1))) == ["3: set /group/g/count 2"])
    _ = play.settled(3)
    _ = play.found(3, row(("a", 1), ("b", 1)))
    #expect(play.settled(2, .forbidden).contains("4: read /message/g"))
    #expect(play.found(4, row(("a", 1))) == ["4: set /group/g/count 1"])
  }

  @Test func `destroying twice counts once`() throws {
    var play = try ResourcePlay(.transaction)
    _ = play.destroy("k")
    _ = play.destroy("k")
    _ = play.proceed(1)
    _ = play.proceed(2)
    _ = play.found(1, row(("n", 1)))
    let lines = play.settled(1)
    #expect(lines.contains("3: add -1 to /group/g/count"))
    #expect(lines.last == "2: read /message/g/k")
    _ = play.found(2, .null)
    #expect(play.settled(2).filter { $0.contains("add") }.isEmpty)
  }

  @Test func `a transaction that does not commit leaves a doubt, told under the operation`() throws
  {
    var play = try ResourcePlay(.transaction)
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    _ = play.settled(1)
    #expect(
      play.ended(2, .disconnect) == ["failed 1: count 0 in doubt at /group/g/count", "in flight 0"])
  }
}

@Suite struct RecountTests {
  @Test func `when a row is committed all rows are read, and written is how many match`() throws {
    var play = try ResourcePlay(.recount, where: .has(Path("n")))
    _ = play.create(row(("n", 1)), key: "own")
    #expect(play.proceed(1)[1] == "1: set /message/g/own n=1")
    #expect(play.settled(1).suffix(3) == ["in flight 2", "2: read /message/g", "in flight 1"])
    let rows = Node([
      (Key("a"), row(("n", 1))), (Key("b"), row(("m", 1))), (Key("c"), row(("n", 2))),
    ])
    #expect(play.found(2, rows) == ["2: set /group/g/count 2"])
    #expect(play.settled(2) == ["2: read /message/g"])
    #expect(play.found(2, rows) == ["in flight 0"])
  }

  @Test func `a number is written until a later read agrees with it`() throws {
    var play = try ResourcePlay(.recount)
    _ = play.destroy("k")
    #expect(play.proceed(1)[1] == "1: set /message/g/k null")
    _ = play.settled(1)
    #expect(play.found(2, row(("a", 1), ("b", 1))) == ["2: set /group/g/count 2"])
    _ = play.settled(2)
    #expect(play.found(2, row(("a", 1))) == ["2: set /group/g/count 1"])
    _ = play.settled(2)
    #expect(play.found(2, row(("a", 1))) == ["in flight 0"])
  }

  @Test func `operations that commit meanwhile share a recount, which then reads once more`() throws
  {
    var play = try ResourcePlay(.recount)
    for key in ["a", "b", "c"] { _ = play.create(row(("n", 1)), key: key) }
    for number in UInt32(1)...3 { _ = play.proceed(number) }
    #expect(play.settled(1).contains("4: read /message/g"))
    #expect(!play.settled(2).contains { $0.contains("read") })
    _ = play.found(4, row(("a", 1), ("b", 1)))
    _ = play.settled(4)
    _ = play.settled(3)
    #expect(play.found(4, row(("a", 1), ("b", 1))) == ["4: read /message/g"])
    #expect(play.found(4, row(("a", 1), ("b", 1), ("c", 1))) == ["4: set /group/g/count 3"])
  }

  @Test(arguments: [false, true])
  func
    `who commits while a number is written or read again writes it once more, though it is the same`(
      isWritten: Bool
    ) throws
  {
    // Another client that could not know of b yet may have written 1 after this one wrote 2.
    var play = try ResourcePlay(.recount)
    for key in ["a", "b"] { _ = play.create(row(("n", 1)), key: key) }
    for number in UInt32(1)...2 { _ = play.proceed(number) }
    #expect(play.settled(1).contains("3: read /message/g"))
    // Its own b is there already, though nobody has committed it.
    let rows = row(("a", 1), ("b", 1))
    #expect(play.found(3, rows) == ["3: set /group/g/count 2"])
    if isWritten { #expect(play.settled(3) == ["3: read /message/g"]) }
    #expect(!play.settled(2).contains { $0.contains("read") })
    if isWritten {
      #expect(play.found(3, rows) == ["3: read /message/g"])
    } else {
      #expect(play.settled(3) == ["3: read /message/g"])
    }
    #expect(play.found(3, rows) == ["3: set /group/g/count 2"])
    #expect(play.settled(3) == ["3: read /message/g"])
    #expect(play.found(3, rows) == ["in flight 0"])
  }

  @Test
  func `a recount that is refused or turned away leaves a doubt, and the next one starts anew`()
    throws
  {
    var play = try ResourcePlay(.recount)
    let doubt = ["failed 1: count 0 in doubt at /group/g/count", "in flight 0"]
    _ = play.create(row(("n", 1)), key: "a")
    _ = play.proceed(1)
    _ = play.settled(1)
    #expect(play.refused(2) == doubt)
    let (counter, context) = (play.resources.registry.counters[0], play.context)
    #expect(
      play.lines { $0.recount(counter, in: context, into: &$1) } == [
        "in flight 1", "4: read /message/g",
      ])
    _ = play.found(4, row(("a", 1)))
    #expect(play.refused(4) == ["ignored 4"])
    #expect(
      play.settled(4, .overloaded) == [
        "failed 3: count 0 in doubt at /group/g/count", "in flight 0",
      ])
    #expect(play.pending.isEmpty)
  }

  @Test func `a number by steps can be counted anew, where its rows are the children of one place`()
    throws
  {
    var play = try ResourcePlay(.increment)
    let counter = play.resources.registry.counters[0]
    let context = play.context
    #expect(
      play.lines { $0.recount(counter, in: context, into: &$1) } == [
        "in flight 1", "2: read /message/g",
      ])
    #expect(
      play.lines { $0.recount(counter, in: ResourceContext(), into: &$1) } == [
        "failed 3: the context calls nothing 'group'"
      ])
  }
}
