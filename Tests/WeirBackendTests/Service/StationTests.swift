// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore

@Suite struct StationTests {
  private func station(servers: Int?, queue: Int?, service: Int64 = 5) -> Station<Int> {
    Station(
      servers: servers, service: QuantileTable(constant: .milliseconds(service)), queue: queue,
      chance: RandomStream(seed: 1, "service"))
  }

  @Test func `requests are served in the order of their arrival, and the queue has an end`() {
    var station = station(servers: 1, queue: 2)
    #expect(station.admit(0, at: .zero) == .serving(.milliseconds(5)))
    #expect(station.admit(1, at: Instant.zero + .milliseconds(1)) == .waiting)
    #expect(station.admit(2, at: Instant.zero + .milliseconds(2)) == .waiting)
    #expect(station.admit(3, at: Instant.zero + .milliseconds(3)) == .refused)
    #expect(station.queueLength == 2)
    let next = station.release()
    #expect(next?.request == 1)
    #expect(next?.since == Instant.zero + .milliseconds(1))
    #expect(next?.service == .milliseconds(5))
    #expect(station.admit(4, at: Instant.zero + .milliseconds(6)) == .waiting)
    #expect(station.release()?.request == 2)
    #expect(station.release()?.request == 4)
    let end = station.release()
    #expect(end == nil)
    #expect(station.busyServers == 0)
  }

  @Test func `any number is served at once where servers are not counted`() {
    var station = station(servers: nil, queue: 0)
    for request in 0..<100 { #expect(station.admit(request, at: .zero) != .refused) }
    #expect(station.busyServers == 100)
    #expect(station.queueLength == 0)
  }

  @Test func `nobody waits where the queue has no room`() {
    var station = station(servers: 2, queue: 0)
    _ = station.admit(0, at: .zero)
    _ = station.admit(1, at: .zero)
    #expect(station.admit(2, at: .zero) == .refused)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `agrees with a plain array on any history, and never has more at work than servers`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "history")
    let servers = 1 + chance.index(below: 3)
    let limit = seed % 3 == 0 ? 3_000 : chance.index(below: 6)
    var station = station(servers: servers, queue: limit)
    var busy = 0
    var waiting: [(Int, Instant)] = []
    for number in 0..<12_000 {
      let now = Instant(nanoseconds: Int64(number))
      // Fill and empty by turns, so that long queues come about and go.
      if busy == 0 || chance.below(10) < (number / 3_000 % 2 == 0 ? 7 : 2) {
        let admission = station.admit(number, at: now)
        if busy < servers {
          busy += 1
          #expect(admission == .serving(.milliseconds(5)))
        } else if waiting.count < limit {
          waiting.append((number, now))
          #expect(admission == .waiting)
        } else {
          #expect(admission == .refused)
        }
      } else {
        let next = station.release()
        if waiting.isEmpty {
          busy -= 1
          #expect(next == nil)
        } else {
          let (request, since) = waiting.removeFirst()
          #expect(next?.request == request && next?.since == since)
        }
      }
      #expect(station.busyServers == busy && busy <= servers)
      #expect(station.queueLength == waiting.count)
    }
  }

  @Test func `refuses to be released by nobody`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var station = Station<Int>(
        servers: 1, service: QuantileTable(constant: .zero), queue: nil,
        chance: RandomStream(seed: 1, "service"))
      _ = station.release()
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("a server finished, but none was at work") == true)
  }
}
