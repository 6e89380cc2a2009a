extension Table {
  /// One row for each number that was held against another one.
  public static let regressions = Table(
    file: "regressions.csv", version: 1,
    about:
      "One row for each statistic of a metric that was held against a base, by `weir compare` or the gate,"
      + " in the order of `scenario`, `metric`, `group`, `stat`, `seed`.",
    columns: verdict + values + judgement + origin + [
      Column("opportunities", "how often what is counted could have happened"),
      Column(
        "rule_of_three", "where it never happened: 3/*N*, which its share does not exceed (95 %)"),
    ])

  private static let verdict = [
    Column("run_id", "what tells this comparison from others; the same inputs give the same one"),
    Column(
      "row_verdict",
      "`pass`, `fail`, `inconclusive`, `new`, `missing`, `rebase`, `invalid`, or `info`: not judged"
    ),
    Column("reason", "why, in a sentence"),
    Column("scenario", "its name"),
    Column("scenario_fingerprint", "a number that stands for all that the scenario says, in hex"),
    Column("group", "`all`, or a stage of the load"),
    Column("metric", "its name, as in `weir list metrics`"),
    Column("stat", "`count`, `mean`, `sd`, `min`, `p50`, `p90`, `p99`, `p999`, `max`, or `digest`"),
    Column("unit", "`s` (virtual seconds), `1/s`, or `1` for counts and shares"),
    Column("direction", "`lower` or `higher` is better; empty where neither is"),
    Column("class", "`exact`, `cost`, `time` or `trend`: by which rule it is judged"),
  ]

  private static let values = [
    Column("base_value", "what it was"),
    Column("head_value", "what it is"),
    Column("delta", "`head_value` less `base_value`"),
    Column("delta_pct", "the same as a share of the base, in percent"),
    Column("ci_level", "the level of the interval, 0.95"),
    Column("ci_low_pct", "its lower end, in percent of the base"),
    Column("ci_high_pct", "its upper end"),
  ]

  private static let judgement = [
    Column("p_value", "the chance of as much or more without a difference"),
    Column("alpha", "below which `p_value` a difference counts"),
    Column("threshold_kind", "`equal`, `absolute` or `relative`: what is allowed"),
    Column("threshold", "how much is allowed"),
    Column("n_base", "how many samples the base has"),
    Column("n_head", "how many the head has"),
    Column("n_pairs", "how many pairs were compared"),
    Column("method", "the test or rule that judged"),
    Column(
      "mde_pct", "the smallest difference that would have been seen nine times of ten, in percent"),
    Column("aa_ratio_pct", "what the pairs of equals differed by, in percent"),
    Column("pair_noise_pct", "how far single pairs scatter, in percent"),
  ]

  private static let origin = [
    Column("elapsed_s", "how long measuring took; empty in exact rows"),
    Column("clock", "`virtual`, `cpu` or `wall`"),
    Column("seed", "the seed of all chance"),
    Column("shard", "which part of a divided run, `2/16`"),
    Column("base_ref", "what the base is: a folder, a binary, a revision"),
    Column("head_ref", "what the head is"),
    Column("base_digest", "the fingerprint of the base's trace"),
    Column("head_digest", "the fingerprint of the head's trace"),
    Column("toolchain", "the compiler; empty in exact rows"),
    Column("weir_version", "the program's version"),
    Column("os", "the operating system; empty in exact rows, as all that follows"),
    Column("kernel", "its version"),
    Column("cpu", "the processor"),
    Column("ncpu", "how many of them"),
    Column("host_id", "a number that stands for the machine"),
    Column("started_utc", "when measuring began, with milliseconds"),
  ]

  /// One row for each metric of each gate run, appended for good.
  public static let history = Table(
    file: "history.csv", version: 1,
    about:
      "One row for each statistic of a metric and gate run, in the order of the runs; rows are only ever"
      + " added.",
    columns: [
      Column("run_id", "what tells one gate run from others"),
      Column("started_utc", "when it began"),
      Column("commit", "the revision that was measured"),
      Column("reference", "the pinned build that it was paired with"),
      Column("scenario", "its name"),
      Column("scenario_fingerprint", "a number that stands for all that the scenario says, in hex"),
      Column("group", "`all`, or a stage of the load"),
      Column("metric", "its name, as in `weir list metrics`"),
      Column("stat", "which number of it"),
      Column("unit", "`s`, `1/s`, `1`, or `ratio` of head to reference"),
      Column("class", "`exact`, `cost`, `time` or `trend`"),
      Column("value", "the number"),
      Column("ci_low", "the lower end of its 95 % interval"),
      Column("ci_high", "the upper end"),
      Column("n", "how many samples or pairs it rests on"),
      Column("row_verdict", "what the gate said of it, as in `regressions.csv`"),
      Column("seed", "the seed of all chance"),
      Column("digest", "the fingerprint of the trace"),
      Column("toolchain", "the compiler"),
      Column("weir_version", "the program's version"),
    ])
}
