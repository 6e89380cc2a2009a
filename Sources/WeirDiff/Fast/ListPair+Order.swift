// SPDX-License-Identifier: Apache-2.0
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
    let (runs, loneOld, loneNew) = (workspace.runs, workspace.loneOld, workspace.loneNew)
    unsafe workspace.order.blocks.withUnsafeMutableBufferPointer { blocks in
      unsafe workspace.origins.withUnsafeMutableBufferPointer { origins in
        func enter(_ block: Block) {
          rows &+= Int(block.count)
          last &+= 1
          unsafe blocks[last] = block
        }
        for q in 0..<loneNew.count {
          let origin = unsafe origins[q]
          if origin < 0 { continue }
          let new = loneNew[q]
          let old = loneOld[Int(origin & ~Self.looksDifferent)]
          while run < runs.count, runs[run].new < new {
            enter(runs[run])
            run &+= 1
          }
          if unsafe last >= 0 && blocks[last].isFollowed(by: old, new) {
            unsafe blocks[last].count &+= 1
            rows &+= 1
          } else {
            enter(Block(old: old, new: new, count: 1))
          }
          unsafe origins[q] = Int32(truncatingIfNeeded: last)
        }
        while run < runs.count {
          enter(runs[run])
          run &+= 1
        }
      }
    }
    workspace.order.count = last + 1
    return rows
  }

  /// Numbers the blocks in the order of the old list, where the lone rows and the runs are in order already.
  @inlinable
  func rankBlocks(_ workspace: inout DiffWorkspace) {
    workspace.order.tails.makeRoom(workspace.order.count, of: 0)
    workspace.order.blockOfRank.makeRoom(workspace.order.count, of: 0)
    let (runs, loneOld) = (workspace.runs, workspace.loneOld)
    let (partners, origins) = (workspace.partners, workspace.origins)
    let blocks = workspace.order.blocks
    unsafe workspace.order.tails.withUnsafeMutableBufferPointer { ranks in
      unsafe workspace.order.blockOfRank.withUnsafeMutableBufferPointer { blockOfRank in
        // Runs stand in one order in both lists, between them pairs: the next run is the next block that is one.
        var (rank, run, runBlock) = (0, 0, 0)
        func enter(_ block: Int) {
          unsafe ranks[block] = Int32(truncatingIfNeeded: rank)
          unsafe blockOfRank[rank] = Int32(truncatingIfNeeded: block)
          rank &+= 1
        }
        func enterRuns(before old: Int) {
          while run < runs.count, runs[run].old < old {
            while blocks[runBlock].old != runs[run].old { runBlock &+= 1 }
            enter(runBlock)
            run &+= 1
          }
        }
        for k in 0..<loneOld.count {
          let partner = partners[k]
          if partner < 0 { continue }
          let old = loneOld[k]
          enterRuns(before: old)
          let block = Int(origins[Int(partner & ~Self.looksDifferent)])
          if blocks[block].old == old { enter(block) }
        }
        enterRuns(before: Int.max)
      }
    }
  }
}
