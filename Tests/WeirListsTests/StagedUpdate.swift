// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

import WeirLists

/// The way from one list of sections to another in as many batches as it takes to be careful, as libraries
/// for staged updates go it.
///
/// Looks first, then what goes, then sections, then rows; so no operation meets one that it must not.
struct StagedUpdate {
  /// A batch, and the list after it.
  struct Stage {
    var updates: BatchUpdates
    var sections: [[Letter]]
  }

  /// A section for tests: who it is, and its rows.
  struct Part: Equatable {
    var id: Int
    var rows: [Letter]
  }

  private(set) var stages: [Stage] = []
  private var parts: [Part]
  private let goal: [Part]

  init(from old: [Part], to new: [Part]) {
    parts = old
    goal = new
    reloadRows()
    deleteAll()
    arrangeSections()
    arrangeRows()
  }

  private mutating func add(_ updates: BatchUpdates) {
    if !updates.isEmpty { stages.append(Stage(updates: updates, sections: parts.map(\.rows))) }
  }

  /// A row that stays in a section that stays, or crosses into another that does.
  private func stays(_ id: Int) -> Letter? {
    for part in goal where parts.contains(where: { $0.id == part.id }) {
      if let row = part.rows.first(where: { $0.id == id }) { return row }
    }
    return nil
  }

  private mutating func reloadRows() {
    var updates = BatchUpdates()
    for (section, part) in parts.enumerated() where goal.contains(where: { $0.id == part.id }) {
      for (row, letter) in part.rows.enumerated() {
        guard let next = stays(letter.id), next.look != letter.look else { continue }
        updates.reloads.append(at(Int32(section), Int32(row)))
        parts[section].rows[row] = next
      }
    }
    add(updates)
  }

  private mutating func deleteAll() {
    var updates = BatchUpdates()
    var left: [Part] = []
    for (section, part) in parts.enumerated() {
      guard goal.contains(where: { $0.id == part.id }) else {
        updates.sectionDeletes.append(Int32(section))
        continue
      }
      for (row, letter) in part.rows.enumerated() where stays(letter.id) == nil {
        updates.deletes.append(at(Int32(section), Int32(row)))
      }
      left.append(Part(id: part.id, rows: part.rows.filter { stays($0.id) != nil }))
    }
    parts = left
    add(updates)
  }

  private mutating func arrangeSections() {
    var updates = BatchUpdates()
    let old = parts
    let kept = longestRun(goal.compactMap { part in old.firstIndex { $0.id == part.id } })
    parts = goal.enumerated().map { place, part in
      guard let origin = old.firstIndex(where: { $0.id == part.id }) else {
        updates.sectionInserts.append(Int32(place))
        return part
      }
      if !kept.contains(origin) {
        updates.sectionMoves.append(moveSection(Int32(origin), Int32(place)))
      }
      return old[origin]
    }
    add(updates)
  }

  private mutating func arrangeRows() {
    var updates = BatchUpdates()
    var places: [Int: Place] = [:]
    for (section, part) in parts.enumerated() {
      for (row, letter) in part.rows.enumerated() {
        places[letter.id] = at(Int32(section), Int32(row))
      }
    }
    for (section, part) in goal.enumerated() where parts[section] != part {
      let origins = part.rows.compactMap { places[$0.id] }.filter { $0.section == section }
      let kept = longestRun(origins.map { Int($0.row) })
      for (row, letter) in part.rows.enumerated() {
        let place = at(Int32(section), Int32(row))
        guard let origin = places[letter.id] else {
          updates.inserts.append(place)
          continue
        }
        if origin.section == section, kept.contains(Int(origin.row)) { continue }
        updates.moves.append(move(origin, place))
      }
    }
    parts = goal
    add(updates)
  }

  /// A longest increasing run of numbers, found by trying every end.
  private func longestRun(_ numbers: [Int]) -> Set<Int> {
    var runs: [[Int]] = []
    for number in numbers {
      let before = runs.filter { $0[$0.count - 1] < number }.max { $0.count < $1.count } ?? []
      runs.append(before + [number])
    }
    return Set(runs.max { $0.count < $1.count } ?? [])
  }
}
