// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

/// The array of FirebaseUI for iOS, turned round so that the newest child stands on top.
///
/// Issues 57, 10 and 241: the rows were reversed for the table, but what its delegate was told to insert and delete were the indexes of
/// the query's order. People saw the wrong row go, or the app ended because of an invalid update.
final class FUIReversedArray: CallbackList {
  private let phone: CallbackPhone
  private let isMended: Bool
  /// The children in the order of the query.
  private var children: [Row] = []
  /// Those that the table shows, in the same order.
  private var told: [Row] = []
  private var hasTold = false

  init(_ phone: CallbackPhone, mended: Bool) {
    self.phone = phone
    isMended = mended
  }

  func open() {
    (children, hasTold) = ([], false)
    phone.listen { batch in
      for event in batch where event.kind == .removed {
        self.children.removeAll { $0.key == event.key }
      }
      self.children.place(batch.filter { $0.kind == .added || $0.kind == .moved })
      for event in batch where event.kind == .changed { self.children.change(event) }
      self.tellTable()
    }
  }

  private func tellTable() {
    let limit = phone.screen.sources[0].limit ?? children.count
    let now = Array(children.suffix(limit))
    let changes = diff(from: told, to: now)
    if hasTold && changes.isEmpty { return }
    // The bug: the table is upside down, and the indexes are not.
    phone.show(
      now.reversed(), isMended ? changes.turnedRound(from: told.count, to: now.count) : changes)
    (told, hasTold) = (now, true)
  }
}

extension ChangeSet {
  /// The same changes of a list that is shown from its end, and that had and has so many rows.
  fileprivate func turnedRound(from old: Int, to new: Int) -> ChangeSet {
    func before(_ place: Place) -> Place { Place(Int32(old) - 1 - place.row) }
    func after(_ place: Place) -> Place { Place(Int32(new) - 1 - place.row) }
    return ChangeSet(
      deletes: deletes.reversed().map(before), inserts: inserts.reversed().map(after),
      moves: moves.reversed().map { Move(from: before($0.from), to: after($0.to)) },
      updates: updates.reversed().map { Update(old: before($0.old), new: after($0.new)) })
  }
}
