// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// Two lists that are being compared, as they lie in memory.
///
/// The rows are never copied. They are read as often as necessary: if the bytes of two stretches
/// agree, which is found eight rows at a time, the rows' own functions are not called.
@safe
@usableFromInline
struct ListPair<Law: RowLaw> {
  @usableFromInline let old: UnsafePointer<Law.Row>
  @usableFromInline let new: UnsafePointer<Law.Row>
  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int
  /// The sections that the lists are, for the change set.
  @usableFromInline let oldSection: Int32
  @usableFromInline let newSection: Int32

  @inlinable
  init(
    _ old: UnsafePointer<Law.Row>, _ oldCount: Int, _ new: UnsafePointer<Law.Row>, _ newCount: Int,
    oldSection: Int32, newSection: Int32
  ) {
    unsafe self.old = old
    unsafe self.new = new
    self.oldCount = oldCount
    self.newCount = newCount
    self.oldSection = oldSection
    self.newSection = newSection
  }

  /// The number of rows that are compared at once: as many as fill at least 128 bytes, and whole words.
  @inlinable @inline(__always)
  static var step: Int { max(8, 128 / MemoryLayout<Law.Row>.stride & ~7) }

  /// Adds what happens to the rows to `changes`.
  @inlinable
  func compare(into changes: inout ChangeSet, _ workspace: inout DiffWorkspace) {
    if unsafe old == new, oldCount == newCount { return }
    let shorter = min(oldCount, newCount)
    let start = run(0, 0, shorter, &changes)
    var changed = 0..<0
    let end = trailingRun(shorter - start, &changed)
    let (oldEnd, newEnd) = (oldCount - end, newCount - end)
    if start == oldEnd {
      noteInserts(start..<newEnd, &changes)
    } else if start == newEnd {
      noteDeletes(start..<oldEnd, &changes)
    } else {
      compareMiddle(start, oldEnd, newEnd, &changes, &workspace)
    }
    for rest in changed.reversed() { noteUpdate(oldCount - rest, newCount - rest, &changes) }
  }

  /// Returns the number of rows from `i` and `j` on that are the same, at most `most`; notes those
  /// that look different.
  @inlinable @inline(__always)
  func run(_ i: Int, _ j: Int, _ most: Int, _ changes: inout ChangeSet) -> Int {
    var length = 0
    while length < most {
      while length &+ Self.step <= most, bytesAgree(i &+ length, j &+ length) {
        length &+= Self.step
      }
      let stop = min(length &+ Self.step, most)
      while length < stop {
        guard isSame(i &+ length, j &+ length) else { return length }
        noteUpdate(i &+ length, j &+ length, &changes)
        length &+= 1
      }
    }
    return length
  }

  /// Returns the number of rows at both ends that are the same, at most `most`.
  ///
  /// Counted from the end, those that look different lie in `changed`; they are noted later, in order; the last row counts as 1.
  @inlinable
  func trailingRun(_ most: Int, _ changed: inout Range<Int>) -> Int {
    var length = 0
    var first = -1
    var last = -1
    search: while length < most {
      while length &+ Self.step <= most,
        bytesAgree(oldCount &- length &- Self.step, newCount &- length &- Self.step)
      {
        length &+= Self.step
      }
      let stop = min(length &+ Self.step, most)
      while length < stop {
        let (i, j) = (oldCount &- 1 &- length, newCount &- 1 &- length)
        guard isSame(i, j) else { break search }
        if !looksTheSame(i, j) {
          if first < 0 { first = length }
          last = length
        }
        length &+= 1
      }
    }
    if first >= 0 { changed = (first + 1)..<(last + 2) }
    return length
  }

  /// `true` if two rows are the same.
  @inlinable @inline(__always)
  func isSame(_ i: Int, _ j: Int) -> Bool { unsafe Law.isSame(old[i], new[j]) }

  /// `true` if the same row, at `i` and `j`, looks alike: whether it says so, or has the same bytes.
  ///
  /// Rows of a step with the same bytes are not asked, so one that stands alone must not be updated either.
  @inlinable @inline(__always)
  func looksTheSame(_ i: Int, _ j: Int) -> Bool {
    unsafe Law.looksTheSame(old[i], new[j]) || haveSameBytes(old + i, new + j)
  }

  /// `true` if the bytes of a step of rows are the same; they may differ in what is between fields only.
  @inlinable @inline(__always)
  func bytesAgree(_ i: Int, _ j: Int) -> Bool {
    let a = unsafe UnsafeRawPointer(old + i)
    let b = unsafe UnsafeRawPointer(new + j)
    var difference: UInt64 = 0
    var place = 0
    while place < Self.step &* MemoryLayout<Law.Row>.stride {
      let x = unsafe a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let y = unsafe b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      difference |= x ^ y
      place &+= 8
    }
    return difference == 0
  }
}

extension ListPair {
  /// Compares what lies between the common start and the common end; neither side is empty.
  @inlinable
  func compareMiddle(
    _ start: Int, _ oldEnd: Int, _ newEnd: Int, _ changes: inout ChangeSet,
    _ workspace: inout DiffWorkspace
  ) {
    workspace.begin(oldCount: oldCount, newCount: newCount)
    defer { workspace.noteGrowth() }
    let early = changes.updates.count
    walk(from: start, oldEnd, newEnd, &changes, &workspace)
    if isWalkInVain(workspace),
      settleWithoutWalk(start, oldEnd, newEnd, early, &changes, &workspace)
    {
      return
    }
    settle(&changes, &workspace)
  }

  /// `true` if the walk gave up before it had met many rows, or had met them one by one.
  @inlinable
  func isWalkInVain(_ workspace: borrowing DiffWorkspace) -> Bool {
    let rest = min(workspace.loneOld.rest.count, workspace.loneNew.rest.count)
    let lone = workspace.loneOld.listed.count &+ workspace.loneNew.listed.count
    if workspace.runs.isEmpty || lone > rest { return false }
    let most = workspace.runs.count > rest / 64 ? 4 &* workspace.runs.count : rest / 8
    var met = 0
    for run in workspace.runs {
      met &+= Int(run.count)
      if met > most { return false }
    }
    return met &+ lone <= rest
  }

  /// Finds out what has happened as if the walk had not begun, since rows in runs would be paired in the same
  /// way; returns `false`, and does nothing, if there are twins, of which the walk decides who pairs with whom.
  @inlinable
  func settleWithoutWalk(
    _ start: Int, _ oldEnd: Int, _ newEnd: Int, _ early: Int, _ changes: inout ChangeSet,
    _ workspace: inout DiffWorkspace
  ) -> Bool {
    workspace.exchangeWalk()
    defer { workspace.exchangeWalk() }
    workspace.leaveAlone(old: start..<oldEnd, new: start..<newEnd)
    let found = pairLoneRows(&workspace, stopsAtTwins: true)
    if found.hasTwins { return false }
    changes.updates.removeLast(changes.updates.count - early)
    settle(found, &changes, &workspace)
    return true
  }

  /// Compares without a walk.
  @inlinable
  func compareByHash(into changes: inout ChangeSet, _ workspace: inout DiffWorkspace) {
    workspace.begin(oldCount: oldCount, newCount: newCount)
    workspace.leaveAlone(old: 0..<oldCount, new: 0..<newCount)
    settle(&changes, &workspace)
    workspace.noteGrowth()
  }

  /// Finds out what has happened to the rows that the walk left alone.
  @inlinable
  func settle(_ changes: inout ChangeSet, _ workspace: inout DiffWorkspace) {
    var found = PairCount()
    if !workspace.loneOld.isEmpty, !workspace.loneNew.isEmpty {
      found = pairLoneRows(&workspace)
    }
    settle(found, &changes, &workspace)
  }

  /// Finds out what has happened to those rows once they are paired.
  @inlinable
  func settle(
    _ found: PairCount, _ changes: inout ChangeSet, _ workspace: inout DiffWorkspace
  ) {
    if found.pairs == 0 {
      noteDeletes(workspace.loneOld, &changes)
      noteInserts(workspace.loneNew, &changes)
      return
    }
    let isEveryOldPaired = found.pairs == workspace.loneOld.count
    if !isEveryOldPaired || found.isAnyDifferent || !workspace.runs.isEmpty {
      turnPairsRound(&workspace)
    }
    let moves = order(found.pairs, &workspace)
    if !isEveryOldPaired { noteUnpairedOld(&changes, workspace) }
    if found.pairs < workspace.loneNew.count { noteUnpairedNew(&changes, workspace) }
    if moves > 0 {
      if workspace.runs.isEmpty {
        noteMovesOfRows(moves, &changes, workspace)
      } else {
        noteMovesOfBlocks(moves, &changes, workspace)
      }
    }
    if found.isAnyDifferent { noteLateUpdates(&changes, &workspace) }
  }
}
