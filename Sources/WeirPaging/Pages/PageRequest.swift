// SPDX-License-Identifier: Apache-2.0

/// A page that a pager wants to have.
///
///     PageRequest(id: 1, generation: 1, direction: .refresh, key: .offset(0), size: 20)
public struct PageRequest: Hashable, Sendable {
  /// The number of the request; a pager gives each number once.
  public var id: Int
  /// The generation of the list for which the request was made; see ``Pager/generation``.
  public var generation: Int
  /// The end of the list at which the page belongs.
  public var direction: PageDirection
  /// The key of the page.
  public var key: PageKey
  /// The number of rows that are asked for.
  public var size: Int
  /// `true` if the key is that of the row behind the page, as a server gave it for what comes before.
  public var isBackward: Bool

  /// Makes a request.
  public init(
    id: Int, generation: Int, direction: PageDirection, key: PageKey, size: Int,
    isBackward: Bool = false
  ) {
    self.id = id
    self.generation = generation
    self.direction = direction
    self.key = key
    self.size = size
    self.isBackward = isBackward
  }

  /// The number of rows before the page; zero if its key says nothing of rows.
  ///
  /// An API that takes an offset and a size needs no more than this and ``size``.
  public var offset: Int {
    if case .offset(let offset) = key { return offset }
    return 0
  }
}
