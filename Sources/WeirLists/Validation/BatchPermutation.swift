// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// The origins of the cells after a legal batch.
///
/// Sections that neither go nor move keep their order and fill the places that no new or moved section
/// takes; the rows within each section do the same.
struct BatchPermutation {
  /// For each section and row after the batch, the place before it, or `nowhere` for a new cell.
  let origins: [[Place]]

  /// The origin of a new cell.
  static let nowhere = Place(section: -1, row: -1)

  /// Follows the operations of a batch in which nothing is wrong.
  init(_ validator: BatchValidator) {
    var origins = validator.after.map { [Place](repeating: Self.nowhere, count: $0) }
    var moves = [[(to: Int32, from: Place)]](repeating: [], count: validator.after.count)
    for move in validator.updates.moves {
      moves[Int(move.to.section)].append((move.to.row, move.from))
    }
    for (section, old) in validator.sectionOrigins().enumerated() where old >= 0 {
      var taken = [Bool](repeating: false, count: validator.after[section])
      let operations = validator.operations
      for place in operations.inserts.rows(in: Int32(section)) { taken[Int(place.row)] = true }
      for place in operations.reloadInserts.rows(in: Int32(section)) {
        taken[Int(place.row)] = true
      }
      for move in moves[section] {
        taken[Int(move.to)] = true
        origins[section][Int(move.to)] = move.from
      }
      var next = Self.survivors(of: old, validator)[...]
      for row in taken.indices where !taken[row] { origins[section][row] = next.removeFirst() }
    }
    self.origins = origins
  }

  /// Returns the rows of a section before the batch that neither go nor move, in order.
  private static func survivors(of section: Int, _ validator: BatchValidator) -> [Place] {
    var leaves = [Bool](repeating: false, count: validator.before[section])
    let operations = validator.operations
    let old = Int32(section)
    for place in operations.deletes.rows(in: old) { leaves[Int(place.row)] = true }
    for place in operations.reloadDeletes.rows(in: old) { leaves[Int(place.row)] = true }
    for place in operations.moveOrigins.rows(in: old) { leaves[Int(place.row)] = true }
    return leaves.indices.filter { !leaves[$0] }.map { Place(section: old, row: Int32($0)) }
  }
}
