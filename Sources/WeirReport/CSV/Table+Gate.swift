// SPDX-License-Identifier: GPL-3.0-or-later
extension Table {
  /// One row for each number of one side that was compared with the other side's.
  package static let comparison = Table(
    file: "compare.csv", version: 1,
    about:
      "One row for each statistic of a metric that `weir compare` held against a base, in the order of"
      + " `scenario`, `metric`, `group`, `stat`, `seed`.",
    columns: [
      verdict, reason, Column("scenario", "its name"), group, metric, statistic, unit, direction,
      kind, Column("base_value", "what it was"), Column("head_value", "what it is"),
      Column("delta", "`head_value` less `base_value`"), growth, level, low, high, probability,
      Column("threshold_kind", "`equal`: what is allowed"),
      Column("n_base", "how many samples the base has"),
      Column("n_head", "how many the head has"), pairs, method,
      Column("seed", "the seed of all chance"),
      Column("base_ref", "what the base is: a folder"), Column("head_ref", "what the head is"),
    ])

  /// One row for each number that a gate judged.
  package static let gate = Table(
    file: "regressions.csv", version: 1,
    about:
      "One row for each number that `weir gate` judged; a finding without numbers has a row all the same."
      + " `history.csv` (`--history FILE`) has the same columns, the rows of every run behind one another.",
    columns: [
      Column("run_id", "what tells this run of the gate from others"), verdict, reason,
      Column("scenario", "its file"), group, metric,
      Column(
        "stat",
        "a column of `metrics.csv`, such as `n`, `p99` or `ci95_low`, or one of the tables of a sweep;"
          + " `verdict` of a checker, `digest` of the trace"), unit, direction, kind,
      Column("base_value", "what it was, as it was written"),
      Column("head_value", "what it is"), growth, level, low, high, probability,
      Column("alpha", "below which `p_value` a difference counts"),
      Column("threshold_kind", "`equal` or `relative`: what is allowed"),
      Column("threshold_pct", "how much is allowed, in percent"), pairs, method,
      Column(
        "mde_pct", "the smallest slow-down that would have failed nine times of ten, in percent"),
      Column("aa_ratio_pct", "what the pairs of equals differed by, in percent"),
      Column("pair_noise_pct", "how far single pairs scatter, in percent"),
      Column("elapsed_s", "how long measuring took; empty in exact rows"),
      Column("clock", "`virtual`, `cpu` or `wall`"),
      Column("base_ref", "what it was compared with: a baseline, a program, a revision"),
      Column("head_ref", "what was measured"), Column("toolchain", "the compiler"),
      Column("weir_version", "the program's version"),
      Column("started_utc", "when measuring began; empty in files that must be the same each time"),
    ])

  /// One row for each process of a time gate.
  package static let pairsOfGate = Table(
    file: "pairs.csv", version: 1,
    about: "Two rows for each pair of processes of the time lane, in the order in which they ran.",
    columns: [
      Column("scenario", "its file"),
      Column("trial", "1, or 2 and 3 for those that confirm"),
      Column("pair", "the number of the pair in its trial"),
      Column("position", "1 or 2: which of the pair ran first"),
      Column("arm", "`base` or `head`"),
      Column("control", "1 for a pair of the base and a copy of it, else 0"),
      Column(
        "cpu_ns",
        "processor time of the piece in nanoseconds, for every 2 events the least of three tries"),
      Column("wall_ns", "time by the clock in nanoseconds, in the same way"),
      Column("nivcsw", "how often the processor was taken from it, for the other of the pair too"),
      Column("events", "how many events were handled"),
    ])

  private static let verdict = Column(
    "row_verdict",
    "`pass`, `fail`, `inconclusive`, `new`, `missing`, `rebase`, `invalid`, or `info`: not judged")
  private static let reason = Column("reason", "why, in a sentence")
  private static let group = Column("group", "`all`, a stage of the load, or a group of clients")
  private static let metric = Column("metric", "its name, as in `weir list metrics`")
  private static let statistic = Column(
    "stat", "`count`, `mean`, `sd`, `min`, `p50`, `p90`, `p95`, `p99`, `p999`, `max`, or `digest`")
  private static let unit = Column(
    "unit", "`s` (virtual seconds), `1/s`, or `1` for counts and shares")
  private static let direction = Column(
    "direction", "`lower` or `higher` is better; empty where neither is")
  private static let kind = Column(
    "class", "`exact`, `cost`, `time` or `trend`: by which rule it is judged")
  private static let growth = Column(
    "delta_pct", "the difference as a share of the base, in percent")
  private static let level = Column("ci_level", "the level of the interval")
  private static let low = Column("ci_low_pct", "its lower end, in percent of the base")
  private static let high = Column("ci_high_pct", "its upper end")
  private static let probability = Column(
    "p_value", "the chance of as much or more without a difference")
  private static let pairs = Column("n_pairs", "how many pairs were compared")
  private static let method = Column("method", "the test or rule that judged")
}
