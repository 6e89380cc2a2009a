// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

extension RunMetric {
  /// Every metric, in the order of the report.
  package static let all: [RunMetric] = general + order

  private static let general: [RunMetric] = [
    .waits(
      "post-to-seen",
      """
      From the moment a person meant to post until another client's list, open when it was committed, shows it, has \
      passed it by unseen, or is closed.
      """,
      of: { $0.postToSeen }),
    .waits(
      "write-to-ack",
      "From the moment a person meant to write until the client has the server's answer.",
      of: { $0.writeToAck }),
    .waits(
      "open-to-rows",
      "From the moment a client opened its list until the list had loaded, or as long as it waited for that.",
      of: { $0.openToRows }),
    .waits(
      "page-to-rows",
      "From the moment a person wanted a page until it was there, or as long as it was waited for.",
      of: { $0.pageToRows }),
    .found(
      "converge-time",
      "From the last commit until every list equals the server's data.", isDrawn: true),
    .found(
      "fracture-window",
      "How long a client showed one half of an atomic change and not the other."),
    .waits(
      "server-wait",
      "How long a request waited before a server took it up.", of: { $0.serverWait }),
    .waits(
      "server-stay",
      "How long a request spent in the backend, waiting and service together.",
      of: { $0.serverStay }),
    .flights(
      "message-flight",
      "How long a message was under way, with retransmission, outage and the wait in line.",
      isDrawn: true, of: { $0.messageFlight }, ofGroup: { $0.messageFlight }),
    .flights(
      "line-wait",
      "The part of that for which a message waited behind those sent before it on its stream.",
      of: { $0.lineWait }, ofGroup: { $0.lineWait }),
    utilisation,
    throughput,
    missed,
    .count(
      "writes",
      "Writes that people meant and for which there was something to act on.", of: { $0.writes }),
    .count(
      "acknowledged",
      "Those writes that the client knows to be committed.", of: { $0.acknowledged }),
    .count(
      "declined",
      "Those writes that were refused or turned away, or aborted.", of: { $0.declined }),
    .count(
      "unanswered",
      "Those writes whose end their client never learned.",
      of: { $0.writes - $0.acknowledged - $0.declined }),
    .count(
      "commits",
      "Those writes that the server committed.", of: { $0.commits }),
    .count(
      "unconfirmed",
      "Those commits of which their client never learned.", of: { $0.unconfirmed }),
    .count(
      "overloads",
      "Requests that the server turned away because its queue was full.", of: { $0.overloads }),
    .count(
      "skipped",
      "Intents that had nothing to act on, such as an edit of an empty list.", of: { $0.skipped }),
    .count(
      "messages",
      "Messages handed to the network, in both directions.", of: { $0.messages }),
    .count(
      "lost",
      "Transmissions that the network lost.", of: { $0.lost }),
    .count(
      "doubled",
      "Datagrams that arrived twice.", of: { $0.doubled }),
    .count(
      "overtaken",
      "Datagrams that were held back so that others could overtake them.", of: { $0.overtaken }),
    .count(
      "rejected",
      "Writes that the server refused for another reason than its load.", of: { $0.rejected }),
    .count(
      "cancelled",
      "Lists that clients were forbidden to read, or to read on.", of: { $0.cancelled }),
    .count(
      "reconnects",
      "Times that a client was connected again.", of: { $0.reconnects }),
    .count(
      "restarts",
      "Times that an app was killed and started again.", of: { $0.restarts }),
    .count(
      "transactions-done",
      "Transactions that ended as committed.", of: { $0.transactions }),
    .count(
      "reruns",
      "Times that a transaction was run again because it met newer data.", of: { $0.reruns }),
    .count(
      "aborts",
      "Transactions that ended without effect, or not known to have any.", of: { $0.aborts }),
    .count(
      "counted-twice",
      "Increments that took effect more than once, for a lost answer.", of: { $0.countedTwice }),
    .count(
      "hooks-fired",
      "Writes that the server carried out because a client was gone.", of: { $0.hooksFired }),
    .count(
      "hooks-denied",
      "Writes for a client that was gone which the rules did not allow any more.",
      of: { $0.hooksDenied }),
    .count(
      "resent",
      "Requests that a client sent again because no answer came.", of: { $0.resent }),
    .count(
      "resyncs",
      "Times that a client noticed a gap and asked for a list anew.", of: { $0.resyncs }),
    .count(
      "list-updates",
      "Batches that list views took in.", of: { $0.listUpdates }),
    .count(
      "rows-inserted",
      "Rows that list views inserted.", of: { $0.inserted }),
    .count(
      "rows-removed",
      "Rows that list views removed.", of: { $0.removed }),
    .count(
      "rows-moved",
      "Rows that list views moved.", of: { $0.moved }),
    .count(
      "rows-changed",
      "Rows that list views reloaded in place.", of: { $0.changed }),
    .count(
      "pages-loaded",
      "Pages that people asked for and that came.", of: { $0.pages }),
    .count(
      "pages-failed",
      "Pages that people asked for and that did not come.", of: { $0.failedPages }),
    .count(
      "jumps",
      "Batches that pushed rows away from under a person's eyes.", of: { $0.jumps }),
    .total(
      "rollbacks",
      "Rows that went back because the server turned a write of their client away."
    ) { $0.rollbacks },
    .total(
      "stale-overwrites",
      "Plain writes over a version of a row that their writer had not seen."
    ) { Int($0.found("stale-overwrites").first ?? 0) },
    .total(
      "write-skews",
      "Pairs of writes of two clients, each over what the other had seen."
    ) { Int($0.found("write-skews").first ?? 0) },
    .count(
      "faults",
      "Batches on which a real list view would have crashed.", of: { $0.faults }),
    .total(
      "queue-longest",
      "The most requests that ever waited at once."
    ) { $0.meter.counts.queueLongest },
    .total(
      "events",
      "Events that the simulator handled."
    ) { $0.eventCount },
  ]

  private static let utilisation = RunMetric(
    "utilisation", .ratio,
    "The share of server time that was busy, of those servers that exist."
  ) { metric, run in
    guard let servers = run.servers, run.measuredSeconds > 0 else { return [] }
    let busy = Double(run.meter.counts.busy) / 1e9
    return [MetricRow(metric, gauge: busy / (run.measuredSeconds * Double(servers)))]
  }

  private static let throughput = RunMetric(
    "throughput", .rate,
    "Writes that the server committed during the work, a second."
  ) { metric, run in
    let seconds = run.measuredSeconds
    if seconds <= 0 { return [] }
    func rate(_ counts: Meter.Counts) -> Double { Double(counts.commitsInTime) / seconds }
    return [MetricRow(metric, gauge: rate(run.meter.counts))]
      + run.grouped { MetricRow(metric, group: $0, gauge: rate($1.counts)) }
  }

  private static let missed = RunMetric(
    "missed", .ratio,
    "Posts that another client's list passed by: they were beyond its window before it showed them."
  ) { metric, run in
    func row(_ group: String, _ counts: Meter.Counts) -> MetricRow {
      MetricRow(metric, group: group, counts.missed, of: counts.seen + counts.missed)
    }
    return [row("all", run.meter.counts)] + run.grouped { row($0, $1.counts) }
  }
}
