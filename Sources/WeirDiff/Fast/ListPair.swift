import WeirCore

/// Two lists that are being compared, as they lie in memory.
///
/// The rows are never copied, and are read as often as must be: where the bytes of two stretches agree, which is
/// found eight rows at a time, nothing else is asked.
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

  /// How many rows are compared at once: as many as fill at least 128 bytes, and whole words.
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

  /// How many rows from `i` and `j` on are the same, `most` at most; notes those that look different.
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

  /// How many rows at both ends are the same, `most` at most.
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
        if unsafe !Law.looksTheSame(old[i], new[j]) {
          if first < 0 { first = length }
          last = length
        }
        length &+= 1
      }
    }
    if first >= 0 { changed = (first + 1)..<(last + 2) }
    return length
  }

  /// Whether two rows are the same.
  @inlinable @inline(__always)
  func isSame(_ i: Int, _ j: Int) -> Bool { unsafe Law.isSame(old[i], new[j]) }

  /// Whether the bytes of a step of rows are the same; they may differ in what is between fields only.
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
  /// Notes an update if the same row, at `i` and `j`, shows something else.
  @inlinable @inline(__always)
  func noteUpdate(_ i: Int, _ j: Int, _ changes: inout ChangeSet) {
    if unsafe !Law.looksTheSame(old[i], new[j]) {
      changes.updates.append(.init(old: oldPlace(i), new: newPlace(j)))
    }
  }

  /// Notes that new rows come.
  @inlinable
  func noteInserts(_ places: Range<Int>, _ changes: inout ChangeSet) {
    changes.inserts.reserveCapacity(changes.inserts.count + places.count)
    for place in places { changes.inserts.append(newPlace(place)) }
  }

  /// Notes that old rows go.
  @inlinable
  func noteDeletes(_ places: Range<Int>, _ changes: inout ChangeSet) {
    changes.deletes.reserveCapacity(changes.deletes.count + places.count)
    for place in places { changes.deletes.append(oldPlace(place)) }
  }

  /// A place in the old list.
  @inlinable @inline(__always)
  func oldPlace(_ row: Int) -> Place {
    Place(section: oldSection, row: Int32(truncatingIfNeeded: row))
  }

  /// A place in the new list.
  @inlinable @inline(__always)
  func newPlace(_ row: Int) -> Place {
    Place(section: newSection, row: Int32(truncatingIfNeeded: row))
  }

  /// Compares what lies between the common start and the common end; neither side is empty.
  @inlinable
  func compareMiddle(
    _ start: Int, _ oldEnd: Int, _ newEnd: Int, _ changes: inout ChangeSet,
    _ workspace: inout DiffWorkspace
  ) {
    workspace.begin(oldCount: oldCount, newCount: newCount)
    defer { workspace.noteGrowth() }
    walk(from: start, oldEnd, newEnd, &changes, &workspace)
    if workspace.loneOld.isEmpty || workspace.loneNew.isEmpty {
      for row in workspace.loneOld { changes.deletes.append(oldPlace(Int(row))) }
      for row in workspace.loneNew { changes.inserts.append(newPlace(Int(row))) }
      return
    }
    let isReordered = pairLoneRows(&workspace)
    if isReordered { order(&workspace) }
    noteLoneRows(isReordered, &changes, &workspace)
  }

  /// Compares without a walk.
  @inlinable
  func compareByHash(into changes: inout ChangeSet, _ workspace: inout DiffWorkspace) {
    workspace.begin(oldCount: oldCount, newCount: newCount)
    workspace.leaveAlone(old: 0..<oldCount, new: 0..<newCount)
    let isReordered = pairLoneRows(&workspace)
    if isReordered { order(&workspace) }
    noteLoneRows(isReordered, &changes, &workspace)
    workspace.noteGrowth()
  }

  /// Notes what happens to the rows that the walk left alone, and which blocks move.
  @inlinable
  func noteLoneRows(
    _ isReordered: Bool, _ changes: inout ChangeSet, _ workspace: inout DiffWorkspace
  ) {
    workspace.lateUpdates.removeAll(keepingCapacity: true)
    for k in 0..<workspace.loneOld.count {
      let partner = workspace.partners[k]
      if partner < 0 {
        changes.deletes.append(oldPlace(Int(workspace.loneOld[k])))
      } else if partner & Self.looksDifferent != 0 {
        let q = Int(partner & ~Self.looksDifferent)
        workspace.lateUpdates.append(
          .init(
            old: oldPlace(Int(workspace.loneOld[k])), new: newPlace(Int(workspace.loneNew[q]))))
      }
    }
    for q in 0..<workspace.loneNew.count where workspace.origins[q] < 0 {
      changes.inserts.append(newPlace(Int(workspace.loneNew[q])))
    }
    if isReordered { noteMoves(&changes, workspace) }
    if !workspace.lateUpdates.isEmpty { mergeUpdates(&changes, workspace) }
  }

  /// Notes the rows of the blocks that do not stay.
  @inlinable
  func noteMoves(_ changes: inout ChangeSet, _ workspace: borrowing DiffWorkspace) {
    for place in 0..<workspace.order.blocks.count where !workspace.order.stays(place) {
      let block = workspace.order.blocks[place]
      for row in 0..<Int(block.count) {
        changes.moves.append(
          .init(from: oldPlace(Int(block.old) &+ row), to: newPlace(Int(block.new) &+ row)))
      }
    }
  }

  /// Puts the late updates between those of this list that were noted already, from the back.
  @inlinable
  func mergeUpdates(_ changes: inout ChangeSet, _ workspace: borrowing DiffWorkspace) {
    var early = changes.updates.count - 1
    var late = workspace.lateUpdates.count - 1
    changes.updates.append(contentsOf: workspace.lateUpdates)
    var place = changes.updates.count - 1
    while late >= 0 {
      let update = workspace.lateUpdates[late]
      if early >= 0, changes.updates[early].old.section == oldSection,
        changes.updates[early].old.row > update.old.row
      {
        changes.updates[place] = changes.updates[early]
        early -= 1
      } else {
        changes.updates[place] = update
        late -= 1
      }
      place -= 1
    }
  }
}
