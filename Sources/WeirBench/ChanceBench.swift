// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// Random draws and the digest: what every simulated message pays for.
enum ChanceBench {
  static let all: [Benchmark] = [
    Benchmark(
      name: "chance/next", subject: { next($0.scaled(size), &$0) },
      twin: { systemNext($0.scaled(size), &$0) }, floor: { congruence($0.scaled(size), &$0) }),
    Benchmark(
      name: "chance/below", subject: { below($0.scaled(size), &$0) },
      twin: { remainder($0.scaled(size), &$0) }, floor: { congruence($0.scaled(size), &$0) }),
    Benchmark(
      name: "chance/draw", goal: 1.2, subject: { draw($0.scaled(size), &$0) },
      twin: { search($0.scaled(size), &$0) }, floor: { congruence($0.scaled(size), &$0) }),
    Benchmark(
      name: "digest/absorb", goal: 1, subject: { absorb($0.scaled(size), &$0) },
      twin: { bytewise($0.scaled(size), &$0) }, floor: { exclusiveOr($0.scaled(size), &$0) }),
  ]

  private static let size = 10_000_000

  // MARK: Draws

  private static func next(_ count: Int, _ timer: inout Timer) {
    var stream = RandomStream(seed: 1, "bench")
    var sum: UInt64 = 0
    timer.start()
    for _ in 0..<count { sum &+= stream.next() }
    timer.stop(after: count)
    consume(sum)
  }

  /// The twin of ``next``: SplitMix64, the textbook generator.
  private static func systemNext(_ count: Int, _ timer: inout Timer) {
    var state: UInt64 = 1
    var sum: UInt64 = 0
    timer.start()
    for _ in 0..<count {
      state &+= 0x9E37_79B9_7F4A_7C15
      sum &+= scrambled(state)
    }
    timer.stop(after: count)
    consume(sum)
  }

  private static func below(_ count: Int, _ timer: inout Timer) {
    var stream = RandomStream(seed: 1, "bench")
    var sum: UInt64 = 0
    timer.start()
    for index in 0..<count { sum &+= stream.below(UInt64(index) & 1023 + 1) }
    timer.stop(after: count)
    consume(sum)
  }

  /// The twin of ``below``: a division, which also favours small numbers.
  private static func remainder(_ count: Int, _ timer: inout Timer) {
    var stream = RandomStream(seed: 1, "bench")
    var sum: UInt64 = 0
    timer.start()
    for index in 0..<count { sum &+= stream.next() % (UInt64(index) & 1023 + 1) }
    timer.stop(after: count)
    consume(sum)
  }

  /// The floor of a draw: a linear congruence, one multiplication.
  private static func congruence(_ count: Int, _ timer: inout Timer) {
    var weather = Weather()
    var sum: UInt64 = 0
    timer.start()
    for _ in 0..<count { sum &+= weather.bits() }
    timer.stop(after: count)
    consume(sum)
  }

  // MARK: Quantile tables

  /// The edges of a curve that climbs ever faster, as delays do.
  private static let edges: [Int64] = (0..<QuantileTable.edgeCount).map { Int64($0 * $0 * 600) }

  private static func draw(_ count: Int, _ timer: inout Timer) {
    let table = QuantileTable(edges: edges)
    var stream = RandomStream(seed: 1, "bench")
    var sum: UInt64 = 0
    timer.start()
    for _ in 0..<count { sum &+= UInt64(bitPattern: table.draw(&stream).nanoseconds) }
    timer.stop(after: count)
    consume(sum)
  }

  /// The twin of ``draw``: a binary search in the cumulative table.
  private static func search(_ count: Int, _ timer: inout Timer) {
    let bounds = (0..<257).map { UInt64($0) << 56 }
    let edges = edges
    var stream = RandomStream(seed: 1, "bench")
    var sum: UInt64 = 0
    timer.start()
    for _ in 0..<count {
      let bits = stream.next()
      var (low, high) = (0, 256)
      while low + 1 < high {
        let middle = (low + high) / 2
        if bounds[middle] <= bits { low = middle } else { high = middle }
      }
      sum &+= UInt64(bitPattern: edges[low])
    }
    timer.stop(after: count)
    consume(sum)
  }

  // MARK: Digests

  private static func absorb(_ count: Int, _ timer: inout Timer) {
    var digest = Digest()
    timer.start()
    for index in 0..<count { digest.absorb(UInt64(index), 7) }
    timer.stop(after: count)
    consume(digest.word)
  }

  /// The twin of ``absorb``: FNV-1a, byte by byte.
  private static func bytewise(_ count: Int, _ timer: inout Timer) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    timer.start()
    for index in 0..<count {
      for word in [UInt64(index), 7] {
        for byte in 0..<8 as Range<UInt64> {
          hash = (hash ^ (word >> (8 * byte) & 255)) &* 0x0000_0100_0000_01B3
        }
      }
    }
    timer.stop(after: count)
    consume(hash)
  }

  /// The floor of a digest: each word is mixed in with one rotation.
  private static func exclusiveOr(_ count: Int, _ timer: inout Timer) {
    var state: UInt64 = 1
    timer.start()
    for index in 0..<count {
      state = ((state << 23) | (state >> 41)) ^ UInt64(index)
      state = ((state << 23) | (state >> 41)) ^ 7
    }
    timer.stop(after: count)
    consume(state)
  }
}
