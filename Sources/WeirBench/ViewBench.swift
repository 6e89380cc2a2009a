// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirTree

/// The views of a client: one child of a long list written, with one listener to the list and one
/// to its newest fifty.
///
/// An operation of `write` is what the server says of one child; of `own-write` a write of the user, the
/// server's word on it and its acknowledgement. The twin is the oracle, which recomputes everything.
enum ViewBench {
  static let all: [Benchmark] =
    [
      write("1k", 1_000, twin: 100), write("10k", 10_000, twin: 4), write("100k", 100_000),
      write("1M", 1_000_000),
    ] + [
      ownWrite("1k", 1_000, twin: 50), ownWrite("10k", 10_000, twin: 2),
      ownWrite("100k", 100_000), ownWrite("1M", 1_000_000),
    ]

  private static func write(_ name: String, _ size: Int, twin steps: Int = 0) -> Benchmark {
    let twin: Contender = { timer in
      let list = ViewedSiblings<ViewOracle>(timer.scaled(size))
      time(steps, &timer) { list.change($0) }
    }
    return Benchmark(
      name: "view/write/\(name)",
      subject: { timer in
        let list = ViewedSiblings<ViewEngine>(timer.scaled(size))
        time(100_000, &timer) { list.change($0) }
      },
      twin: steps > 0 ? twin : nil, floor: { putIntoMaps(&$0, size) })
  }

  private static func ownWrite(_ name: String, _ size: Int, twin steps: Int = 0) -> Benchmark {
    let twin: Contender = { timer in
      let list = ViewedSiblings<ViewOracle>(timer.scaled(size))
      time(steps, &timer) { list.write($0) }
    }
    return Benchmark(
      name: "view/own-write/\(name)",
      subject: { timer in
        let list = ViewedSiblings<ViewEngine>(timer.scaled(size))
        time(100_000, &timer) { list.write($0) }
      },
      twin: steps > 0 ? twin : nil, floor: { putIntoMaps(&$0, size) })
  }

  /// Lets `load` run a little, and times it then.
  private static func time(_ steps: Int, _ timer: inout Timer, _ load: (Int) -> Void) {
    let count = timer.scaled(steps)
    load(min(count, 2 * Siblings.window))
    timer.start()
    load(count)
    timer.stop(after: count)
  }

  /// The least that keeps two lists of the siblings: each child put into two maps.
  private static func putIntoMaps(_ timer: inout Timer, _ size: Int) {
    let siblings = Siblings(timer.scaled(size))
    var maps = [siblings.node.children, SortedMap<Key, Node>()]
    for key in siblings.keys { maps[1].set(.null, for: key) }
    let count = timer.scaled(100_000)
    timer.start()
    for number in 0..<count {
      let key = siblings.key(number)
      maps[0].set(.integer(Int64(-number)), for: key)
      maps[1].set(.integer(Int64(-number)), for: key)
    }
    timer.stop(after: count)
    consume(UInt64(maps[0].count + maps[1].count))
  }
}
