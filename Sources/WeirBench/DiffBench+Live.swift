// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBenchmarks
import WeirCore
import WeirDiff

extension DiffBench {
  /// Changes that are known, and versions that share leaves; an operation is one change.
  static let live: [Benchmark] = sizes.flatMap { size, word in
    [
      Benchmark(
        name: "diff/window/change/\(word)", goal: size <= 100_000 ? 800 : nil,
        subject: { window(timer: &$0, size, moves: false) }),
      Benchmark(
        name: "diff/window/move/\(word)", goal: size <= 100_000 ? 800 : nil,
        subject: { window(timer: &$0, size, moves: true) }),
      Benchmark(name: "diff/shared/make/\(word)", subject: { shared(timer: &$0, size, times: 0) }),
      Benchmark(
        name: "diff/shared/compare-1/\(word)", goal: 2_300,
        subject: { shared(timer: &$0, size, times: 1) }),
      Benchmark(
        name: "diff/shared/compare-100/\(word)", goal: 32_000,
        subject: { shared(timer: &$0, size, times: 100) }),
    ]
  }

  /// One row after the other changes, or goes elsewhere.
  private static func window(timer: inout Timer, _ size: Int, moves: Bool) {
    let size = max(600, timer.scaled(size))
    var window = OrderedWindow(EveryRow())
    var changes = ChangeSet()
    var stream = RandomStream(seed: 1, "window-bench")
    for id in 0..<size { window.set(id, rank: id, content: 0, into: &changes) }
    let count = timer.scaled(200_000)
    var sum = 0
    timer.start()
    for turn in 0..<count {
      let id = stream.index(below: size)
      window.set(
        id, rank: moves ? stream.index(below: size) : id, content: turn + 1, into: &changes)
      sum &+= changes.moves.count &+ changes.updates.count
    }
    timer.stop(after: count)
    consume(UInt64(sum))
  }

  /// Makes versions with one change, or compares versions that differ in a few rows with the first.
  private static func shared(timer: inout Timer, _ size: Int, times: Int) {
    let size = max(600, timer.scaled(size))
    let first = SharedList((0..<size).map { NumberedRow(id: $0, stamp: 0) })
    var list = first
    var stream = RandomStream(seed: 1, "shared-bench")
    var changes = ChangeSet()
    var workspace = DiffWorkspace()
    func change() {
      let place = stream.index(below: size)
      list.replace(at: place, with: NumberedRow(id: place, stamp: stream.next() | 1))
    }
    let count = timer.scaled(times == 0 ? 100_000 : 20_000 / times)
    for _ in 0..<times { change() }
    timer.start()
    for _ in 0..<count {
      if times == 0 {
        change()
      } else {
        list.changes(since: first, into: &changes, workspace: &workspace)
      }
    }
    timer.stop(after: count)
    consume(UInt64(changes.updates.count &+ list.count))
  }
}

/// Admits every row.
private struct EveryRow: WindowRule {
  func admits(_ id: Int, rank: Int, content: Int) -> Bool { true }
  func looksTheSame(_ a: Int, _ b: Int) -> Bool { a == b }
}
