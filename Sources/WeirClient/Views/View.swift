import WeirCore
import WeirTree

/// What one query shows of one location, kept up to date change by change.
///
/// It holds the children *as the user sees them*, pending writes included, in the query's order; what it
/// shows is a range of places in that order. What the server says beneath pending writes is kept child
/// by child beside it, so that a view without pending writes pays nothing for them.
///
/// - Complexity: one child's change is O(log *n*), whatever the query; what concerns the whole location
///   is O(*n*).
struct View: Sendable {
  /// How what the server is known to hold is kept.
  enum Mode: UInt8, Sendable {
    /// No write is pending: it is what is seen.
    case clear
    /// The pending writes concern children alone: it is what is seen but for ``View/beneath``.
    case children
    /// It is ``View/known``.
    case whole
  }

  /// A piece of a pending write.
  struct Layer: Sendable {
    var id: UInt32
    var piece: Piece
  }

  let path: Path
  let query: Query
  let isKeyOrdered: Bool
  /// Whether some children of the location are not shown.
  let isWindow: Bool
  /// The number of the wire listen that is this view's alone, 0 for none.
  var tag: UInt32 = 0
  var registrations: [UInt32] = []

  /// What is known with all pending writes laid over it.
  var seen = Sight()
  /// Whether the server said that what it is known to hold is everything.
  var isComplete = false
  /// Whether what the server is known to hold is the query's window alone.
  var isFiltered = false
  /// Whether the operation under way has put more than the window there.
  var isUncut = false
  var mode = Mode.clear
  /// The pending writes, by rising number.
  var layers: [Layer] = []
  /// What the server is known to hold at the children that pending writes concern; nil: unknown.
  var beneath = SortedMap<Key, Node?>()
  /// What the server is known to hold, where a pending write concerns more than children.
  var known = Sight()
  /// The children seen in the query's order, where that is not by key.
  var order = SortedMap<Rank, Void>()

  init(path: Path, query: Query) {
    self.path = path
    self.query = query
    isKeyOrdered = query.index == .key
    isWindow = !query.showsEverything
  }
}

// What the server is known to hold.
extension View {
  /// Whether the server is known to hold nothing else than what is known of it.
  var isKnownWhole: Bool { mode == .whole ? known.isWhole : seen.isWhole }

  /// What the server is known to hold at a child; nil: unknown.
  func knownChild(_ key: Key) -> Node? {
    switch mode {
    case .clear: seen.child(key)
    case .children: beneath[key] ?? seen.child(key)
    case .whole: known.child(key)
    }
  }

  /// All that the server is known to hold.
  ///
  /// - Complexity: O(log *n*) for each child that pending writes concern.
  var serverSight: Sight {
    switch mode {
    case .clear: return seen
    case .whole: return known
    case .children:
      var sight = seen
      for (key, node) in beneath { sight.set(node, at: key) }
      return sight
    }
  }

  /// What the server is known to hold below the location, where that is known.
  func serverNode(at keys: ArraySlice<Key>) -> Node {
    guard let key = keys.first, key != .priority else { return serverSight.node[keys] }
    return (knownChild(key) ?? .null)[keys.dropFirst()]
  }
}
