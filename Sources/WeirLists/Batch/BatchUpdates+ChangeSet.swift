// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

extension BatchUpdates {
  /// The operations of a change set; its updates are reconfigures.
  public init(_ changes: ChangeSet) {
    self.init(
      deletes: changes.deletes, inserts: changes.inserts, moves: changes.moves,
      reconfigures: changes.updates, sectionDeletes: changes.sections.deletes,
      sectionInserts: changes.sections.inserts, sectionMoves: changes.sections.moves,
      sectionReconfigures: changes.sections.updates)
  }

  /// Returns the operations as a view lists them, sections first, or `none`.
  func words(_ row: String) -> String {
    var words = sectionDeletes.map { "delete section (\($0))" }
    words += sectionInserts.map { "insert section (\($0))" }
    words += sectionMoves.map { "move section (\($0.from)) to (\($0.to))" }
    words += sectionReloads.map { "reload section (\($0))" }
    words += sectionReconfigures.map { "reconfigure section (\($0.old)), then at (\($0.new))" }
    words += deletes.map { "delete \(row) \($0.path)" }
    words += inserts.map { "insert \(row) \($0.path)" }
    words += moves.map { "move \(row) \($0.from.path) to \($0.to.path)" }
    words += reloads.map { "reload \(row) \($0.path)" }
    words += reconfigures.map { "reconfigure \(row) \($0.old.path), then at \($0.new.path)" }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}

extension Place {
  /// The place as list views write it: `(0 - 3)`.
  var path: String { "(\(section) - \(row))" }
}
