// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// A location of scored children, and random changes of one child at a time.
struct ScoredChildren {
  /// The kinds of change.
  enum Change {
    /// Another text.
    case text
    /// Another score, by which the list is ordered.
    case score
  }

  static let index = Query.Index.child(Path("score"))
  let keys: [Key]
  /// Contents, made beforehand, so that making them is not measured.
  private let contents: [Node]
  private var chance = RandomStream(seed: 1, "stream bench")
  private let change: Change

  init(_ count: Int, _ change: Change) {
    var ids = PushIDs(chance: RandomStream(seed: 1, "stream bench keys"))
    keys = (0..<count).map { ids.next(at: Instant(nanoseconds: Int64($0) * 1_000_000)) }
    var chance = RandomStream(seed: 2, "stream bench")
    contents = (0..<4_096).map { number in
      Node([
        (Key("score"), .integer(Int64(chance.below(1_000_000)))),
        (Key("text"), .text("message number \(number)")),
      ])
    }
    self.change = change
  }

  /// Returns the initial content of the child of a number.
  func content(of number: Int) -> Node { contents[number % 2_048] }

  /// Returns the next change: the child, and its new content.
  mutating func next() -> (number: Int, content: Node) {
    let number = chance.index(below: keys.count)
    switch change {
    case .text:
      // One of two contents of one score, which differ in their text.
      var node = content(of: number)
      node.set(.integer(Int64(chance.below(1_000))), at: Key("text"))
      return (number, node)
    case .score: return (number, contents[chance.index(below: contents.count)])
    }
  }
}

/// A list stream that hears of changes, and publishes each.
final class StreamedChildren {
  private(set) var stream: ListStream
  private var children: ScoredChildren
  private var wishes: [StackWish] = []
  private(set) var update = StackUpdate()

  init(_ count: Int, _ change: ScoredChildren.Change, limit: Int? = nil) {
    children = ScoredChildren(count, change)
    let builder = QueryBuilder(Path("list")).ordered(by: ScoredChildren.index).limited(to: limit)
    stream = ListStream(builder, batching: .none)
    stream.open(at: .zero, into: &wishes)
    for (number, key) in children.keys.enumerated() {
      let event = DataEvent(.added, key, children.content(of: number))
      stream.receive(event, from: 0, at: .zero, into: &wishes)
    }
    stream.receive(.value, from: 0, at: .zero, into: &wishes)
    stream.publish(into: &update)
    wishes.removeAll(keepingCapacity: true)
  }

  /// Becomes one of those that go on from the same rows together.
  func share(with other: StreamedChildren) { _ = stream.share(with: other.stream) }

  /// Goes from a data event to its publication, so many times.
  func change(_ count: Int) {
    var sum = 0
    for _ in 0..<count where step() { sum &+= update.changes.count }
    consume(UInt64(sum))
  }

  /// Hears of one change; returns whether it was published, for some change nothing.
  func step() -> Bool {
    guard hear() else { return false }
    stream.publish(into: &update)
    return true
  }

  /// Does the same, and gives out the rows, which may be those of another list.
  func step(showing sections: inout [[Row]], like others: LastPublication) -> Bool {
    guard hear() else { return false }
    stream.publish(into: &update, rows: &sections, like: others)
    return true
  }

  /// Hears of one change; returns whether it is to be published.
  private func hear() -> Bool {
    let (number, content) = children.next()
    let event = DataEvent(.changed, children.keys[number], content)
    stream.receive(event, from: 0, at: .zero, into: &wishes)
    stream.receive(.value, from: 0, at: .zero, into: &wishes)
    if wishes.isEmpty { return false }
    wishes.removeAll(keepingCapacity: true)
    return true
  }
}

/// What another list has published, if one has.
struct LastPublication: Precedents {
  var changes: ChangeSet?
  var rows: [Row] = []

  func rows(after changes: borrowing ChangeSet) -> [Row]? {
    self.changes == copy changes ? rows : nil
  }
}

/// The same as libraries do it: the rows are sorted again, and the two lists are compared.
final class ResortedChildren {
  private var children: ScoredChildren
  private var rows: [(row: Row, rank: Rank)] = []
  private var places: [Key: Int] = [:]
  private var shown: [Row] = []

  init(_ count: Int, _ change: ScoredChildren.Change) {
    children = ScoredChildren(count, change)
    for (number, key) in children.keys.enumerated() {
      rows.append(item(key, children.content(of: number)))
    }
    publish()
  }

  /// Makes so many changes, each published.
  func change(_ count: Int) {
    var sum = 0
    for _ in 0..<count {
      let (number, content) = children.next()
      let key = children.keys[number]
      if let place = places[key] { rows[place] = item(key, content) }
      sum &+= publish()
    }
    consume(UInt64(sum))
  }

  private func item(_ key: Key, _ content: Node) -> (row: Row, rank: Rank) {
    (
      Row(key: key, stamp: content.fingerprint),
      Rank(ScoredChildren.index.sortValue(of: content), key)
    )
  }

  @discardableResult
  private func publish() -> Int {
    rows.sort { $0.rank < $1.rank }
    for (place, row) in rows.enumerated() { places[row.row.key] = place }
    let wanted = rows.map(\.row)
    let changes = diff(from: shown, to: wanted)
    shown = wanted
    return changes.count
  }
}
