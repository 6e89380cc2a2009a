// SPDX-License-Identifier: Apache-2.0
extension ListPair {
  /// The number of rows, of both lists together, that are first skipped one by one to find two that
  /// are the same.
  @inlinable static var nearby: Int { 10 }
  /// The number of rows of each list that the first anchored search hashes.
  @inlinable static var firstWindow: Int { 32 }

  /// Goes down both lists in step, notes the runs that it meets and leaves the other rows alone.
  ///
  /// At rows that differ it looks for the nearest two that agree: among the next ``nearby`` rows, then further for two
  /// in a row that do. It gives up if that fails, and if a third of the rows were skipped.
  @inlinable
  func walk(
    from start: Int, _ oldEnd: Int, _ newEnd: Int, _ changes: inout ChangeSet,
    _ workspace: inout DiffWorkspace
  ) {
    var i = start
    var j = start
    var walked = start
    var skipped = 0
    let slack = max(oldCount, newCount) / 16 + 64
    // The budget of all searches, in rows looked at from afar.
    var effort = max(oldCount, newCount) / 4 + 1_024
    while i < oldEnd, j < newEnd, skipped <= walked / 2 + slack {
      let length = run(i, j, min(oldEnd &- i, newEnd &- j), &changes)
      if length > 0 {
        workspace.runs.append(Block(old: i, new: j, count: length))
        i &+= length
        j &+= length
        walked &+= length
        if i >= oldEnd || j >= newEnd { break }
      }
      var gap = nearbyGap(i, j, oldEnd, newEnd)
      if gap.old < 0 { gap = anchoredGap(i, j, oldEnd, newEnd, &effort, &workspace) }
      if gap.old < 0 { break }
      workspace.loneOld.append(i..<(i &+ gap.old))
      workspace.loneNew.append(j..<(j &+ gap.new))
      i &+= gap.old
      j &+= gap.new
      skipped &+= gap.old &+ gap.new
    }
    workspace.leaveAlone(old: i..<oldEnd, new: j..<newEnd)
  }

  /// Returns the fewest rows past which the lists agree, few of them old; −1 if there are more than
  /// ``nearby``.
  @inlinable @inline(__always)
  func nearbyGap(_ i: Int, _ j: Int, _ oldEnd: Int, _ newEnd: Int) -> (old: Int, new: Int) {
    var gap = 1
    while gap <= Self.nearby {
      var past = max(0, gap &- (newEnd &- 1 &- j))
      let most = min(gap, oldEnd &- 1 &- i)
      while past <= most {
        if isSame(i &+ past, j &+ gap &- past) { return (past, gap &- past) }
        past &+= 1
      }
      gap &+= 1
    }
    return (-1, -1)
  }

  /// Returns a gap behind which two rows in a row agree, or −1; what it costs is taken from
  /// `effort`.
  ///
  /// Rows that come or go in one piece are found by looking for the row before the gap alone. Otherwise
  /// both windows grow, a smaller one before a larger one.
  @inlinable
  func anchoredGap(
    _ i: Int, _ j: Int, _ oldEnd: Int, _ newEnd: Int, _ effort: inout Int,
    _ workspace: inout DiffWorkspace
  ) -> (old: Int, new: Int) {
    let longest = max(oldCount, newCount)
    let widest = max(Self.firstWindow, longest / 64)
    var window = Self.firstWindow
    var distance = Self.nearby + 1
    while window <= widest, effort > 0 {
      let reach = min(8 &* window, max(oldEnd &- i, newEnd &- j))
      while distance < reach {
        if j &+ distance < newEnd, isSame(i, j &+ distance),
          isAnchor(i, j &+ distance, oldEnd, newEnd)
        {
          return (0, distance)
        }
        if i &+ distance < oldEnd, isSame(i &+ distance, j),
          isAnchor(i &+ distance, j, oldEnd, newEnd)
        {
          return (distance, 0)
        }
        distance &+= 1
      }
      effort &-= 2 &* window
      let gap = windowedGap(i, j, oldEnd, newEnd, window, &workspace)
      if gap.old >= 0 { return gap }
      window &*= 4
    }
    return (-1, -1)
  }

  /// `true` if the rows behind two that agree do so, too.
  @inlinable @inline(__always)
  func isAnchor(_ i: Int, _ j: Int, _ oldEnd: Int, _ newEnd: Int) -> Bool {
    i &+ 1 >= oldEnd || j &+ 1 >= newEnd || isSame(i &+ 1, j &+ 1)
  }

  /// Returns the smallest gap among the next `window` rows of both lists that ends in an anchor, or
  /// −1.
  ///
  /// Only the first row of each id counts on the old side; of equally small gaps, few old rows are passed.
  @inlinable
  func windowedGap(
    _ i: Int, _ j: Int, _ oldEnd: Int, _ newEnd: Int, _ window: Int,
    _ workspace: inout DiffWorkspace
  ) -> (old: Int, new: Int) {
    let oldRows = min(window, oldEnd &- i)
    let newRows = min(window, newEnd &- j)
    for isStrong in [false, true] {
      workspace.table.clear(for: oldRows)
      workspace.hashCount &+= oldRows &+ newRows
      let patience = isStrong ? Int.max / 2 : workspace.table.patience
      let found = workspace.table.withSlots {
        closest(i, j, oldRows, newRows, oldEnd, newEnd, isStrong, $0, patience)
      }
      if let found { return found }
    }
    return (-1, -1)
  }

  /// Finds that gap with an empty table, or returns `nil` if the hash serves badly.
  @inlinable @inline(__always)
  func closest(
    _ i: Int, _ j: Int, _ oldRows: Int, _ newRows: Int, _ oldEnd: Int, _ newEnd: Int,
    _ isStrong: Bool, _ slots: RowSlots, _ patience: Int
  ) -> (old: Int, new: Int)? {
    var patience = patience
    var x = 0
    while x < oldRows {
      let hash = hash(old: i &+ x, isStrong)
      let place = slots.find(hash, &patience) {
        unsafe Law.isSame(old[i &+ Int(truncatingIfNeeded: $0)], old[i &+ x])
      }
      if place.isFree { slots.take(place.slot, hash, UInt32(truncatingIfNeeded: x)) }
      if patience <= 0 { return nil }
      x &+= 1
    }
    var best = (old: -1, new: -1)
    var total = Int.max
    var y = 0
    while y < newRows, y < total {
      let place = slots.find(hash(new: j &+ y, isStrong), &patience) {
        isSame(i &+ Int(truncatingIfNeeded: $0), j &+ y)
      }
      if !place.isFree {
        let x = Int(truncatingIfNeeded: slots[place.slot])
        if x &+ y < total || (x &+ y == total && x < best.old),
          isAnchor(i &+ x, j &+ y, oldEnd, newEnd)
        {
          best = (x, y)
          total = x &+ y
        }
      }
      if patience <= 0 { return nil }
      y &+= 1
    }
    return best
  }
}
