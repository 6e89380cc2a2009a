/// Finds how `old` becomes `new`.
///
///     diff(from: ["a", "b", "c"], to: ["c", "a", "d"])
///     // deletes [1], inserts [2], moves [2 → 0]
///
/// The promise: ``ChangeSet/applying(to:contents:)`` leads from `old` to `new`; as few rows as possible are
/// deleted and inserted; of the rows that stay, as few as possible move; a row is updated exactly if it stays
/// and no longer shows the same. The result depends on the two lists alone, never on hashing:
///
/// - Rows that share an id pair up thus: first those at the common start, then those at the common end,
///   then those that a walk down both lists meets on its way past short gaps, then the rest, each with the
///   first of its id that is left.
/// - When one of several rows could move, see ``ChangeSet/moves``.
///
/// - Complexity: O(*n*) while no row moves, O(*n* log *n*) otherwise. Ids are hashed only where local
///   comparison does not explain the difference; with memory in `workspace` nothing is allocated.
@inlinable
public func diff<Row: ListRow>(
  from old: [Row], to new: [Row], into changes: inout ChangeSet, workspace: inout DiffWorkspace
) {
  changes.removeAll()
  var start = 0
  let shorter = min(old.count, new.count)
  while start < shorter, old[start].rowID == new[start].rowID {
    noteUpdate(old, start, new, start, &changes)
    start += 1
  }
  var oldEnd = old.count
  var newEnd = new.count
  while oldEnd > start, newEnd > start, old[oldEnd - 1].rowID == new[newEnd - 1].rowID {
    oldEnd -= 1
    newEnd -= 1
  }
  if start == oldEnd {
    for place in start..<newEnd { changes.inserts.append(Place(Int32(truncatingIfNeeded: place))) }
  } else if start == newEnd {
    for place in start..<oldEnd { changes.deletes.append(Place(Int32(truncatingIfNeeded: place))) }
  } else {
    diffMiddle(old, start..<oldEnd, new, start..<newEnd, into: &changes, &workspace)
  }
  for rest in 0..<(old.count - oldEnd) {
    noteUpdate(old, oldEnd + rest, new, newEnd + rest, &changes)
  }
}

/// Finds how `old` becomes `new`, with memory of its own.
@inlinable
public func diff<Row: ListRow>(from old: [Row], to new: [Row]) -> ChangeSet {
  var changes = ChangeSet()
  var workspace = DiffWorkspace()
  diff(from: old, to: new, into: &changes, workspace: &workspace)
  return changes
}

/// Notes an update if the same row, at `i` and `j`, shows something else.
@inlinable
@inline(__always)
func noteUpdate<Row: ListRow>(
  _ old: [Row], _ i: Int, _ new: [Row], _ j: Int, _ changes: inout ChangeSet
) {
  if !old[i].showsTheSame(as: new[j]) {
    changes.updates.append(
      .init(old: Place(Int32(truncatingIfNeeded: i)), new: Place(Int32(truncatingIfNeeded: j))))
  }
}

/// Compares what lies between the common start and the common end; neither side is empty.
@inlinable
func diffMiddle<Row: ListRow>(
  _ old: [Row], _ oldRange: Range<Int>, _ new: [Row], _ newRange: Range<Int>,
  into changes: inout ChangeSet, _ workspace: inout DiffWorkspace
) {
  workspace.begin(oldCount: oldRange.upperBound, newCount: newRange.upperBound)
  walk(old, oldRange, new, newRange, &workspace)
  let isReordered = pairLoneRows(old, new, &workspace)
  if isReordered { workspace.order.find(in: newRange, workspace.oldOfNew) }
  for i in oldRange {
    let j = Int(workspace.newOfOld[i])
    if j < 0 {
      changes.deletes.append(Place(Int32(truncatingIfNeeded: i)))
    } else {
      noteUpdate(old, i, new, j, &changes)
    }
  }
  for j in newRange {
    let i = workspace.oldOfNew[j]
    if i < 0 {
      changes.inserts.append(Place(Int32(truncatingIfNeeded: j)))
    } else if isReordered, !workspace.order.isKept[j] {
      changes.moves.append(.init(from: Place(i), to: Place(Int32(truncatingIfNeeded: j))))
    }
  }
}

/// How many rows, of both lists together, the walk looks past for two that are the same.
@inlinable var longestGap: Int { 6 }

/// Goes down both lists in step, pairs the rows that it meets and leaves the others alone.
///
/// Where the rows differ it looks for the nearest two that agree, the fewest rows past it and of several
/// as near the one that skips fewest old rows. It gives up where most rows were skipped.
@inlinable
func walk<Row: ListRow>(
  _ old: [Row], _ oldRange: Range<Int>, _ new: [Row], _ newRange: Range<Int>,
  _ workspace: inout DiffWorkspace
) {
  var i = oldRange.lowerBound
  var j = newRange.lowerBound
  var pairs = 0
  var skipped = 0
  search: while i < oldRange.upperBound, j < newRange.upperBound, skipped <= pairs + 4 * longestGap
  {
    if old[i].rowID == new[j].rowID {
      workspace.pair(old: i, new: j)
      i += 1
      j += 1
      pairs += 1
      continue
    }
    for gap in 1...longestGap {
      let least = max(0, gap - (newRange.upperBound - 1 - j))
      let most = min(gap, oldRange.upperBound - 1 - i)
      guard least <= most else { continue }
      for past in least...most where old[i + past].rowID == new[j + gap - past].rowID {
        for lone in i..<(i + past) { workspace.loneOld.append(Int32(truncatingIfNeeded: lone)) }
        for lone in j..<(j + gap - past) {
          workspace.loneNew.append(Int32(truncatingIfNeeded: lone))
        }
        i += past
        j += gap - past
        skipped += gap
        continue search
      }
    }
    workspace.loneOld.append(Int32(truncatingIfNeeded: i))
    workspace.loneNew.append(Int32(truncatingIfNeeded: j))
    i += 1
    j += 1
    skipped += 2
  }
  for lone in i..<oldRange.upperBound { workspace.loneOld.append(Int32(truncatingIfNeeded: lone)) }
  for lone in j..<newRange.upperBound { workspace.loneNew.append(Int32(truncatingIfNeeded: lone)) }
}

/// Pairs the rows that the walk left alone, by id and in order; returns whether there were any pairs.
@inlinable
func pairLoneRows<Row: ListRow>(
  _ old: [Row], _ new: [Row], _ workspace: inout DiffWorkspace
) -> Bool {
  let oldCount = workspace.loneOld.count
  let newCount = workspace.loneNew.count
  if oldCount == 0 || newCount == 0 { return false }
  return oldCount * newCount <= 32
    ? pairFewLoneRows(old, new, &workspace) : pairManyLoneRows(old, new, &workspace)
}

/// Compares each lone row with each.
@inlinable
func pairFewLoneRows<Row: ListRow>(
  _ old: [Row], _ new: [Row], _ workspace: inout DiffWorkspace
) -> Bool {
  var found = false
  for lone in workspace.loneNew {
    let j = Int(lone)
    for other in workspace.loneOld where workspace.newOfOld[Int(other)] < 0 {
      guard old[Int(other)].rowID == new[j].rowID else { continue }
      workspace.pair(old: Int(other), new: j)
      found = true
      break
    }
  }
  return found
}

/// Puts the lone old rows into a table, the last one first, and looks the new ones up.
@inlinable
func pairManyLoneRows<Row: ListRow>(
  _ old: [Row], _ new: [Row], _ workspace: inout DiffWorkspace
) -> Bool {
  workspace.table.clear(for: workspace.loneOld.count, of: workspace.newOfOld.count)
  for lone in workspace.loneOld.reversed() {
    let id = old[Int(lone)].rowID
    workspace.table.push(Int(lone), hash: Row.hashOf(id)) { old[$0].rowID == id }
  }
  var found = false
  for lone in workspace.loneNew {
    let id = new[Int(lone)].rowID
    let partner = workspace.table.pop(hash: Row.hashOf(id)) { old[$0].rowID == id }
    guard partner >= 0 else { continue }
    workspace.pair(old: partner, new: Int(lone))
    found = true
  }
  return found
}
