/// What the world's queue holds: a kind and two numbers, packed into 63 bits.
enum WorldEvent {
  /// Client `b` opens its list.
  static let open: UInt64 = 1
  /// Entry `a` of the workload rings for client `b`.
  static let work: UInt64 = 2
  /// Message `b` arrives at the backend.
  static let up: UInt64 = 3
  /// Message `b` arrives at its client.
  static let down: UInt64 = 4
  /// The backend has served job `b`.
  static let serve: UInt64 = 5
  /// The stack of client `b` rings.
  static let batch: UInt64 = 6
  /// Client `b` looks after its unanswered requests.
  static let retry: UInt64 = 7
  /// Client `b` asks whether it missed something.
  static let ping: UInt64 = 8

  /// The most that `a` can hold.
  static let mostA = 1 << 24

  static func code(_ kind: UInt64, _ a: Int, _ b: UInt32) -> UInt64 {
    kind << 56 | UInt64(a) << 32 | UInt64(b)
  }

  static func kind(of code: UInt64) -> UInt64 { code >> 56 }
  static func a(of code: UInt64) -> Int { Int(code >> 32 & 0xFF_FFFF) }
  static func b(of code: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: code) }
}
