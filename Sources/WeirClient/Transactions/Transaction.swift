// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// A transaction that has not ended.
struct Transaction: Sendable {
  /// The number of times it is sent before it is given up.
  static let mostSends = 25

  /// The progress of a transaction.
  enum Progress: Sendable {
    /// Its update was run, and the result is to be sent.
    case run
    /// The result is on its way.
    case sent
    /// It is to end as soon as its write is undone.
    case failed(TransactionEnd)
  }

  let id: UInt32
  let path: Path
  let journey: UInt32
  let isVisible: Bool
  let update: TransactionUpdate
  /// The registration that keeps the data here while it runs.
  var registration: UInt32?
  var progress = Progress.run
  /// The end that it comes to if what is on its way is turned away.
  var doom: TransactionEnd?
  /// The write that stands for its last result in the views.
  var write: UInt32 = 0
  /// The fingerprint of what the last run found.
  var found: UInt64 = 0
  /// The last result, server values not filled in.
  var result = Node.null
  var sends = 0
  var runs = 0

  init(
    id: UInt32, path: Path, journey: UInt32, isVisible: Bool, update: TransactionUpdate
  ) {
    self.id = id
    self.path = path
    self.journey = journey
    self.isVisible = isVisible
    self.update = update
  }

  var isRun: Bool { if case .run = progress { true } else { false } }

  var isSent: Bool { if case .sent = progress { true } else { false } }

  /// `true` if the transaction and a path have something in common.
  func concerns(_ other: Path) -> Bool { path.leads(below: other) || other.leads(below: path) }
}
