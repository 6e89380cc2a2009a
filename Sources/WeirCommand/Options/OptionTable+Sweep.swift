// SPDX-License-Identifier: GPL-3.0-or-later
extension OptionTable {
  static let sweep = Verb(
    name: "sweep",
    summary: "Run scenarios with many seeds, on every core.",
    examples: [
      .init(
        line: "weir sweep --seeds 1..1000 Scenarios/first-steps.yaml",
        about: "A thousand seeds of one scenario."),
      .init(
        line: "weir sweep --seeds 1..100000 --out sweeps/chat chat.yaml",
        about: "With tables; after a kill the same line goes on where it was."),
      .init(
        line:
          "weir sweep --vary network.delay=10ms..500ms --points 64 chat.yaml",
        about: "How it answers to delay and crowd, in 64 points of both."),
      .init(
        line: "weir sweep --seeds 1..1000 --until-failure chat.yaml",
        about: "Look for the first seed that fails."),
      .init(
        line:
          "weir sweep --seeds 1..200 --expect-broken lists --until-failure wrong-on-purpose.yaml",
        about: "Pass only if a checker finds what is wrong, and say how many seeds it needed."),
      .init(
        line: "weir sweep --seeds 1..100000 --shard 3/50 --out shards chat.yaml",
        about: "The fourth of fifty shards, on any machine; weir merge shards puts all together."),
      .init(
        line: "weir sweep --seeds 1..100000 --on slurm --shards 50 --out sweeps/chat chat.yaml",
        about: "All of them as an array job of Slurm, in a folder that its nodes share."),
    ],
    operand: files,
    flags: [
      Flag(
        name: "seeds", value: "A..B",
        about: "The first and the last seed; \(SweepOptions.usualSeeds) without."),
      set,
      allowOutside,
      Flag(
        name: "out", value: "DIR", values: .folders,
        about:
          "Write the page index.html, sweep.csv, checkers.csv and sweep.txt to this folder, with --vary responses.csv "
          + "and with --coverage coverage.csv, and keep there what is known while it runs."),
      Flag(
        name: "cores", value: "N", values: .number,
        about: "Run so many seeds side by side instead of one on each core."),
      Flag(
        name: "vary", value: "KEY=LOW..HIGH", repeats: true,
        about:
          "Vary a key in a range, such as network.delay=10ms..500ms, at points that fill all ranges "
          + "evenly; may be repeated."),
      Flag(
        name: "points", value: "N", values: .number,
        about: "Run so many points of what is varied; \(SweepOptions.usualPoints) without."),
      Flag(
        name: "measure", value: "METRIC", repeats: true,
        about:
          "Note a number of each seed, such as post-to-seen.p99, instead of the usual ones; may be repeated."
      ),
      Flag(
        name: "coverage",
        about: "Count the situations that runs got into, and say which were never reached."),
      Flag(
        name: "seed-limit", value: "TIME",
        about:
          "Give a seed up that takes longer by the clock on the wall, such as 60s; it counts as crashed."
      ),
      Flag(name: "until-failure", about: "Stop a scenario at its first failure."),
      Flag(
        name: "limit", value: "N", values: .number, about: "Stop a scenario at its Nth failure."),
      Flag(
        name: "checker", value: "NAME", values: .checkers(or: []),
        about: "Count a seed as failed only if this checker is broken."),
      Flag(
        name: "expect-broken", value: "NAME", values: .checkers(or: []),
        about: "Pass if this checker is broken by at least one seed of every scenario."),
      Flag(
        name: "shard", value: "I/N",
        about:
          "Run only one of N shards, counted from 0, and write its results to a file in the folder, for weir merge; "
          + "auto or auto/N takes what Slurm, Kubernetes or GitLab say of the task."),
      Flag(
        name: "on", value: "ENGINE", values: .words(["slurm"]),
        about:
          "Let an engine run the shards on many machines, follow it, run again what died, and merge; slurm is one."
      ),
      Flag(
        name: "shards", value: "N", values: .number, about: "The number of shards for the engine."),
      Flag(name: "fresh", about: "Drop what an unfinished sweep has left in the folder."),
      Flag(name: "quiet", short: "q", about: "Print the verdict only."),
      Flag(name: "no-progress", about: "Show no progress, even on a terminal."),
      Flag(
        name: "worker", hidden: true, about: "Run the seeds that come through the standard input."),
    ],
    notes: [
      "Every seed runs in one of several processes. Results stand in the order of the seeds, so they are "
        + "the same bytes whatever the number of cores. A run that crashes is a seed that failed, "
        + "with the code 132, and the sweep goes on.",
      "A sweep with --out that was killed or interrupted is continued by the same command: nothing is lost "
        + "or run twice. Ctrl-C says what is known and ends with 130.",
      "A shard ends with 0 when its file is there, whatever it found: weir merge judges. The same command again "
        + "does nothing then, and otherwise goes on; where another process is at work on the shard, it waits.",
      "With --on the shards lie in the folder shards below that of the results, and what tasks said in slurm. --cores is "
        + "for each task, 1 without. Ctrl-C cancels the tasks; what is done stays, and the same command goes on, also "
        + "where tasks still run.",
      "The code is 10 if a checker was broken by any seed, 11 if nothing but an expectation was missed.",
    ])
}
