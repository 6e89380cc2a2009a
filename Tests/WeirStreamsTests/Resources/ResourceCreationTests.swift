// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

@Suite struct ResourceCreationTests {
  @Test func `a creation asks, writes, says did, and after the answer logs and says persisted`()
    throws
  {
    var play = try ResourcePlay()
    #expect(play.create(row(("n", 1))) == ["ask 1 create /message/g/ID"])
    #expect(
      play.proceed(1) == [
        "in flight 1", "1: set /message/g/ID n=1", "did 1 create /message/g/ID",
      ])
    #expect(
      play.settled(1) == ["logged 1: nothing > n=1; theme", "persisted 1", "in flight 0"])
    #expect(play.pending.isEmpty)
  }

  @Test func `all @ of one creation are one key, and it is the key that the app is told`() throws {
    var play = try ResourcePlay(template: "/x/@/y/@")
    var calls: [ResourceCall] = []
    let (new, context) = (Resource(play.message, fields: row(("n", 1))), play.context)
    _ = play.lines {
      $0.create(new, in: context, at: .zero, into: &$1)
      if case .ask(let call)? = $1.first { calls.append(call) }
      $0.proceed(1, into: &$1)
      if case .tell(.did(let call))? = $1.last { calls.append(call) }
    }
    let key = try #require(calls.first?.resource.key)
    #expect(calls.map(\.path) == [Path([Key("x"), key, Key("y"), key]), calls[0].path])
    #expect(calls.map(\.resource.key) == [key, key])
  }

  @Test func `two creations have different keys, the later one behind the earlier one`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)))
    _ = play.create(row(("n", 2)))
    #expect(play.keys.count == 2 && play.keys[0] < play.keys[1])
  }

  @Test func `a creation under a key of the app's own keeps that key`() throws {
    var play = try ResourcePlay()
    #expect(play.create(row(("n", 1)), key: "k") == ["ask 1 create /message/g/k"])
    #expect(play.proceed(1).contains("1: set /message/g/k n=1"))
  }

  @Test func `without an @ the instance has the last key of its path`() throws {
    var play = try ResourcePlay(template: "/settings/$group")
    #expect(play.create(row(("n", 1))) == ["ask 1 create /settings/g"])
    #expect(play.keys == [Key("g")])
  }

  @Test func `a name that the context lacks is told, and nothing is asked or written`() throws {
    var play = try ResourcePlay()
    #expect(
      play.create(row(("n", 1)), in: ResourceContext()) == [
        "failed 1: the context calls nothing 'group'"
      ])
    #expect(play.proceed(1) == ["ignored 1"])
    #expect(play.pending.isEmpty && play.resources.inFlight == 0)
  }

  @Test func `a row without fields is not created`() throws {
    var play = try ResourcePlay(.increment)
    _ = play.create(.null)
    #expect(play.proceed(1) == ["in flight 1", "failed 1: nothingToWrite", "in flight 0"])
  }

  @Test func `what is not legal is told with its problems, and neither written nor called done`()
    throws
  {
    var play = try ResourcePlay()
    _ = play.create(row(("a.b", 1)), key: "x/y")
    #expect(
      play.proceed(1) == [
        "in flight 1",
        "failed 1: '/' in the key 'x/y'; /message/g/x/y: '.' in the key 'a.b'", "in flight 0",
      ])
  }
}
