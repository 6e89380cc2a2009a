// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// Something that a pager over a store and a network wants to have done.
public enum TieredWish<Row: Sendable>: Sendable {
  /// Read a page from the store, by offset; see ``TieredPager/read(_:for:at:into:)``.
  case read(PageRequest)
  /// Stop reading the page of this number.
  case cancelRead(Int)
  /// Ask the network for a page; see ``TieredPager/receive(_:to:at:into:)``.
  case ask(PageRequest)
  /// Stop the request to the network of this number.
  case cancelAsk(Int)
  /// Write a page to the store, with what lies beyond it, in one transaction; see ``TieredPager/saved(_:count:at:into:)``.
  case save(PageSave<Row>)
  /// Call ``TieredPager/wake(at:into:)`` at this time.
  case wake(Instant)
  /// Show what is new; see ``TieredPager/publish(into:)``.
  case publish
}

extension TieredWish: Equatable where Row: Equatable {}

/// A page of the network on its way into the store.
public struct PageSave<Row: Sendable>: Sendable {
  /// The number of the request that brought it.
  public var id: Int
  /// The place of the rows: all of the store, its end, or its beginning.
  public var direction: PageDirection
  /// The rows.
  public var rows: [Row]
  /// The page after the rows, to be kept beside them for the next start; nil leaves what is kept.
  public var next: PageLink?
  /// The page before the rows, to be kept beside them for the next start; nil leaves what is kept.
  public var previous: PageLink?
}

extension PageSave: Equatable where Row: Equatable {}

/// The keys of the network's pages beyond both ends of a store.
public struct StoreLinks: Hashable, Sendable {
  /// The page after the last row of the store.
  public var next: PageLink
  /// The page before its first row.
  public var previous: PageLink

  /// Makes links; ends that nothing is said of are ends.
  public init(next: PageLink = .end, previous: PageLink = .end) {
    self.next = next
    self.previous = previous
  }
}

/// The first step of a pager over a store and a network.
public enum TieredStart: Hashable, Sendable {
  /// The store may be old: it is shown, and loaded anew from the network.
  case launch
  /// The store is new enough; these are the links that were kept beside it.
  case skip(StoreLinks)
}
