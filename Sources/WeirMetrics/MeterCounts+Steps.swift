// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirTrace

// Steps that happen most often count several things at once.
extension Meter.Counts {
  /// Counts a message that is handed to the network.
  mutating func send(_ step: Step) {
    messages += 1
    lost += Int(step[Step.Sent.lost])
    overtaken += Int(step[Step.Sent.isHeld])
    doubled += Int(step[Step.Sent.isDoubled])
  }

  /// Counts a batch of a list view.
  mutating func publish(_ changes: ChangeSet) {
    listUpdates += 1
    inserted += changes.inserts.count
    removed += changes.deletes.count
    moved += changes.moves.count
    changed += changes.updates.count
  }
}
