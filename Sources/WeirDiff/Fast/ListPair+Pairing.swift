extension ListPair {
  /// Pairs the rows that the walk left alone, by id and in order; returns whether there were any pairs.
  @inlinable
  func pairLoneRows(_ workspace: inout DiffWorkspace) -> Bool {
    let (oldCount, newCount) = (workspace.loneOld.count, workspace.loneNew.count)
    workspace.partners.makeRoom(oldCount, of: 0)
    workspace.origins.makeRoom(newCount, of: 0)
    if oldCount * newCount <= 32 { return pairFewLoneRows(&workspace) }
    for isStrong in [false, true] {
      if let found = pairManyLoneRows(&workspace, isStrong: isStrong) { return found }
    }
    return false
  }

  /// The bit of a partner that says that it looks different.
  @inlinable static var looksDifferent: Int32 { 1 << 30 }

  /// What is kept of the partner of a lone old row.
  @inlinable @inline(__always)
  static func partner(_ q: Int, _ differs: Bool) -> Int32 {
    Int32(truncatingIfNeeded: q) | (differs ? looksDifferent : 0)
  }

  /// Compares each lone row with each.
  @inlinable
  func pairFewLoneRows(_ workspace: inout DiffWorkspace) -> Bool {
    for k in 0..<workspace.loneOld.count { workspace.partners[k] = -1 }
    var found = false
    for q in 0..<workspace.loneNew.count {
      workspace.origins[q] = -1
      for k in 0..<workspace.loneOld.count where workspace.partners[k] < 0 {
        guard isSame(Int(workspace.loneOld[k]), Int(workspace.loneNew[q])) else { continue }
        let (i, j) = (Int(workspace.loneOld[k]), Int(workspace.loneNew[q]))
        let differs = unsafe !Law.looksTheSame(old[i], new[j])
        workspace.partners[k] = Self.partner(q, differs)
        workspace.origins[q] = Int32(truncatingIfNeeded: k)
        found = true
        break
      }
    }
    return found
  }

  /// Puts the lone old rows into a table, the last one first, and looks the new ones up.
  ///
  /// Returns `nil` if the hash serves badly: if too many rows share their place in the table.
  @inlinable
  func pairManyLoneRows(_ workspace: inout DiffWorkspace, isStrong: Bool) -> Bool? {
    workspace.table.clear(for: workspace.loneOld.count)
    workspace.hashCount &+= workspace.loneOld.count &+ workspace.loneNew.count
    var patience = isStrong ? Int.max / 2 : workspace.table.patience
    var found = false
    let (shift, capacity) = (workspace.table.shift, workspace.table.capacity)
    unsafe workspace.withPairing { slots, loneOld, loneNew, partners, origins in
      unsafe enter(loneOld, partners, slots, shift, capacity, isStrong, &patience)
      guard patience > 0 else { return }
      found = unsafe lookUp(
        loneNew, origins, loneOld, partners, slots, shift, capacity, isStrong, &patience)
    }
    return patience > 0 ? found : nil
  }

  /// Enters the lone old rows; rows of one id form a queue, whose links are kept as −2 − number, or −1.
  @inlinable @inline(__always)
  func enter(
    _ loneOld: UnsafeBufferPointer<Int32>, _ partners: UnsafeMutableBufferPointer<Int32>,
    _ slots: UnsafeMutablePointer<UInt64>, _ shift: UInt64, _ capacity: Int, _ isStrong: Bool,
    _ patience: inout Int
  ) {
    var k = loneOld.count &- 1
    while k >= 0, patience > 0 {
      let i = unsafe Int(loneOld[k])
      let hash = unsafe isStrong ? Law.strongHash(old[i]) : Law.hash(old[i])
      let place = unsafe RowTable.find(slots, shift, capacity, hash, &patience) {
        unsafe Law.isSame(old[Int(loneOld[$0])], old[i])
      }
      let before = unsafe slots[place]
      unsafe partners[k] =
        before == 0 ? -1 : -2 &- Int32(truncatingIfNeeded: RowTable.number(before))
      unsafe slots[place] = RowTable.slot(hash, k)
      k &-= 1
    }
  }

  /// Looks the lone new rows up; each takes the first row of its queue.
  @inlinable @inline(__always)
  func lookUp(
    _ loneNew: UnsafeBufferPointer<Int32>, _ origins: UnsafeMutableBufferPointer<Int32>,
    _ loneOld: UnsafeBufferPointer<Int32>, _ partners: UnsafeMutableBufferPointer<Int32>,
    _ slots: UnsafeMutablePointer<UInt64>, _ shift: UInt64, _ capacity: Int, _ isStrong: Bool,
    _ patience: inout Int
  ) -> Bool {
    var found = false
    var q = 0
    while q < loneNew.count, patience > 0 {
      let j = unsafe Int(loneNew[q])
      let hash = unsafe isStrong ? Law.strongHash(new[j]) : Law.hash(new[j])
      let place = unsafe RowTable.find(slots, shift, capacity, hash, &patience) {
        unsafe isSame(Int(loneOld[$0]), j)
      }
      let slot = unsafe slots[place]
      if slot == 0 {
        unsafe origins[q] = -1
      } else {
        let k = RowTable.number(slot)
        let link = unsafe Int(partners[k])
        unsafe slots[place] =
          link == -1 ? slot | RowTable.numberMask : RowTable.slot(hash, -2 &- link)
        // While the old row is at hand, it is asked for its looks, too.
        let differs = unsafe !Law.looksTheSame(old[Int(loneOld[k])], new[j])
        unsafe partners[k] = Self.partner(q, differs)
        unsafe origins[q] = Int32(truncatingIfNeeded: k)
        found = true
      }
      q &+= 1
    }
    return found
  }

  /// Finds the blocks of the rows that stay, and which of them move.
  @inlinable
  func order(_ workspace: inout DiffWorkspace) {
    let rows = gatherBlocks(&workspace)
    if rows <= 16 &* workspace.order.blocks.count {
      workspace.order.findAmongRows(rows)
    } else {
      rankBlocks(&workspace)
      workspace.order.findAmongBlocks()
    }
  }

  /// Puts runs and pairs into blocks, in the order of the new list; returns how many rows they have.
  @inlinable
  func gatherBlocks(_ workspace: inout DiffWorkspace) -> Int {
    var rows = 0
    var run = 0
    workspace.order.blocks.removeAll(keepingCapacity: true)
    for q in 0..<workspace.loneNew.count {
      let k = workspace.origins[q]
      if k < 0 { continue }
      let new = workspace.loneNew[q]
      let old = workspace.loneOld[Int(k)]
      while run < workspace.runs.count, workspace.runs[run].new < new {
        rows &+= Int(workspace.runs[run].count)
        workspace.order.blocks.append(workspace.runs[run])
        run &+= 1
      }
      rows &+= 1
      let last = workspace.order.blocks.count &- 1
      if last >= 0, workspace.order.blocks[last].new &+ workspace.order.blocks[last].count == new,
        workspace.order.blocks[last].old &+ workspace.order.blocks[last].count == old
      {
        workspace.order.blocks[last].count &+= 1
      } else {
        workspace.order.blocks.append(Block(old: Int(old), new: Int(new), count: 1))
      }
      workspace.origins[q] = Int32(truncatingIfNeeded: workspace.order.blocks.count &- 1)
    }
    while run < workspace.runs.count {
      rows &+= Int(workspace.runs[run].count)
      workspace.order.blocks.append(workspace.runs[run])
      run &+= 1
    }
    return rows
  }

  /// Numbers the blocks in the order of the old list, where the lone rows and the runs stand in order already.
  @inlinable
  func rankBlocks(_ workspace: inout DiffWorkspace) {
    let count = workspace.order.blocks.count
    workspace.order.tails.makeRoom(count, of: 0)
    workspace.order.blockOfRank.makeRoom(count, of: 0)
    // Runs stand in one order in both lists, between them pairs: the next run is the next block that is one.
    var rank = 0
    var run = 0
    var runBlock = 0
    func enter(_ block: Int) {
      workspace.order.tails[block] = Int32(truncatingIfNeeded: rank)
      workspace.order.blockOfRank[rank] = Int32(truncatingIfNeeded: block)
      rank &+= 1
    }
    func enterRun() {
      while workspace.order.blocks[runBlock].old != workspace.runs[run].old { runBlock &+= 1 }
      enter(runBlock)
      run &+= 1
    }
    for k in 0..<workspace.loneOld.count {
      let partner = workspace.partners[k]
      if partner < 0 { continue }
      let q = partner & ~Self.looksDifferent
      let old = workspace.loneOld[k]
      while run < workspace.runs.count, workspace.runs[run].old < old { enterRun() }
      let block = Int(workspace.origins[Int(q)])
      if workspace.order.blocks[block].old == old { enter(block) }
    }
    while run < workspace.runs.count { enterRun() }
  }
}

extension DiffWorkspace {
  /// Lends the memory that pairing works on.
  @inlinable @inline(__always)
  mutating func withPairing(
    _ body: (
      UnsafeMutablePointer<UInt64>, UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>,
      UnsafeMutableBufferPointer<Int32>, UnsafeMutableBufferPointer<Int32>
    ) -> Void
  ) {
    unsafe table.slots.withUnsafeMutableBufferPointer { slots in
      guard let start = slots.baseAddress else { return }
      unsafe loneOld.withUnsafeBufferPointer { loneOld in
        unsafe loneNew.withUnsafeBufferPointer { loneNew in
          unsafe partners.withUnsafeMutableBufferPointer { partners in
            unsafe origins.withUnsafeMutableBufferPointer { origins in
              unsafe body(start, loneOld, loneNew, partners, origins)
            }
          }
        }
      }
    }
  }
}
