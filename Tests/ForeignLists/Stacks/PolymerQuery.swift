// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

/// The element `firebase-query` of Polymerfire, which binds a query to an array.
///
/// Issue 111: the key of the child before, which each event brings, is not looked at; what is added is pushed to the end. People saw a list
/// that is ordered by a child in the order in which its children came.
final class PolymerQuery: CallbackList {
  private let phone: CallbackPhone
  private let isMended: Bool
  private var data: [Row] = []

  init(_ phone: CallbackPhone, mended: Bool) {
    self.phone = phone
    isMended = mended
  }

  func open() {
    data = []
    phone.listen { batch in
      let placed = batch.filter { $0.kind == .added || $0.kind == .moved }
      for event in batch {
        switch event.kind {
        case .removed: self.data.removeAll { $0.key == event.key }
        case .changed: self.data.change(event)
        // The bug: whatever it stands behind, it goes to the end; and what is there stays where it is.
        case .added: if !self.isMended { self.data.append(event.row) }
        case .moved, .value: break
        }
      }
      if self.isMended { self.data.place(placed) }
      self.phone.show(self.data)
    }
  }
}
