// SPDX-License-Identifier: Apache-2.0

/// The operations on one path that the server has not answered, in the order in which they may write.
///
/// Those before ``written`` have written. The next one may write at once if it need not know
/// what stands there, and otherwise when all before it were answered.
struct Line: Sendable {
  private(set) var numbers: [UInt32] = []
  private(set) var written = 0

  var isEmpty: Bool { numbers.isEmpty }

  /// The operation whose turn is next, if there is one.
  var next: UInt32? { written < numbers.count ? numbers[written] : nil }

  mutating func append(_ number: UInt32) { numbers.append(number) }

  /// The next one has written.
  mutating func advance() { written += 1 }

  mutating func remove(_ number: UInt32) {
    guard let place = numbers.firstIndex(of: number) else { return }
    numbers.remove(at: place)
    if place < written { written -= 1 }
  }
}
