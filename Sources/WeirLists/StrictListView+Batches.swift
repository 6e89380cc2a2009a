// SPDX-License-Identifier: Apache-2.0
import WeirDiff

extension StrictListView {
  /// Performs a batch, after which the data source has `sections`; returns what is wrong with it, if
  /// anything.
  ///
  ///     view.perform(BatchUpdates(sectionMoves: [.init(from: 1, to: 0)]), to: [b, a])
  ///
  /// An app that changes its model before the batch says with `start` what the data source has when the
  /// batch begins; without, it changes its model within the batch, as it should. See ``BeforeCounts``.
  public mutating func perform(
    _ updates: BatchUpdates, from start: [[Row]]? = nil, to sections: [[Row]],
    on lane: ListViewLane = .main
  ) -> ListViewFault? {
    if let fault = beginUpdates(from: start, on: lane) {
      closeBatch()
      show(sections)
      return fault
    }
    add(updates)
    return endUpdates(to: sections, on: lane)
  }

  /// Begins a batch, or a block within the open one, in which the data source has `start`.
  ///
  /// All blocks are one batch; it is performed when the outermost one ends. Without `start`, the app
  /// changes its model within the block.
  public mutating func beginUpdates(
    from start: [[Row]]? = nil, on lane: ListViewLane = .main
  ) -> ListViewFault? {
    if let fault = faultOfLane(lane) { return fault }
    if open.isEmpty {
      open.append(OpenBatch(shown: sections, queried: start))
      noteWhetherPlain()
    }
    open[0].begin(countsAtStart: start?.map(\.count))
    return nil
  }

  /// Adds operations to the block that was begun last.
  @discardableResult
  public mutating func add(_ updates: BatchUpdates) -> ListViewFault? {
    if open.isEmpty {
      return refuse("attempt to add updates to a batch that was not begun")
    }
    open[0].add(updates)
    return nil
  }

  /// Ends the block that was begun last, after which the data source has `sections`; if it is the
  /// outermost one, performs the batch and returns what is wrong with it, if anything.
  public mutating func endUpdates(
    to sections: [[Row]], on lane: ListViewLane = .main
  ) -> ListViewFault? {
    if let fault = faultOfLane(lane) { return fault }
    guard let batch = open.last else {
      return refuse("attempt to end a batch that was not begun")
    }
    if !batch.isOutermost {
      open[0].end(counts: sections.map(\.count))
      return nil
    }
    closeBatch()
    return close(batch, to: sections)
  }

  /// Forgets the batch that was begun, and keeps the room for the next one.
  private mutating func closeBatch() { open.removeAll(keepingCapacity: true) }

  private mutating func close(
    _ batch: OpenBatch<Row>, to sections: [[Row]]
  ) -> ListViewFault? {
    tally.batches += 1
    lastShift = nil
    let updates = batch.updates
    var context = batch.context
    context.blocks = batch.blocks.map(\.updates)
    var outcome: Outcome?
    for start in starts(of: batch) {
      context.visible = viewport?.visible(of: start.reduce(0) { $0 + $1.count })
      let other = judge(updates, from: start, to: sections, context)
      if outcome.map({ other.weight > $0.weight }) ?? true { outcome = other }
    }
    let fault = outcome.flatMap { take($0, updates, to: sections) }
    show(sections)
    isDirty = false
    return fault
  }

  /// Returns the rows that the batch may start from: one list, or two if the worse of two is looked
  /// for.
  private func starts(of batch: OpenBatch<Row>) -> [[[Row]]] {
    guard let queried = batch.queried else { return [batch.shown] }
    switch beforeCounts {
    case .cached: return [isDirty ? queried : batch.shown]
    case .queryAtBatchStart: return [queried]
    case .adversarial: return [batch.shown, queried]
    }
  }

  /// Counts what came of a batch.
  private mutating func take(
    _ outcome: Outcome, _ updates: BatchUpdates, to sections: [[Row]]
  ) -> ListViewFault? {
    switch outcome {
    case .performed(let permutation, let before):
      tally.count(updates)
      follow(updates, permutation, before: before, after: sections.map(\.count))
    case .undefined: tally.undefined += 1
    case .degraded: tally.degraded += 1
    case .faulty(let fault):
      tally.faults += 1
      return fault
    }
    return nil
  }

  private mutating func follow(
    _ updates: BatchUpdates, _ permutation: BatchPermutation, before: [Int], after: [Int]
  ) {
    guard var window = viewport else { return }
    let shift = ViewportShift(&window, updates, before: before, after: after, permutation)
    viewport = window
    lastShift = shift
    guard shift.isJump else { return }
    tally.jumps += 1
    tally.jumpedRows += abs(shift.slide)
  }
}
