// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCore
import WeirTree

/// The backend: one child of a long list written while a client listens to a window of it, and one
/// child with many listeners.
///
/// An operation of `write` is a request to write one child, from its arrival to its answer, with all
/// that is pushed in between; the twin sorts all siblings after each write, the floor puts them into a
/// map. An operation of `fan-out` is one push to one listener; its floor is to append it to an array.
enum BackendBench {
  static let all: [Benchmark] =
    sizes.map { write("key", .key, $0) } + sizes.map { write("child", byScore, $0) }
    + [fanOut("1", 1), fanOut("100", 100), fanOut("10k", 10_000)]

  /// The order by a field.
  static let byScore = Query.Index.child(Path("score"))

  private static let sizes = [
    (name: "1k", count: 1_000, twin: 200), (name: "10k", count: 10_000, twin: 20),
    (name: "100k", count: 100_000, twin: 0), (name: "1M", count: 1_000_000, twin: 0),
  ]

  private static func write(
    _ order: String, _ index: Query.Index, _ size: (name: String, count: Int, twin: Int)
  ) -> Benchmark {
    let query = Query(index, limit: .last(Siblings.window))
    let twin: Contender = { timer in
      let server = NaiveServer(timer.scaled(size.count), query)
      let count = timer.scaled(size.twin)
      timer.start()
      server.write(count)
      timer.stop(after: count)
    }
    return Benchmark(
      name: "backend/write/\(order)/\(size.name)",
      subject: { timer in
        let server = ServedSiblings(timer.scaled(size.count), query)
        let count = timer.scaled(100_000)
        server.write(min(count, 2 * Siblings.window))
        timer.start()
        server.write(count)
        timer.stop(after: count)
      },
      twin: size.twin > 0 ? twin : nil,
      floor: { timer in putIntoTree(timer.scaled(size.count), isScored: index != .key, &timer) })
  }

  /// The least that keeps the list: each child put into the tree.
  private static func putIntoTree(_ size: Int, isScored: Bool, _ timer: inout Timer) {
    let siblings = isScored ? Siblings(scored: size) : Siblings(size)
    var tree = Node.null
    tree.set(siblings.node, at: Siblings.path)
    let count = timer.scaled(100_000)
    timer.start()
    for number in 0..<count {
      let content: Node =
        isScored
        ? Siblings.scored(siblings.score(number), number: number) : .integer(Int64(-number))
      tree.set(content, at: Siblings.path.appending(siblings.key(number)))
    }
    timer.stop(after: count)
    consume(tree.fingerprint)
  }

  // MARK: Fan-out

  private static func fanOut(_ name: String, _ listeners: Int) -> Benchmark {
    let pushes = 1_000_000
    return Benchmark(
      name: "backend/fan-out/\(name)",
      subject: { timer in
        let listeners = min(listeners, timer.scaled(pushes))
        let query = Query(limit: .last(Siblings.window))
        let server = ServedSiblings(1_000, query, listeners: listeners)
        let count = timer.scaled(pushes) / listeners
        server.writeNewest(min(count, 10))
        timer.start()
        server.writeNewest(count)
        timer.stop(after: count * listeners)
      },
      floor: { timer in
        let listeners = min(listeners, timer.scaled(pushes))
        append(to: listeners, count: timer.scaled(pushes) / listeners, &timer)
      })
  }

  private static func append(to listeners: Int, count: Int, _ timer: inout Timer) {
    var wishes: [Backend.Wish] = []
    let key = Key("-Lzzzzzzzzzzzzzzzzzz")
    var sum: UInt64 = 0
    timer.start()
    for number in 0..<count {
      for listener in 0..<listeners {
        let body = Message.Body.change(
          tag: 1, sequence: UInt32(number), key, .integer(Int64(number)))
        wishes.append(.send(to: UInt32(listener), session: 1, journey: 0, body))
      }
      sum += UInt64(wishes.count)
      wishes.removeAll(keepingCapacity: true)
    }
    timer.stop(after: count * listeners)
    consume(sum)
  }
}
