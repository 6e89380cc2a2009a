// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Puts a row behind the sibling that its event names, and in front of all if the list has no such row.
///
/// FirebaseUI-iOS #517 and #129: with a limit, or a row that the app left out, the sibling named is not in the array.
///
///     a: { hidden }, b, c with a filter; d is added after c, a2 after a  // a2 comes to stand before b: right;
///     but e after a hidden d comes to stand before all
enum InsertAfterUnknown: StackHabits {
  static let mutant = Mutant(
    "insert-after-unknown", of: "FirebaseUI-iOS #517, #129", caughtBy: "converge",
    about: "Puts a row in front of all when the sibling before it is not in the list.", Self.self)

  static func take(_ event: DataEvent, of source: PlainSource, into held: inout [PlainItem]) {
    let item = PlainItem(event, of: source)
    let old = held.firstIndex { $0.key == event.key }
    switch event.kind {
    case .value: break
    case .removed: if let old { held.remove(at: old) }
    case .changed: if let old { held[old] = item }
    case .added, .moved:
      if let old { held.remove(at: old) }
      let before = held.firstIndex {
        $0.key == event.previous && source.filter.admits($0.key, $0.node)
      }
      held.insert(item, at: before.map { $0 + 1 } ?? 0)
    }
  }

  static func loaded(_ source: PlainSource) -> [PlainItem] {
    let behind = source.sentinel?.key
    let items = source.held.filter { $0.key != behind }
    return source.builder.isAscending ? items : items.reversed()
  }
}
