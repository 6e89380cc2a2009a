// SPDX-License-Identifier: Apache-2.0
public import WeirClient

// Phones that have loaded the same list.
extension ListStream {
  /// Takes the rows of another list in the place of its own, if they are the same; returns `true` if all else is the same, too.
  ///
  /// A few rows that have loaded are not worth the copies that the next change would make of them.
  public mutating func share(with other: any ClientStack) -> Bool {
    guard !isReady || loaded.count >= Self.fewestShared, let other = other as? ListStream,
      loaded.isSame(as: other.loaded)
    else { return false }
    loaded = other.loaded
    return hasSameLife(as: other)
  }

  /// The number of rows from which on lists share them.
  static let fewestShared = 8

  /// `true` if all but the rows is the same.
  private func hasSameLife(as other: ListStream) -> Bool {
    hasSameOrigin(as: other) && leaf == other.leaf && isLoaded == other.isLoaded
      && refusal == other.refusal && displayLimit == other.displayLimit
      && anchors == other.anchors && window == other.window && page == nil && other.page == nil
      && pageCall == other.pageCall && pageKeys == other.pageKeys
      && mayRefill == other.mayRefill && listenCount == other.listenCount
      && isOpen == other.isOpen && isReady == other.isReady && news == other.news
      && clock == other.clock && !draft.isReady && !other.draft.isReady
  }
}
