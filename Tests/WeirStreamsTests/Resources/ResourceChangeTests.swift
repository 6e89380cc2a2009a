// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

@Suite struct ResourceChangeTests {
  @Test func `an update writes its fields, takes some away, and touches no others`() throws {
    var play = try ResourcePlay()
    #expect(
      play.update("k", row(("a", 1), ("b", 2)), removing: ["c", "a"]) == [
        "ask 1 update /message/g/k"
      ])
    #expect(
      play.proceed(1) == [
        "in flight 1", "1: merge /message/g/k a=1 b=2 c=null", "did 1 update /message/g/k",
      ])
    #expect(
      play.settled(1) == ["logged 1: unknown > …a=1,b=2; theme", "persisted 1", "in flight 0"])
  }

  @Test func `an update of one field is a merge at the row, with its priority if it has one`()
    throws
  {
    var play = try ResourcePlay()
    _ = play.update("k", row(("a", 1)))
    #expect(play.proceed(1).contains("1: merge /message/g/k a=1"))
    _ = play.update("k", row(("a", 1)).with(.number(4)))
    #expect(play.proceed(2).contains { $0.hasPrefix("2: merge /message/g/k a=1 .priority=") })
    _ = play.update("k", .integer(4))
    #expect(play.proceed(3).contains("failed 3: nothingToWrite"))
  }

  @Test func `an instance without key is neither updated nor destroyed, and that is told`() throws {
    var play = try ResourcePlay(.increment)
    #expect(play.update(nil, row(("n", 1))) == ["failed 1: noKey"])
    #expect(play.destroy(nil) == ["failed 2: noKey"])
    #expect(play.pending.isEmpty)
  }

  @Test func `a removal writes nothing in the row's place`() throws {
    var play = try ResourcePlay()
    _ = play.destroy("k")
    #expect(
      play.proceed(1) == [
        "in flight 1", "1: set /message/g/k null", "did 1 destroy /message/g/k",
      ])
    #expect(
      play.settled(1) == ["logged 1: unknown > nothing; theme", "persisted 1", "in flight 0"])
  }

  @Test func `createOrUpdate and toggle go by whether the instance exists`() throws {
    var play = try ResourcePlay()
    let one = Resource(play.message, key: Key("k"), fields: row(("n", 1)))
    let context = play.context
    let asked = play.lines {
      $0.createOrUpdate(one, exists: false, in: context, at: .zero, into: &$1)
      $0.createOrUpdate(one, exists: true, in: context, at: .zero, into: &$1)
      $0.toggle(one, exists: false, in: context, at: .zero, into: &$1)
      $0.toggle(one, exists: true, in: context, at: .zero, into: &$1)
    }
    #expect(
      asked == [
        "ask 1 create /message/g/k", "ask 2 update /message/g/k", "ask 3 create /message/g/k",
        "ask 4 destroy /message/g/k",
      ])
  }

  @Test func `where the log wants what was there it is read first`() throws {
    var play = try ResourcePlay(logsBefore: true)
    _ = play.update("k", row(("a", 1)))
    #expect(play.proceed(1) == ["in flight 1", "1: read /message/g/k"])
    #expect(play.pending == ["1 read"])
    #expect(
      play.found(1, row(("a", 0), ("b", 5))) == [
        "1: merge /message/g/k a=1", "did 1 update /message/g/k",
      ])
    #expect(play.settled(1).first == "logged 1: a=0,b=5 > a=1,b=5; theme")
    _ = play.destroy("k")
    _ = play.proceed(2)
    _ = play.found(2, .null)
    #expect(play.settled(2).first == "logged 2: nothing > nothing; theme")
  }

  @Test func `a read that is refused ends the operation with an error and no hook`() throws {
    var play = try ResourcePlay(logsBefore: true)
    _ = play.update("k", row(("a", 1)))
    _ = play.proceed(1)
    #expect(play.refused(1) == ["failed 1: unread: forbidden", "in flight 0"])
    #expect(play.found(1, .null) == ["ignored 1"])
  }

  @Test func `operations on one path write in the order in which their hooks let them`() throws {
    var play = try ResourcePlay(logsBefore: true)
    for _ in 1...3 { _ = play.update("k", row(("a", 1))) }
    _ = play.create(row(("n", 1)), key: "other")
    _ = play.proceed(2)
    #expect(play.proceed(1) == ["in flight 2"])
    #expect(play.proceed(4).contains("4: set /message/g/other n=1"))
    #expect(play.pending == ["1 turn", "2 read", "3 hook", "4 answer"])
    #expect(play.found(2, row(("a", 0))).last == "did 2 update /message/g/k")
    #expect(play.settled(2).last == "1: read /message/g/k")
    #expect(play.refused(1).first == "failed 1: unread: forbidden")
  }

  @Test func `without a counter a chain of operations shows at once, answered or not`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)), key: "k")
    _ = play.update("k", row(("n", 2)))
    _ = play.destroy("k")
    for number in UInt32(1)...3 { #expect(play.proceed(number).last?.hasPrefix("did") == true) }
    #expect(play.pending == ["1 answer", "2 answer", "3 answer"])
  }
}
