/// A metric that a run reports and that a scenario may hold against a bound.
public struct Metric: Hashable, Sendable {
  /// What kind of number it is.
  public enum Kind: String, Hashable, Sendable {
    /// Lengths of virtual time, one a sample.
    case duration
    /// Something that was counted.
    case count
    /// A number between 0 and 1.
    case ratio
    /// Something a second.
    case rate
    /// Plain numbers such as places or rows, one a sample.
    case amount
  }
  /// Its name in scenarios and reports.
  public let name: String
  /// What kind of number it is.
  public let kind: Kind
  /// What it says, in one sentence.
  public let about: String

  /// Every metric, in the order of the report.
  public static let catalogue = general + order

  private static let general: [Metric] = [
    .init(
      "post-to-seen", .duration,
      "From the moment a person meant to post until another client's list shows it, or has passed it by unseen."
    ),
    .init(
      "write-to-ack", .duration,
      "From the moment a person meant to write until the client has the server's answer."),
    .init(
      "open-to-rows", .duration,
      "From the moment a client opened its list until the list had loaded, or as long as it waited for that."
    ),
    .init(
      "page-to-rows", .duration,
      "From the moment a person wanted a page until it was there, or as long as it was waited for."),
    .init(
      "converge-time", .duration, "From the last commit until every list equals the server's data."),
    .init(
      "fracture-window", .duration,
      "How long a client showed one half of an atomic change and not the other."),
    .init("server-wait", .duration, "How long a request waited before a server took it up."),
    .init(
      "server-stay", .duration,
      "How long a request spent in the backend, waiting and service together."),
    .init(
      "message-flight", .duration,
      "How long a message was under way, with retransmission, outage and the wait in line."),
    .init(
      "line-wait", .duration,
      "The part of that for which a message waited behind those sent before it on its stream."),
    .init(
      "utilisation", .ratio, "The share of server time that was busy, of those servers that exist."),
    .init("throughput", .rate, "Writes that the server committed during the work, a second."),
    .init(
      "missed", .ratio,
      "Posts that another client's list passed by: they were beyond its window before it showed them."
    ),
    .init(
      "writes", .count, "Writes that people meant and for which there was something to act on."),
    .init("acknowledged", .count, "Those writes that the client knows to be committed."),
    .init("declined", .count, "Those writes that were refused or turned away, or aborted."),
    .init("unanswered", .count, "Those writes whose end their client never learned."),
    .init("commits", .count, "Those writes that the server committed."),
    .init("unconfirmed", .count, "Those commits of which their client never learned."),
    .init("overloads", .count, "Requests that the server turned away because its queue was full."),
    .init(
      "skipped", .count, "Intents that had nothing to act on, such as an edit of an empty list."),
    .init("messages", .count, "Messages handed to the network, in both directions."),
    .init("lost", .count, "Transmissions that the network lost."),
    .init("doubled", .count, "Datagrams that arrived twice."),
    .init("overtaken", .count, "Datagrams that were held back so that others could overtake them."),
    .init("rejected", .count, "Writes that the server refused for another reason than its load."),
    .init("cancelled", .count, "Lists that clients were forbidden to read, or to read on."),
    .init("reconnects", .count, "Times that a client was connected again."),
    .init("restarts", .count, "Times that an app was killed and started again."),
    .init("transactions-done", .count, "Transactions that ended as committed."),
    .init("reruns", .count, "Times that a transaction was run again because it met newer data."),
    .init("aborts", .count, "Transactions that ended without effect, or not known to have any."),
    .init(
      "counted-twice", .count, "Increments that took effect more than once, for a lost answer."),
    .init("hooks-fired", .count, "Writes that the server carried out because a client was gone."),
    .init(
      "hooks-denied", .count,
      "Writes for a client that was gone which the rules did not allow any more."),
    .init("resent", .count, "Requests that a client sent again because no answer came."),
    .init("resyncs", .count, "Times that a client noticed a gap and asked for a list anew."),
    .init("list-updates", .count, "Batches that list views took in."),
    .init("rows-inserted", .count, "Rows that list views inserted."),
    .init("rows-removed", .count, "Rows that list views removed."),
    .init("rows-moved", .count, "Rows that list views moved."),
    .init("rows-changed", .count, "Rows that list views reloaded in place."),
    .init("pages-loaded", .count, "Pages that people asked for and that came."),
    .init("pages-failed", .count, "Pages that people asked for and that did not come."),
    .init("jumps", .count, "Batches that pushed rows away from under a person's eyes."),
    .init(
      "rollbacks", .count,
      "Rows that went back because the server turned a write of their client away."),
    .init(
      "stale-overwrites", .count,
      "Plain writes over a version of a row that their writer had not seen."),
    .init(
      "write-skews", .count, "Pairs of writes of two clients, each over what the other had seen."),
    .init("faults", .count, "Batches on which a real list view would have crashed."),
    .init("queue-longest", .count, "The most requests that ever waited at once."),
    .init("events", .count, "Events that the simulator handled."),
  ]

  init(_ name: String, _ kind: Kind, _ about: String) {
    self.name = name
    self.kind = kind
    self.about = about
  }

  /// The metric called `name`.
  public static func named(_ name: String) -> Metric? { catalogue.first { $0.name == name } }
}
