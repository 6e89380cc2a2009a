// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirMetrics

/// Every *k*-th measurement of a series, *k* being as small as the room allows.
package struct Dots: Sendable {
  /// The measurements that are kept, in the order of time.
  package private(set) var kept: [Sample] = []
  /// The number of measurements, those that are not kept included.
  package private(set) var count = 0
  /// Every how many-th one is kept.
  package private(set) var every = 1

  /// None.
  init() {}

  mutating func add(_ sample: Sample) {
    defer { count += 1 }
    guard count % every == 0 else { return }
    kept.append(sample)
    if kept.count > RunTimeline.mostDots {
      kept = stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
      every *= 2
    }
  }
}
