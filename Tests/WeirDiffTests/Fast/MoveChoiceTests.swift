// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

/// The choice of the rows that stay when others move, against a judge that tries all pairs.
@Suite struct MoveChoiceTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the rows that stay are those that the rule names, in any order of rows`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "choice")
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    for shape in 0..<6 {
      let old = Array(0..<(20 + stream.index(below: 180)))
      let new = reordered(old, shape, &stream)
      diff(values: old, to: new, into: &changes, workspace: &workspace)
      #expect(changes.moves == namedMoves(old, new), "shape \(shape)")
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `of long stretches those stay that the rule names`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "stretches")
    var (changes, workspace) = (ChangeSet(), DiffWorkspace())
    for _ in 0..<3 {
      // Few lengths, so that many chains are equally heavy, and more stretches than are searched near the top.
      var stretches: [[Int]] = [Array(0..<90)]
      for _ in 0..<(10 + stream.index(below: 14)) {
        let start = stretches[stretches.count - 1][0] + stretches[stretches.count - 1].count
        stretches.append(Array(start..<(start + 17 * (1 + stream.index(below: 3)))))
      }
      let old = stretches.flatMap { $0 }
      for _ in 0..<(1 + stream.index(below: 8)) {
        let stretch = stretches.remove(at: 1 + stream.index(below: stretches.count - 1))
        stretches.insert(stretch, at: 1 + stream.index(below: stretches.count))
      }
      // A new row before the first stretch, so that the walk has something to go past.
      let new = [10_000] + stretches.flatMap { $0 }
      diff(values: old, to: new, into: &changes, workspace: &workspace)
      #expect(changes.moves == namedMoves(old, new))
    }
  }

  @Test func `of two stretches as long, the one that comes first in the old list stays`() {
    let (first, a, b, last) = (0..<90, 90..<120, 120..<150, 150..<200)
    // New rows at both ends, so that neither end is common.
    let new = [1_000] + [first, b, a, last].flatMap { Array($0) } + [1_001]
    let moves = diff(values: Array(0..<200), to: new).moves
    #expect(moves.map(\.from.row) == b.map { Int32($0) })
  }

  @Test func `of two chains of stretches as heavy, the one that ends first in the old list stays`()
  {
    // Twelve steps of 20 rows go up; "wide" has as many rows as the four steps that it would replace before "last".
    let first = 0..<90
    let low = 90..<130  // two steps
    let wide = 130..<210
    let middle = 210..<290  // four steps
    let last = 290..<690
    let high = 690..<810  // six steps
    let old = Array(0..<810)
    let steps = [low, middle, high].flatMap { Array($0) }
    // Steps that do not follow one another in the new list are stretches of their own.
    let apart = steps.indices.flatMap { place in
      (place % 20 == 0 ? [2_000 + place] : []) + [steps[place]]
    }
    let new = [1_000] + Array(first) + apart + Array(wide) + Array(last) + [1_001]
    let moves = diff(values: old, to: new).moves
    #expect(moves == namedMoves(old, new))
    #expect(moves.map(\.from.row) == (Array(middle) + Array(high)).map { Int32($0) })
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `lists in any order that agree here and there by accident lose nothing`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "accident")
    var (changes, plain, workspace) = (ChangeSet(), ChangeSet(), DiffWorkspace())
    let old = (0..<600).map { Letter(id: $0) }
    var new = old
    stream.shuffle(&new)
    // The walk meets a few rows, which change, and then gives up.
    for place in [3, 4, 9] {
      if let from = new.firstIndex(where: { $0.id == place }) { new.swapAt(place, from) }
      new[place].look = 1
    }
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    diffHashingEverything(from: old, to: new, into: &plain, workspace: &workspace)
    #expect(changes == plain)
    #expect(changes.updates.count == 3)
    // With twins it is the walk that says who pairs with whom.
    new.append(new[3])
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes.inserts == [600])
    #expect(!changes.moves.contains { $0.to == 3 && $0.from != 3 })
    // Even if the twin that comes stands first.
    new.removeLast()
    let gone = new[1].id
    new[1] = new[9]
    diff(from: old, to: new, into: &changes, workspace: &workspace)
    #expect(changes.inserts == [1])
    #expect(changes.deletes == [Place(Int32(gone))])
  }
}

/// Returns a list without twins in another order: rows anywhere, a few rows moved, stretches moved,
/// and orders of an enemy.
private func reordered(_ old: [Int], _ shape: Int, _ stream: inout RandomStream) -> [Int] {
  var new = old
  switch shape {
  case 0: stream.shuffle(&new)
  case 1:
    for _ in 0..<(new.count / 12) {
      new.insert(
        new.remove(at: stream.index(below: new.count)), at: stream.index(below: new.count))
    }
  case 2:
    for _ in 0..<5 {
      let from = stream.index(below: new.count - 9)
      let block = Array(new[from..<(from + 9)])
      new.removeSubrange(from..<(from + 9))
      new.insert(contentsOf: block, at: stream.index(below: new.count))
    }
  case 3:
    new = new.filter { $0 % 2 == 0 } + new.filter { $0 % 2 == 1 }.reversed()
  case 4:
    let teeth = 2 + stream.index(below: 9)
    new = (0..<teeth).flatMap { tooth in old.filter { $0 % teeth == tooth } }
  default:
    stream.shuffle(&new)
    new = new.flatMap { $0 % 3 == 0 ? [1_000 + $0] : $0 % 3 == 1 ? [$0, 2_000 + $0] : [$0] }
  }
  return new
}

/// The moves by the rule of ``ChangeSet/moves``, in quadratic time.
private func namedMoves(_ old: [Int], _ new: [Int]) -> [ChangeSet.Move] {
  // The number of a row is its place in the old list.
  let stayers = new.indices.filter { new[$0] < old.count }
  var lengths: [Int: Int] = [:]
  for place in stayers {
    let before = stayers.prefix { $0 < place }.filter { new[$0] < new[place] }
    lengths[place] = 1 + (before.compactMap { lengths[$0] }.max() ?? 0)
  }
  var kept: Set<Int> = []
  var (wanted, limit) = (lengths.values.max() ?? 0, (old: old.count, new: new.count))
  while wanted > 0 {
    let choice = stayers.filter {
      lengths[$0] == wanted && $0 < limit.new && new[$0] < limit.old
    }.min { new[$0] < new[$1] }
    guard let choice else { break }
    kept.insert(choice)
    limit = (new[choice], choice)
    wanted -= 1
  }
  return stayers.filter { !kept.contains($0) }.map {
    ChangeSet.Move(from: Place(Int32(new[$0])), to: Place(Int32($0)))
  }
}
