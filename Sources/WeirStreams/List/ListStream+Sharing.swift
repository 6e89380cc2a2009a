// SPDX-License-Identifier: Apache-2.0
public import WeirClient

// Phones that have loaded the same list.
extension ListStream {
  /// Takes the rows of another list in the place of its own, if they are the same; returns `true` if all else is the same, too.
  ///
  /// From now on it is kin of the other one and of that one's kin, if they show the same part of the same location: where it comes
  /// to rows to which one of them has come, it takes those over. So they are to be used by one thread at a time. The other one
  /// learns of it when it shares in turn.
  public mutating func share(with other: any ClientStack) -> Bool {
    guard let other = other as? ListStream, hasSameOrigin(as: other), !waiting.isWaiting,
      !other.waiting.isWaiting
    else { return false }
    let kin = other.version.kin ?? version.kin ?? Kin()
    kin.tryAnew()
    let isSame = version.rows.isSame(as: other.version.rows)
    if isSame { version = other.version }
    if version.kin !== kin { version = RowsVersion(version.rows, kin) }
    return isSame && hasSameLife(as: other)
  }

  /// `true` if all but the rows is the same.
  private func hasSameLife(as other: ListStream) -> Bool {
    leaf == other.leaf && isLoaded == other.isLoaded
      && refusal == other.refusal && displayLimit == other.displayLimit
      && anchors == other.anchors && window == other.window && page == nil && other.page == nil
      && pageCall == other.pageCall && pageKeys == other.pageKeys
      && mayRefill == other.mayRefill && listenCount == other.listenCount
      && isOpen == other.isOpen && isReady == other.isReady && news == other.news
      && clock == other.clock && !draft.isReady && !other.draft.isReady
  }
}
