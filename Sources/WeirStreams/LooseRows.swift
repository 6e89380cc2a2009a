// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Finds the fewest moves that say what rows of new ranks do to a list, without looking at the others.
///
/// Rows whose rank stayed keep their order, so that all of them between two places where a row of a new rank
/// stood or stands are one block. What stays is the heaviest chain of blocks and such rows that rises in both
/// lists; of several as heavy it is the one that ``diff(from:to:)`` finds.
///
/// - Complexity: O(*k* log *k*) for *k* rows that come, go or have a new rank.
struct LooseRows: Sendable {
  /// A row of a new rank, where it was, and where it is.
  struct Loose: Sendable {
    var old: Int32
    var new: Int32
    /// The number of the other rows that stay and come before it, then and now.
    var fixedBefore: (old: Int32, new: Int32) = (0, 0)
    var oldOrder: Int32 = 0
    var stays = false
  }

  /// Rows that keep their order among all that stay, by number.
  private struct Block {
    var start: Int32
    var count: Int32
    var oldOrder: Int32 = 0
    var stays = false
  }

  /// The rows of new ranks.
  private(set) var loose: [Loose] = []
  private var blocks: [Block] = []
  /// Places in the old list, and in the new one, without a row of a block.
  private var oldGaps: [Int32] = []
  private var newGaps: [Int32] = []
  private var cuts: [Int32] = []
  /// The chain's links, in the order of the new list.
  private var links: [Link] = []
  /// A tree of the best chains that end at or before an old place: links by number, or −1.
  private var best: [Int32] = []

  /// A block or a loose row at the end of a chain.
  private struct Link {
    /// The block, or the loose row beyond all blocks.
    var who: Int32
    var oldOrder: Int32
    /// The number of rows that the heaviest chain has that ends here.
    var weight: Int32
    /// The link before it in that chain, or −1.
    var previous: Int32
  }

  mutating func add(old: Int32, new: Int32) { loose.append(Loose(old: old, new: new)) }

  mutating func removeAll() { loose.removeAll(keepingCapacity: true) }

  /// Writes the moves; `oldCount` is the length of the list before.
  mutating func findMoves(_ changes: inout ChangeSet, oldCount: Int) {
    if loose.isEmpty { return }
    cut(changes, oldCount: oldCount)
    order()
    chain()
    for row in loose where !row.stays {
      changes.moves.append(.init(from: Place(row.old), to: Place(row.new)))
    }
    for block in blocks where !block.stays {
      for number in block.start..<block.start + block.count {
        changes.moves.append(
          .init(
            from: Place(Self.place(of: number, oldGaps)), to: Place(Self.place(of: number, newGaps))
          ))
      }
    }
    changes.moves.sort { $0.to < $1.to }
  }

  /// Cuts the other rows into blocks.
  private mutating func cut(_ changes: ChangeSet, oldCount: Int) {
    Self.fill(&oldGaps, changes.deletes, loose.lazy.map(\.old))
    Self.fill(&newGaps, changes.inserts, loose.lazy.map(\.new))
    let fixedCount = Int32(oldCount - oldGaps.count)
    cuts.removeAll(keepingCapacity: true)
    cuts.append(0)
    cuts.append(fixedCount)
    for place in loose.indices {
      let row = loose[place]
      let before = (
        old: row.old - Self.rank(of: row.old, oldGaps),
        new: row.new - Self.rank(of: row.new, newGaps)
      )
      loose[place].fixedBefore = before
      cuts.append(before.old)
      cuts.append(before.new)
    }
    cuts.sort()
    blocks.removeAll(keepingCapacity: true)
    for (start, end) in zip(cuts, cuts.dropFirst()) where start < end {
      blocks.append(Block(start: start, count: end - start))
    }
  }

  /// Numbers blocks and loose rows by the old list, and lines them up by the new one.
  private mutating func order() {
    loose.sort { $0.old < $1.old }
    var next = 0
    var number: Int32 = 0
    for place in blocks.indices {
      while next < loose.count, loose[next].fixedBefore.old <= blocks[place].start {
        loose[next].oldOrder = number
        number += 1
        next += 1
      }
      blocks[place].oldOrder = number
      number += 1
    }
    for rest in next..<loose.count { loose[rest].oldOrder = number + Int32(rest - next) }
    loose.sort { $0.new < $1.new }
    links.removeAll(keepingCapacity: true)
    next = 0
    for place in blocks.indices {
      while next < loose.count, loose[next].fixedBefore.new <= blocks[place].start {
        append(loose: next)
        next += 1
      }
      links.append(
        Link(
          who: Int32(place), oldOrder: blocks[place].oldOrder, weight: blocks[place].count,
          previous: -1))
    }
    for rest in next..<loose.count { append(loose: rest) }
  }

  private mutating func append(loose place: Int) {
    links.append(
      Link(
        who: Int32(blocks.count + place), oldOrder: loose[place].oldOrder, weight: 1, previous: -1))
  }

  /// Marks what stays.
  private mutating func chain() {
    best.removeAll(keepingCapacity: true)
    best.append(contentsOf: repeatElement(-1, count: links.count + 1))
    var end: Int32 = -1
    for place in links.indices {
      var below: Int32 = -1
      var node = Int(links[place].oldOrder)
      while node > 0 {
        below = better(below, best[node])
        node &= node - 1
      }
      links[place].previous = below
      if below >= 0 { links[place].weight += links[Int(below)].weight }
      node = Int(links[place].oldOrder) + 1
      while node <= links.count {
        best[node] = better(best[node], Int32(place))
        node += node & -node
      }
      end = better(end, Int32(place))
    }
    while end >= 0 {
      let link = links[Int(end)]
      if Int(link.who) < blocks.count {
        blocks[Int(link.who)].stays = true
      } else {
        loose[Int(link.who) - blocks.count].stays = true
      }
      end = link.previous
    }
  }

  /// Returns the heavier chain; of two as heavy the one that ends earlier in the old list.
  private func better(_ a: Int32, _ b: Int32) -> Int32 {
    if a < 0 { return b }
    if b < 0 { return a }
    let (x, y) = (links[Int(a)], links[Int(b)])
    if x.weight != y.weight { return x.weight > y.weight ? a : b }
    return x.oldOrder < y.oldOrder ? a : b
  }

  private static func fill(
    _ gaps: inout [Int32], _ places: [Place], _ loose: some Sequence<Int32>
  ) {
    gaps.removeAll(keepingCapacity: true)
    for place in places { gaps.append(place.row) }
    gaps.append(contentsOf: loose)
    gaps.sort()
  }

  /// Returns the number of gaps before a place.
  private static func rank(of place: Int32, _ gaps: [Int32]) -> Int32 {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle] < place { low = middle + 1 } else { high = middle }
    }
    return Int32(low)
  }

  /// Returns the place of the row of a number, when rows are counted without the gaps.
  private static func place(of number: Int32, _ gaps: [Int32]) -> Int32 {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle] - Int32(middle) <= number { low = middle + 1 } else { high = middle }
    }
    return number + Int32(low)
  }
}
