extension Schema {
  /// The checkers that know the history: which version of which row was written, committed and shown.
  static let historyCheckers = [
    checker(
      "lost-writes",
      "What is said to be committed is, as it was written; no row comes from nowhere."),
    checker(
      "at-most-once", "A write takes effect once, and once more only over an answer that was lost."),
    checker("monotonic-reads", "A row that a client has shown it never shows in an older version."),
    checker(
      "monotonic-writes", "Who sees a write of somebody sees what the same one had written before."),
    checker(
      "writes-follow-reads", "Who sees a write of somebody sees what the same one had seen before."),
    checker(
      "write-order", "The writes of one session of a client take effect in the order of writing."),
    checker(
      "value-last", "A listen's first value comes behind its rows, and nothing when it is over."),
    checker(
      "anomalies",
      "No dirty reads or writes, no update lost by a transaction, no half of an atomic change."),
    checker(
      "bounded-work",
      "What happens at once, on one journey or in ten seconds stays under a bound; batches wait."),
    checker("leak", "In the end nobody listens who does not want to hear."),
    checker(
      "linearizable", "The writes to each row explain each other and what is there in the end."),
    checker(
      "authority",
      "Nobody hears what may not be read; who may read or write is heard, even when it is gone."),
  ]
}
