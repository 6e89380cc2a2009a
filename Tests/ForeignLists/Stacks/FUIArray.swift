// SPDX-License-Identifier: GPL-3.0-or-later
import WeirKit

/// The array of FirebaseUI for iOS, which shows a query child by child, in an app that leaves some children out.
///
/// Issues 517 and 129: a child is put behind the sibling that its event names, and a sibling that is not in the array has the index
/// `NSNotFound`. People saw rows at the top that belong further down, or the app ended with an index beyond bounds.
final class FUIArray: CallbackList {
  private let phone: CallbackPhone
  private let isMended: Bool
  private var children: [(row: Row, isShown: Bool)] = []

  init(_ phone: CallbackPhone, mended: Bool) {
    self.phone = phone
    isMended = mended
  }

  func open() {
    children = []
    phone.observe { self.take($0) }
  }

  private func take(_ event: DataEvent) {
    if event.kind == .value {
      return phone.show(children.filter(\.isShown).map(\.row))
    }
    let isShown = phone.screen.filter.admits(event.key, event.node)
    let old = children.firstIndex { $0.row.key == event.key }
    if let old { children.remove(at: old) }
    // The bug: a child that is left out is not in the array either, and nobody is found behind it.
    if event.kind == .removed || !isShown && !isMended { return }
    let before = children.firstIndex { $0.row.key == event.previous }
    children.insert((event.row, isShown), at: before.map { $0 + 1 } ?? 0)
  }
}
