// SPDX-License-Identifier: GPL-3.0-or-later

/// Measures every fast type against its naive twin and against a floor, in one run on one machine.
///
///     swift run -c release WeirBench queue/hold
///     // queue/hold/post/10k  18.38 ns  goal 16.00  twin 137.99 (7.51x)  floor 16.96 (1.08x)  floor: the same in C
///
/// To add a fast type, write `<Type>Bench.swift` with an `enum <Type>Bench` whose `static let all` is an array of
/// ``Benchmark``, and add that array to ``Bench/all`` below; nothing else. A benchmark is a name in the form
/// `type/shape/size`, a ``Contender`` to be judged, and, where they exist, one for the naive twin and one for the floor. The
/// floor is the same work in C, as the note then says, or a part of the work that no program can leave out, such as to move the
/// same bytes. A contender prepares itself, calls `timer.start()` before the work and `timer.stop(after: count)` behind it, and
/// feeds a result that depends on all of it to `consume`, so that nothing is optimised away. `timer.scaled(n)` gives the count,
/// which is small under `--quick`, where every benchmark is only a smoke test. Ratios of one run can be compared between
/// machines; nanoseconds cannot.
@main
struct Bench {
  /// Every benchmark, in the order in which they run.
  ///
  /// Processes come first: what a new process is said to have held at its peak is never less than what
  /// this one holds when it starts it.
  static let all: [Benchmark] =
    ProcessBench.all + QueueBench.all + ChanceBench.all + DiffBench.all + TreeBench.all
    + ViewBench.all + StreamBench.all + ComposedStreamBench.all
    + BackendBench.all + PairBench.all + GrowthBench.all + OrderBench.all + WholeRunBench.all
    + RunGrowthBench.all + CheckerBench.all + EachCheckerBench.all + OrderMeterBench.all
    + PagingBench.all
    + SourceBench.all + CacheBench.all + ModelBench.all + ObjectBench.all
    + ProgramBench.all

  /// The beginnings of the names of those that others measure themselves by, too.
  static let peers =
    ["queue/hold/", "queue/timeout/", "queue/messages/"]
    + ["identical", "append1", "each1", "edits10", "moves1", "shuffle"].map { "diff/int/\($0)/" }

  static func main() { leave(BenchCommand.run(Array(CommandLine.arguments.dropFirst()))) }
}
