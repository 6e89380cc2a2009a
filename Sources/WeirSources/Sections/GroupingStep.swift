// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// The effect of one change of a list on its groups, by place.
struct GroupingStep {
  /// Old places of rows that are gone.
  var deletes: [Place] = []
  /// New places of rows that are new.
  var inserts: [Place] = []
  /// Rows that were taken out and put in again.
  var moves: [ChangeSet.Move] = []
  /// Rows that show something else.
  var updates: [ChangeSet.Update] = []
  /// New places of all rows that were put in, with their indices in the list.
  var here: [(place: Place, index: Int)] = []
  /// New places of all rows that show something else, with their indices in the list.
  var fresh: [(place: Place, index: Int)] = []

  /// The old places of all rows that were taken out.
  var away: [Place] { deletes + moves.map(\.from) }

  /// Returns the smallest change set that says the same of these sections.
  func smallest<Key, Row>(
    _ sections: SectionChanges, from old: SectionedRows<Key, Row>, to new: SectionedRows<Key, Row>
  ) -> ChangeSet {
    if moves.count > 1 || isSameRowBothWays(old, new) { return new.difference(from: old) }
    let (gone, come) = (Set(sections.deletes), Set(sections.inserts))
    var changes = ChangeSet(
      deletes: deletes.filter { !gone.contains($0.section) }.sorted(),
      inserts: inserts.filter { !come.contains($0.section) }.sorted(),
      moves: moves, updates: updates.sorted { $0.old < $1.old }, sections: sections)
    if let move = moves.first, isIdle(move, old, new) { changes.moves = [] }
    return changes
  }

  /// `true` if a row stays where it is among the rows of its section that stay.
  private func isIdle<Key, Row>(
    _ move: ChangeSet.Move, _ old: SectionedRows<Key, Row>, _ new: SectionedRows<Key, Row>
  ) -> Bool {
    let section = (old.sections[Int(move.from.section)], new.sections[Int(move.to.section)])
    if section.0.key != section.1.key { return false }
    let before = deletes.count { $0.section == move.from.section && $0.row < move.from.row }
    let after = inserts.count { $0.section == move.to.section && $0.row < move.to.row }
    return Int(move.from.row) - before == Int(move.to.row) - after
  }

  /// `true` if a row that is gone is also one that is new.
  private func isSameRowBothWays<Key, Row>(
    _ old: SectionedRows<Key, Row>, _ new: SectionedRows<Key, Row>
  ) -> Bool {
    if deletes.isEmpty || inserts.isEmpty { return false }
    let ids = Set(deletes.map { old.sections[Int($0.section)].rows[Int($0.row)].rowID })
    return inserts.contains {
      ids.contains(new.sections[Int($0.section)].rows[Int($0.row)].rowID)
    }
  }
}
