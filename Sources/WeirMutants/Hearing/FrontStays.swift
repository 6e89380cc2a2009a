// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Leaves a row where it is when it moves to the front, for then its event names no sibling.
///
/// FirebaseUI-iOS #517 and #129: an empty previous key is taken for one that is not known.
///
///     a: 1, b: 2, by score; b becomes 0  // shown as a, b; the server has b, a
enum FrontStays: StackHabits {
  static let mutant = Mutant(
    "front-stays", of: "FirebaseUI-iOS #517, #129", caughtBy: "converge",
    about: "Does not move a row to the front, where no sibling stands before it.", Self.self)

  static func take(_ event: DataEvent, of source: PlainSource, into held: inout [PlainItem]) {
    guard let place = held.firstIndex(where: { $0.key == event.key }), event.kind != .removed else {
      return RightHabits.take(event, of: source, into: &held)
    }
    let rank = held[place].rank
    let wasMoved = rank != PlainItem(event, of: source).rank
    RightHabits.take(event, of: source, into: &held)
    if wasMoved, event.previous == nil { held[place].rank = rank }
  }
}
