// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTrace

/// A single length of time that a run measured, with the moment at which it was complete.
///
/// Series keep values alone. Who wants to see each one in its place (a plot over time, a table for another
/// program) takes samples away while the run goes on, so that nothing piles up.
package struct Sample: Hashable, Sendable {
  /// The kind of length of time that is measured.
  package enum Series: String, Hashable, Sendable, CaseIterable {
    /// From meaning to post until another client's list shows it.
    case postToSeen = "post-to-seen"
    /// From meaning to write until the answer.
    case writeToAck = "write-to-ack"
    /// From opening a list until it has loaded.
    case openToRows = "open-to-rows"
    /// From asking for a page until it is there.
    case pageToRows = "page-to-rows"
    /// The time for which a request waited for a server.
    case serverWait = "server-wait"
    /// The time for which a request was in the backend.
    case serverStay = "server-stay"
    /// The time for which a message was under way.
    case messageFlight = "message-flight"
  }

  /// The series that it belongs to.
  package var series: Series
  /// The moment at which it was complete.
  package var at: Instant
  /// The length of time, in nanoseconds.
  package var nanoseconds: Int64
  /// The stage of the load that it belongs to; 0 for none.
  package var stage: UInt16
  /// The client that it is of.
  package var client: UInt32

  /// Makes a sample.
  package init(
    _ series: Series, at instant: Instant, nanoseconds: Int64, stage: UInt16 = 0,
    client: UInt32 = Step.nobody
  ) {
    self.series = series
    at = instant
    self.nanoseconds = nanoseconds
    self.stage = stage
    self.client = client
  }
}
