// SPDX-License-Identifier: Apache-2.0
import WeirDiff

extension ViewportShift {
  /// Measures the effect of a batch on `viewport`, and moves it along.
  init(
    _ viewport: inout Viewport, _ updates: BatchUpdates, before: [Int], after: [Int],
    _ permutation: BatchPermutation
  ) {
    let places = Self.places(permutation, before: before)
    let visible = viewport.visible(of: places.count)
    let offset = viewport.first
    let movers = Self.movers(updates, before: before)
    let left = visible.filter { places[$0] >= 0 }
    let anchor = left.first { !movers.contains($0) } ?? left.first
    if let anchor {
      drift = places[anchor] - anchor
      deletedBefore = places[..<anchor].count { $0 < 0 }
      insertedBefore = permutation.origins.joined().prefix(places[anchor]).count {
        $0 == BatchPermutation.nowhere
      }
      if viewport.keeps == .rows { viewport.first += drift }
    } else {
      hasLostPlace = !visible.isEmpty
    }
    viewport.clamp(to: after.reduce(0, +))
    slide = drift - (viewport.first - offset)
    if slide != 0 { direction = (slide > 0) == viewport.isFlipped ? .up : .down }
    // That the rows close up where visible ones went is what the person expects to see.
    let gap = (anchor ?? visible.lowerBound) - visible.lowerBound
    let isPushed = visible.lowerBound > 0 && (slide > 0 || slide < -gap)
    isJump = hasLostPlace || isPushed
  }

  /// Returns the rows that the app moves, counted through all sections.
  private static func movers(_ updates: BatchUpdates, before: [Int]) -> Set<Int> {
    Set(updates.moves.map { before[..<Int($0.from.section)].reduce(Int($0.from.row), +) })
  }

  /// Returns, for each row before a batch, its place after it, or −1.
  private static func places(_ permutation: BatchPermutation, before: [Int]) -> [Int] {
    var starts: [Int] = []
    var total = 0
    for count in before {
      starts.append(total)
      total += count
    }
    var places = [Int](repeating: -1, count: total)
    for (place, origin) in permutation.origins.joined().enumerated()
    where origin != BatchPermutation.nowhere {
      places[starts[Int(origin.section)] + Int(origin.row)] = place
    }
    return places
  }
}
