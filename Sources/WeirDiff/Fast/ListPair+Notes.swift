// SPDX-License-Identifier: Apache-2.0
public import WeirCore

extension ListPair {
  /// Notes an update if the same row, at `i` and `j`, shows something else.
  @inlinable @inline(__always)
  func noteUpdate(_ i: Int, _ j: Int, _ changes: inout ChangeSet) {
    if !looksTheSame(i, j) {
      changes.updates.append(.init(old: oldPlace(i), new: newPlace(j)))
    }
  }

  /// Notes that new rows come that follow one another.
  @inlinable
  func noteInserts(_ rows: Range<Int>, _ changes: inout ChangeSet) {
    unsafe changes.inserts.append(rows.count) { room in
      for place in 0..<rows.count {
        unsafe (room + place).initialize(to: newPlace(rows.lowerBound &+ place))
      }
    }
  }

  /// Notes that old rows go that follow one another.
  @inlinable
  func noteDeletes(_ rows: Range<Int>, _ changes: inout ChangeSet) {
    unsafe changes.deletes.append(rows.count) { room in
      for place in 0..<rows.count {
        unsafe (room + place).initialize(to: oldPlace(rows.lowerBound &+ place))
      }
    }
  }

  /// Notes that new rows come.
  @inlinable
  func noteInserts(_ rows: borrowing LoneRows, _ changes: inout ChangeSet) {
    for row in rows.listed { changes.inserts.append(newPlace(Int(row))) }
    noteInserts(rows.rest, &changes)
  }

  /// Notes that old rows go.
  @inlinable
  func noteDeletes(_ rows: borrowing LoneRows, _ changes: inout ChangeSet) {
    for row in rows.listed { changes.deletes.append(oldPlace(Int(row))) }
    noteDeletes(rows.rest, &changes)
  }

  /// Returns a place in the old list.
  @inlinable @inline(__always)
  func oldPlace(_ row: Int) -> Place {
    Place(section: oldSection, row: Int32(truncatingIfNeeded: row))
  }

  /// Returns a place in the new list.
  @inlinable @inline(__always)
  func newPlace(_ row: Int) -> Place {
    Place(section: newSection, row: Int32(truncatingIfNeeded: row))
  }

  /// Notes that the lone old rows without a partner go.
  @inlinable
  func noteUnpairedOld(_ changes: inout ChangeSet, _ workspace: borrowing DiffWorkspace) {
    for k in 0..<workspace.loneOld.count where workspace.partners[k] < 0 {
      changes.deletes.append(oldPlace(workspace.loneOld[k]))
    }
  }

  /// Notes that the lone new rows without an origin come.
  @inlinable
  func noteUnpairedNew(_ changes: inout ChangeSet, _ workspace: borrowing DiffWorkspace) {
    for q in 0..<workspace.loneNew.count where workspace.origins[q] < 0 {
      changes.inserts.append(newPlace(workspace.loneNew[q]))
    }
  }

  /// Notes the `count` paired rows that do not stay, which must be all of them.
  @inlinable
  func noteMovesOfRows(
    _ count: Int, _ changes: inout ChangeSet, _ workspace: borrowing DiffWorkspace
  ) {
    unsafe changes.moves.append(count) { room in
      var noted = 0
      for q in 0..<workspace.loneNew.count {
        let origin = workspace.origins[q]
        if origin < 0 || workspace.order.stays(q) { continue }
        let from = oldPlace(workspace.loneOld[Int(origin & ~Self.looksDifferent)])
        unsafe (room + noted).initialize(to: .init(from: from, to: newPlace(workspace.loneNew[q])))
        noted &+= 1
      }
      invariant(noted == count, "\(noted) rows move, and \(count) were counted")
    }
  }

  /// Notes the `count` rows of the blocks that do not stay.
  @inlinable
  func noteMovesOfBlocks(
    _ count: Int, _ changes: inout ChangeSet, _ workspace: borrowing DiffWorkspace
  ) {
    unsafe changes.moves.append(count) { room in
      var noted = 0
      for place in 0..<workspace.order.count where !workspace.order.stays(place) {
        let block = workspace.order.blocks[place]
        for row in 0..<Int(block.count) {
          let move = ChangeSet.Move(
            from: oldPlace(Int(block.old) &+ row), to: newPlace(Int(block.new) &+ row))
          unsafe (room + noted).initialize(to: move)
          noted &+= 1
        }
      }
      invariant(noted == count, "\(noted) rows move, and \(count) were counted")
    }
  }

  /// Notes the paired rows that look different, in the order of the old list.
  @inlinable
  func noteLateUpdates(_ changes: inout ChangeSet, _ workspace: inout DiffWorkspace) {
    workspace.lateUpdates.removeAll(keepingCapacity: true)
    for k in 0..<workspace.loneOld.count {
      let partner = workspace.partners[k]
      if partner < 0 || partner & Self.looksDifferent == 0 { continue }
      let new = workspace.loneNew[Int(partner & ~Self.looksDifferent)]
      workspace.lateUpdates.append(.init(old: oldPlace(workspace.loneOld[k]), new: newPlace(new)))
    }
    mergeUpdates(&changes, workspace)
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
