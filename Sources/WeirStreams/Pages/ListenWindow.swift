// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The listen at the far end of a list, whose query may be limited.
struct ListenWindow: Hashable, Sendable {
  var tag: UInt32
  /// `true` if the listen was taken away, or never given.
  var isLost = false
  /// The number of children that it shows.
  var count = 0
  /// The number of children that it may show: the query's, close at hand.
  private let most: Int
  let query: Query

  init(tag: UInt32, query: Query) {
    self.tag = tag
    self.query = query
    most = query.limit.count
  }

  /// `true` if it shows as many children as it may, so that the farthest says that there is more.
  var isFull: Bool { count >= most }
}
