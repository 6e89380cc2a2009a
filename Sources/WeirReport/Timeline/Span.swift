// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirMetrics
import WeirTrace

/// The events in a span of a run's time, as counts.
package struct Span: Sendable {
  /// The kinds of events that are counted.
  package enum Count: Int, Hashable, Sendable, CaseIterable {
    /// Writes that people meant, and that were committed.
    case writes, commits
    /// Messages, transmissions that were lost, requests turned away, writes refused for another reason.
    case messages, lost, overloads, rejected
    /// Rows that list views inserted, removed, moved and reloaded.
    case inserts, deletes, moves, updates
    /// Batches on which a real list view would have crashed, apps started again, lists asked for
    /// again.
    case faults, restarts, resyncs
  }

  private var counts = [Int](repeating: 0, count: Count.allCases.count)
  /// The lengths of time that were complete in the span, in the order of `Sample.Series`.
  package internal(set) var latencies = Sample.Series.allCases.map { _ in CoarseLatencyHistogram() }
  /// The number of clients that were connected at the end.
  package private(set) var connected: Int
  /// The fewest clients that were connected at once.
  package private(set) var fewestConnected: Int

  /// A span in which nothing has happened yet.
  init(connected: Int) {
    self.connected = connected
    fewestConnected = connected
  }

  /// The number of times something happened.
  package subscript(count: Count) -> Int { counts[count.rawValue] }

  /// The lengths of a series.
  package subscript(series: Sample.Series) -> CoarseLatencyHistogram { latencies[series.place] }

  /// `true` if nothing that is counted happened.
  package var isEmpty: Bool {
    counts.allSatisfy { $0 == 0 } && latencies.allSatisfy { $0.count == 0 }
  }

  /// `true` if a client wrote, was answered, or saw a list change or its app die.
  ///
  /// Messages alone do not count as work: connections are kept alive as long as a run lasts.
  var isWork: Bool {
    let kinds: [Count] = [
      .writes, .commits, .overloads, .rejected, .inserts, .deletes, .moves, .updates, .faults,
      .restarts,
    ]
    return kinds.contains { self[$0] > 0 }
      || [.postToSeen, .writeToAck].contains { self[$0].count > 0 }
  }

  mutating func connect(_ count: Int) {
    connected = count
    fewestConnected = min(fewestConnected, count)
  }

  mutating func observe(_ step: Step) {
    func add(_ count: Count, _ number: Int = 1) { counts[count.rawValue] += number }
    switch step.kind {
    case .meant: add(.writes)
    case .committed where step.journey != 0: add(.commits)
    case .sent:
      add(.messages)
      add(.lost, Int(step[Step.Sent.lost]))
    case .refused: add(.overloads)
    case .answered where step.x > 1: add(.rejected)
    case .published:
      add(.deletes, Int(step[Step.Published.deletes]))
      add(.inserts, Int(step[Step.Published.inserts]))
      add(.moves, Int(step[Step.Published.moves]))
      add(.updates, Int(step[Step.Published.updates]))
    case .faulted: add(.faults)
    case .killed: add(.restarts)
    case .resynced: add(.resyncs)
    default: break
    }
  }

  /// Adds the span that follows.
  mutating func merge(_ next: Span) {
    for place in counts.indices { counts[place] += next.counts[place] }
    for place in latencies.indices { latencies[place].merge(next.latencies[place]) }
    connected = next.connected
    fewestConnected = min(fewestConnected, next.fewestConnected)
  }
}
