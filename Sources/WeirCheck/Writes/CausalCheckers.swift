// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// Promises that who sees a write sees what its writer had written before it, in the same list.
struct MonotonicWriteChecker: Checker {
  static let promise = Promise(
    "monotonic-writes", "Who sees a write of somebody sees what the same one had written before.",
    usualCause:
      "Usually changes of one list reached the client, or were shown, in another order than they were made."
  )
  static let kinds: KindSet = [.published]
  static let needs: History.Parts = [.sights]

  private var causes = CausalOrder(.monotonicWrites)
  var verdict: Verdict { causes.verdict }
  var opportunities: Int { causes.opportunities }

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    causes.observe(step, history)
  }
}

/// Promises that who sees a write sees what its writer had seen before it, in the same list.
struct WritesFollowReadsChecker: Checker {
  static let promise = Promise(
    "writes-follow-reads", "Who sees a write of somebody sees what the same one had seen before.",
    usualCause:
      "Usually changes of one list reached the client, or were shown, in another order than they were made."
  )
  static let kinds: KindSet = [.published]
  static let needs: History.Parts = [.sights]

  private var causes = CausalOrder(.writesFollowReads)
  var verdict: Verdict { causes.verdict }
  var opportunities: Int { causes.opportunities }

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    causes.observe(step, history)
  }
}

/// Watches that those who see a write also see what came before it in the eyes of its writer.
///
/// *Monotonic writes*: what came before is the writer's own write before that one. *Writes follow reads*: it is the
/// newest row that the writer had seen.
///
/// Only rows that the reader shows are looked at, for a window or a filter may hide any; and only where one
/// listen tells the whole list, for two listens of one list owe each other nothing.
private struct CausalOrder: Sendable {
  /// The writes that have to be seen before a write.
  enum Kind: Sendable {
    case monotonicWrites
    case writesFollowReads
  }

  var verdict = Verdict.notReached
  var opportunities = 0
  private let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// A list is published: each row that it shows anew is a write that is seen.
  mutating func observe(_ step: Step, _ history: borrowing History) {
    if history.shown.listens.count != 1 || history.shown.opened.lists.count != 1 { return }
    for sighting in history.sightsInOrder where sighting.isNew && !sighting.isFirstSinceOwn {
      see(step, sighting, history)
    }
  }

  /// A list shows a row anew; all rows that it shows anew are in the shown versions.
  private mutating func see(
    _ step: Step, _ sighting: ShownVersions.Sighting, _ history: borrowing History
  ) {
    guard let cause = cause(of: sighting, at: step.client, history.versions) else { return }
    // What is forgotten is shown by nobody.
    guard history.versions.knows(cause.row), cause.row != sighting.row,
      history.versions.rows[Int(cause.row)].list
        == history.versions.rows[Int(sighting.row)].list,
      let seen = history.shownVersions.shown(cause.row, at: step.client, history.versions)
    else { return }
    opportunities += 1
    verdict.reach()
    guard seen < cause.entry, !verdict.isBroken, !history.versions.isAlike(seen, since: cause)
    else { return }
    tell(step, sighting, cause, history.versions)
  }

  /// Returns the version that has to be seen before another one; nil where nobody else wrote that.
  private func cause(
    of sighting: ShownVersions.Sighting, at client: UInt32, _ versions: RowVersions
  ) -> RowVersions.Spot? {
    let entry = versions.rows[Int(sighting.row)].entries[Int(sighting.entry)]
    if entry.client == client || entry.journey == 0 { return nil }
    return kind == .monotonicWrites ? entry.prior : entry.read
  }

  /// Notes that a client shows a row beside an older one.
  private mutating func tell(
    _ step: Step, _ sighting: ShownVersions.Sighting, _ cause: RowVersions.Spot,
    _ versions: RowVersions
  ) {
    let row = versions.rows[Int(sighting.row)]
    let entry = row.entries[Int(sighting.entry)]
    let missed = versions.entry(cause)
    let name = versions.rows[Int(cause.row)].key
    let relation =
      kind == .monotonicWrites
      ? "had written '\(name)'" : "had seen '\(name)' as client \(missed.client) wrote it"
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) sees client \(entry.client)'s write to '\(row.key)', but an old"
          + " '\(name)', though client \(entry.client) \(relation) before",
        first: Fact(
          at: missed.at, client: missed.client, list: row.list, key: name, journey: missed.journey,
          "the server commits '\(name)'"),
        second: Fact(
          at: step.at, client: step.client, list: row.list, key: row.key, journey: entry.journey,
          "client \(step.client) shows '\(row.key)' beside an older '\(name)'")))
  }
}
