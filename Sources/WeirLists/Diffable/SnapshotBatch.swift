// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Makes one legal batch of the way from a snapshot to the next.
///
/// Changes that a list view cannot make in one step become a delete and an insert: an item whose
/// cell is replaced, an item that leaves a deleted section or enters an inserted one, and a section
/// that moves while anything happens in it.
struct SnapshotBatch<SectionID: Hashable, Row: ListRow> {
  /// A section that stays: its place before and after, and what happens in it.
  private typealias Kept = (old: Int, new: Int, rows: ChangeSet)

  /// The batch.
  private(set) var updates = BatchUpdates()
  private let old: ListSnapshot<SectionID, Row>
  private let new: ListSnapshot<SectionID, Row>
  /// The old place of each item that leaves its section or its place in it.
  private var leaving: [Row.RowID: Place] = [:]

  init(from old: ListSnapshot<SectionID, Row>, to new: ListSnapshot<SectionID, Row>) {
    self.old = old
    self.new = new
    let kept = noteSections()
    for section in kept { noteRows(section) }
    joinCrossings()
    remakeReloaded(kept)
  }

  /// Notes what happens to sections; returns those that stay, with what happens in them.
  private mutating func noteSections() -> [Kept] {
    let sections = diff(from: items(old.sectionIDs), to: items(new.sectionIDs))
    updates.sectionDeletes = sections.deletes.map(\.row)
    updates.sectionInserts = sections.inserts.map(\.row)
    let movedTo = Set(sections.moves.map(\.to.row))
    let reloaded = Set(new.reloadedSections)
    var kept: [Kept] = []
    for (from, to) in pairsOfSections() {
      let rows = diff(
        from: items(old.sections[from].map(\.rowID)), to: items(new.sections[to].map(\.rowID)))
      let isMoved = movedTo.contains(Int32(to))
      let isTouched = !rows.isEmpty || hasReload(in: new.sections[to])
      if reloaded.contains(new.sectionIDs[to]) || (isMoved && isTouched) {
        updates.sectionDeletes.append(Int32(from))
        updates.sectionInserts.append(Int32(to))
        continue
      }
      if isMoved { updates.sectionMoves.append(.init(from: Int32(from), to: Int32(to))) }
      kept.append((from, to, rows))
    }
    return kept
  }

  /// Returns the old and new indices of the sections that stay.
  private func pairsOfSections() -> [(Int, Int)] {
    var places: [SectionID: Int] = [:]
    for (place, id) in old.sectionIDs.enumerated() { places[id] = place }
    return new.sectionIDs.enumerated().compactMap { place, id in places[id].map { ($0, place) } }
  }

  private func items<ID>(_ ids: [ID]) -> [Identity<ID>] { ids.map { Identity(rowID: $0) } }

  private func hasReload(in rows: [Row]) -> Bool {
    let reloaded = Set(new.reloadedItems)
    return rows.contains { reloaded.contains($0.rowID) }
  }

  private mutating func noteRows(_ section: Kept) {
    let (from, to) = (Int32(section.old), Int32(section.new))
    for delete in section.rows.deletes {
      updates.deletes.append(Place(section: from, row: delete.row))
    }
    for insert in section.rows.inserts {
      updates.inserts.append(Place(section: to, row: insert.row))
    }
    for move in section.rows.moves {
      updates.moves.append(
        .init(
          from: Place(section: from, row: move.from.row),
          to: Place(section: to, row: move.to.row)))
    }
  }

  /// Makes moves of items that are deleted in one section that stays and inserted in another.
  private mutating func joinCrossings() {
    for place in updates.deletes { leaving[id(old, place)] = place }
    var arrivals: [Place] = []
    var joined: Set<Place> = []
    for place in updates.inserts {
      if let from = leaving[id(new, place)] {
        updates.moves.append(.init(from: from, to: place))
        joined.insert(from)
      } else {
        arrivals.append(place)
      }
    }
    updates.inserts = arrivals
    updates.deletes.removeAll { joined.contains($0) }
  }

  /// Deletes and inserts what is reloaded, and says where what is reconfigured comes to lie.
  private mutating func remakeReloaded(_ kept: [Kept]) {
    let reloaded = Set(new.reloadedItems)
    let reconfigured = Set(new.reconfiguredItems).subtracting(reloaded)
    if reloaded.isEmpty && reconfigured.isEmpty { return }
    var places: [Row.RowID: Place] = [:]
    for (section, _, _) in kept {
      for (row, item) in old.sections[section].enumerated() {
        places[item.rowID] = Place(section: Int32(section), row: Int32(row))
      }
    }
    var moves = updates.moves
    let isReloaded = moves.partition { reloaded.contains(id(new, $0.to)) }
    let anew = moves[isReloaded...]
    updates.moves = Array(moves[..<isReloaded])
    updates.deletes += anew.map(\.from)
    updates.inserts += anew.map(\.to)
    let done = Set(anew.map(\.to)).union(updates.inserts)
    for (_, section, _) in kept {
      for (row, item) in new.sections[section].enumerated() {
        let place = Place(section: Int32(section), row: Int32(row))
        guard !done.contains(place), let from = places[item.rowID] else { continue }
        if reloaded.contains(item.rowID) {
          updates.deletes.append(from)
          updates.inserts.append(place)
        } else if reconfigured.contains(item.rowID) {
          updates.reconfigures.append(.init(old: from, new: place))
        }
      }
    }
  }

  private func id(_ snapshot: ListSnapshot<SectionID, Row>, _ place: Place) -> Row.RowID {
    snapshot.sections[Int(place.section)][Int(place.row)].rowID
  }
}

/// An identifier that looks the same forever.
private struct Identity<ID: Hashable>: ListRow {
  var rowID: ID
  func showsTheSame(as other: Identity) -> Bool { true }
}
