// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTree

/// An end of a relation as the backend stores it.
struct StoredEnd: Hashable, Sendable {
  /// The place of the end.
  let place: Path
  /// The place of the row at the other end.
  let target: Path
  /// The place of the other end.
  let other: Path

  /// Reads the end at a place; nil if the node is none.
  init?(_ node: Node, at place: Path) {
    guard case .text(let target) = node[Key("t_pth")], case .text(let back) = node[Key("r_prop")],
      let target = try? Path(checking: target), let back = try? Path(checking: back)
    else { return nil }
    (self.place, self.target, other) = (place, target, target.appending(back))
  }

  /// The place of its own row.
  var row: Path {
    let depth = place.lastKey == ObjectNotes.lead ? 1 : 2
    return Path(Array(place.keys.dropLast(depth)))
  }

  /// The ends of a row.
  static func all(of row: Node, at place: Path) -> [StoredEnd] {
    let crew = place.appending(ObjectNotes.crew)
    let lead = place.appending(ObjectNotes.lead)
    return [StoredEnd(row[ObjectNotes.lead], at: lead)].compactMap(\.self)
      + row[ObjectNotes.crew].children.compactMap {
        StoredEnd($0.value, at: crew.appending($0.key))
      }
  }
}
