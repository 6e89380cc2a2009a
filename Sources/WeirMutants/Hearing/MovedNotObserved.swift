// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Leaves a row where it first stood when what it is ordered by changes.
///
/// StreamBaseKit, quirk Q4: `child_moved` is not observed, and the list is not sorted for a change.
///
///     a: 1, b: 2; a becomes 3  // shown as a, b; the server has b, a
enum MovedNotObserved: StackHabits {
  static let mutant = Mutant(
    "moved-not-observed", of: "StreamBaseKit Q4", caughtBy: "converge",
    about: "Takes no notice when a row's place in the order changes.", Self.self)

  static func take(_ event: DataEvent, of source: PlainSource, into held: inout [PlainItem]) {
    guard let place = held.firstIndex(where: { $0.key == event.key }) else {
      if event.kind == .added { held.append(PlainItem(event, of: source)) }
      return
    }
    switch event.kind {
    case .removed: held.remove(at: place)
    case .changed:
      held[place].node = event.node
      held[place].heard = source.events
    case .added: held[place] = PlainItem(event, of: source)
    case .moved, .value: break
    }
  }
}
