import WeirTree

/// A child as the list knows it: what its listens say, its place, and how it was last published.
struct LoadedRow: Sendable {
  /// The order of the list in which a row is.
  enum Standing: UInt8 {
    /// No listen holds the row any more; it is remembered until that has been published.
    case gone
    /// The filter admits the row.
    case wanted
    /// The filter does not admit the row, yet.
    case rejected
  }

  /// The child as one listen has it.
  struct Copy: Sendable {
    var tag: UInt32
    var node: Node
  }

  /// The listen that was heard of the child last; meaningless while ``isHeld`` is false.
  private(set) var tag: UInt32 = 0
  /// `true` if a listen shows the child.
  private(set) var isHeld = false
  /// The order that the row is in, at ``value``.
  var standing = Standing.gone
  /// `true` if something happened to the row since the last publication.
  var isTouched = false
  /// `true` if the row is published, at ``shownValue``.
  var isShown = false
  /// The child, as it was heard last.
  private(set) var node = Node.null
  /// State of this app.
  var local = Node.null
  /// The copies of other listens that show the child; the one heard last comes last.
  private var others: [Copy] = []
  /// The value that places the row in its order.
  var value = SortValue.none
  /// The value that places the published row in its order.
  var shownValue = SortValue.none
  /// The stamp of what the published row shows.
  var shownStamp: UInt64 = 0

  var content: Node { StreamItem.content(of: node, under: local) }
  var stamp: UInt64 { StreamItem.stamp(of: node, under: local) }

  func isHeld(by listen: UInt32) -> Bool {
    isHeld && (tag == listen || others.contains { $0.tag == listen })
  }

  /// Takes in the child as a listen shows it.
  ///
  /// Several listens may show one child and be told of its changes at different times. Each has its say until
  /// it lets the child go, so that one that lags behind cannot leave an old copy where a new one was.
  mutating func hold(_ new: Node, by listen: UInt32) {
    if isHeld, tag != listen {
      others.removeAll { $0.tag == listen }
      others.append(Copy(tag: tag, node: node))
    }
    tag = listen
    node = new
    isHeld = true
  }

  /// Records that a listen no longer shows the child.
  mutating func release(by listen: UInt32) {
    guard isHeld else { return }
    if tag != listen {
      others.removeAll { $0.tag == listen }
    } else if let latest = others.popLast() {
      tag = latest.tag
      node = latest.node
    } else {
      isHeld = false
      local = .null
    }
  }

  /// Records that no listen shows the child any longer.
  mutating func releaseAll() {
    others = []
    isHeld = false
    local = .null
    standing = .gone
  }
}
