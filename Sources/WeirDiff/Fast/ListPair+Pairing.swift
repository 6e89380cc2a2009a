// SPDX-License-Identifier: Apache-2.0

/// The result of pairing the lone rows.
@frozen
@usableFromInline
struct PairCount {
  /// The number of pairs there are.
  @usableFromInline var pairs = 0
  /// `true` if a row of one of them looks different.
  @usableFromInline var isAnyDifferent = false
  /// `true` if there may be rows that share an id.
  @usableFromInline var hasTwins = false

  @inlinable
  init() {}
}

extension ListPair {
  /// Pairs the rows that the walk left alone, by id and in order, unless there are twins that stop it.
  @inlinable
  func pairLoneRows(
    _ workspace: inout DiffWorkspace, stopsAtTwins: Bool = false
  ) -> PairCount {
    let (oldCount, newCount) = (workspace.loneOld.count, workspace.loneNew.count)
    workspace.partners.makeRoom(oldCount, of: 0)
    workspace.origins.makeRoom(newCount, of: 0)
    if oldCount * newCount <= 32 { return pairFewLoneRows(&workspace) }
    for isStrong in [false, true] {
      if let found = pairManyLoneRows(&workspace, isStrong, stopsAtTwins) { return found }
    }
    return PairCount()
  }

  /// The bit of an origin that says that the row looks different.
  @inlinable static var looksDifferent: Int32 { 1 << 30 }
  /// The bit of a number in the table that says that the row is paired already.
  @inlinable static var isPaired: UInt32 { 1 << 31 }
  /// The bit of a number in the table that says that a later row has the same id.
  @inlinable static var isLinked: UInt32 { 1 << 30 }
  /// Returns such a number without these bits.
  @inlinable @inline(__always)
  static func number(_ slot: UInt32) -> Int { Int(truncatingIfNeeded: slot & (isLinked &- 1)) }

  /// Compares each lone row with each.
  @inlinable
  func pairFewLoneRows(_ workspace: inout DiffWorkspace) -> PairCount {
    let (oldCount, newCount) = (workspace.loneOld.count, workspace.loneNew.count)
    var found = PairCount()
    found.hasTwins = true
    for k in 0..<oldCount { workspace.partners[k] = -1 }
    for q in 0..<newCount {
      let j = workspace.loneNew[q]
      workspace.origins[q] = -1
      for k in 0..<oldCount where workspace.partners[k] < 0 {
        let i = workspace.loneOld[k]
        guard isSame(i, j) else { continue }
        workspace.partners[k] = 0
        workspace.origins[q] = origin(k, i, j, &found)
        break
      }
    }
    return found
  }

  /// Returns what is kept of a pair: the number of the old row and the bit that says that the new
  /// one looks different.
  @inlinable @inline(__always)
  func origin(_ k: Int, _ i: Int, _ j: Int, _ found: inout PairCount) -> Int32 {
    found.pairs &+= 1
    let number = Int32(truncatingIfNeeded: k)
    if looksTheSame(i, j) { return number }
    found.isAnyDifferent = true
    return number | Self.looksDifferent
  }

  /// Returns the hash of an old row.
  @inlinable @inline(__always)
  func hash(old i: Int, _ isStrong: Bool) -> UInt64 {
    unsafe isStrong ? Law.strongHash(old[i]) : Law.hash(old[i])
  }

  /// Returns the hash of a new row.
  @inlinable @inline(__always)
  func hash(new j: Int, _ isStrong: Bool) -> UInt64 {
    unsafe isStrong ? Law.strongHash(new[j]) : Law.hash(new[j])
  }

  /// Puts the lone old rows into a table, the last one first, and looks the new ones up.
  ///
  /// Returns `nil` if the hash serves badly: if too many rows share their place in the table.
  @inlinable
  func pairManyLoneRows(
    _ workspace: inout DiffWorkspace, _ isStrong: Bool, _ stopsAtTwins: Bool
  ) -> PairCount? {
    workspace.table.clear(for: workspace.loneOld.count)
    workspace.hashCount &+= workspace.loneOld.count &+ workspace.loneNew.count
    let patience = isStrong ? Int.max / 2 : workspace.table.patience
    return unsafe workspace.withPairing { slots, loneOld, loneNew, links, origins in
      var found = PairCount()
      let left = unsafe enter(loneOld, links, slots, isStrong, patience, stopsAtTwins, &found)
      if left <= 0 { return nil }
      if found.hasTwins, stopsAtTwins { return found }
      return unsafe lookUp(loneNew, origins, loneOld, links, slots, isStrong, left, found)
    }
  }

  /// Enters the lone old rows; those of one id form a queue of links; returns what is left of the patience.
  @inlinable @inline(__always)
  func enter(
    _ loneOld: LoneSpan, _ links: UnsafeMutablePointer<Int32>, _ slots: RowSlots,
    _ isStrong: Bool, _ patience: Int, _ stopsAtTwins: Bool, _ found: inout PairCount
  ) -> Int {
    var patience = patience
    var k = loneOld.count &- 1
    while k >= 0 {
      let hash = hash(old: loneOld[k], isStrong)
      if !slots.takeAtOnce(hash, UInt32(truncatingIfNeeded: k)) {
        let isTwin: Bool
        (isTwin, patience) = unsafe enterSlowly(k, hash, loneOld, links, slots, patience)
        if isTwin { found.hasTwins = true }
        if patience <= 0 || isTwin && stopsAtTwins { break }
      }
      k &-= 1
    }
    return patience
  }

  /// Enters a lone old row that has a twin in the table, or seems to, or no room in its group.
  @inlinable @inline(never)
  func enterSlowly(
    _ k: Int, _ hash: UInt64, _ loneOld: LoneSpan, _ links: UnsafeMutablePointer<Int32>,
    _ slots: RowSlots, _ patience: Int
  ) -> (isTwin: Bool, patience: Int) {
    var patience = patience
    let i = loneOld[k]
    let place = slots.find(hash, &patience) {
      unsafe Law.isSame(old[loneOld[Self.number($0)]], old[i])
    }
    let number = UInt32(truncatingIfNeeded: k)
    if place.isFree {
      slots.take(place.slot, hash, number)
    } else {
      unsafe links[k] = Int32(bitPattern: slots[place.slot])
      slots[place.slot] = number | Self.isLinked
    }
    return (!place.isFree, patience)
  }

  /// Finds for each lone old row, which lone new row it is paired with.
  @inlinable
  func turnPairsRound(_ workspace: inout DiffWorkspace) {
    let (oldCount, newCount) = (workspace.loneOld.count, workspace.loneNew.count)
    unsafe workspace.partners.withUnsafeMutableBufferPointer { partners in
      unsafe workspace.origins.withUnsafeBufferPointer { origins in
        guard let partners = partners.baseAddress, let origins = origins.baseAddress else { return }
        unsafe partners.update(repeating: -1, count: oldCount)
        for q in 0..<newCount {
          let origin = unsafe origins[q]
          if origin < 0 { continue }
          let different = origin & Self.looksDifferent
          unsafe partners[Int(origin ^ different)] = Int32(truncatingIfNeeded: q) | different
        }
      }
    }
  }
}

extension DiffWorkspace {
  /// Lends the memory that pairing works on.
  @inlinable @inline(__always)
  mutating func withPairing(
    _ body: (
      RowSlots, LoneSpan, LoneSpan, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> PairCount?
  ) -> PairCount? {
    unsafe partners.withUnsafeMutableBufferPointer { links in
      unsafe origins.withUnsafeMutableBufferPointer { origins in
        guard let links = links.baseAddress, let origins = origins.baseAddress else { return nil }
        return loneOld.withSpan { old in
          loneNew.withSpan { new in
            table.withSlots { slots in unsafe body(slots, old, new, links, origins) }
          }
        }
      }
    }
  }
}
