import WeirCore
import WeirRun
import WeirScenario
import WeirTree

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What concerns the whole process: how long it takes to start, and what a client costs that does nothing.
enum ProcessBench {
  static let all: [Benchmark] = [
    Benchmark(
      name: "process/start-up", unit: "us", goal: 20_000,
      subject: { $0.record(launch(besideUs("weir"), ["--version"], times: $0.isQuick ? 2 : 40)) },
      floor: { $0.record(launch("/bin/true", [], times: $0.isQuick ? 2 : 40)) }),
    Benchmark(
      name: "process/idle-client", unit: "B",
      subject: { $0.record(idleClient(count: $0.isQuick ? 100 : 20_000, rows: 0)) }),
    Benchmark(
      name: "process/idle-client/50-rows", unit: "B",
      subject: { $0.record(idleClient(count: $0.isQuick ? 100 : 20_000, rows: 50)) },
      floor: { $0.record(Double(50 * MemoryLayout<Row>.size)) }),
  ]

  /// Bytes of memory for each client that has opened its list and waits.
  private static func idleClient(count: Int, rows: Int) -> Double {
    let tree = (0..<rows).map { "row-\($0 + 1000): { by: 1, word: \($0) }" }
    let text = """
      weir: 1
      about: Idle clients.
      server: { tree: { feed: { \(tree.joined(separator: ", ")) } } }
      clients: [ { count: \(count), list: feed, newest: 50 } ]
      workload: [ { does: post, arrivals: { constant: 1/h }, for: 1s } ]
      """
    do throws(Problems) {
      let scenario = try Scenario(text: Array(text.utf8), named: "bench")
      let before = heapBytes()
      var world = try World(scenario, seed: 1)
      while world.advance(by: 100_000) {}
      let bytes = heapBytes() - before
      consume(world.outcome().digest.word)
      return Double(bytes) / Double(count)
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }

  /// How many bytes of memory the process holds.
  private static func heapBytes() -> Int {
    // The second number of statm: resident pages.
    let file = unsafe open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      let count = unsafe read(file, buffer.baseAddress, 255)
      return unsafe String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }

  /// The program `name` in the folder of this one.
  private static func besideUs(_ name: String) -> String {
    let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = unsafe readlink("/proc/self/exe", start, 4095)
      return unsafe String(
        decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return folder + name
  }

  /// The median of the microseconds from the start of a program to its end.
  private static func launch(_ program: String, _ words: [String], times: Int) -> Double {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe ([program] + words).map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { argument in unsafe free(argument) } }
    var samples: [Double] = []
    for _ in 0..<times {
      let begin = ContinuousClock.now
      var child: pid_t = 0
      let result = unsafe posix_spawn(&child, program, &actions, nil, &arguments, environ)
      invariant(result == 0, "cannot start \(program): build it first")
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      invariant(status == 0, "\(program) ended with status \(status)")
      let (seconds, attoseconds) = (ContinuousClock.now - begin).components
      samples.append(Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
    }
    return samples.sorted()[times / 2]
  }
}
