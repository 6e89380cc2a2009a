// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirLists

/// Judges a batch by the rules as they are written down, one set and one equation at a time.
///
/// It shares nothing with the list view and takes no care of time.
struct NaiveJudge {
  let old: [[Letter]]
  let new: [[Letter]]
  let updates: BatchUpdates
  /// Reloads that count as a delete and an insert.
  let expanded: Set<Place>
  /// Sections before the batch that are deleted or reloaded.
  let gone: Set<Int32>
  /// Sections after the batch that are inserted or reloaded.
  private(set) var come: Set<Int32> = []
  private let deletes: [Place]
  private let inserts: [Place]

  init(old: [[Letter]], new: [[Letter]], updates: BatchUpdates) {
    self.old = old
    self.new = new
    self.updates = updates
    expanded = Set(updates.reloads).subtracting(updates.deletes)
    gone = Set(updates.sectionDeletes + updates.sectionReloads)
    deletes = Array(Set(updates.deletes))
    inserts = Set(updates.inserts).sorted()
    come = Set(updates.sectionInserts + updates.sectionReloads.map { landing(section: $0) })
  }

  /// The numbers of the rules that the batch breaks in the strict view.
  func brokenRules() -> Set<Int> {
    var broken = repetitions().union(bounds()).union(rowConflicts()).union(sectionConflicts())
    broken.formUnion(counts(sectionsAreSound: sectionFaults().isEmpty))
    if broken.isEmpty && !cellsAgree() { broken.insert(27) }
    return broken
  }

  // MARK: Reloads

  func landing(section: Int32) -> Int32 {
    var place = section
    for gone in Set(updates.sectionDeletes) where gone < section { place -= 1 }
    for come in Set(updates.sectionInserts).sorted() where come <= place { place += 1 }
    return place
  }

  func landing(_ place: Place) -> Place {
    var landing = place
    landing.section = self.landing(section: place.section)
    for gone in deletes where gone.section == place.section && gone.row < place.row {
      landing.row -= 1
    }
    for come in inserts
    where come.section == landing.section && come.row <= landing.row {
      landing.row += 1
    }
    return landing
  }

  // MARK: Rules

  private func repetitions() -> Set<Int> {
    var broken: Set<Int> = []
    let reconfigured = updates.reconfigures.map(\.old)
    for places in [updates.deletes, updates.inserts, updates.reloads, reconfigured]
    where Set(places).count < places.count {
      broken.insert(22)
    }
    if !Set(updates.reloads).isDisjoint(with: reconfigured) { broken.insert(22) }
    let sectionLists = [
      updates.sectionDeletes, updates.sectionInserts, updates.sectionReloads,
      updates.sectionReconfigures.map(\.old),
    ]
    for sections in sectionLists where Set(sections).count < sections.count { broken.insert(22) }
    if !Set(updates.deletes).isDisjoint(with: updates.reloads + reconfigured) { broken.insert(13) }
    if !Set(updates.sectionDeletes).isDisjoint(
      with: updates.sectionReloads + updates.sectionReconfigures.map(\.old))
    {
      broken.insert(13)
    }
    return broken
  }

  private func has(_ list: [[Letter]], _ section: Int32) -> Bool {
    section >= 0 && section < list.count
  }

  private func has(_ list: [[Letter]], _ place: Place) -> Bool {
    has(list, place.section) && place.row >= 0 && place.row < list[Int(place.section)].count
  }

  private func bounds() -> Set<Int> {
    var broken: Set<Int> = []
    for place in updates.deletes + expanded + updates.reconfigures.map(\.old)
    where !has(old, place) {
      broken.insert(has(old, place.section) ? 4 : 5)
    }
    var arrivals = updates.inserts
    arrivals += updates.reconfigures.filter { has(old, $0.old) }.map(\.new)
    for place in expanded where has(old, place) && !gone.contains(place.section) {
      arrivals.append(landing(place))
    }
    for place in arrivals where !has(new, place) {
      broken.insert(has(new, place.section) ? 6 : 7)
    }
    if updates.moves.contains(where: { !has(old, $0.from) }) { broken.insert(8) }
    if updates.moves.contains(where: { !has(new, $0.to) }) { broken.insert(9) }
    return broken.union(sectionBounds())
  }

  private func sectionBounds() -> Set<Int> {
    let before =
      updates.sectionDeletes + updates.sectionReloads + updates.sectionMoves.map(\.from)
      + updates.sectionReconfigures.map(\.old)
    var after = updates.sectionInserts + updates.sectionMoves.map(\.to)
    for section in updates.sectionReloads
    where !updates.sectionDeletes.contains(section) && has(old, section) {
      after.append(landing(section: section))
    }
    for update in updates.sectionReconfigures where has(old, update.old) {
      after.append(update.new)
    }
    let isSound = before.allSatisfy { has(old, $0) } && after.allSatisfy { has(new, $0) }
    return isSound ? [] : [10]
  }

  private func rowConflicts() -> Set<Int> {
    var broken: Set<Int> = []
    let from = Set(updates.moves.map(\.from))
    let to = Set(updates.moves.map(\.to))
    let landings = expanded.filter { !gone.contains($0.section) }.map { landing($0) }
    if !from.isDisjoint(with: updates.deletes) { broken.insert(11) }
    if !to.isDisjoint(with: updates.inserts) { broken.insert(12) }
    if !from.isDisjoint(with: expanded) { broken.insert(14) }
    if !to.isDisjoint(with: landings) { broken.insert(15) }
    if from.count < updates.moves.count || to.count < updates.moves.count { broken.insert(16) }
    if from.contains(where: { gone.contains($0.section) }) { broken.insert(18) }
    if to.contains(where: { come.contains($0.section) }) { broken.insert(19) }
    let leaving = expanded.union(updates.deletes).union(updates.reconfigures.map(\.old))
    if leaving.contains(where: { gone.contains($0.section) }) { broken.insert(23) }
    if updates.inserts.contains(where: { come.contains($0.section) }) { broken.insert(23) }
    let movedFrom = Set(updates.sectionMoves.map(\.from))
    let movedTo = Set(updates.sectionMoves.map(\.to))
    if from.union(updates.deletes).contains(where: { movedFrom.contains($0.section) }) {
      broken.insert(21)
    }
    if to.union(updates.inserts).contains(where: { movedTo.contains($0.section) }) {
      broken.insert(21)
    }
    return broken
  }

  private func sectionConflicts() -> Set<Int> {
    var broken: Set<Int> = []
    let from = Set(updates.sectionMoves.map(\.from))
    let to = Set(updates.sectionMoves.map(\.to))
    if !from.isDisjoint(with: gone) || !to.isDisjoint(with: come) { broken.insert(17) }
    if from.count < updates.sectionMoves.count || to.count < updates.sectionMoves.count {
      broken.insert(16)
    }
    return broken
  }

  /// Returns the faults of sections themselves, after which sections cannot be told apart.
  private func sectionFaults() -> Set<Int> {
    let sections = NaiveJudge(
      old: old, new: new,
      updates: BatchUpdates(
        sectionDeletes: updates.sectionDeletes, sectionInserts: updates.sectionInserts,
        sectionMoves: updates.sectionMoves, sectionReloads: updates.sectionReloads))
    return sections.repetitions().union(sections.sectionBounds()).union(
      sections.sectionConflicts())
  }

  private func counts(sectionsAreSound: Bool) -> Set<Int> {
    let inserted = updates.sectionInserts.count
    if old.count - updates.sectionDeletes.count + inserted != new.count { return [1] }
    var broken: Set<Int> = []
    let movedFrom = Set(updates.sectionMoves.map(\.from))
    if expanded.contains(where: { movedFrom.contains($0.section) }) { broken.insert(20) }
    guard sectionsAreSound else { return broken }
    for (to, from) in originsOfSections().enumerated() {
      guard let from else { continue }
      let out = expanded.union(updates.deletes).filter { $0.section == from }.count
      let twice = updates.deletes.filter { $0.section == from }.count
      let once = Set(updates.deletes).filter { $0.section == from }.count
      var count = old[from].count - out - (twice - once)
      count += updates.inserts.filter { $0.section == to }.count
      count += expanded.filter { !gone.contains($0.section) && landing($0).section == to }.count
      count -= updates.moves.filter { $0.from.section == from }.count
      count += updates.moves.filter { $0.to.section == to }.count
      if count != new[to].count { broken.insert(2) }
    }
    return broken
  }

  // MARK: Cells

  /// For each new section the old one that it is, found by taking sections out and putting them in.
  private func originsOfSections() -> [Int?] {
    let moved = Set(updates.sectionMoves.map(\.from))
    var list: [Int?] = old.indices.filter {
      !gone.contains(Int32($0)) && !moved.contains(Int32($0))
    }
    var arrivals = updates.sectionMoves.map { (Int($0.to), Int?(Int($0.from))) }
    arrivals += come.map { (Int($0), nil) }
    for (place, origin) in arrivals.sorted(by: { $0.0 < $1.0 }) { list.insert(origin, at: place) }
    return list
  }

  /// For each new section and row the old row that its cell was, found in the same way.
  func origins() -> [[Place?]] {
    let leaving = expanded.union(updates.deletes).union(updates.moves.map(\.from))
    return originsOfSections().enumerated().map { to, from in
      guard let from else { return new[to].map { _ in nil } }
      let section = Int32(from)
      var list: [Place?] = old[from].indices.map { Place(section: section, row: Int32($0)) }.filter
      {
        !leaving.contains($0)
      }
      var arrivals: [(Int32, Place?)] = []
      for move in updates.moves where move.to.section == to {
        arrivals.append((move.to.row, move.from))
      }
      for place in updates.inserts
        + expanded.filter({ !gone.contains($0.section) }).map({ landing($0) })
      where place.section == to {
        arrivals.append((place.row, nil))
      }
      for (row, origin) in arrivals.sorted(by: { $0.0 < $1.0 }) {
        list.insert(origin, at: Int(row))
      }
      return list
    }
  }

  private func cellsAgree() -> Bool {
    let sections = originsOfSections()
    for update in updates.sectionReconfigures where sections[Int(update.new)] != Int(update.old) {
      return false
    }
    for (section, cells) in origins().enumerated() {
      for (row, origin) in cells.enumerated() {
        guard let origin else { continue }
        let was = old[Int(origin.section)][Int(origin.row)]
        let target = updates.reconfigures.first { $0.old == origin }?.new
        if was.id != new[section][row].id { return false }
        if let target, target != Place(section: Int32(section), row: Int32(row)) { return false }
        if target == nil, was.look != new[section][row].look { return false }
      }
    }
    return true
  }
}
