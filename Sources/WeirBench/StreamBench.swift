// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirStreams
import WeirTree

/// Live lists: from a data event to the change set of its publication.
///
/// An operation of `publish` is one child that shows another text, or has another score and so
/// another place. The twin sorts all rows again and compares the lists, as libraries do. `view`
/// leads to a strict list view of the first fifty, `readers` take over what the first of them
/// shows, and `kin` all that it came to. What a stream keeps for each row beside the content is among the processes.
enum StreamBench {
  static let all: [Benchmark] =
    [("100", 100, 2_000), ("10k", 10_000, 20), ("100k", 100_000, 2)].flatMap { word, size, steps in
      [
        publish("text", .text, word, size, twin: steps),
        publish("score", .score, word, size, twin: steps),
      ]
    } + [growth("text", .text), growth("score", .score), view, readers, kin]

  private static func publish(
    _ name: String, _ change: ScoredChildren.Change, _ word: String, _ size: Int, twin steps: Int
  ) -> Benchmark {
    Benchmark(
      name: "stream/publish/\(name)/\(word)",
      subject: { timer in
        let list = StreamedChildren(timer.scaled(size), change)
        time(100_000, &timer) { list.change($0) }
      },
      twin: { timer in
        let list = ResortedChildren(timer.scaled(size), change)
        time(steps, &timer) { list.change($0) }
      })
  }

  private static func growth(_ name: String, _ change: ScoredChildren.Change) -> Benchmark {
    Benchmark(
      name: "stream/growth/\(name)", unit: "exponent", goal: 0.2,
      subject: { timer in
        let sizes = timer.isQuick ? [20, 40, 80] : [100, 1_000, 10_000, 100_000]
        timer.record(
          GrowthBench.timeExponent(
            sizes, steps: 20_000, { StreamedChildren($0, change).change }, timer))
      },
      twin: { timer in
        let sizes = timer.isQuick ? [20, 40, 80] : [100, 400, 1_600]
        timer.record(
          GrowthBench.timeExponent(
            sizes, steps: 50, { ResortedChildren($0, change).change }, timer))
      })
  }

  /// Events through a window of fifty, its publications and a strict list view.
  private static let view = Benchmark(
    name: "stream/view/50",
    subject: { timer in
      let list = StreamedChildren(50, .score, limit: 50)
      var view = StrictListView<Row>()
      var sections: [[Row]] = []
      list.stream.rows(into: &sections)
      view.reloadData(sections[0])
      let count = timer.scaled(100_000)
      var faults = 0
      timer.start()
      for _ in 0..<count {
        guard list.step() else { continue }
        list.stream.rows(into: &sections)
        if view.apply(list.update.changes, to: sections[0]) != nil { faults += 1 }
      }
      timer.stop(after: count)
      invariant(faults == 0, "a stream publishes what a list view does not take")
    })

  /// Many lists of the same thousand rows, which their list views show.
  private static let readers = Benchmark(
    name: "stream/readers/1k", note: "fifty lists hold their rows once; twin: each its own",
    subject: { read(isTakingOver: true, &$0) }, twin: { read(isTakingOver: false, &$0) })

  /// Many lists of the same twenty rows, as phones have them.
  private static let kin = Benchmark(
    name: "stream/kin/20", note: "fifty lists go on as the first did; twin: each by itself",
    subject: { follow(areKin: true, &$0) }, twin: { follow(areKin: false, &$0) })

  private static func follow(areKin: Bool, _ timer: inout Timer) {
    let lists = (0..<50).map { _ in StreamedChildren(20, .text) }
    if areKin { for list in lists { list.share(with: lists[0]) } }
    let count = timer.scaled(10_000)
    var sum = 0
    timer.start()
    for _ in 0..<count {
      for list in lists where list.step() { sum += list.update.changes.count }
    }
    timer.stop(after: count * lists.count)
    invariant(sum % lists.count == 0, "lists that hear the same publish another")
    consume(UInt64(sum))
  }

  private static func read(isTakingOver: Bool, _ timer: inout Timer) {
    let lists = (0..<50).map { _ in StreamedChildren(timer.scaled(1_000), .text) }
    var shown: [[[Row]]] = Array(repeating: [[]], count: lists.count)
    let count = timer.scaled(1_000)
    timer.start()
    for _ in 0..<count {
      var last = LastPublication()
      for place in lists.indices where lists[place].step(showing: &shown[place], like: last) {
        if isTakingOver, place == 0 {
          last = LastPublication(changes: lists[0].update.changes, rows: shown[0][0])
        }
      }
    }
    timer.stop(after: count * lists.count)
    invariant(shown.allSatisfy { $0 == shown[0] }, "lists that hear the same show another")
  }

  /// Lets `load` run a little, and times it then.
  static func time(_ steps: Int, _ timer: inout Timer, _ load: (Int) -> Void) {
    let count = timer.scaled(steps)
    load(max(1, count / 10))
    timer.start()
    load(count)
    timer.stop(after: count)
  }
}
