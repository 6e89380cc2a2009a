// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// Phones that listen to the same and have heard the same.
extension ViewEngine {
  /// Takes the memory of another engine in the place of its own, if both know the same, have the same listeners and
  /// nobody has written anything; what it says later is the same as without that.
  ///
  /// - Complexity: O(*n*) for *n* children that are known.
  public mutating func share(with other: ViewEngine) {
    guard nextTag == other.nextTag, nextRegistration == other.nextRegistration,
      quirks == other.quirks, lastWrite == other.lastWrite,
      writes.isEmpty, other.writes.isEmpty, lateTags.isEmpty, other.lateTags.isEmpty,
      freeViews == other.freeViews, holders.isSame(as: other.holders),
      wires.isSame(as: other.wires), places.isSame(as: other.places),
      views.count == other.views.count,
      zip(views, other.views).allSatisfy({ $0.isPlainlySame(as: $1) })
    else { return }
    self = other
  }
}

extension Client {
  /// Lets the views share memory with those of another client, if they know the same.
  public mutating func shareViews(with other: ViewEngine) { views.share(with: other) }
}

extension View {
  /// `true` if another view is the same in all, as far as no write lies over either.
  fileprivate func isPlainlySame(as other: View) -> Bool {
    tag == other.tag && mode == .clear && other.mode == .clear && isComplete == other.isComplete
      && isFiltered == other.isFiltered && isUncut == other.isUncut
      && hasKeptWhole == other.hasKeptWhole && layers.isEmpty && other.layers.isEmpty
      && beneath.isEmpty && other.beneath.isEmpty && touch.isNothing && other.touch.isNothing
      && lateTags == other.lateTags && deadTags == other.deadTags
      && registrations == other.registrations && path == other.path && query == other.query
      && order.count == other.order.count
      && (0..<order.count).allSatisfy { order.entry(at: $0).key == other.order.entry(at: $0).key }
      && known.isSame(as: other.known) && seen.isSame(as: other.seen)
  }
}

extension PartialNode {
  /// `true` if another one knows the same, of all children that are there.
  fileprivate func isSame(as other: PartialNode) -> Bool {
    isWhole == other.isWhole && isWindow == other.isWindow && absent.isEmpty
      && other.absent.isEmpty && node == other.node
  }
}

extension SortedMap where Value: Equatable {
  /// `true` if another map has the same entries.
  func isSame(as other: SortedMap) -> Bool {
    count == other.count
      && (0..<count).allSatisfy {
        let (one, other) = (entry(at: $0), other.entry(at: $0))
        return one.key == other.key && one.value == other.value
      }
  }
}
