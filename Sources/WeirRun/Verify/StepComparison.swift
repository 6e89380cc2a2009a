// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace

/// Holds the steps of one run against those of another, step by step.
///
///     comparison.here(world.takeSteps().map(StepRecord.init))
///     comparison.there(recordsFromTheOtherProcess)
///     comparison.difference  // nil, or the first step that differs
package struct StepComparison: Sendable {
  /// The first place where two runs part.
  package struct Difference: Hashable, Sendable {
    /// The number of the step, from 0.
    package var number: Int
    /// The step of this run; nil: it had ended.
    package var here: StepRecord?
    /// The step of the other run; nil: it had ended, or was never heard.
    package var there: StepRecord?
  }

  /// The first difference, if there is one.
  package private(set) var difference: Difference?
  /// The number of steps that were found equal.
  package private(set) var equalCount = 0

  private var ours: [StepRecord] = []
  private var theirs: [StepRecord] = []
  private var read = 0

  /// A comparison that has seen nothing.
  package init() {}

  /// `true` if more steps of this run than of the other are here.
  package var isAhead: Bool { ours.count > theirs.count }

  /// Takes in steps of this run.
  package mutating func here(_ records: [StepRecord]) {
    guard difference == nil else { return }
    ours += records
    compare()
  }

  /// Takes in steps of the other run.
  package mutating func there(_ records: [StepRecord]) {
    guard difference == nil else { return }
    theirs += records
    compare()
  }

  /// Both runs are over: what only one of them has is a difference.
  package mutating func end() {
    guard difference == nil else { return }
    let here = read < ours.count ? ours[read] : nil
    let there = read < theirs.count ? theirs[read] : nil
    if here != nil || there != nil {
      difference = Difference(number: equalCount, here: here, there: there)
    }
  }

  private mutating func compare() {
    while read < ours.count, read < theirs.count {
      guard ours[read] == theirs[read] else {
        difference = Difference(number: equalCount, here: ours[read], there: theirs[read])
        return
      }
      read += 1
      equalCount += 1
    }
    if read > 4096 {
      ours.removeFirst(read)
      theirs.removeFirst(read)
      read = 0
    }
  }
}
