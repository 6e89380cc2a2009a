// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The listen at the far end of a list, whose query may be limited.
struct ListenWindow: Hashable, Sendable {
  var tag: UInt32
  let query: Query
  /// `true` if the listen was taken away, or never given.
  var isLost = false
  /// The number of children that it shows.
  var count = 0

  init(tag: UInt32, query: Query) {
    self.tag = tag
    self.query = query
  }

  /// `true` if it shows as many children as it may, so that the farthest says that there is more.
  var isFull: Bool { count >= query.limit.count }
}
