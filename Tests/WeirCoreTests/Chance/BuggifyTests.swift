// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct BuggifyTests {
  private let points = ["serves late", "answers late", "says too much"]

  private func buggify(
    _ points: [String], seed: UInt64, of machine: String = "backend"
  ) -> Buggify {
    Buggify(seed: seed, points, of: machine, chance: Ratio(1, of: 5))
  }

  /// Returns the outcomes of a hundred visits of a point.
  private func visits(_ buggify: Buggify, _ point: Int) -> [Bool] {
    var buggify = buggify
    return (0..<100).map { _ in buggify.fires(point) }
  }

  @Test func `none never fires, nor does a chance of nothing`() {
    for seed in 0..<20 as Range<UInt64> {
      let never = Buggify(seed: seed, points, of: "backend", chance: .zero)
      for point in points.indices { #expect(!visits(never, point).contains(true)) }
    }
    for point in 0..<64 { #expect(!visits(.none, point).contains(true)) }
  }

  @Test func `one point in four is live in a run, the same ones in all machines`() {
    var count = 0
    for seed in 0..<1000 as Range<UInt64> {
      let backend = buggify(points, seed: seed)
      let client = buggify(points, seed: seed, of: "client")
      for point in points.indices {
        #expect(backend.isLive(point) == client.isLive(point))
        if backend.isLive(point) { count += 1 }
      }
    }
    #expect((650...850).contains(count), "\(count) of 3000")
  }

  @Test func `a live point fires with its chance, one that is not live never does`() {
    var (fired, asked) = (0, 0)
    for seed in 0..<200 as Range<UInt64> {
      let backend = buggify(points, seed: seed)
      for point in points.indices {
        let met = visits(backend, point)
        if backend.isLive(point) {
          fired += met.count { $0 }
          asked += met.count
        } else {
          #expect(!met.contains(true))
        }
      }
    }
    #expect(abs(fired * 5 - asked) < asked / 10, "\(fired) of \(asked)")
  }

  @Test func `one more point, or another order of asking, changes no other draw`() {
    for seed in 0..<100 as Range<UInt64> {
      let few = buggify(points, seed: seed)
      let many = buggify(["new"] + points, seed: seed)
      for point in points.indices {
        #expect(few.isLive(point) == many.isLive(point + 1))
        if few.isLive(point), many.isLive(point + 1) {
          #expect(visits(few, point) == visits(many, point + 1))
        }
      }
      var other = few
      for point in points.indices where point != 1 { _ = other.fires(point) }
      #expect(visits(few, 1) == visits(other, 1))
    }
  }
}
