import WeirCore
import WeirTree

/// Rows in the order of a stream, with their places known.
///
/// - Complexity: O(log *n*) for everything.
struct RankedRows<Content: Sendable>: Sendable {
  private(set) var map = SortedMap<Rank, Content>()
  let isAscending: Bool

  init(isAscending: Bool) { self.isAscending = isAscending }

  var count: Int { map.count }

  /// The content of the row at a rank.
  subscript(rank: Rank) -> Content? { map[rank] }

  /// Returns the row at a place of the stream.
  func row(at place: Int) -> (rank: Rank, content: Content) {
    let entry = map.entry(at: isAscending ? place : map.count - 1 - place)
    return (entry.key, entry.value)
  }

  /// The rank of the row at the far end.
  var last: Rank? { isAscending ? map.last?.key : map.first?.key }

  /// Returns the place in the stream of the row of a rank, which must be there.
  func place(of rank: Rank) -> Int {
    let place = map.rank(of: rank)
    return isAscending ? place : map.count - 1 - place
  }

  /// Returns the first place behind a rank, which need not be there; nil if nothing is there.
  func firstPlace(after rank: Rank) -> Int? {
    let before = map.rank(of: rank)
    if !isAscending { return before == 0 ? nil : map.count - before }
    let next = map[rank] == nil ? before : before + 1
    return next < map.count ? next : nil
  }

  /// Returns the last place before a rank, which need not be there; nil if nothing is there.
  func lastPlace(before rank: Rank) -> Int? {
    let before = map.rank(of: rank)
    if isAscending { return before == 0 ? nil : before - 1 }
    let next = map[rank] == nil ? before : before + 1
    return next < map.count ? map.count - 1 - next : nil
  }

  mutating func set(_ content: Content, at rank: Rank) { map.set(content, for: rank) }

  mutating func remove(_ rank: Rank) { map.remove(rank) }

  mutating func removeAll() { map.removeAll() }
}
