// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// A service station with its queue: some servers, a service time, and a queue of limited length.
///
/// Requests are taken in the order of their arrival. Known to theory as G/G/c/c+k; with Poisson
/// arrivals and exponential service it is M/M/c.
///
/// - Complexity: each operation is O(1) and allocates only when the queue is longer than ever before.
package struct Station<Request>: ~Copyable {
  /// The fate of a request that arrives.
  package enum Admission: Equatable {
    /// A server takes it up at once and is done after this long.
    case serving(Interval)
    /// It waits.
    case waiting
    /// The queue is full.
    case refused
  }

  private let servers: Int
  private let limit: Int
  private let service: QuantileTable
  private var chance: RandomStream
  private var busy = 0
  private var waiting: [(request: Request?, since: Instant)] = []
  private var head = 0

  /// Makes a station; `servers` nil: any number at once, `queue` nil: any number waiting.
  package init(servers: Int?, service: QuantileTable, queue: Int?, chance: RandomStream) {
    self.servers = servers ?? .max
    self.service = service
    limit = queue ?? .max
    self.chance = chance
  }

  /// The number of requests that wait.
  package var queueLength: Int { waiting.count - head }

  /// The number of servers that are at work.
  package var busyServers: Int { busy }

  /// Takes in a request.
  ///
  /// The caller serves it itself when the answer is ``Admission/serving(_:)``.
  package mutating func admit(_ request: Request, at now: Instant) -> Admission {
    if busy < servers {
      busy += 1
      return .serving(service.draw(&chance))
    }
    if queueLength >= limit { return .refused }
    waiting.append((request, now))
    return .waiting
  }

  /// Frees a server; the longest waiting request, if any, is taken up by it.
  package mutating func release() -> (request: Request, since: Instant, service: Interval)? {
    invariant(busy > 0, "a server finished, but none was at work")
    guard head < waiting.count, let request = waiting[head].request else {
      busy -= 1
      return nil
    }
    let since = waiting[head].since
    waiting[head].request = nil
    head += 1
    if head == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 1024, head * 2 > waiting.count {
      waiting.removeSubrange(..<head)
      head = 0
    }
    return (request, since, service.draw(&chance))
  }

  /// Loses everything at work and everything that waits.
  package mutating func empty() {
    busy = 0
    head = 0
    waiting.removeAll(keepingCapacity: true)
  }
}
