// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// A list of siblings of which one after the other is written to: one in two of the newest fifty, the
/// others anywhere among the rest.
struct Siblings {
  /// The number of the newest that are shown, and written to half of the time.
  static let window = 50
  /// The path of the list.
  static let path = Path("rooms/lobby")

  let node: Node
  let keys: [Key]

  /// Makes at least twice a window of siblings, which are leaves.
  init(_ count: Int) { (node, keys) = TreeLoads.list(max(count, 2 * Self.window)) }

  /// Makes siblings that carry their place in the list as their score.
  init(scored count: Int) {
    keys = TreeLoads.list(max(count, 2 * Self.window)).1
    var node = Node.null
    for (place, key) in keys.enumerated() { node.set(Self.scored(place, number: 0), at: key) }
    self.node = node
  }

  /// Returns a child with a score.
  static func scored(_ score: Int, number: Int) -> Node {
    Node([(scoreKey, .integer(Int64(score))), (numberKey, .integer(Int64(number)))])
  }

  private static let scoreKey = Key("score")
  private static let numberKey = Key("number")

  /// Returns the sibling that step `number` writes to.
  func place(_ number: Int) -> Int {
    let (window, rest) = (Self.window, keys.count - Self.window)
    return number & 1 == 0 ? rest + number / 2 % window : number &* 7919 % rest
  }

  /// Returns the key of the sibling that step `number` writes to.
  func key(_ number: Int) -> Key { keys[place(number)] }

  /// Returns the score that step `number` gives: among the best, or anywhere among the rest.
  func score(_ number: Int) -> Int {
    let (window, rest) = (Self.window, keys.count - Self.window)
    return number & 1 == 0 ? rest + number &* 31 % window : number &* 104_729 % rest
  }
}

/// The operations that the engine and its oracle have in common.
protocol Views {
  associatedtype Wish
  init(quirks: ViewQuirks)
  @discardableResult
  mutating func listen(to path: Path, _ query: Query, into wishes: inout [Wish]) -> UInt32
  @discardableResult
  mutating func serverOverwrite(
    tag: UInt32?, at path: Path, _ node: Node, into wishes: inout [Wish]
  ) -> Bool
  @discardableResult
  mutating func serverChange(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [Wish]
  ) -> Bool
  mutating func write(
    _ id: UInt32, _ write: Write, isVisible: Bool, into wishes: inout [Wish])
  @discardableResult
  mutating func acknowledge(_ id: UInt32, into wishes: inout [Wish]) -> Bool
}

extension ViewEngine: Views {}
extension ViewOracle: Views {}

/// A client's views of siblings: one listener to all of them, and one to the newest fifty.
final class ViewedSiblings<Engine: Views> {
  private var views = Engine(quirks: [])
  private var wishes: [Engine.Wish] = []
  private let siblings: Siblings
  private var number = 0
  private var heard = 0

  init(_ count: Int) {
    siblings = Siblings(count)
    views.listen(to: Siblings.path, Query(), into: &wishes)
    views.listen(to: Siblings.path, Query(limit: .last(Siblings.window)), into: &wishes)
    views.serverOverwrite(tag: 1, at: Siblings.path, siblings.node, into: &wishes)
    wishes.removeAll()
  }

  /// Lets the server change a sibling so many times.
  func change(_ count: Int) {
    for _ in 0..<count {
      views.serverChange(tag: 1, siblings.key(number), content, into: &wishes)
      settle()
    }
    consume(UInt64(heard))
  }

  /// Lets the user write so many siblings, and the server say that it holds them and that the write
  /// is done.
  func write(_ count: Int) {
    for _ in 0..<count {
      let key = siblings.key(number)
      let id = UInt32(number) + 1
      let write = Write.set(Siblings.path.appending(key), content)
      views.write(id, write, isVisible: true, into: &wishes)
      views.serverChange(tag: 1, key, content, into: &wishes)
      views.acknowledge(id, into: &wishes)
      settle()
    }
    consume(UInt64(heard))
  }

  private var content: Node { .integer(Int64(-1 - number)) }

  private func settle() {
    number += 1
    heard += wishes.count
    wishes.removeAll(keepingCapacity: true)
  }
}
