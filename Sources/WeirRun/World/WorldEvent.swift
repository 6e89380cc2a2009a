// SPDX-License-Identifier: GPL-3.0-or-later

/// An event of the world's queue: a kind and two numbers, packed into 63 bits.
enum WorldEvent {
  /// Client `b` starts its app for the first time.
  static let open: UInt64 = 1
  /// Entry `a` of the workload rings for client `b`.
  static let work: UInt64 = 2
  /// Message `b` arrives at the backend.
  static let up: UInt64 = 3
  /// Message `b` arrives at its client.
  static let down: UInt64 = 4
  /// The backend has served job `b`.
  static let serve: UInt64 = 5
  /// The stack of client `b` rings, in its `a`th life.
  static let batch: UInt64 = 6
  /// Client `b` rings.
  static let client: UInt64 = 7
  /// The backend rings.
  static let backend: UInt64 = 8
  /// Client `b` comes back, whom entry `a` of the workload sent away.
  static let comeBack: UInt64 = 9
  /// The backend learns that the connection of client `b` broke in its session `a`.
  static let hangUp: UInt64 = 10
  /// Client `b` learns that its connection broke in its session `a`.
  static let lost: UInt64 = 11
  /// The backend crashes for the `b`th time.
  static let crash: UInt64 = 12
  /// The backend is up again.
  static let recover: UInt64 = 13
  /// The `b`th change of the rules takes place.
  static let rules: UInt64 = 14
  /// Fault `b` strikes, or is over.
  static let fault: UInt64 = 15
  /// Client `b` starts its app again, which entry `a` of the workload killed.
  static let restart: UInt64 = 16
  /// Client `b` opens its list again, which entry `a` of the workload closed.
  static let reopen: UInt64 = 17
  /// The work is over, and machines do nothing that few expect any more.
  static let behave: UInt64 = 18
  /// The store of client `b` has done something.
  static let store: UInt64 = 19
  /// A file of client `b` moves.
  static let file: UInt64 = 20
  /// The app of client `b` may have waited long enough for a page.
  static let page: UInt64 = 21

  static func code(_ kind: UInt64, _ a: Int, _ b: UInt32) -> UInt64 {
    kind << 56 | UInt64(a & 0xFF_FFFF) << 32 | UInt64(b)
  }

  static func kind(of code: UInt64) -> UInt64 { code >> 56 }
  static func a(of code: UInt64) -> Int { Int(code >> 32 & 0xFF_FFFF) }
  static func b(of code: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: code) }
}
