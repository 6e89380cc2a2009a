// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The origin of every section and row of a new list.
///
/// It says the same as a change set without the updates, but for every row, so that two of them can be put one
/// behind the other by looking up origins of origins.
struct Origins: Hashable, Sendable {
  /// For each new section, the old one that it comes from, or −1.
  var sections: [Int]
  /// For each row of each new section, its old place, or ``nowhere``.
  var rows: [[Place]]

  /// The origin of what is new.
  static let nowhere = Place(section: -1, row: -1)

  /// Traces the sections and rows that `changes`, which keep their promise, make of sections with
  /// `old` rows.
  init(_ changes: ChangeSet, old: [Int], new: [Int]) {
    sections = Self.origins(
      deletes: changes.sections.deletes.map(Int.init),
      inserts: changes.sections.inserts.map(Int.init),
      moves: changes.sections.moves.map { (Int($0.from), Int($0.to)) },
      oldCount: old.count, newCount: new.count)
    let unknown = Place(section: -2, row: -2)
    var isGone = old.map { [Bool](repeating: false, count: $0) }
    rows = zip(sections, new).map { origin, count in
      [Place](repeating: origin < 0 ? Self.nowhere : unknown, count: count)
    }
    for place in changes.deletes { isGone[Int(place.section)][Int(place.row)] = true }
    for place in changes.inserts { rows[Int(place.section)][Int(place.row)] = Self.nowhere }
    for move in changes.moves {
      isGone[Int(move.from.section)][Int(move.from.row)] = true
      rows[Int(move.to.section)][Int(move.to.row)] = move.from
    }
    for (section, origin) in sections.enumerated() where origin >= 0 {
      var next = 0
      for row in rows[section].indices where rows[section][row] == unknown {
        while isGone[origin][next] { next += 1 }
        rows[section][row] = Place(section: Int32(origin), row: Int32(next))
        next += 1
      }
    }
  }

  /// Returns, for each new place of one list, the old one that it comes from, or −1.
  static func origins(
    deletes: [Int], inserts: [Int], moves: [(from: Int, to: Int)], oldCount: Int, newCount: Int
  ) -> [Int] {
    let unknown = -2
    var isGone = [Bool](repeating: false, count: oldCount)
    var origins = [Int](repeating: unknown, count: newCount)
    for place in deletes { isGone[place] = true }
    for place in inserts { origins[place] = -1 }
    for move in moves {
      isGone[move.from] = true
      origins[move.to] = move.from
    }
    var next = 0
    for place in 0..<newCount where origins[place] == unknown {
      while isGone[next] { next += 1 }
      origins[place] = next
      next += 1
    }
    return origins
  }

  /// Returns the origins of this list's rows where those of the list before are `earlier`.
  func after(_ earlier: Origins) -> Origins {
    var whole = self
    whole.sections = sections.map { $0 < 0 ? -1 : earlier.sections[$0] }
    whole.rows = rows.map { origins in
      origins.map { origin in
        origin == Self.nowhere
          ? Self.nowhere : earlier.rows[Int(origin.section)][Int(origin.row)]
      }
    }
    return whole
  }

  /// The same for a list of which only these sections are left.
  init(sections: [Int], rows: [[Place]]) {
    self.sections = sections
    self.rows = rows
  }
}

extension Origins {
  /// Returns the change set with the fewest operations that leads from sections with `old` rows
  /// along these origins.
  ///
  /// Of the rows that stay in their section as few as possible move; see ``ChangeSet/moves`` for ties.
  func changes(old: [Int]) -> ChangeSet {
    var changes = ChangeSet()
    var order = KeptOrder()
    let sectionOrigins = sections.map(Int32.init)
    order.find(in: 0..<sections.count, sectionOrigins)
    var successor = [Int](repeating: -1, count: old.count)
    for (section, origin) in sections.enumerated() {
      if origin < 0 {
        changes.sections.inserts.append(Int32(section))
      } else {
        successor[origin] = section
        if !order.isKept[section] {
          changes.sections.moves.append(.init(from: Int32(origin), to: Int32(section)))
        }
      }
    }
    for section in old.indices where successor[section] < 0 {
      changes.sections.deletes.append(Int32(section))
    }
    var stays = old.map { [Bool](repeating: false, count: $0) }
    for section in rows.indices {
      note(section, &order, &stays, &changes)
    }
    for section in old.indices where successor[section] >= 0 {
      for row in 0..<old[section] where !stays[section][row] {
        changes.deletes.append(Place(section: Int32(section), row: Int32(row)))
      }
    }
    return changes
  }

  /// Notes the inserts and the moves of one new section.
  private func note(
    _ section: Int, _ order: inout KeptOrder, _ stays: inout [[Bool]], _ changes: inout ChangeSet
  ) {
    let home = Int32(sections[section])
    let origins = rows[section]
    order.find(in: 0..<origins.count, origins.map { $0.section == home && home >= 0 ? $0.row : -1 })
    for (row, origin) in origins.enumerated() {
      let place = Place(section: Int32(section), row: Int32(row))
      if origin == Self.nowhere {
        if home >= 0 { changes.inserts.append(place) }
        continue
      }
      stays[Int(origin.section)][Int(origin.row)] = true
      if !order.isKept[row] { changes.moves.append(.init(from: origin, to: place)) }
    }
  }
}
