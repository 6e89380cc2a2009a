// SPDX-License-Identifier: Apache-2.0

/// The answer of a server to a request for a page.
///
///     PageAnswer(items: rows, total: 35)                       // an API with offsets
///     PageAnswer(items: rows, next: .key(.cursor("c2")))       // an API with cursors
///     PageAnswer(items: rows, next: .end)                      // its last page
public struct PageAnswer<Row: Sendable>: Sendable {
  /// The rows of the page, in the order of the list.
  public var items: [Row]
  /// The number of rows of the whole list, if the server says it.
  public var total: Int?
  /// The words of the server about what comes after the page.
  public var next: PageLink
  /// The words of the server about what comes before the page.
  public var previous: PageLink
  /// The number of rows before the page, if the server says it.
  public var itemsBefore: Int?
  /// The number of rows after the page, if the server says it.
  public var itemsAfter: Int?
  /// The key of the request that the server says it answers, if it repeats it.
  public var key: PageKey?
  /// `false` if a later answer to the same request will take the place of this one, as a server's takes
  /// that of a cache.
  public var isFinal: Bool

  /// Makes an answer.
  public init(
    items: [Row], total: Int? = nil, next: PageLink = .unstated, previous: PageLink = .unstated,
    itemsBefore: Int? = nil, itemsAfter: Int? = nil, key: PageKey? = nil, isFinal: Bool = true
  ) {
    self.items = items
    self.total = total
    self.next = next
    self.previous = previous
    self.itemsBefore = itemsBefore
    self.itemsAfter = itemsAfter
    self.key = key
    self.isFinal = isFinal
  }
}

extension PageAnswer: Equatable where Row: Equatable {}
extension PageAnswer: Hashable where Row: Hashable {}
