// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirTree

extension AnyStream {
  /// The stream that shows a screen: its lists, as one if there are several, in sections if it says so.
  ///
  ///     let screen = Screen(union: [mine, shared], grouping: .byValue(of: Path("day")))
  ///     var stream = AnyStream(screen, batching: batching)  // sections of a union of two lists
  ///
  /// Changes are gathered once, for every kind of screen: the lists of a union publish at once, and
  /// the union gathers. The `n`th source is leaf `firstLeaf + n`, so that streams of one client can
  /// be told apart. `endsWithOwnItems` says that the last source lies in this app alone, a
  /// ``TransientStream`` without items yet.
  public init(
    _ screen: Screen, batching: Batching, firstLeaf: UInt32 = 0, endsWithOwnItems: Bool = false
  ) {
    let isUnion = screen.sources.count > 1
    var sources: [AnyStream] = []
    for (number, source) in screen.sources.enumerated() {
      if endsWithOwnItems, number == screen.sources.count - 1 {
        sources.append(
          .transient(
            TransientStream(
              order: StreamOrder(source.index, isAscending: source.isAscending),
              filter: screen.filter, displayLimit: screen.displayLimit,
              batching: isUnion ? .none : batching)))
        continue
      }
      sources.append(
        .list(
          ListStream(
            source, batching: isUnion ? .none : batching, filter: screen.filter,
            displayLimit: screen.displayLimit, leaf: firstLeaf + UInt32(number))))
    }
    var stream = isUnion ? .union(UnionStream(sources, batching: batching)) : sources.removeLast()
    if let grouping = screen.grouping {
      stream = .partitioned(PartitionedStream(stream, by: grouping))
    }
    self = stream
  }
}
