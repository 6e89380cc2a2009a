package import WeirDiff
package import WeirTree

/// Sees at a glance that a change set is right, where rows of one section only go, come and show something else.
///
/// It walks through both lists once, with the change set beside them. What it does not understand it calls wrong: someone
/// slower, who can say what is wrong, has to look at it then.
package enum PlainChange {
  /// `true` if the changes certainly lead from one list to the other, and no row goes and comes at once.
  ///
  /// - Complexity: O(*n*) for lists of *n* rows.
  package static func isRight(
    from old: [[Row]], by changes: ChangeSet, to new: [[Row]]
  ) -> Bool {
    guard changes.moves.isEmpty, changes.sections.isEmpty, old.count == 1, new.count == 1 else {
      return false
    }
    return walk(old[0], new[0], changes.deletes, changes.inserts, changes.updates)
      && !hasComeback(old[0], new[0], changes.deletes, changes.inserts)
  }

  private static func walk(
    _ old: [Row], _ new: [Row], _ deletes: [Place], _ inserts: [Place],
    _ updates: [ChangeSet.Update]
  ) -> Bool {
    var (from, to) = (0, 0)
    var (delete, insert, update) = (0, 0, 0)
    var nextDelete = deletes.first ?? .none
    var nextInsert = inserts.first ?? .none
    var nextUpdate = updates.first?.old ?? .none
    while true {
      if nextDelete == Place(Int32(from)), from < old.count {
        from += 1
        delete += 1
        nextDelete = delete < deletes.count ? deletes[delete] : .none
      } else if nextInsert == Place(Int32(to)), to < new.count {
        to += 1
        insert += 1
        nextInsert = insert < inserts.count ? inserts[insert] : .none
      } else {
        if from == old.count || to == new.count { break }
        if old[from].key != new[to].key { return false }
        if nextUpdate == Place(Int32(from)) {
          if updates[update].new != Place(Int32(to)) { return false }
          update += 1
          nextUpdate = update < updates.count ? updates[update].old : .none
        } else if old[from].stamp != new[to].stamp {
          return false
        }
        from += 1
        to += 1
      }
    }
    return from == old.count && to == new.count && delete == deletes.count
      && insert == inserts.count && update == updates.count
  }

  /// `true` if a row goes and comes at once, or there are too many rows to look at each pair.
  private static func hasComeback(
    _ old: [Row], _ new: [Row], _ deletes: [Place], _ inserts: [Place]
  ) -> Bool {
    if deletes.isEmpty || inserts.isEmpty { return false }
    if deletes.count * inserts.count > 64 { return true }
    for delete in deletes {
      let key = old[Int(delete.row)].key
      for insert in inserts where new[Int(insert.row)].key == key { return true }
    }
    return false
  }
}

extension Place {
  /// A place that no list has.
  fileprivate static var none: Place { Place(-1) }
}
