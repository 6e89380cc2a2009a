// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The command line of WeirBench: figures to standard output, complaints to standard error.
struct BenchCommand {
  private var isQuick = false
  private var isAlone = false
  private var isOfProcessor = false
  private var writesCSV = false
  private var repetitions = 5
  private var filters: [String] = []

  /// Runs the command that `arguments` ask for, and returns its exit code.
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(help)
      return 0
    }
    do {
      if arguments.first == "fuzz-queue" { return try fuzz(Array(arguments.dropFirst())) }
      if arguments.first == "idle-clients", arguments.count == 3,
        let count = Int(arguments[1]), let rows = Int(arguments[2])
      {
        ProcessBench.idleClients(count, rows: rows)
        return 0
      }
      if arguments.first == "soak", arguments.count == 3,
        let habit = Soak.Habit(rawValue: arguments[1]), let minutes = Int(arguments[2])
      {
        Soak.run(habit, minutes: minutes)
        return 0
      }
      if arguments.first == "idle-listeners", arguments.count == 3, let count = Int(arguments[2]) {
        IdleListeners.wait(count, at: arguments[1])
        return 0
      }
      if arguments.contains("--list") {
        for benchmark in Bench.all { print(benchmark.name) }
        return 0
      }
      return try BenchCommand(arguments).run()
    } catch {
      complain(error.description)
      return 64
    }
  }

  private static let help = """
    WeirBench measures every fast type against its naive twin and its floor.

      swift run -c release WeirBench                 everything
      swift run -c release WeirBench queue/hold      benchmarks whose names contain a filter
      swift run -c release WeirBench peers           those that other libraries measure themselves by
      swift run -c release WeirBench --quick         a smoke test with small inputs
      swift run -c release WeirBench fuzz-queue --events 1000000 --seed 1

      --quick            small inputs, one repetition: the figures mean nothing
      --alone            leave out twins and floors, for a profiler
      --processor        the processor's time instead of the clock's, for a machine with other work
      --repetitions <n>  how many samples the median is taken of (5)
      --csv              name,unit,median,goal,twin,floor
      --list             the names of all benchmarks
      --help             this text

    An operation's time is the median of the repetitions; twin and floor are measured in between.
    The floor is the same work in C where the line says so, and elsewhere a part of the work
    that no program can leave out, such as to move its bytes. The number behind it says how
    many times as long ours takes.
    """

  private init(_ arguments: [String]) throws(Problems) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--alone": isAlone = true
      case "--processor": isOfProcessor = true
      case "--csv": writesCSV = true
      case "--repetitions":
        repetitions = Int(try Self.number(after: argument, in: &rest, from: 1))
      default:
        if argument.hasPrefix("-") { throw Self.unknown(argument, among: Self.flags) }
        if argument == "peers" {
          filters += Bench.peers
          continue
        }
        guard Bench.all.contains(where: { $0.name.contains(argument) }) else {
          throw Self.unknown(argument, among: Self.names)
        }
        filters.append(argument)
      }
    }
    if isQuick { repetitions = 1 }
  }

  private static let flags = [
    "--quick", "--alone", "--processor", "--repetitions", "--csv", "--list", "--help", "--events",
    "--seed",
  ]

  /// Whole names, their beginnings, and the other commands.
  private static var names: [String] {
    var names = ["fuzz-queue", "peers"]
    for benchmark in Bench.all {
      let parts = benchmark.name.split(separator: "/")
      for count in 1...parts.count {
        let name = parts.prefix(count).joined(separator: "/")
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  private static func unknown(_ word: String, among known: [String]) -> Problems {
    let near = nearestName(to: word, among: known)
    let remedy = near.map { "did you mean '\($0)'?" } ?? "`WeirBench --list` names all benchmarks"
    return Problems([Problem(message: "there is no '\(word)'", remedy: remedy)])
  }

  private static func number(
    after flag: String, in rest: inout ArraySlice<String>, from least: UInt64
  ) throws(Problems) -> UInt64 {
    let word = rest.popFirst() ?? ""
    guard let number = UInt64(word), number >= least, number <= UInt64(Int64.max) else {
      let message = "'\(flag) \(word)' needs a whole number of at least \(least)"
      throw Problems([Problem(message: message, remedy: "write for example '\(flag) 5'")])
    }
    return number
  }

  // MARK: Running

  private func run() -> Int32 {
    let timer = Timer(isQuick: isQuick, isOfProcessor: isOfProcessor)
    if writesCSV { print("name,unit,median,goal,twin,floor") }
    for benchmark in Bench.all
    where filters.isEmpty || filters.contains(where: { benchmark.name.contains($0) }) {
      var benchmark = benchmark
      if isAlone { (benchmark.twin, benchmark.floor) = (nil, nil) }
      let figures = benchmark.run(repetitions: repetitions, timer: timer)
      print(writesCSV ? figures.row : figures.line)
      fflush(nil)
    }
    return 0
  }

  private static func fuzz(_ arguments: [String]) throws(Problems) -> Int32 {
    var (events, seed): (UInt64, UInt64) = (1_000_000, 1)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--events": events = try number(after: argument, in: &rest, from: 1)
      case "--seed": seed = try number(after: argument, in: &rest, from: 0)
      default: throw unknown(argument, among: ["--events", "--seed"])
      }
    }
    var fuzz = QueueFuzz(events: Int(events), seed: seed)
    if let difference = fuzz.run() {
      complain("error: \(difference)")
      return 10
    }
    print(fuzz.summary)
    return 0
  }

  private static func complain(_ words: String) {
    let line = Array((words + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
  }
}

/// Ends the process.
func leave(_ code: Int32) -> Never { exit(code) }
