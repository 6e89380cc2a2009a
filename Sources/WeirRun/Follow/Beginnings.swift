// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTrace
package import WeirTree

/// The beginnings of journeys: what somebody meant, and the row that it was about.
///
///     var beginnings = Beginnings()
///     for step in world.takeSteps() { beginnings.add(step) }
///     beginnings[7]?.row  // the step in which the row was written or committed
package struct Beginnings: Sendable {
  /// The first steps of a journey.
  package struct Beginning: Hashable, Sendable {
    /// The step in which somebody meant it.
    package var meant: Step
    /// The first step about a row, if there was one.
    package var row: Step?
    /// The last end so far: the step that was skipped, committed, answered or ended last.
    package var last: Step?
  }

  private var all: [Beginning?] = []

  /// Knows of no journey.
  package init() {}

  /// The beginning of a journey; nil if it did not begin.
  package subscript(journey: UInt32) -> Beginning? {
    Int(journey) < all.count ? all[Int(journey)] : nil
  }

  /// The numbers of the first journeys, in order.
  package func first(_ count: Int) -> [UInt32] {
    Array(all.indices.filter { all[$0] != nil }.prefix(count).map { UInt32($0) })
  }

  /// The number of the last journey whose first step about a row is about this one; nil without any.
  package func last(of key: Key) -> UInt32? {
    all.lastIndex { $0?.row?.key == key }.map { UInt32($0) }
  }

  /// The number of journeys that began.
  package var count: Int { all.count { $0 != nil } }

  /// Takes in the next step of the trace.
  package mutating func add(_ step: Step) {
    guard step.journey != 0 else { return }
    let place = Int(step.journey)
    switch step.kind {
    case .meant:
      while all.count <= place { all.append(nil) }
      if all[place] == nil { all[place] = Beginning(meant: step) }
    case .wrote, .touched, .operated, .committed:
      guard place < all.count else { return }
      if all[place]?.row == nil, step.key != Step.noKey { all[place]?.row = step }
      if step.kind == .committed { all[place]?.last = step }
    case .skipped, .answered, .ended, .refused:
      if place < all.count { all[place]?.last = step }
    default: break
    }
  }
}
