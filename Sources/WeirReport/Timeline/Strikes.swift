// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTrace

/// The times at which faults struck, with the number of clients each time.
package struct Strikes: Sendable {
  /// The greatest number of strikes that are kept.
  package static let most = 256

  /// A time that a fault struck.
  package struct Strike: Hashable, Sendable {
    /// The index of the fault among those of the run.
    package var fault: Int
    /// The moment at which it began.
    package var from: Instant
    /// The moment at which it was over; the same for what happens at a moment, nil for what never ended.
    package var until: Instant?
    /// The number of clients that it hit; 0: it hit the server, or all.
    package var clients: Int
  }

  /// The first ones, in the order of time.
  package private(set) var kept: [Strike] = []
  /// The number of strikes.
  package private(set) var count = 0

  /// None.
  init() {}

  mutating func begin(_ step: Step) {
    let hit = step.client == Step.nobody ? 0 : 1
    // A strike is told for each client that it hits, all at one moment.
    let place = kept.indices.reversed().prefix { kept[$0].from == step.at }
      .first { kept[$0].fault == Int(step.x) }
    if let place {
      kept[place].clients += hit
      return
    }
    if isTold(step) { return }
    count += 1
    last = (step.x, step.at)
    guard kept.count < Self.most else { return }
    let lasts = Int64(bitPattern: step.y)
    kept.append(
      Strike(
        fault: Int(step.x), from: step.at,
        until: lasts < 0 ? nil : step.at + Interval(nanoseconds: lasts), clients: hit))
  }

  mutating func end(_ step: Step) {
    guard count == kept.count, let place = kept.lastIndex(where: { $0.fault == Int(step.x) }) else {
      return
    }
    let known = kept[place].until ?? step.at
    kept[place].until = min(known, step.at)
  }

  /// The last strike that was counted, kept or not.
  private var last: (fault: UInt64, at: Instant)?

  private func isTold(_ step: Step) -> Bool {
    last.map { $0.fault == step.x && $0.at == step.at } ?? false
  }
}
