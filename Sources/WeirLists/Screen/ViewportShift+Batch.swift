import WeirDiff

extension ViewportShift {
  /// What a batch does to `viewport`, which follows it.
  init(_ viewport: inout Viewport, before: [Int], after: [Int], _ permutation: BatchPermutation) {
    let oldTotal = before.reduce(0, +)
    let newOfOld = Self.newPlaces(permutation, before: before)
    let visible = viewport.visible(of: oldTotal)
    let wasAtEdge = visible.lowerBound == 0
    let offset = viewport.first
    if let anchor = visible.first(where: { newOfOld[$0] >= 0 }) {
      let place = newOfOld[anchor]
      drift = place - anchor
      deletedBefore = newOfOld[..<anchor].count { $0 < 0 }
      insertedBefore = permutation.origins.joined().prefix(place).count {
        $0 == BatchPermutation.nowhere
      }
      if viewport.keeps == .rows { viewport.first += drift }
    } else {
      hasLostPlace = !visible.isEmpty
    }
    viewport.clamp(to: after.reduce(0, +))
    slide = drift - (viewport.first - offset)
    isJump = hasLostPlace || (slide != 0 && !wasAtEdge)
    if slide != 0 { direction = (slide > 0) == viewport.isFlipped ? .up : .down }
  }

  /// For each row before a batch, its place after it, or −1.
  private static func newPlaces(_ permutation: BatchPermutation, before: [Int]) -> [Int] {
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
