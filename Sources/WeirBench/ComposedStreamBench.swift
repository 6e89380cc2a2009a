// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// Streams built on streams: from a data event to the change set of the composed list.
///
/// `partition` is a list in sixteen sections; an operation is one child that gets another score,
/// and with it another place and mostly another section. `union` is two lists of which every fourth
/// child is in both. The twins group, merge and sort all rows again and compare the lists, as
/// libraries do. `local` gives one item of a list in sections a local state; the twin does so by a
/// function that returns the changed stream, and copies it for that.
enum ComposedStreamBench {
  static let all: [Benchmark] =
    [("100", 100, 2_000), ("10k", 10_000, 20), ("100k", 100_000, 2)].flatMap { word, size, steps in
      ComposedChildren.Shape.allCases.map { publish($0, word, size, twin: steps) }
    } + [local("100", 100, twin: 2_000), local("50k", 50_000, twin: 20)]
    + ComposedChildren.Shape.allCases.map(growth)

  private static func publish(
    _ shape: ComposedChildren.Shape, _ word: String, _ size: Int, twin steps: Int
  ) -> Benchmark {
    Benchmark(
      name: "stream/\(shape.rawValue)/\(word)",
      subject: { timer in
        let list = ComposedStreams(timer.scaled(size), shape)
        StreamBench.time(20_000, &timer) { list.change($0) }
      },
      twin: { timer in
        let list = RegroupedChildren(timer.scaled(size), shape)
        StreamBench.time(steps, &timer) { list.change($0) }
      })
  }

  private static func local(_ word: String, _ size: Int, twin steps: Int) -> Benchmark {
    Benchmark(
      name: "stream/local/\(word)",
      subject: { timer in
        let list = ComposedStreams(timer.scaled(size), .partition)
        StreamBench.time(20_000, &timer) { list.setLocals($0) }
      },
      twin: { timer in
        let list = ComposedStreams(timer.scaled(size), .partition)
        StreamBench.time(steps, &timer) { list.setLocalsOfCopies($0) }
      })
  }

  private static func growth(_ shape: ComposedChildren.Shape) -> Benchmark {
    Benchmark(
      name: "stream/growth/\(shape.rawValue)", unit: "exponent", goal: 0.2,
      subject: { timer in
        let sizes = timer.isQuick ? [20, 40, 80] : [100, 1_000, 10_000, 100_000]
        timer.record(
          GrowthBench.timeExponent(
            sizes, steps: 10_000, { ComposedStreams($0, shape).change }, timer))
      },
      twin: { timer in
        let sizes = timer.isQuick ? [20, 40, 80] : [100, 400, 1_600]
        timer.record(
          GrowthBench.timeExponent(
            sizes, steps: 50, { RegroupedChildren($0, shape).change }, timer))
      })
  }
}
