extension Metric {
  /// The metrics of how well order holds, of at most 64 clients that are watched.
  static let order: [Metric] = [
    .init(
      "commit-to-seen", .duration,
      "From a commit until another client's list shows it or something newer, or has let it slide out of its window unseen."
    ),
    .init(
      "meant-to-seen", .duration,
      "From meaning to write until another client's list shows it, stage by stage."),
    .init("divergence", .duration, "How long a client's list was not like the server's data."),
    .init(
      "reorder-lateness", .duration,
      "How long after the first later one a push arrived that was overtaken."),
    .init("seen-at-once", .ratio, "Commits that other clients' lists show at the same moment."),
    .init(
      "never-seen", .ratio,
      "Commits that slid out of a list's window unseen, or were not shown when the run was over."),
    .init("stale-reads", .ratio, "Rows that were published although a newer one was committed."),
    .init("diverged", .ratio, "The share of time in which a list was not like the server's."),
    .init("reordered", .ratio, "Pushes that arrived after a later one (RFC 4737)."),
    .init(
      "rows-jumped", .ratio,
      "Rows that stayed in a list and had to leave their order among those that stayed."),
    .init("flicker", .ratio, "Removed rows that were back within a second."),
    .init(
      "versions-behind", .amount, "How many newer versions of a published row were committed."),
    .init(
      "divergence-area", .amount,
      "Rows that differed from the server's, times the seconds for which they did."),
    .init(
      "reorder-extent", .amount, "How many arrivals ago the first later push arrived (RFC 4737)."),
    .init(
      "reorder-depth", .amount,
      "How many arrivals in a row just before an overtaken push were later ones (n-reordering)."),
    .init("reorder-run", .amount, "How many arrivals in a row before an overtaken push were not."),
    .init(
      "displacement", .amount, "How many places off its turn a push arrived (RFC 5236)."),
    .init(
      "displacement-entropy", .amount, "How hard it is to foretell a displacement; 0 for none."),
    .init(
      "reorder-buffer", .amount,
      "How many pushes somebody holds, after an arrival, who wants them in order."),
    .init(
      "arrival-distance", .amount, "By client: pairs of pushes that arrived in the wrong order."),
    .init(
      "arrival-tau", .amount,
      "By client: how far arrivals agree with the order of commits, from -1 to 1 (Kendall)."),
    .init(
      "arrival-rho", .amount,
      "How far arrivals agree with the order of commits, from -1 to 1 (Spearman)."),
    .init("jump-distance", .amount, "By how many places rows moved that were said to move."),
    .init(
      "viewport-drift", .amount, "By how many places an update pushed the first row that stayed."),
    .init("churn", .amount, "Operations of an update over the rows of the longer list."),
    .init("diff-excess", .amount, "Operations of all updates over those that were necessary."),
  ]
}
