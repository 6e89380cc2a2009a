// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// A child as the list knows it: what its listens say, which is what was last published of it unless something happened to it
/// since.
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

  /// The things that few rows have.
  private struct Rare: Sendable {
    /// State of this app.
    var local = Node.null
    /// The state of this app as it was last published.
    var shownLocal = Node.null
    /// The copies of other listens that show the child; the one heard last comes last.
    var others: [Copy] = []
  }

  let key: Key
  /// The stamp of what the row shows now.
  private(set) var stamp: UInt64 = 0
  /// The listen that was heard of the child last; meaningless while ``isHeld`` is false.
  private(set) var tag: UInt32 = 0
  /// `true` if a listen shows the child.
  private(set) var isHeld = false
  /// The order that the row is in.
  var standing = Standing.gone
  /// `true` if the row is published.
  private(set) var isShown = false
  /// The index of what was published of it, if something happened to it since the last publication; else one of the two below.
  var touch = untouched
  /// The child, as it was heard last.
  private(set) var node = Node.null
  /// One entry, or none.
  private var rare: [Rare] = []

  init(_ key: Key) { self.key = key }

  /// The child under the state of this app.
  var content: Node { rare.isEmpty ? node : StreamItem.content(of: node, under: rare[0].local) }

  /// The mark of a row to which nothing happened.
  static let untouched: Int32 = -1
  /// The mark of a row to which something happened that was not published.
  static let unpublished: Int32 = -2

  /// `true` if something happened to it since the last publication.
  var isTouched: Bool { touch != Self.untouched }

  /// The state of this app as it was last published.
  var shownLocal: Node { rare.first?.shownLocal ?? .null }

  func isHeld(by listen: UInt32) -> Bool {
    isHeld && (tag == listen || rare.first?.others.contains { $0.tag == listen } == true)
  }

  /// Takes in the child as a listen shows it; returns whether the listen did not show it before.
  ///
  /// Several listens may show one child and be told of its changes at different times. Each has its say until
  /// it lets the child go, so that one that lags behind cannot leave an old copy where a new one was.
  mutating func hold(_ new: Node, by listen: UInt32) -> Bool {
    var isNew = !isHeld
    if isHeld, tag != listen {
      if rare.isEmpty { rare.append(Rare()) }
      let count = rare[0].others.count
      rare[0].others.removeAll { $0.tag == listen }
      isNew = rare[0].others.count == count
      rare[0].others.append(Copy(tag: tag, node: node))
    }
    tag = listen
    node = new
    isHeld = true
    restamp()
    return isNew
  }

  /// Records that a listen no longer shows the child; returns whether it did.
  mutating func release(by listen: UInt32) -> Bool {
    guard isHeld else { return false }
    if tag != listen {
      guard !rare.isEmpty else { return false }
      let count = rare[0].others.count
      rare[0].others.removeAll { $0.tag == listen }
      return rare[0].others.count < count
    }
    if let latest = rare.first?.others.last {
      rare[0].others.removeLast()
      tag = latest.tag
      node = latest.node
      restamp()
    } else {
      isHeld = false
      forgetLocal()
    }
    return true
  }

  /// Records that no listen shows the child any longer.
  mutating func releaseAll() {
    isHeld = false
    standing = .gone
    if !rare.isEmpty { rare[0].others = [] }
    forgetLocal()
  }

  /// Sets the state of this app.
  mutating func setLocal(_ local: Node) {
    if rare.isEmpty { rare.append(Rare()) }
    rare[0].local = local
    restamp()
  }

  /// Records that the row is published as it is now, or is not shown any more.
  mutating func settle(isShown: Bool) {
    touch = Self.untouched
    self.isShown = isShown
    if isShown, !rare.isEmpty { rare[0].shownLocal = rare[0].local }
  }

  private mutating func forgetLocal() {
    if rare.isEmpty { return }
    rare[0].local = .null
    restamp()
  }

  private mutating func restamp() {
    stamp = StreamItem.stamp(of: node, under: rare.isEmpty ? .null : rare[0].local)
  }
}

extension LoadedRow {
  /// `true` if another row is the same in all, as far as neither has anything that few rows have.
  func isPlainlySame(as other: LoadedRow) -> Bool {
    key == other.key && stamp == other.stamp && touch == other.touch && tag == other.tag
      && isHeld == other.isHeld && standing == other.standing && isShown == other.isShown
      && rare.isEmpty && other.rare.isEmpty && node == other.node
  }
}
