// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirStreams
import WeirTree

/// Scored children in one or two lists, and random changes of one child at a time.
struct ComposedChildren {
  /// The ways to put lists together.
  enum Shape: String, CaseIterable, Sendable {
    /// One list in sections.
    case partition
    /// Two lists as one.
    case union
  }

  static let team = Path("team")
  let shape: Shape
  let keys: [Key]
  /// Contents, made beforehand, so that making them is not measured.
  private let contents: [Node]
  private var chance = RandomStream(seed: 1, "composed bench")

  init(_ count: Int, _ shape: Shape) {
    self.shape = shape
    var ids = PushIDs(chance: RandomStream(seed: 1, "composed bench keys"))
    keys = (0..<count).map { ids.next(at: Instant(nanoseconds: Int64($0) * 1_000_000)) }
    var chance = RandomStream(seed: 2, "composed bench")
    contents = (0..<4_096).map { number in
      Node([
        (Key("score"), .integer(Int64(chance.below(1_000_000)))),
        (Key("team"), .integer(Int64(number % 16))),
      ])
    }
  }

  /// Returns the initial content of the child of a number.
  func content(of number: Int) -> Node { contents[number % 4_096] }

  /// Returns the lists in which a child is: of a union the first one, the second one, or both.
  func homes(of number: Int) -> ClosedRange<Int> {
    switch shape {
    case .partition: 0...0
    case .union: number % 4 == 0 ? 0...1 : number % 4 == 1 ? 1...1 : 0...0
    }
  }

  /// Returns the next change: the child, its lists, and its new content.
  mutating func next() -> (number: Int, home: Int, content: Node) {
    let number = chance.index(below: keys.count)
    let homes = homes(of: number)
    let home = homes.lowerBound + chance.index(below: homes.count)
    return (number, home, contents[chance.index(below: contents.count)])
  }

  /// The screen that is shown.
  var screen: Screen {
    let builder = QueryBuilder(Path("list")).ordered(by: ScoredChildren.index)
    var other = builder
    other.path = Path("other")
    return switch shape {
    case .partition: Screen(builder, grouping: .byValue(of: Self.team))
    case .union: Screen(union: [builder, other])
    }
  }
}

/// A composed stream that hears of changes, and publishes each.
final class ComposedStreams {
  private var stream: AnyStream
  private var children: ComposedChildren
  /// The tag under which each list is listened to.
  private var tags: [UInt32] = []
  private var wishes: [StackWish] = []
  private var update = StackUpdate()

  init(_ count: Int, _ shape: ComposedChildren.Shape) {
    children = ComposedChildren(count, shape)
    stream = AnyStream(children.screen, batching: .none)
    stream.open(at: .zero, into: &wishes)
    for case .listen(let tag, _, _) in wishes { tags.append(tag) }
    wishes.removeAll()
    for (number, key) in children.keys.enumerated() {
      for home in children.homes(of: number) {
        let event = DataEvent(.added, key, children.content(of: number))
        stream.receive(event, from: tags[home], at: .zero, into: &wishes)
      }
    }
    for tag in tags {
      stream.receive(.value, from: tag, at: .zero, into: &wishes)
      publish()
    }
  }

  /// Goes from a data event to its publication, so many times.
  func change(_ count: Int) {
    var sum = 0
    for _ in 0..<count {
      let (number, home, content) = children.next()
      let event = DataEvent(.changed, children.keys[number], content)
      stream.receive(event, from: tags[home], at: .zero, into: &wishes)
      stream.receive(.value, from: tags[home], at: .zero, into: &wishes)
      sum &+= publish()
    }
    consume(UInt64(sum))
  }

  /// Sets local states of random items, each published.
  func setLocals(_ count: Int) {
    for number in 0..<count { setLocal(number) { $0.setLocal($1, of: $2, at: .zero, into: &$3) } }
  }

  /// Does the same by a function that returns the stream as it is then, while its caller holds the
  /// one from before.
  func setLocalsOfCopies(_ count: Int) {
    for number in 0..<count {
      setLocal(number) { $0 = Self.withLocal($1, of: $2, $0, into: &$3) }
    }
  }

  @inline(never)
  private static func withLocal(
    _ local: Node, of key: Key, _ stream: AnyStream, into wishes: inout [StackWish]
  ) -> AnyStream {
    var changed = stream
    changed.setLocal(local, of: key, at: .zero, into: &wishes)
    return changed
  }

  private func setLocal(
    _ number: Int, _ set: (inout AnyStream, Node, Key, inout [StackWish]) -> Void
  ) {
    let key = children.keys[children.next().number]
    set(&stream, Node([(Key("isOpen"), .integer(Int64(number)))]), key, &wishes)
    consume(UInt64(publish()))
  }

  /// Publishes if the stream wishes to; returns how much that changes.
  @discardableResult
  private func publish() -> Int {
    var sum = 0
    for case .publish in wishes {
      stream.publish(into: &update)
      sum += update.changes.count
    }
    wishes.removeAll(keepingCapacity: true)
    return sum
  }
}

/// The same as libraries do it: all rows are merged, sorted and grouped again, and the two lists
/// are compared.
final class RegroupedChildren {
  /// A section of rows.
  private struct Section: ListSection {
    var sectionID: Int64
    var rows: [Row] = []
    func headerShowsTheSame(as other: Section) -> Bool { true }
  }

  private var children: ComposedChildren
  /// For each list, its children by number.
  private var contents: [[Int: Node]] = [[:], [:]]
  private var shown: [Section] = []

  init(_ count: Int, _ shape: ComposedChildren.Shape) {
    children = ComposedChildren(count, shape)
    for number in children.keys.indices {
      for home in children.homes(of: number) {
        contents[home][number] = children.content(of: number)
      }
    }
    publish()
  }

  /// Makes so many changes, each published.
  func change(_ count: Int) {
    var sum = 0
    for _ in 0..<count {
      let (number, home, content) = children.next()
      contents[home][number] = content
      sum &+= publish()
    }
    consume(UInt64(sum))
  }

  @discardableResult
  private func publish() -> Int {
    var items: [(row: Row, rank: Rank, team: Int64)] = []
    for (number, key) in children.keys.enumerated() {
      guard let content = contents[0][number] ?? contents[1][number] else { continue }
      var team: Int64 = 0
      if children.shape == .partition, case .integer(let value) = content[Key("team")].content {
        team = value
      }
      items.append(
        (
          Row(key: key, stamp: content.fingerprint),
          Rank(ScoredChildren.index.sortValue(of: content), key), team
        ))
    }
    items.sort { $0.rank < $1.rank }
    var wanted = (0..<(children.shape == .partition ? 16 : 1)).map { Section(sectionID: $0) }
    for item in items { wanted[Int(item.team)].rows.append(item.row) }
    if children.shape == .partition { wanted.removeAll { $0.rows.isEmpty } }
    let changes = diff(sections: shown, to: wanted)
    shown = wanted
    return changes.count
  }
}
