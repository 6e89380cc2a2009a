import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// A stream with a hand on its clock: alarms ring when they are due, and what is published is checked.
private struct Desk {
  var stream: ListStream
  var now = Instant.zero
  var alarms: [Instant] = []
  /// When something was published, in milliseconds, and what.
  var published: [(at: Int64, keys: [String])] = []

  init(wait: Int64, atMost: Int64) {
    stream = ListStream(
      QueryBuilder(Path("list")),
      batching: .init(wait: .milliseconds(wait), atMost: .milliseconds(atMost)))
  }

  mutating func advance(to millisecond: Int64) {
    let end = Instant.zero + .milliseconds(millisecond)
    while let next = alarms.min(), next <= end {
      alarms.removeAll { $0 == next }
      now = next
      var wishes: [StackWish] = []
      stream.ring(at: now, into: &wishes)
      take(wishes)
    }
    now = end
  }

  mutating func hear(_ events: [DataEvent]) {
    var wishes: [StackWish] = []
    for event in events { stream.receive(event, from: 0, at: now, into: &wishes) }
    take(wishes)
  }

  mutating func add(_ key: String, _ stamp: Int64 = 1) {
    hear([DataEvent(.added, Key(key), .integer(stamp)), .value])
  }

  private mutating func take(_ wishes: [StackWish]) {
    for wish in wishes {
      switch wish {
      case .wake(let instant):
        #expect(instant > now)
        alarms.append(instant)
      case .publish:
        let before = stream.shown
        var update = StackUpdate()
        stream.publish(into: &update)
        #expect(update.changes.applying(to: before, contents: stream.shown) == stream.shown)
        published.append((now.nanoseconds / 1_000_000, stream.shown.map(\.key.description)))
      case .listen, .unlisten, .tell: break
      }
    }
  }
}

@Suite struct ListStreamTests {
  @Test func `the first publication waits for the first value event`() {
    var desk = Desk(wait: 0, atMost: 0)
    desk.hear([DataEvent(.added, Key("b"), .integer(1)), DataEvent(.added, Key("a"), .integer(1))])
    #expect(desk.published.isEmpty && !desk.stream.isLoaded)
    desk.hear([.value])
    #expect(desk.published.map(\.keys) == [["a", "b"]])
    #expect(desk.stream.isLoaded)
  }

  @Test(arguments: [0, 50] as [Int64])
  func `an empty list is published, too, but only once`(wait: Int64) {
    var desk = Desk(wait: wait, atMost: wait)
    desk.hear([.value])
    desk.advance(to: 1_000)
    desk.hear([.value])
    desk.advance(to: 2_000)
    #expect(desk.published.map(\.at) == [wait])
    #expect(desk.published.map(\.keys) == [[]])
  }

  @Test func `without a wait every batch of events is published`() {
    var desk = Desk(wait: 0, atMost: 0)
    desk.add("a")
    desk.add("c")
    desk.add("b")
    #expect(desk.published.map(\.keys) == [["a"], ["a", "c"], ["a", "b", "c"]])
    #expect(desk.alarms.isEmpty)
  }

  @Test func `a burst is one batch, published when nothing came for the wait`() {
    var desk = Desk(wait: 100, atMost: 1_000)
    for (number, time) in [0, 30, 60, 90, 500].enumerated() {
      desk.advance(to: Int64(time))
      desk.add("k\(number)")
    }
    desk.advance(to: 5_000)
    #expect(desk.published.map(\.at) == [190, 600])
    #expect(desk.published.map(\.keys.count) == [4, 5])
  }

  @Test func `a steady trickle is published at most so late`() {
    var desk = Desk(wait: 100, atMost: 450)
    for time in stride(from: Int64(0), to: 3_600, by: 90) {
      desk.advance(to: time)
      desk.add("k\(1_000 + time)")
    }
    desk.advance(to: 10_000)
    let times = desk.published.map(\.at)
    #expect(times.first == 450)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 450 + 90 })
    #expect(desk.published.last?.keys.count == 40)
  }

  @Test func `what cancels out within a batch is not published`() {
    var desk = Desk(wait: 100, atMost: 200)
    desk.add("a")
    desk.advance(to: 1_000)
    desk.add("b")
    desk.hear([DataEvent(.removed, Key("b"), .integer(1)), .value])
    desk.hear([DataEvent(.changed, Key("a"), .integer(2)), .value])
    desk.hear([DataEvent(.changed, Key("a"), .integer(1)), .value])
    desk.advance(to: 2_000)
    #expect(desk.published.count == 1)
  }

  @Test func `the longest wait is never shorter than the wait`() {
    let batching = ListStream.Batching(wait: .milliseconds(100), atMost: .milliseconds(10))
    #expect(batching.atMost == .milliseconds(100))
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `at rest the published rows are the folded events, in key order`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "events")
    let wait = Int64(chance.below(3)) * 20
    var desk = Desk(wait: wait, atMost: wait + Int64(chance.below(100)))
    var rows: [(key: Key, stamp: UInt64)] = []
    var time: Int64 = 0
    for _ in 0..<200 {
      time += Int64(chance.below(40))
      desk.advance(to: time)
      for _ in 0..<1 + chance.below(4) {
        let key = Key("\(chance.below(30))")
        let node = Node.integer(Int64(chance.below(5)))
        let place = rows.firstIndex { $0.key == key }
        if let place, chance.below(2) == 0 {
          rows.remove(at: place)
          desk.hear([DataEvent(.removed, key, .null)])
        } else if let place {
          rows[place].stamp = node.fingerprint
          desk.hear([DataEvent(.changed, key, node)])
        } else {
          rows.append((key, node.fingerprint))
          desk.hear([DataEvent(.added, key, node)])
        }
      }
      desk.hear([.value])
      // Events about rows that nobody knows are no reason to fall over.
      desk.hear([DataEvent(.changed, Key("x"), .null), DataEvent(.removed, Key("y"), .null)])
    }
    desk.advance(to: time + 1_000)
    rows.sort { $0.key < $1.key }
    #expect(desk.stream.shown == rows.map { Row(key: $0.key, stamp: $0.stamp) })
    let late = desk.published.map(\.at)
    #expect(late == late.sorted())
  }
}
