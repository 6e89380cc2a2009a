// SPDX-License-Identifier: GPL-3.0-or-later

/// The checksums of a load on our queue and on the floor, which must be one number: otherwise they did not do the same work.
///
///     let sums = FloorChecksums(load: "hold/post", pending: 100, turns: 1_000)
///     sums?.ours == sums?.floor  // true
package struct FloorChecksums: Equatable, Sendable {
  /// The checksum of our queue.
  package let ours: UInt64
  /// The checksum of the floor.
  package let floor: UInt64

  /// The names of the loads that have a floor in C.
  package static let loads = ["hold/post", "hold/schedule", "timeout", "messages"]

  /// Runs a load of some name on both queues; `nil` if there is no such load.
  package init?(load: String, pending: Int, turns: Int) {
    switch load {
    case "hold/post": self.init(Hold(pending: pending), turns)
    case "hold/schedule": self.init(HoldScheduled(pending: pending), turns)
    case "timeout": self.init(Requests(clients: pending), turns)
    case "messages": self.init(Messages(clients: pending), turns)
    default: return nil
    }
  }

  private init?(_ load: some QueueLoad, _ turns: Int) {
    guard let kind = load.inC, let floor = LoadInC(kind, pending: load.pending) else { return nil }
    self.floor = floor.turn(turns)
    ours = QueueBench.checksum(load, turns)
  }
}
