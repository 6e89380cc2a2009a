extension ListPair {
  /// Finds which of the rows in pairs and runs stay where they are, and returns how many move.
  @inlinable
  func order(_ pairs: Int, _ workspace: inout DiffWorkspace) -> Int {
    if workspace.runs.isEmpty {
      return pairs &- workspace.order.findAmongRows(workspace.loneNew.count, workspace.origins)
    }
    let rows = gatherBlocks(pairs, &workspace)
    if rows <= 16 &* workspace.order.count {
      return rows &- workspace.order.findAmongRowsOfBlocks()
    }
    rankBlocks(&workspace)
    return rows &- workspace.order.findAmongBlocks()
  }

  /// Puts runs and pairs into blocks, in the order of the new list; returns how many rows they have.
  @inlinable
  func gatherBlocks(_ pairs: Int, _ workspace: inout DiffWorkspace) -> Int {
    var rows = 0
    var run = 0
    var last = -1
    workspace.order.blocks.makeRoom(
      pairs &+ workspace.runs.count, of: Block(old: 0, new: 0, count: 0))
    func enter(_ block: Block) {
      rows &+= Int(block.count)
      last &+= 1
      workspace.order.blocks[last] = block
    }
    for q in 0..<workspace.loneNew.count {
      let origin = workspace.origins[q]
      if origin < 0 { continue }
      let new = workspace.loneNew[q]
      let old = workspace.loneOld[Int(origin & ~Self.looksDifferent)]
      while run < workspace.runs.count, workspace.runs[run].new < new {
        enter(workspace.runs[run])
        run &+= 1
      }
      if last >= 0, workspace.order.blocks[last].isFollowed(by: old, new) {
        workspace.order.blocks[last].count &+= 1
        rows &+= 1
      } else {
        enter(Block(old: old, new: new, count: 1))
      }
      workspace.origins[q] = Int32(truncatingIfNeeded: last)
    }
    while run < workspace.runs.count {
      enter(workspace.runs[run])
      run &+= 1
    }
    workspace.order.count = last + 1
    return rows
  }

  /// Numbers the blocks in the order of the old list, where the lone rows and the runs stand in order already.
  @inlinable
  func rankBlocks(_ workspace: inout DiffWorkspace) {
    let count = workspace.order.count
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
