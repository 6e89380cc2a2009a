import WeirCore
import WeirScenario

// What clients and the backend suffer.
extension World {
  /// A fault that is none of links strikes.
  mutating func suffer(_ fault: Int, _ victims: [UInt32], until end: Instant) {
  }

  /// A fault that is none of links is over.
  mutating func recover(from fault: Int, _ victims: [UInt32]) {
  }
}
