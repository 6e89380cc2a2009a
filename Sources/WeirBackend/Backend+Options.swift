// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Backend {
  /// The settings of a backend: its capacity, its limits and its rules.
  package struct Options: Sendable {
    /// The number of requests that are served at once; nil: any number.
    package var servers: Int?
    /// The time for which a request is served.
    package var service: QuantileTable
    /// The number of requests that may wait; nil: any number.
    package var queue: Int?
    /// A session that is silent for longer is over; nil: it never is.
    package var sessionTimeout: Interval?
    /// `true` if a writer is answered before its own listeners are told what it wrote.
    ///
    /// That is wrong, and clients must bear it: what they show may flicker.
    package var answersBeforeData = false
    /// The number of requests that a session may make in a while; nil: any number.
    package var pace: Pace?
    /// The limit on what a session may write; nil: none.
    package var quota: Quota?
    /// The number of copies of the tree that serve listens; client *c* listens to copy *c* mod
    /// `replicas`.
    package var replicas = 1
    /// The delay of all copies but the first one.
    package var lag = Interval.zero
    /// The manners in which it serves pages.
    package var pages = PageManners()
    /// The rules on reading and writing; nil: every client may read and write everything.
    package var permissions: Permissions?
    /// `true` if a ``Degradation`` may put the copies behind; half of the clients then listen to a copy even where
    /// `replicas` is 1.
    package var mayFallBehind = false
    /// The seed of what is drawn in a ``Degradation``.
    package var seed: UInt64 = 0
    /// The probability that the backend misbehaves at each visit of a ``BuggifyPoint`` that is live.
    package var buggify = Ratio.zero

    /// Makes options; without more words any number is served at once.
    package init(servers: Int? = nil, service: QuantileTable, queue: Int? = nil) {
      self.servers = servers
      self.service = service
      self.queue = queue
    }
  }

  /// The limit on what a session may write before it is closed.
  package struct Quota: Hashable, Sendable {
    /// The bytes of keys and leaves that it may write.
    package var bytes: Int
    /// The time for which the client is to stay away then.
    package var wait: Interval

    /// Makes a quota.
    package init(bytes: Int, wait: Interval) {
      self.bytes = bytes
      self.wait = wait
    }
  }
}
