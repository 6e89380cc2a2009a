// SPDX-License-Identifier: Apache-2.0
extension SharedList {
  /// Returns the changes that lead from an earlier version to this one.
  ///
  /// It promises what ``diff(from:to:)-([Row],_)`` does, with one exception: rows of leaves that both versions share
  /// never move, so that where many rows changed places with fewer shared ones, more rows move than must.
  @inlinable
  public func changes(
    since old: SharedList, into changes: inout ChangeSet, workspace: inout DiffWorkspace
  ) {
    changes.removeAll()
    if old.root === root { return }
    var regions = SharedRegions<Row>()
    regions.compare(old.root.map { [$0] } ?? [], 0, root.map { [$0] } ?? [], 0)
    for (number, region) in regions.found.enumerated() {
      compareRows(
        SharedRegions.rows(region.old), number, SharedRegions.rows(region.new), number, &changes,
        &workspace)
    }
    if regions.found.count > 1, !changes.deletes.isEmpty, !changes.inserts.isEmpty {
      let old = regions.found.map { SharedRegions.rows($0.old) }
      let new = regions.found.map { SharedRegions.rows($0.new) }
      pairLeavers(
        changes.deletes, changes.deletes.map { old[Int($0.section)][Int($0.row)] },
        changes.inserts, changes.inserts.map { new[Int($0.section)][Int($0.row)] }, &changes,
        &workspace)
    }
    regions.flatten(&changes)
  }

  /// Returns the changes that lead from an earlier version to this one, with memory of its own.
  @inlinable
  public func changes(since old: SharedList) -> ChangeSet {
    var changes = ChangeSet()
    var workspace = DiffWorkspace()
    self.changes(since: old, into: &changes, workspace: &workspace)
    return changes
  }
}

/// The stretches of leaves that two versions do not share.
@usableFromInline
struct SharedRegions<Row: Sendable> {
  /// Parts side by side; a slice, so that those of one node are lent and not copied.
  @usableFromInline typealias Parts = ArraySlice<SharedNode<Row>>

  /// Leaves that differ, and the places of their first rows in both lists.
  @usableFromInline
  struct Region {
    @usableFromInline var old: Parts
    @usableFromInline var oldStart: Int
    @usableFromInline var new: Parts
    @usableFromInline var newStart: Int

    @inlinable
    init(_ old: Parts, _ oldStart: Int, _ new: Parts, _ newStart: Int) {
      self.old = old
      self.oldStart = oldStart
      self.new = new
      self.newStart = newStart
    }
  }

  @usableFromInline var found: [Region] = []

  @inlinable
  init() {}

  /// Returns the rows of some leaves; those of a single one are not copied.
  @inlinable
  static func rows(_ leaves: Parts) -> [Row] {
    if leaves.count == 1, let leaf = leaves.first { return leaf.rows }
    return leaves.flatMap(\.rows)
  }

  /// Returns the parts of some nodes; those of a single one are not copied.
  @inlinable
  static func children(_ nodes: Parts) -> Parts {
    if nodes.count == 1, let node = nodes.first { return node.children[...] }
    return nodes.flatMap(\.children)[...]
  }

  /// Finds the regions of two stretches of parts; all of one list are equally high.
  @inlinable
  mutating func compare(_ old: Parts, _ oldStart: Int, _ new: Parts, _ newStart: Int) {
    let oldHeight = old.first?.height ?? 0
    let newHeight = new.first?.height ?? 0
    if oldHeight > newHeight {
      return compare(Self.children(old), oldStart, new, newStart)
    }
    if newHeight > oldHeight {
      return compare(old, oldStart, Self.children(new), newStart)
    }
    var (i, j, oldPlace, newPlace) = (old.startIndex, new.startIndex, oldStart, newStart)
    while i < old.endIndex || j < new.endIndex {
      if i < old.endIndex, j < new.endIndex, old[i] === new[j] {
        oldPlace += old[i].count
        newPlace += new[j].count
        i += 1
        j += 1
        continue
      }
      let (oldEnd, newEnd) = Self.nextShared(old, i, new, j)
      let (oldParts, newParts) = (old[i..<oldEnd], new[j..<newEnd])
      if oldHeight == 0 {
        found.append(Region(oldParts, oldPlace, newParts, newPlace))
      } else {
        compare(Self.children(oldParts), oldPlace, Self.children(newParts), newPlace)
      }
      for part in oldParts { oldPlace += part.count }
      for part in newParts { newPlace += part.count }
      i = oldEnd
      j = newEnd
    }
  }

  /// Returns the nearest places at which the lists share a part again, or their ends if they do
  /// not.
  @inlinable
  static func nextShared(
    _ old: Parts, _ i: Int, _ new: Parts, _ j: Int
  ) -> (Int, Int) {
    let most = old.endIndex - i + new.endIndex - j
    if i >= old.endIndex || j >= new.endIndex { return (old.endIndex, new.endIndex) }
    // Parts of one version come from few places of the other, so that the nearest is near.
    for gap in 1...Swift.min(most, 16) {
      for past in Swift.max(0, gap - (new.endIndex - 1 - j))...Swift.max(0, gap)
      where past <= gap && i + past < old.endIndex && j + gap - past < new.endIndex {
        if old[i + past] === new[j + gap - past] { return (i + past, j + gap - past) }
      }
    }
    return (old.endIndex, new.endIndex)
  }

  /// Turns regions and rows in them into rows of the whole lists.
  @inlinable
  func flatten(_ changes: inout ChangeSet) {
    func old(_ place: Place) -> Place {
      Place(Int32(truncatingIfNeeded: found[Int(place.section)].oldStart) &+ place.row)
    }
    func new(_ place: Place) -> Place {
      Place(Int32(truncatingIfNeeded: found[Int(place.section)].newStart) &+ place.row)
    }
    for place in changes.deletes.indices { changes.deletes[place] = old(changes.deletes[place]) }
    for place in changes.inserts.indices { changes.inserts[place] = new(changes.inserts[place]) }
    for place in changes.moves.indices {
      let move = changes.moves[place]
      changes.moves[place] = .init(from: old(move.from), to: new(move.to))
    }
    for place in changes.updates.indices {
      let update = changes.updates[place]
      changes.updates[place] = .init(old: old(update.old), new: new(update.new))
    }
  }
}
