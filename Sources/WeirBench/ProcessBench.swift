// SPDX-License-Identifier: GPL-3.0-or-later
import CFloors
import WeirCore
import WeirRun
import WeirScenario
import WeirTree

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The figures of the whole process: the time that it takes to start, and the cost of a client that
/// does nothing.
enum ProcessBench {
  static let all: [Benchmark] = [
    Benchmark(
      name: "process/start-up", unit: "us", goal: 20_000,
      subject: { $0.record(launch(besideUs("weir"), ["--version"], times: $0.isQuick ? 2 : 40)) },
      floor: { $0.record(launch("/bin/true", [], times: $0.isQuick ? 2 : 40)) }),
    Benchmark(
      name: "process/large-run", unit: "ms", note: "twin: no large pages",
      subject: { $0.record(largeRun(isQuick: $0.isQuick)) },
      twin: {
        weir_floor_small_pages(true)
        $0.record(largeRun(isQuick: $0.isQuick))
        weir_floor_small_pages(false)
      }),
    Benchmark(
      name: "process/idle-client", unit: "B",
      subject: { $0.record(bytesForEachClient(rows: 0, isQuick: $0.isQuick)) }),
    Benchmark(
      name: "process/idle-client/50-rows", unit: "B",
      subject: { $0.record(bytesForEachClient(rows: 50, isQuick: $0.isQuick)) },
      floor: { $0.record(Double(50 * MemoryLayout<Row>.size)) }),
    Benchmark(
      name: "process/idle-listener/backend", unit: "B",
      subject: { $0.record(bytesForEachListener("backend", isQuick: $0.isQuick)) },
      floor: { $0.record(Double(2 * MemoryLayout<UInt32>.size)) }),
    Benchmark(
      name: "process/idle-listener/client/50-rows", unit: "B",
      subject: { $0.record(bytesForEachListener("client", isQuick: $0.isQuick)) },
      floor: { $0.record(Double(50 * MemoryLayout<Row>.size)) }),
    Benchmark(
      name: "process/idle-listener/same-client", unit: "B",
      subject: { $0.record(bytesForEachListener("same-client", isQuick: $0.isQuick)) },
      floor: { $0.record(Double(MemoryLayout<UInt32>.size)) }),
    Benchmark(
      name: "process/stream-row", unit: "B",
      subject: { $0.record(bytesForEachListener("stream", isQuick: $0.isQuick)) },
      floor: { $0.record(Double(MemoryLayout<Row>.size)) }),
    Benchmark(
      name: "process/idle-listener/models", unit: "B",
      subject: { $0.record(bytesForEachListener("models", isQuick: $0.isQuick)) },
      floor: { $0.record(Double(2 * MemoryLayout<Int>.size)) }),
    Benchmark(
      name: "process/idle-listener/objects", unit: "B", note: "loaded, with ten fields",
      subject: { $0.record(bytesForEachListener("objects", isQuick: $0.isQuick)) },
      twin: { $0.record(bytesForEachListener("objects-unloaded", isQuick: $0.isQuick)) },
      floor: { $0.record(Double(10 * MemoryLayout<Int>.size)) }),
    Benchmark(
      name: "process/commit/first-ten-minutes", unit: "B",
      subject: { $0.record(Soak.bytesForEachWrite(.takeBack, from: 1, to: $0.isQuick ? 2 : 10)) },
      floor: { $0.record(Soak.bytesOfSamples(.takeBack)) }),
    Benchmark(
      name: "process/commit/second-half-hour", unit: "B",
      subject: {
        $0.record(
          Soak.bytesForEachWrite(.takeBack, from: $0.isQuick ? 2 : 30, to: $0.isQuick ? 3 : 60))
      },
      floor: { $0.record(Soak.bytesOfSamples(.takeBack)) }),
    Benchmark(
      name: "process/commit/that-stays", unit: "B", note: "second half hour",
      subject: {
        $0.record(
          Soak.bytesForEachWrite(.leave, from: $0.isQuick ? 2 : 30, to: $0.isQuick ? 3 : 60))
      },
      floor: { $0.record(Soak.bytesOfSamples(.leave)) }),
  ]

  /// Bytes of memory for each listener that has heard what there is and waits: what a process with them
  /// holds at its peak over one in which the same clients are connected and listen to nothing.
  private static func bytesForEachListener(_ place: String, isQuick: Bool) -> Double {
    let count = isQuick ? 500 : place == "client" ? 10_000 : 100_000
    func peak(_ place: String) -> Int {
      Child("/proc/self/exe", ["idle-listeners", place, "\(count)"]).peakBytes
    }
    return Double(peak(place) - peak("no-" + place)) / Double(count)
  }

  /// Bytes of memory for each client that has opened its list and waits: what a process with many
  /// holds at its peak over one with few.
  ///
  /// A process of its own, because memory that was freed is not given back.
  private static func bytesForEachClient(rows: Int, isQuick: Bool) -> Double {
    let (few, many) = isQuick ? (100, 200) : (1000, 21_000)
    func peak(_ count: Int) -> Int {
      let child = Child("/proc/self/exe", ["idle-clients", "\(count)", "\(rows)"])
      return child.peakBytes
    }
    return Double(peak(many) - peak(few)) / Double(many - few)
  }

  /// Lets `count` clients open a list of `rows` rows and wait: the work of the other process.
  static func idleClients(_ count: Int, rows: Int) {
    let tree = (0..<rows).map { "row-\($0 + 1000): { by: 1, word: \($0) }" }
    let text = """
      weir: 1
      about: Idle clients.
      server: { tree: { feed: { \(tree.joined(separator: ", ")) } } }
      clients: [ { count: \(count), list: feed, newest: 50 } ]
      workload: [ { does: post, arrivals: { constant: 1/h }, for: 1s } ]
      """
    do throws(Problems) {
      var world = try World(Scenario(text: Array(text.utf8), named: "bench"), seed: 1)
      while world.advance(by: 100_000) {}
      consume(world.outcome().digest.word)
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }

  /// Returns the program `name` in the folder of this one.
  static func besideUs(_ name: String) -> String {
    let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = unsafe readlink("/proc/self/exe", start, 4095)
      return unsafe String(
        decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return folder + name
  }

  /// Returns the median of the microseconds from the start of a program to its end.
  private static func launch(_ program: String, _ words: [String], times: Int) -> Double {
    let samples = (0..<times).map { _ in Child(program, words).microseconds }
    return samples.sorted()[times / 2]
  }

  /// A program that was run to its end.
  struct Child {
    /// From its start to its end.
    var microseconds: Double
    /// The most memory that it held at once.
    var peakBytes: Int

    /// Runs a program, whose results nobody reads; nor what it says, if it is silent.
    init(_ program: String, _ words: [String], isSilent: Bool = false) {
      var actions = unsafe posix_spawn_file_actions_t()
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      for stream in isSilent ? 1...2 : 1...1 {
        unsafe posix_spawn_file_actions_addopen(&actions, Int32(stream), "/dev/null", O_WRONLY, 0)
      }
      var arguments = unsafe ([program] + words).map { unsafe strdup($0) } + [nil]
      defer { unsafe arguments.forEach { argument in unsafe free(argument) } }
      let begin = ContinuousClock.now
      var child: pid_t = 0
      let result = unsafe posix_spawn(&child, program, &actions, nil, &arguments, environ)
      invariant(result == 0, "cannot start \(program): build it first")
      var status: Int32 = 0
      var usage = rusage()
      unsafe wait4(child, &status, 0, &usage)
      invariant(status == 0, "\(program) ended with status \(status)")
      let (seconds, attoseconds) = (ContinuousClock.now - begin).components
      microseconds = Double(seconds) * 1e6 + Double(attoseconds) / 1e12
      peakBytes = usage.ru_maxrss * 1024
    }
  }
}
