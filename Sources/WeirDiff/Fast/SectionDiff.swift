// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// Finds how a list in sections becomes another.
///
///     let (hello, bye) = (Message(id: 1, text: "hello"), Message(id: 2, text: "bye"))
///     let old = [Day(date: 1, rows: [hello, bye]), Day(date: 2, rows: [])]
///     let new = [Day(date: 2, rows: [hello]), Day(date: 3, rows: [])]
///     diff(sections: old, to: new, into: &changes, workspace: &workspace)
///     // sections: deletes [0], inserts [1]; moves [0 → 0]
///
/// It promises what ``diff(from:to:into:workspace:)-([Row],_,_,_)`` does, for sections among one another and for the rows of each
/// section that stays. A row that leaves one section and appears in another, be it a deleted or an
/// inserted one, moves. Rows of one id pair within their section first; those left over then pair across
/// sections, the first of the old list with the first of the new one.
///
/// Such a change set is the truth and no batch: list views refuse some of what it may say; see ``Plan``.
///
/// - Complexity: as for one list of all rows; rows are hashed across sections only if they are left over.
@inlinable
public func diff<Section: ListSection>(
  sections old: [Section], to new: [Section], into changes: inout ChangeSet,
  workspace: inout DiffWorkspace
) {
  let skeleton = sectionSkeleton(old, new, &workspace)
  changes.removeAll()
  changes.sections = skeleton.changes
  for (section, origin) in skeleton.origins.enumerated() where origin >= 0 {
    compareRows(old[origin].rows, origin, new[section].rows, section, &changes, &workspace)
  }
  if !skeleton.changes.moves.isEmpty {
    changes.deletes.sort()
    changes.updates.sort { $0.old < $1.old }
  }
  pairAcross(old, new, &changes, &workspace)
}

/// Finds how a list in sections becomes another, with memory of its own.
///
///     diff(sections: [Day(date: 1, rows: [])], to: [])  // sections: deletes [0]
@inlinable
public func diff<Section: ListSection>(sections old: [Section], to new: [Section]) -> ChangeSet {
  var changes = ChangeSet()
  var workspace = DiffWorkspace()
  diff(sections: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// A section seen as a row among the others.
@usableFromInline
enum BySectionID<Section: ListSection>: RowLaw {
  @inlinable
  static func isSame(_ a: Section, _ b: Section) -> Bool { a.sectionID == b.sectionID }
  @inlinable
  static func looksTheSame(_ a: Section, _ b: Section) -> Bool { a.headerShowsTheSame(as: b) }
  @inlinable
  static func hash(_ row: Section) -> UInt64 { quickHash(row.sectionID) }
  @inlinable
  static func strongHash(_ row: Section) -> UInt64 { unforeseenHash(row.sectionID) }
}

/// Returns the changes of sections, and for each new section the old one that it comes from.
@inlinable
func sectionSkeleton<Section: ListSection>(
  _ old: [Section], _ new: [Section], _ workspace: inout DiffWorkspace
) -> (changes: SectionChanges, origins: [Int]) {
  var flat = ChangeSet()
  compare(BySectionID<Section>.self, old, new, &flat, &workspace)
  var changes = SectionChanges()
  for place in flat.deletes { changes.deletes.append(place.row) }
  for place in flat.inserts { changes.inserts.append(place.row) }
  for move in flat.moves { changes.moves.append(.init(from: move.from.row, to: move.to.row)) }
  for update in flat.updates {
    changes.updates.append(.init(old: update.old.row, new: update.new.row))
  }
  return (changes, changes.origins(oldCount: old.count, newCount: new.count))
}

/// Compares the rows of one section.
@inlinable
func compareRows<Row: ListRow>(
  _ old: [Row], _ oldSection: Int, _ new: [Row], _ newSection: Int, _ changes: inout ChangeSet,
  _ workspace: inout DiffWorkspace
) {
  unsafe old.withUnsafeBufferPointer { p in
    unsafe new.withUnsafeBufferPointer { q in
      guard let first = unsafe p.baseAddress ?? q.baseAddress else { return }
      let pair = unsafe ListPair<ByRowID<Row>>(
        p.baseAddress ?? first, p.count, q.baseAddress ?? first, q.count,
        oldSection: Int32(truncatingIfNeeded: oldSection),
        newSection: Int32(truncatingIfNeeded: newSection))
      pair.compare(into: &changes, &workspace)
    }
  }
}

/// Pairs rows that are gone from one section with rows that are new in another, and makes them moves.
@inlinable
func pairAcross<Section: ListSection>(
  _ old: [Section], _ new: [Section], _ changes: inout ChangeSet, _ workspace: inout DiffWorkspace
) {
  var leavers = changes.deletes
  for section in changes.sections.deletes {
    for row in 0..<old[Int(section)].rows.count {
      leavers.append(Place(section: section, row: Int32(truncatingIfNeeded: row)))
    }
  }
  if !changes.sections.deletes.isEmpty { leavers.sort() }
  var comers = changes.inserts
  for section in changes.sections.inserts {
    for row in 0..<new[Int(section)].rows.count {
      comers.append(Place(section: section, row: Int32(truncatingIfNeeded: row)))
    }
  }
  if !changes.sections.inserts.isEmpty { comers.sort() }
  if leavers.isEmpty || comers.isEmpty { return }
  let oldRows = leavers.map { old[Int($0.section)].rows[Int($0.row)] }
  let newRows = comers.map { new[Int($0.section)].rows[Int($0.row)] }
  pairLeavers(leavers, oldRows, comers, newRows, &changes, &workspace)
}

/// Pairs rows of all sections by id, in order.
@inlinable
func pairLeavers<Row: ListRow>(
  _ leavers: [Place], _ oldRows: [Row], _ comers: [Place], _ newRows: [Row],
  _ changes: inout ChangeSet, _ workspace: inout DiffWorkspace
) {
  var pairs: [ChangeSet.Move] = []
  unsafe oldRows.withUnsafeBufferPointer { p in
    unsafe newRows.withUnsafeBufferPointer { q in
      guard let a = p.baseAddress, let b = q.baseAddress else { return }
      let pair = unsafe ListPair<ByRowID<Row>>(
        a, p.count, b, q.count, oldSection: 0, newSection: 0)
      workspace.begin(oldCount: p.count, newCount: q.count)
      workspace.leaveAlone(old: 0..<p.count, new: 0..<q.count)
      guard pair.pairLoneRows(&workspace).pairs > 0 else { return }
      for place in 0..<q.count where workspace.origins[place] >= 0 {
        let looksDifferent = ListPair<ByRowID<Row>>.looksDifferent
        let origin = Int(workspace.origins[place] & ~looksDifferent)
        pairs.append(.init(from: leavers[origin], to: comers[place]))
        if workspace.origins[place] & looksDifferent != 0 {
          changes.updates.append(.init(old: leavers[origin], new: comers[place]))
        }
      }
    }
  }
  if pairs.isEmpty { return }
  changes.updates.sort { $0.old < $1.old }
  changes.moves.append(contentsOf: pairs)
  changes.moves.sort { $0.to < $1.to }
  changes.deletes = without(changes.deletes, pairs.map(\.from).sorted())
  changes.inserts = without(changes.inserts, pairs.map(\.to))
}

/// Returns the places of one sorted list that are not in another.
@inlinable
func without(_ places: [Place], _ gone: [Place]) -> [Place] {
  var next = 0
  var left: [Place] = []
  for place in places {
    while next < gone.count, gone[next] < place { next += 1 }
    if next < gone.count, gone[next] == place { continue }
    left.append(place)
  }
  return left
}
