import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that a list shows each of its client's own writes from the next publication on, until
/// somebody overwrites the row, the server turns the write away, or the row leaves the window.
struct ReadYourWritesChecker: Sendable {
  var verdict = Verdict.notReached
  var opportunities = 0

  /// What a client's list has to show of a write of its own.
  private struct Duty: Sendable {
    var key: Key
    var write: UInt32
    var wanted: Wanted
    var isNew = true
  }

  private enum Wanted: Sendable {
    /// The row with this stamp.
    case exactly(UInt64)
    /// No such row.
    case nothing
    /// The row with anything but this stamp, which it had before the edit.
    case notAgain(UInt64)
  }

  private var duties: [[Duty]] = []

  /// A client writes; from now on its list has to show it.
  mutating func write(_ step: Step, _ lists: ShadowLists) {
    let client = Int(step.client)
    while duties.count <= client { duties.append([]) }
    duties[client].removeAll { $0.key == step.key }
    let isEdit = step.y >> 32 != 0
    let wanted: Wanted
    if step.x == 0 {
      wanted = .nothing
    } else if isEdit {
      // Others may edit other fields of the row meanwhile, so only going back is wrong.
      guard let row = Self.row(step.key, in: lists.shown[client].rows) else { return }
      wanted = .notAgain(row.stamp)
    } else {
      wanted = .exactly(step.x)
    }
    duties[client].append(
      Duty(key: step.key, write: UInt32(truncatingIfNeeded: step.y), wanted: wanted))
  }

  /// The server turned a write away.
  mutating func answer(_ step: Step) {
    guard step.x != 0, Int(step.client) < duties.count else { return }
    let write = UInt32(truncatingIfNeeded: step.y)
    duties[Int(step.client)].removeAll { $0.write == write }
  }

  /// Somebody's write to a row that is or was there takes everybody else's duty away.
  mutating func overwrite(_ step: Step, _ lists: ShadowLists) {
    for viewer in lists.viewers[Int(step.list)]
    where viewer != step.client && Int(viewer) < duties.count {
      if !duties[Int(viewer)].isEmpty { duties[Int(viewer)].removeAll { $0.key == step.key } }
    }
  }

  /// A list is published: new duties are looked at, and those whose rows the changes touch.
  mutating func publish(
    _ step: Step, from old: [Row], by changes: borrowing ChangeSet, to new: [Row],
    _ lists: ShadowLists
  ) {
    let client = Int(step.client)
    guard client < duties.count, !duties[client].isEmpty else { return }
    var place = 0
    while place < duties[client].count {
      let duty = duties[client][place]
      if duty.isNew || Self.touches(duty.key, changes, old) {
        opportunities += 1
        if verdict == .notReached { verdict = .held }
        if !look(at: duty, step, new, lists) {
          duties[client].remove(at: place)
          continue
        }
        duties[client][place].isNew = false
      }
      place += 1
    }
  }

  /// Holds a duty against the rows; false: the row has left the window and the duty ends.
  private mutating func look(
    at duty: Duty, _ step: Step, _ rows: [Row], _ lists: ShadowLists
  ) -> Bool {
    let row = Self.row(duty.key, in: rows)
    let breach: String?
    switch (duty.wanted, row) {
    case (.nothing, nil): breach = nil
    case (.nothing, .some): breach = "still shows '\(duty.key)', which it removed"
    case (_, nil):
      if isOutside(duty.key, step, rows, lists) { return false }
      breach = "does not show '\(duty.key)', which it wrote"
    case (.exactly(let stamp), let row?):
      breach = row.stamp == stamp ? nil : "shows '\(duty.key)', but not as it wrote it"
    case (.notAgain(let stamp), let row?):
      breach = row.stamp != stamp ? nil : "shows '\(duty.key)' as it was before its edit"
    }
    if let breach, !verdict.isBroken {
      verdict = .broken(
        at: step.at, because: "client \(step.client) \(breach) (write \(duty.write))")
    }
    return true
  }

  private static func touches(
    _ key: Key, _ changes: borrowing ChangeSet, _ old: [Row]
  ) -> Bool {
    for place in changes.deletes where Int(place) < old.count && old[Int(place)].key == key {
      return true
    }
    for update in changes.updates
    where Int(update.old) < old.count && old[Int(update.old)].key == key {
      return true
    }
    return false
  }

  /// Whether a window may have no place for `key`: the row would stand beyond the window's edge, and the
  /// list was once so long, counting the client's own writes, that rows had to fall off it.
  private func isOutside(
    _ key: Key, _ step: Step, _ rows: [Row], _ lists: ShadowLists
  ) -> Bool {
    let window = lists.shown[Int(step.client)].window
    let longest = max(rows.count, lists.mostRows[Int(step.list)])
    guard window != 0, longest + duties[Int(step.client)].count >= Int(window >> 1) else {
      return false
    }
    guard let first = rows.first, let last = rows.last else { return true }
    return window & 1 == 1 ? key < first.key : last.key < key
  }

  private static func row(_ key: Key, in rows: [Row]) -> Row? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].key == key ? rows[low] : nil
  }
}
