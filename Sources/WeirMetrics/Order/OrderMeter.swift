// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
import WeirDiff
package import WeirStatistics
package import WeirTrace
import WeirTree

/// A meter of how well order holds when nothing breaks, read from the steps of a run alone.
///
/// It watches at most ``most`` clients, evenly spread over all of them, so that a large run costs little more
/// than a small one: of what the others do it sees only what they write. For each client that is watched it
/// keeps the rows that are shown and the rows in which they differ from the server's; whatever else it keeps
/// is bounded.
///
/// - Complexity: O(log *n*) for each step and each row that changes, O(*n*) where a list is loaded or
///   rows of it move.
package struct OrderMeter: Sendable {
  /// The number of clients that are watched at most.
  package static let most = 64
  /// Within which time a row that comes back is said to flicker.
  static let flickerTime = Interval.seconds(1)

  private var tallies: OrderTallies
  private let from: Instant
  private var log = JourneyLog()
  /// By client: its number among the watched.
  private var numbers: [Int32]
  private var watched: [WatchedClient] = []
  /// By list: who of the watched shows it.
  private var viewers: [[Int]]
  /// By list that is watched: the fingerprint of each row at the server.
  private var server: [SortedMap<Key, UInt64>]

  /// Makes a meter of what happens after a moment to clients with these lists.
  ///
  /// It watches `most` of them at most; none: then nothing is measured. `groups` has the group of each client, from 0,
  /// or is empty if groups are not told apart.
  package init(
    from: Instant, lists: Int, clients: [[UInt32]], most: Int = OrderMeter.most,
    groups: [UInt16] = []
  ) {
    self.from = from
    tallies = OrderTallies(groups: groups.max().map { Int($0) + 1 } ?? 0)
    numbers = Array(repeating: -1, count: clients.count)
    viewers = Array(repeating: [], count: lists)
    server = Array(repeating: SortedMap(), count: lists)
    let count = min(most, clients.count)
    for number in 0..<count {
      let client = number * clients.count / count
      numbers[client] = Int32(number)
      let group = client < groups.count ? Int(groups[client]) : nil
      watched.append(WatchedClient(from: from, group: group))
      // A list that appears twice is shown once.
      for (place, list) in clients[client].enumerated()
      where !clients[client][..<place].contains(list) {
        viewers[Int(list)].append(number)
      }
    }
  }

  /// Takes in a step.
  package mutating func observe(_ step: Step) {
    if watched.isEmpty { return }
    switch step.kind {
    case .meant: log.mean(step)
    case .sent: send(step)
    case .arrived:
      if step.y == 0 { log.arrive(step) } else { arrive(step) }
    case .taken: log.take(step)
    case .refused, .served: log.pass(step)
    case .committed: commit(step)
    case .heard:
      guard let number = number(of: step.client) else { return }
      watched[number].hear(step)
    case .asked:
      guard let number = number(of: step.client) else { return }
      // Who loads pages shows more than the window that was opened.
      watched[number].scope = watched[number].scope == .nothing ? .nothing : .shownRows
      let server = list(watched[number].list)
      watched[number].compareAll(with: server, at: step.at, &tallies)
    case .cancelled, .killed, .closed:
      guard let number = number(of: step.client) else { return }
      watched[number].close(at: step.at, log, &tallies)
    default: break
    }
  }

  /// Takes in that a client opens a list, with what it promises to show.
  package mutating func observe(_ step: Step, _ opened: OpenedScreen) {
    guard let number = number(of: step.client) else { return }
    watched[number].open(opened, at: step.at, log, &tallies)
  }

  /// Takes in a publication, with the list as it is now.
  package mutating func observe(_ step: Step, _ publication: Publication) {
    guard let number = number(of: step.client) else { return }
    let server = list(watched[number].list)
    watched[number].publish(step, publication, server, log, &tallies)
  }

  private func number(of client: UInt32) -> Int? {
    guard client < numbers.count, numbers[Int(client)] >= 0 else { return nil }
    return Int(numbers[Int(client)])
  }

  private func list(_ number: UInt32) -> SortedMap<Key, UInt64> {
    number == Step.nowhere ? SortedMap() : server[Int(number)]
  }

  /// Counts a message about somebody else's write as a push; its number is its place among those to the client.
  private mutating func send(_ step: Step) {
    guard step.at >= from, let number = number(of: step.client),
      let journey = log[step.journey], journey.client != step.client, journey.version > 0
    else { return }
    watched[number].push(step, version: journey.version, &tallies)
  }

  private mutating func arrive(_ step: Step) {
    guard let number = number(of: step.client) else { return }
    watched[number].arrive(step, log, &tallies)
  }

  private mutating func commit(_ step: Step) {
    log.commit(step)
    guard step.list < viewers.count, !viewers[Int(step.list)].isEmpty else { return }
    let list = Int(step.list)
    if step.x == 0 {
      server[list].remove(step.key)
    } else {
      server[list].set(step.x, for: step.key)
    }
    for number in viewers[list] where watched[number].list == step.list {
      let isOthers = numbers[Int(clamping: step.client), default: -1] != Int32(number)
      watched[number].commit(
        step, isMeasured: isOthers && step.at >= from, server[list], log, &tallies)
    }
  }
}

extension [Int32] {
  fileprivate subscript(place: Int, default other: Int32) -> Int32 {
    indices.contains(place) ? self[place] : other
  }
}

// What was measured.
extension OrderMeter {
  /// Checks of every client that the rows said to differ are those that do, by looking at all of them.
  package func checkInvariants() {
    for client in watched { client.checkInvariants(list(client.list)) }
  }

  /// All that was measured up to a moment, with what is still open, and the agreement of each client's arrivals: of all
  /// clients that are watched, and of each group of them.
  package func measured(at instant: Instant) -> (all: Measured, groups: [Measured]) {
    var tallies = tallies
    var all: [ArrivalOrder] = []
    var groups: [[ArrivalOrder]] = Array(repeating: [], count: tallies.groups.count)
    for var client in watched {
      let waiting = client.waitingCommits
      tallies.add(of: client.group) {
        $0.neverSeen.hits += waiting
        $0.neverSeen.count += waiting
      }
      client.close(at: instant, log, &tallies)
      client.finish(&tallies)
      guard client.order.received > 1 else { continue }
      all.append(client.order)
      if let group = client.group { groups[group].append(client.order) }
    }
    tallies.mergeDensities()
    return ((tallies.all, all), Array(zip(tallies.groups, groups)))
  }

  /// The measurements of some clients, with how the pushes of each arrived.
  package typealias Measured = (tally: OrderTally, flows: [ArrivalOrder])
}
