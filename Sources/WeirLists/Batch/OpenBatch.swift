// SPDX-License-Identifier: Apache-2.0

/// A batch that was begun and has not ended, with the blocks that are nested in it.
struct OpenBatch<Row> {
  /// The blocks with their own claims, in the order in which they were begun.
  private(set) var blocks: [Block] = []
  /// The indices of the blocks that have not ended, the outermost first.
  private var unfinished: [Int] = []
  /// The rows that the view showed when the batch was begun, or when it was last told to count
  /// again.
  private(set) var shown: [[Row]]
  /// The rows that the data source had then, if the app said so.
  private(set) var queried: [[Row]]?
  /// The context of the batch, without blocks and visible rows.
  private(set) var context = BatchValidator.Context()

  /// A part of a batch.
  struct Block {
    /// Its own operations.
    var updates = BatchUpdates()
    /// The number of rows that the sections of the data source had when it was begun, if the app said so.
    var countsAtStart: [Int]?
  }

  /// Begins a batch, of which the first block is still to come.
  init(shown: [[Row]], queried: [[Row]]?) {
    self.shown = shown
    self.queried = queried
  }

  /// `true` if only the outermost block has not ended.
  var isOutermost: Bool { unfinished.count == 1 }

  /// All operations, coalesced.
  var updates: BatchUpdates { Self.union(blocks[...]) }

  /// Begins a block.
  mutating func begin(countsAtStart: [Int]?) {
    unfinished.append(blocks.count)
    blocks.append(Block(countsAtStart: countsAtStart))
  }

  /// Adds operations to the innermost block.
  mutating func add(_ updates: BatchUpdates) {
    if let block = unfinished.last { blocks[block].updates.add(updates) }
  }

  /// Ends the innermost block, after which the sections of the data source have as many rows.
  mutating func end(counts: [Int]) {
    guard let block = unfinished.popLast(), let before = blocks[block].countsAtStart else { return }
    var validator = BatchValidator(
      Self.union(blocks[block...]), before: before, after: counts, profile: .strict)
    validator.look()
    let isWrong = validator.breaches.contains { $0.rule == .sectionCount || $0.rule == .rowCount }
    if isWrong { context.isSilent = true }
  }

  /// Counts the data source again.
  mutating func recount(_ sections: [[Row]]) {
    shown = sections
    queried = nil
    context.isRecounted = true
  }

  private static func union(_ blocks: ArraySlice<Block>) -> BatchUpdates {
    var updates = BatchUpdates()
    for block in blocks { updates.add(block.updates) }
    return updates
  }
}

extension OpenBatch: Sendable where Row: Sendable {}
extension OpenBatch.Block: Sendable {}
