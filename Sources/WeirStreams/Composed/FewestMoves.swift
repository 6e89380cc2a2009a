import WeirCore
import WeirDiff

/// Finds the fewest rows of one section that must move, when most of its rows are known to keep their order.
///
///     // [a, b, c, d] → [b, c, a, d]: only a is a candidate, and a moves
///     FewestMoves(candidates: [(from: 0, to: 2)], departed: [], arrived: [], oldCount: 4).moves
///     // [(from: 0, to: 2)]
///
/// Rows that are neither candidates nor come nor go keep their order among themselves. Between two places where
/// something else lies they are one block, which stays or moves as a whole. The promise is that of a diff: as few
/// moves as can be, and of several choices the one that `ChangeSet.moves` names.
///
/// - Complexity: O(*k* log *k*) for *k* rows that are candidates, come or go, however long the section is.
struct FewestMoves {
  /// The rows that move, without an order.
  private(set) var moves: [(from: Int, to: Int)] = []

  /// Rows that stay or move together.
  private struct Block {
    var from: Int
    var to: Int
    var count: Int
    /// How many rows that keep their order stand before it; −1 for a candidate.
    var start: Int
  }

  private let gone: [Int]
  private let come: [Int]
  private var blocks: [Block]

  /// Looks at a section of `oldCount` rows.
  ///
  /// `departed` are old places, `arrived` new ones of rows that come to the section or leave it, without an order.
  init(
    candidates: [(from: Int, to: Int)], departed: [Int], arrived: [Int], oldCount: Int
  ) {
    gone = (departed + candidates.map(\.from)).sorted()
    come = (arrived + candidates.map(\.to)).sorted()
    blocks = candidates.map { Block(from: $0.from, to: $0.to, count: 1, start: -1) }
    addBlocks(candidates, keptCount: oldCount - gone.count)
    blocks.sort { $0.to < $1.to }
    let isKept = keptBlocks()
    for (block, isKept) in zip(blocks, isKept) where !isKept { move(block) }
  }

  /// Parts the rows that keep their order wherever a candidate came from or goes to.
  private mutating func addBlocks(_ candidates: [(from: Int, to: Int)], keptCount: Int) {
    var cuts = [0, keptCount]
    for candidate in candidates {
      cuts.append(candidate.from - Self.count(of: gone, below: candidate.from))
      cuts.append(candidate.to - Self.count(of: come, below: candidate.to))
    }
    cuts.sort()
    for (start, end) in zip(cuts, cuts.dropFirst()) where start < end {
      blocks.append(
        Block(
          from: Self.place(of: start, without: gone), to: Self.place(of: start, without: come),
          count: end - start, start: start))
    }
  }

  /// Whether each block, in the new order, belongs to the heaviest run that is in the old order, too.
  private func keptBlocks() -> [Bool] {
    var isKept = [Bool](repeating: false, count: blocks.count)
    let byOldPlace = blocks.indices.sorted { blocks[$0].from < blocks[$1].from }
    var rankOfBlock = [Int](repeating: 0, count: blocks.count)
    for (rank, block) in byOldPlace.enumerated() { rankOfBlock[block] = rank }
    var heaviest = PrefixMaximum(count: blocks.count)
    var previous = [Int?](repeating: nil, count: blocks.count)
    // For each weight, the block that ends a run of it first in the old list; looked up, never walked.
    var holders: [Int: Int] = [:]
    var best = 0
    for (number, block) in blocks.enumerated() {
      let before = heaviest.maximum(below: rankOfBlock[number])
      let weight = before + block.count
      previous[number] = holders[before]
      if holders[weight].map({ block.from < blocks[$0].from }) ?? true { holders[weight] = number }
      heaviest.raise(rankOfBlock[number], to: weight)
      best = max(best, weight)
    }
    var kept = holders[best]
    while let block = kept {
      isKept[block] = true
      kept = previous[block]
    }
    return isKept
  }

  private mutating func move(_ block: Block) {
    if block.start < 0 {
      moves.append((from: block.from, to: block.to))
      return
    }
    for row in block.start..<(block.start + block.count) {
      moves.append(
        (from: Self.place(of: row, without: gone), to: Self.place(of: row, without: come)))
    }
  }

  /// How many of the sorted places stand before `place`.
  private static func count(of places: [Int], below place: Int) -> Int {
    partition(places.count) { places[$0] >= place }
  }

  /// The place of the `row`th of the rows that are left without those at the sorted places.
  private static func place(of row: Int, without places: [Int]) -> Int {
    row + partition(places.count) { places[$0] - $0 > row }
  }

  /// The first number below `count` for which `isBeyond` holds, as it does for all that follow.
  private static func partition(_ count: Int, _ isBeyond: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The largest number before any place of a row of numbers that only grow: a Fenwick tree.
private struct PrefixMaximum {
  private var tree: [Int]

  init(count: Int) { tree = [Int](repeating: 0, count: count + 1) }

  /// The largest of the first `place` numbers; 0 if there are none.
  func maximum(below place: Int) -> Int {
    var largest = 0
    var node = place
    while node > 0 {
      largest = max(largest, tree[node])
      node &= node - 1
    }
    return largest
  }

  mutating func raise(_ place: Int, to number: Int) {
    var node = place + 1
    while node < tree.count {
      tree[node] = max(tree[node], number)
      node += node & -node
    }
  }
}
