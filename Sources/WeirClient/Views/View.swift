// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The data that one query shows of one location, kept up to date change by change.
///
/// It holds the children *as the user sees them*, pending writes included, in the query's order; what it
/// shows is a range of places in that order. What the server says beneath pending writes is kept child
/// by child beside it, so that a view without pending writes pays nothing for them.
///
/// - Complexity: a change of one child is O(log *n*) for every query; a change of the whole
///   location is O(*n*).
struct View: Sendable {
  /// The storage of what the server is known to hold.
  enum Mode: UInt8, Sendable {
    /// There are no layers: it equals what is seen.
    case clear
    /// The layers concern children alone: it is what is seen but for ``View/beneath``.
    case children
    /// It is ``View/known``.
    case whole
  }

  /// A fragment of a write that is pending, or that was acknowledged where the server has said nothing.
  struct Layer: Sendable {
    var id: UInt32
    var fragment: WriteFragment
    /// `true` if the write is no longer pending.
    var isKept = false
  }

  // What each event of each simulated phone touches lies together, and first.

  var mode = Mode.clear
  let isKeyOrdered: Bool
  /// `true` if some children of the location are not shown.
  let isWindow: Bool
  /// `true` if the query's range has no ends; to ask the query costs a copy of it.
  let isUnbounded: Bool
  /// `true` if the server said that what it is known to hold is everything.
  var isComplete = false
  /// `true` if what the server is known to hold is the query's window alone.
  var isFiltered = false
  /// The number of the wire listen that is this view's alone, 0 for none.
  var tag: UInt32 = 0
  /// The known data with all layers over it.
  var seen = PartialNode()
  /// The writes over what the server is known to hold, by rising number.
  var layers: [Layer] = []
  var registrations: [UInt32] = []
  /// The children seen in the query's order, where that is not by key.
  var order = SortedMap<Rank, Void>()
  let query: Query

  let path: Path
  let quirks: ViewQuirks
  /// The numbers of those that were its own until a default listen took their place.
  var lateTags: [UInt32] = []
  /// Those that do nothing any more, for a default listen has said more since.
  var deadTags: [UInt32] = []
  /// `true` if the operation under way has put more than the window there.
  var isUncut = false
  /// `true` if a window has kept an acknowledged write of the whole location.
  var hasKeptWhole = false
  /// The data that the server is known to hold at the children that layers concern; nil: unknown.
  var beneath = SortedMap<Key, Node?>()
  /// The data that the server is known to hold, if a layer concerns more than children, or nothing
  /// is refilled.
  var known = PartialNode()
  /// The subject of the operation under way, in a view that is not refilled.
  var touch = Touch()

  init(path: Path, query: Query, quirks: ViewQuirks = []) {
    self.path = path
    self.query = query
    self.quirks = quirks
    isKeyOrdered = query.index == .key
    isWindow = !query.showsEverything
    isUnbounded = query.start == nil && query.end == nil
  }
}

// The data that the server is known to hold.
extension View {
  /// Returns the node that the server is known to hold at a child; nil: unknown.
  func knownChild(_ key: Key) -> Node? {
    switch mode {
    case .clear: seen.child(key)
    case .children: beneath[key] ?? seen.child(key)
    case .whole: known.child(key)
    }
  }

  /// All that the server is known to hold.
  ///
  /// - Complexity: O(log *n*) for each child that layers concern.
  var serverPartial: PartialNode {
    switch mode {
    case .clear: return seen
    case .whole: return known
    case .children:
      var partial = seen
      for (key, node) in beneath { partial.set(node, at: key) }
      return partial
    }
  }

  /// Returns what the server is known to hold below the location, as far as that is known.
  func serverNode(at keys: ArraySlice<Key>) -> Node {
    guard let key = keys.first, key != .priority else { return serverPartial.node[keys] }
    return (knownChild(key) ?? .null)[keys.dropFirst()]
  }
}
