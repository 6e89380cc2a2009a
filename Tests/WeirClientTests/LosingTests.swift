// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct LosingTests {
  @Test func `a cache that is lost is asked for anew, and nothing that is shown flickers`() {
    var play = ClientPlay.listening(["a": 1, "b": 1])
    play.known.removeAll()
    #expect(play.lines { $0.loseCache(at: $1, into: &$2) } == ["listen 1 /l", "resynced"])
    #expect(play.known == [0])
    let fresh: Sketch = ["a": 1, "c": 1]
    #expect(play.hear(.snapshot(tag: 1, sequence: 2, fresh.node)).count == 3)
    #expect(play.client.isAtRest)
  }

  @Test func `a list that is taken away while it is asked for anew is given up at the server, too`()
  {
    var play = ClientPlay.listening(["a": 1, "b": 2])
    _ = play.lines { $0.loseCache(at: $1, into: &$2) }
    #expect(play.hear(.revoked(tag: 1, sequence: 2)) == ["unlisten 1", "0 cancelled forbidden"])
  }

  @Test func `what is pushed meanwhile is no answer, so that such a list is given up all the same`()
  {
    var play = ClientPlay.listening(["a": 1, "b": 2])
    _ = play.lines { $0.loseCache(at: $1, into: &$2) }
    _ = play.hear(.overwrite(tag: 1, sequence: 2, (["a": 1] as Sketch).node))
    #expect(play.hear(.revoked(tag: 1, sequence: 3)) == ["unlisten 1", "0 cancelled forbidden"])
    // Once it was answered there is nothing to give up.
    var other = ClientPlay.listening(["a": 1, "b": 2])
    _ = other.lines { $0.loseCache(at: $1, into: &$2) }
    _ = other.hear(.snapshot(tag: 1, sequence: 1, (["a": 1] as Sketch).node))
    #expect(other.hear(.revoked(tag: 1, sequence: 2)) == ["0 cancelled forbidden"])
  }

  @Test func `a cache that is lost without a connection is not relied upon by the next one`() {
    var play = ClientPlay.listening(["a": 1])
    _ = play.lose()
    #expect(play.lines { $0.loseCache(at: $1, into: &$2) } == [])
    play.known.removeAll()
    _ = play.online()
    _ = play.welcome()
    #expect(play.known == [0])
    _ = play.hear(.snapshot(tag: 1, sequence: 1, (["a": 1] as Sketch).node))
    play.known.removeAll()
    _ = play.reconnect()
    #expect(play.known.count == 1 && play.known != [0])
  }

  @Test func `that all is as it was is no answer any more once the cache is lost`() {
    var play = ClientPlay.listening(["a": 1])
    _ = play.reconnect()
    _ = play.lines { $0.loseCache(at: $1, into: &$2) }
    play.known.removeAll()
    #expect(play.hear(.unchanged(tag: 1, sequence: 1)) == ["listen 1 /l"])
    #expect(play.known == [0] && !play.client.isAtRest)
  }

  @Test func `writes that were saved whole are taken up again, all of them`() {
    let saved = saved(5)
    #expect(saved.count == 5)
    #expect(restored(saved) == ["l/k0", "l/k1", "l/k2", "l/k3", "l/k4"].map { Path($0) })
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `of damaged writes only those before the damage are taken up, and none is altered`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "damage")
    let whole = restored(saved(5))
    var damaged = saved(5)
    damaged.damage(&chance)
    let rest = restored(damaged)
    #expect(rest == Array(whole.prefix(rest.count)))
    #expect(rest.count < whole.count && rest.count == damaged.count)
  }

  @Test func `a damaged write is not shown either`() {
    for seed in 0..<30 as Range<UInt64> {
      var chance = RandomStream(seed: seed, "damage")
      var damaged = saved(2)
      damaged.damage(&chance)
      var next = ClientPlay(firstSession: 2)
      _ = next.listen("l")
      let told = next.lines { $0.restore(damaged, at: $1, into: &$2) }
      #expect(told == ["0 added k0", "0 added k1"].prefix(damaged.count).map { $0 })
    }
  }

  @Test func `a write keeps what it demands when it is sent again, by a later life, too`() {
    let demands = [
      WriteDemand(.something, at: Path("l/a")), WriteDemand(.unchanged(7), at: Path("m")),
    ]
    var play = ClientPlay.listening()
    _ = play.lines {
      _ = $0.write(.set(Path("l/b"), .integer(7)), if: demands, journey: 0, at: $1, into: &$2)
    }
    _ = play.reconnect()
    #expect(play.conditions == [.demands(demands), .demands(demands)])
    let saved = play.client.saved()
    var next = ClientPlay.connected()
    _ = next.lines { $0.restore(saved, at: $1, into: &$2) }
    #expect(next.conditions == [.demands(demands)])
  }

  /// Returns what a client keeps of so many writes.
  private func saved(_ count: Int) -> SavedWrites {
    var play = ClientPlay.listening()
    for number in 0..<count { _ = play.set("l/k\(number)", 7) }
    return play.client.saved()
  }

  /// Returns the paths that the next life of the app writes to.
  private func restored(_ saved: SavedWrites) -> [Path] {
    var play = ClientPlay.connected()
    _ = play.lines { $0.restore(saved, at: $1, into: &$2) }
    return play.sent.map(\.path)
  }
}

@Suite struct BusyServerTests {
  @Test func `a login that is turned away again and again is repeated ever more slowly`() {
    var play = ClientPlay(auth: Message.Auth(uid: "ann"))
    _ = play.connect()
    #expect(play.welcome() == ["authenticating", "1: i am ann"])
    var moments: [Instant] = []
    for request in 1...4 as ClosedRange<UInt32> {
      #expect(play.answer(request, .overloaded) == [])
      #expect(play.wake() == ["\(request + 1): i am ann", "resent"])
      moments.append(play.now)
    }
    let waits: [Int64] = [100, 300, 700, 1_500]
    #expect(moments == waits.map { Instant.zero + .milliseconds($0) })
    #expect(play.answer(5) == ["connected"])
  }
}

@Suite struct DeviceClockTests {
  @Test func `a clock is off, gains, and starts anew when it is set`() {
    let second = Interval.seconds(1)
    #expect(DeviceClock().time(at: .zero + second) == Instant.zero + second)
    let slow = DeviceClock(ahead: .zero - second)
    #expect(slow.time(at: .zero) == Instant(nanoseconds: -1_000_000_000))
    let fast = DeviceClock(ahead: second, gains: Ratio(1, of: 10), since: .zero + second)
    #expect(fast.time(at: .zero) == Instant.zero + second)
    #expect(fast.time(at: Instant.zero + .seconds(11)) == Instant.zero + .seconds(13))
    #expect(
      DeviceClock(gains: .one).time(at: Instant(nanoseconds: .max - 1)) == .never)
  }

  @Test func `a clock that is set is believed until the next connection, as in life`() {
    var play = ClientPlay.listening()
    _ = play.set("l/t", Sketch(.deferred(.timestamp)))
    #expect(play.client.child(Key("t"), of: 0) == .integer(PushIDs.epoch))
    play.client.clock = DeviceClock(ahead: .seconds(3))
    _ = play.set("l/t", Sketch(.deferred(.timestamp)))
    #expect(play.client.child(Key("t"), of: 0) == .integer(PushIDs.epoch + 3_000))
    _ = play.reconnect()
    _ = play.set("l/u", Sketch(.deferred(.timestamp)))
    #expect(play.client.child(Key("u"), of: 0) == .integer(PushIDs.epoch))
  }
}

@Suite struct ClientBuggifyPointTests {
  private func play(_ points: [Client.BuggifyPoint]) -> ClientPlay {
    var play = ClientPlay(points: points)
    play.client.enliven([])
    _ = play.connect()
    _ = play.welcome()
    _ = play.listen("l")
    play.client.enliven(points)
    return play
  }

  private var snapshot: Message.Body { .snapshot(tag: 1, sequence: 1, (["a": 1] as Sketch).node) }

  @Test func `it pings, and asks anew, after a message`() {
    var play = play([.pings, .asksAnew])
    #expect(
      play.hear(snapshot) == [
        "0 added a", "0 value", "pings", "ping", "asks anew", "listen 1 /l",
      ])
    #expect(play.known.last == 0)
    play.client.enliven([])
    #expect(play.hear(.snapshot(tag: 1, sequence: 2, (["a": 1] as Sketch).node)) == [])
    #expect(play.client.isAtRest)
  }

  @Test func `it hangs up and waits longer before it is back`() {
    var play = play([.hangsUp, .waitsToConnect])
    #expect(
      play.hear(snapshot) == [
        "0 added a", "0 value", "hangs up", "goodbye", "waits to connect", "disconnected",
      ])
    #expect(play.nextWake == Instant.zero + .seconds(3))
  }

  @Test func `who goes offline on purpose does not misbehave about it`() {
    var play = play([.waitsToConnect])
    #expect(play.offline() == ["goodbye", "disconnected"])
  }
}
