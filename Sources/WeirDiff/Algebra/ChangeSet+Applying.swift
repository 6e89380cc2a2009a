// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ChangeSet {
  /// Returns the list that `old` becomes, with the contents of rows that are new or changed taken
  /// from `new`.
  ///
  ///     let changes = ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
  ///     changes.applying(to: ["a", "b", "c"], contents: ["c", "a", "d"])  // ["c", "a", "d"]
  ///
  /// Rows that neither changed nor are new come from `old`: a change set that forgets a change gives
  /// another list than `new`. The change set must keep its promise; see
  /// ``checkShape(oldCount:newCount:)``.
  ///
  /// - Complexity: O(*n*).
  public func applying<Row>(to old: [Row], contents new: [Row]) -> [Row] {
    let breach = checkShape(oldCount: old.count, newCount: new.count)
    invariant(breach == nil, "a change set that cannot be applied: \(breach ?? "")")
    return applied(to: [old], contents: [new])[0]
  }

  /// Returns the sections that `old` become, with the contents of rows that are new or changed
  /// taken from `new`.
  ///
  ///     let changes = ChangeSet(sections: SectionChanges(moves: [.init(from: 1, to: 0)]))
  ///     changes.applying(toSections: [["a"], ["b", "c"]], contents: [["b", "c"], ["a"]])
  ///     // [["b", "c"], ["a"]]
  ///
  /// It promises what ``applying(to:contents:)`` does; ``checkShape(old:new:)`` says what it requires.
  ///
  /// - Complexity: O(*n*).
  public func applying<Row>(toSections old: [[Row]], contents new: [[Row]]) -> [[Row]] {
    let breach = checkShape(old: old.map(\.count), new: new.map(\.count))
    invariant(breach == nil, "a change set that cannot be applied: \(breach ?? "")")
    return applied(to: old, contents: new)
  }

  private func applied<Row>(to old: [[Row]], contents new: [[Row]]) -> [[Row]] {
    let origins = Origins(self, old: old.map(\.count), new: new.map(\.count))
    var sections = origins.rows.enumerated().map { section, origins in
      origins.enumerated().map { row, origin in
        origin == Origins.nowhere
          ? new[section][row] : old[Int(origin.section)][Int(origin.row)]
      }
    }
    for update in updates {
      let (section, row) = (Int(update.new.section), Int(update.new.row))
      sections[section][row] = new[section][row]
    }
    return sections
  }
}
