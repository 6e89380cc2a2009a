// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirTestSupport

/// A row for tests: one letter says who it is, a number what it shows.
struct Letter: ListRow, Hashable, CustomStringConvertible {
  var id: Int
  var look = 0
  var rowID: Int { id }
  func showsTheSame(as other: Letter) -> Bool { look == other.look }
  var description: String { "\(id)" + String(repeating: "'", count: look) }
}

/// One row for each letter, all looking alike.
func letters(_ text: String) -> [Letter] { text.unicodeScalars.map { Letter(id: Int($0.value)) } }

extension PlainDifference {
  init(_ changes: ChangeSet) {
    self.init(
      deletes: changes.deletes.map { Int($0.row) }, inserts: changes.inserts.map { Int($0.row) },
      moves: changes.moves.map { (Int($0.from.row), Int($0.to.row)) },
      updates: changes.updates.map { (Int($0.old.row), Int($0.new.row)) })
  }
}

/// The law for rows of this test, and that the house's own applying and shape agree with it.
func breach(from old: [Letter], to new: [Letter], _ changes: ChangeSet) -> String? {
  if let breach = changes.checkShape(oldCount: old.count, newCount: new.count) { return breach }
  if changes.applying(to: old, contents: new) != new { return "applying leads elsewhere" }
  return checkDiffLaw(
    from: old.map { ($0.id, $0.look) }, to: new.map { ($0.id, $0.look) }, PlainDifference(changes))
}
