// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirDiff
package import WeirTree

/// Sees at a glance that a change set is right, where rows of one section only go, come and show something else.
///
/// It walks through both lists once, with the change set beside them. What it does not understand it calls wrong: someone
/// slower, who can say what is wrong, has to look at it then. List views have a quick way of their own, which is left to them: a
/// checker that shared it would share its mistakes.
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
    var nextDelete = deletes.first.index
    var nextInsert = inserts.first.index
    var nextUpdate = updates.first?.old.index ?? .max
    while true {
      // Nothing is said about the rows up to the next one of which something is said.
      let ahead = min(nextDelete &- from, nextInsert &- to, nextUpdate &- from)
      let run = min(ahead, old.count &- from, new.count &- to)
      if run < 0 || !isAlike(old, from, new, to, run) { return false }
      from &+= run
      to &+= run
      if nextDelete == from, from < old.count {
        from &+= 1
        delete &+= 1
        nextDelete = delete < deletes.count ? deletes[delete].index : .max
      } else if nextInsert == to, to < new.count {
        to &+= 1
        insert &+= 1
        nextInsert = insert < inserts.count ? inserts[insert].index : .max
      } else if nextUpdate == from, from < old.count, to < new.count {
        if updates[update].new.index != to || old[from].key != new[to].key { return false }
        from &+= 1
        to &+= 1
        update &+= 1
        nextUpdate = update < updates.count ? updates[update].old.index : .max
      } else {
        break
      }
    }
    return from == old.count && to == new.count && delete == deletes.count
      && insert == inserts.count && update == updates.count
  }

  /// `true` if so many rows are the same and show the same.
  private static func isAlike(
    _ old: [Row], _ from: Int, _ new: [Row], _ to: Int, _ count: Int
  ) -> Bool {
    // A row is three words of its key and one of its stamp, and nothing between them.
    unsafe old.withUnsafeBytes { old in
      unsafe new.withUnsafeBytes { new in
        let size = MemoryLayout<Row>.stride
        var (a, b, difference) = (from &* size, to &* size, UInt64(0))
        let end = a &+ count &* size
        while a < end {
          let x = unsafe old.loadUnaligned(fromByteOffset: a, as: UInt64.self)
          let y = unsafe new.loadUnaligned(fromByteOffset: b, as: UInt64.self)
          difference |= x ^ y
          a &+= 8
          b &+= 8
        }
        return difference == 0
      }
    }
  }

  /// `true` if a row goes and comes at once, or there are too many rows to look at each pair.
  private static func hasComeback(
    _ old: [Row], _ new: [Row], _ deletes: [Place], _ inserts: [Place]
  ) -> Bool {
    if deletes.isEmpty || inserts.isEmpty { return false }
    // A batch of a busy list has a few dozen, and to look at each pair takes less than to walk through the list again.
    if deletes.count * inserts.count > 1024 { return true }
    for delete in deletes {
      let key = old[Int(delete.row)].key
      for insert in inserts where new[Int(insert.row)].key == key { return true }
    }
    return false
  }
}

extension Place {
  /// Its index in a list of one section, which no list has if it is in another one.
  fileprivate var index: Int { section == 0 && row >= 0 ? Int(row) : -1 }
}

extension Place? {
  /// Its index in a list of one section; beyond all of them for none.
  fileprivate var index: Int { self?.index ?? .max }
}
