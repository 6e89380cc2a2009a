// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff

import WeirLists

/// A list, a batch, and the list that the batch should lead to; nearly always legal.
struct RandomBatch {
  var old: [[Letter]]
  var updates = BatchUpdates()
  var new: [[Letter]] = []
  /// `true` if the naive judge finds nothing wrong, before any mutation.
  var isLegal = false

  init(_ stream: inout RandomStream) {
    old = (0..<stream.index(below: 5)).map { _ in
      (0..<stream.index(below: 7)).map { _ in Letter(id: stream.index(below: 1_000_000)) }
    }
    chooseSections(&stream)
    chooseRows(&stream)
  }

  /// Chooses sections that go, come, are reloaded, or move; rows only where their sections do not.
  private mutating func chooseSections(_ stream: inout RandomStream) {
    if stream.index(below: 3) == 0 { return }
    var moved: [Int32] = []
    for section in old.indices.map({ Int32($0) }) {
      switch stream.index(below: 12) {
      case 0: updates.sectionDeletes.append(section)
      case 1: updates.sectionReloads.append(section)
      case 2: moved.append(section)
      default: continue
      }
    }
    let inserts = [0, 0, 0, 1, 2][stream.index(below: 5)]
    var free = (0..<(old.count - updates.sectionDeletes.count + inserts)).map { Int32($0) }
    stream.shuffle(&free)
    for _ in 0..<inserts { updates.sectionInserts.append(free.removeLast()) }
    let judge = NaiveJudge(old: old, new: [], updates: updates)
    free.removeAll { judge.come.contains($0) }
    for section in moved { updates.sectionMoves.append(moveSection(section, free.removeLast())) }
  }

  /// For each new section the old one that it is, if any.
  private func sections() -> [Int?] {
    let judge = NaiveJudge(old: old, new: [], updates: updates)
    let moved = Set(updates.sectionMoves.map(\.from))
    var rest = old.indices.filter { !judge.gone.contains(Int32($0)) && !moved.contains(Int32($0)) }[
      ...]
    let count = old.count - updates.sectionDeletes.count + updates.sectionInserts.count
    return (0..<count).map { place in
      if judge.come.contains(Int32(place)) { return nil }
      if let move = updates.sectionMoves.first(where: { $0.to == place }) { return Int(move.from) }
      return rest.removeFirst()
    }
  }

  private mutating func chooseRows(_ stream: inout RandomStream) {
    let origins = sections()
    let still = origins.indices.filter { place in
      origins[place] != nil && !updates.sectionMoves.contains { $0.to == place }
    }
    var counts = origins.map { $0.map { old[$0].count } ?? stream.index(below: 4) }
    var looks = old.map { $0.map { _ in false } }
    var leaving: [(Place, Int)] = []
    for (new, origin) in origins.enumerated() {
      guard let origin else { continue }
      for row in old[origin].indices {
        let place = at(Int32(origin), Int32(row))
        switch stream.index(below: 12) {
        case 0 where still.contains(new):
          updates.deletes.append(place)
          counts[new] -= 1
        case 1 where still.contains(new): updates.reloads.append(place)
        case 2 where still.contains(new):
          let target = still[stream.index(below: still.count)]
          counts[new] -= 1
          counts[target] += 1
          leaving.append((place, target))
        case 3: looks[origin][row] = true
        default: continue
        }
      }
    }
    var inserts = origins.map { _ in 0 }
    for section in still { inserts[section] = [0, 0, 1, 2][stream.index(below: 4)] }
    choosePlaces(counts, inserts, leaving, &stream)
    lead(origins, counts: zip(counts, inserts).map(+), looks, &stream)
  }

  /// Chooses where rows come and where they move to: anywhere, but each place once.
  private mutating func choosePlaces(
    _ counts: [Int], _ inserts: [Int], _ leaving: [(Place, Int)], _ stream: inout RandomStream
  ) {
    var free = zip(counts, inserts).map { (0..<($0 + $1)).map { Int32($0) } }
    for section in free.indices {
      stream.shuffle(&free[section])
      for _ in 0..<inserts[section] {
        updates.inserts.append(at(Int32(section), free[section].removeLast()))
      }
    }
    let judge = NaiveJudge(old: old, new: [], updates: updates)
    let landings = Set(updates.reloads.map { judge.landing($0) })
    for (from, section) in leaving {
      // Now and then the batch moves a row to where a reload lands, and is not legal.
      if let last = free[section].last, landings.contains(at(Int32(section), last)) {
        free[section].swapAt(0, free[section].count - 1)
      }
      updates.moves.append(move(from, at(Int32(section), free[section].removeLast())))
    }
  }

  /// Makes the list that the batch leads to if it is legal so far; if not, any list.
  private mutating func lead(
    _ origins: [Int?], counts: [Int], _ looks: [[Bool]], _ stream: inout RandomStream
  ) {
    new = counts.map { (0..<$0).map { _ in Letter(id: stream.index(below: 1_000_000)) } }
    let judge = NaiveJudge(old: old, new: new, updates: updates)
    isLegal = judge.brokenRules().isSubset(of: [27])
    guard isLegal else { return }
    for (section, cells) in judge.origins().enumerated() {
      for (row, origin) in cells.enumerated() {
        guard let origin else { continue }
        var letter = old[Int(origin.section)][Int(origin.row)]
        if looks[Int(origin.section)][Int(origin.row)] {
          letter.look += 1
          let place = at(Int32(section), Int32(row))
          updates.reconfigures.append(.init(old: origin, new: place))
        }
        new[section][row] = letter
      }
    }
    for (place, origin) in origins.enumerated() where stream.index(below: 6) == 0 {
      guard let origin else { continue }
      updates.sectionReconfigures.append(.init(old: Int32(origin), new: Int32(place)))
    }
  }
}

extension RandomBatch {
  /// Changes one thing: an operation is dropped, doubled or aimed next to its place, or a row differs.
  mutating func mutate(_ stream: inout RandomStream) {
    switch stream.index(below: 11) {
    case 0: spoil(&updates.deletes, &stream) { Self.shift(&$0, &$1) }
    case 1: spoil(&updates.inserts, &stream) { Self.shift(&$0, &$1) }
    case 2: spoil(&updates.moves, &stream) { Self.shift(&$0.from, &$1) }
    case 3: spoil(&updates.moves, &stream) { Self.shift(&$0.to, &$1) }
    case 4: spoil(&updates.reloads, &stream) { Self.shift(&$0, &$1) }
    case 5: spoil(&updates.reconfigures, &stream) { Self.shift(&$0.old, &$1) }
    case 6: spoil(&updates.reconfigures, &stream) { Self.shift(&$0.new, &$1) }
    case 7: spoil(&updates.sectionDeletes, &stream) { Self.shift(&$0, &$1) }
    case 8: spoil(&updates.sectionInserts, &stream) { Self.shift(&$0, &$1) }
    case 9: spoil(&updates.sectionMoves, &stream) { Self.shift(&$0.to, &$1) }
    default: spoil(&updates.sectionReloads, &stream) { Self.shift(&$0, &$1) }
    }
    if stream.index(below: 12) == 0, let section = new.indices.first, !new[section].isEmpty {
      new[section][stream.index(below: new[section].count)].look += 1
    }
  }

  private static func shift(_ place: inout Place, _ stream: inout RandomStream) {
    if stream.index(below: 4) == 0 {
      shift(&place.section, &stream)
    } else {
      shift(&place.row, &stream)
    }
  }

  private static func shift(_ number: inout Int32, _ stream: inout RandomStream) {
    number += stream.index(below: 2) == 0 ? 1 : -1
  }

  private func spoil<Operation>(
    _ operations: inout [Operation], _ stream: inout RandomStream,
    _ shift: (inout Operation, inout RandomStream) -> Void
  ) {
    if operations.isEmpty { return }
    let place = stream.index(below: operations.count)
    switch stream.index(below: 4) {
    case 0: operations.remove(at: place)
    case 1: operations.append(operations[place])
    default: shift(&operations[place], &stream)
    }
  }
}
