public import WeirCore

/// The memory that comparing lists needs, kept from one comparison to the next.
///
///     var workspace = DiffWorkspace()
///     diff(from: shown, to: wanted, into: &changes, workspace: &workspace)
///
/// It carries nothing else from one comparison to the next: a new one gives the same results. Once it has
/// seen lists of a size, comparing lists of that size allocates nothing.
public struct DiffWorkspace: Sendable {
  /// For each old row, its place in the new list, or −1.
  @usableFromInline var newOfOld: [Int32] = []
  /// For each new row, its place in the old list, or −1.
  @usableFromInline var oldOfNew: [Int32] = []
  /// Old rows, in order, that have found no partner yet.
  @usableFromInline var loneOld: [Int32] = []
  /// New rows, in order, that have found no partner yet.
  @usableFromInline var loneNew: [Int32] = []
  /// Which old rows are found under which id.
  @usableFromInline var table = RowTable()
  /// Which rows keep their place among the others.
  @usableFromInline var order = KeptOrder()

  /// Empty memory.
  @inlinable
  public init() {}

  /// Forgets the last comparison.
  @inlinable
  mutating func begin(oldCount: Int, newCount: Int) {
    invariant(
      oldCount < Int(Int32.max) && newCount < Int(Int32.max),
      "lists of \(oldCount) and \(newCount) rows are too long to compare")
    newOfOld.removeAll(keepingCapacity: true)
    newOfOld.append(contentsOf: repeatElement(-1, count: oldCount))
    oldOfNew.removeAll(keepingCapacity: true)
    oldOfNew.append(contentsOf: repeatElement(-1, count: newCount))
    loneOld.removeAll(keepingCapacity: true)
    loneNew.removeAll(keepingCapacity: true)
  }

  /// Notes that the old row at `old` and the new one at `new` are the same row.
  @inlinable
  mutating func pair(old: Int, new: Int) {
    newOfOld[old] = Int32(truncatingIfNeeded: new)
    oldOfNew[new] = Int32(truncatingIfNeeded: old)
  }
}
