import WeirCore
import WeirTree

/// The listen at the far end of a list, whose query may be limited.
struct ListenWindow: Sendable {
  var tag: UInt32
  let query: Query
  /// `true` if the listen was taken away, or never given.
  var isLost = false
  /// The children that it shows; only those of a limited one are known.
  private(set) var keys = SortedMap<Key, Void>()

  init(tag: UInt32, query: Query) {
    self.tag = tag
    self.query = query
  }

  /// `true` if it shows as many children as it may, so that the farthest says that there is more.
  var isFull: Bool { query.limit != .none && keys.count >= query.limit.count }

  mutating func add(_ key: Key) { if query.limit != .none { keys.set((), for: key) } }

  mutating func remove(_ key: Key) { if query.limit != .none { keys.remove(key) } }
}
