// SPDX-License-Identifier: Apache-2.0
import WeirCore

extension ChangeSet {
  /// Returns one change set that does what this one and then `next` do: a batch that absorbs a
  /// later event.
  ///
  ///     let first = ChangeSet(inserts: [0])
  ///     first.followed(by: ChangeSet(deletes: [0]), oldCount: 3)  // nothing: what came is gone
  ///
  /// A row that is inserted and then deleted leaves no trace, one that is inserted and then moved or changed is simply
  /// inserted where it ends up. A row that is deleted and inserted again is both, for a change set does not know that
  /// it is the same row. As few rows move as the two together allow, which may be none. Both must keep their promise.
  ///
  /// - Complexity: O(*n* log *n*).
  public func followed(by next: ChangeSet, oldCount: Int) -> ChangeSet {
    let middle = oldCount - deletes.count + inserts.count
    let newCount = middle - next.deletes.count + next.inserts.count
    return followed(by: next, old: [oldCount], middle: [middle], new: [newCount])
  }

  /// Returns one change set that does the same for lists in sections, whose counts of rows are
  /// given at all three times.
  ///
  ///     let first = ChangeSet(sections: SectionChanges(inserts: [0]))
  ///     let next = ChangeSet(sections: SectionChanges(deletes: [0]))
  ///     first.followed(by: next, old: [3], middle: [1, 3], new: [3])  // nothing
  public func followed(by next: ChangeSet, old: [Int], middle: [Int], new: [Int]) -> ChangeSet {
    let breach = checkShape(old: old, new: middle) ?? next.checkShape(old: middle, new: new)
    invariant(breach == nil, "change sets that cannot be composed: \(breach ?? "")")
    let first = Origins(self, old: old, new: middle)
    let second = Origins(next, old: middle, new: new)
    var whole = second.after(first).changes(old: old)
    var isUpdated = old.map { [Bool](repeating: false, count: $0) }
    for update in updates { isUpdated[Int(update.old.section)][Int(update.old.row)] = true }
    for update in next.updates {
      let origin = first.rows[Int(update.old.section)][Int(update.old.row)]
      if origin != Origins.nowhere { isUpdated[Int(origin.section)][Int(origin.row)] = true }
    }
    whole.updates = Self.updates(along: second.after(first), isUpdated)
    whole.sections.updates = sections.updates(before: next.sections, first, second)
    return whole
  }

  /// Returns the updates of the rows that are marked, if they stay.
  private static func updates(along way: Origins, _ isUpdated: [[Bool]]) -> [Update] {
    var updates: [Update] = []
    for (section, origins) in way.rows.enumerated() {
      for (row, origin) in origins.enumerated()
      where origin != Origins.nowhere && isUpdated[Int(origin.section)][Int(origin.row)] {
        updates.append(.init(old: origin, new: Place(section: Int32(section), row: Int32(row))))
      }
    }
    return updates.sorted { $0.old < $1.old }
  }
}

extension ChangeSet {
  /// Returns the same change without moves to the index where a row or section would end up anyway.
  ///
  /// A move from a number to the same one may still be needed: the rows around it may all pass it.
  /// So if there are such moves, the fewest that have the same effect are searched for; a
  /// difference has those already.
  func withoutIdleMoves(old: [Int], new: [Int]) -> ChangeSet {
    let isAnyIdle =
      moves.contains { $0.from == $0.to } || sections.moves.contains { $0.from == $0.to }
    if !isAnyIdle { return self }
    var fewest = Origins(self, old: old, new: new).changes(old: old)
    fewest.updates = updates
    fewest.sections.updates = sections.updates
    return fewest
  }
}

extension SectionChanges {
  /// Returns the updates of sections that stay both times and change at least once.
  func updates(before next: SectionChanges, _ first: Origins, _ second: Origins) -> [Update] {
    let earlier = Set(updates.map(\.old))
    let later = Set(next.updates.map(\.new))
    var whole: [Update] = []
    for (section, middle) in second.sections.enumerated() where middle >= 0 {
      let origin = first.sections[middle]
      guard origin >= 0 else { continue }
      if earlier.contains(Int32(origin)) || later.contains(Int32(section)) {
        whole.append(.init(old: Int32(origin), new: Int32(section)))
      }
    }
    return whole.sorted { $0.old < $1.old }
  }
}
