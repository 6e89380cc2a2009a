// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// Promises that a write takes effect at most once in each session of its client at the server, not at all
/// once it was answered, and not at all if it was turned away in the session in which it was asked for.
///
/// A client that lost the connection before the answer sends again in the next session, so an effect may come
/// once more there: that is all that is promised over a lost answer.
///
/// A late duplicate may come after any time. Of a write that is forgotten it is known for ever that it was answered, or turned
/// away; of a transaction that it was committed, and a second effect is told while its client is still in the session in
/// which it asked.
struct AtMostOnceChecker: Checker {
  static let promise = Promise(
    "at-most-once",
    "A write takes effect once, and once more only over an answer that was lost.",
    usualCause: "Usually a request that was sent again was taken for a new one.")
  static let kinds: KindSet = [.answered, .committed]
  static let needs: History.Parts = [.versions]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    let session = history.writes.session(of: step.client)
    if step.kind == .answered {
      answer(step, history.writes[step.journey], session: session, history.versions)
    } else {
      let record = history.commit.record
      if record.forgotten != .nothing {
        commit(
          step, forgotten: record.forgotten,
          isOfThisSession: history.writes.isOfThisSession(step.journey, of: step.client))
      } else {
        commit(step, record, session: session)
      }
    }
  }

  /// The server commits a row of a write of which only its end is still known.
  private mutating func commit(
    _ step: Step, forgotten end: WriteHistory.Forgotten, isOfThisSession: Bool
  ) {
    opportunities += 1
    verdict.reach()
    let words: String
    switch end {
    case .nothing: return
    case .answered: words = "after it was answered"
    case .turnedAway: words = "after it was turned away"
    case .transaction:
      guard isOfThisSession else { return }
      words = "twice in one session"
    }
    verdict.breaks(
      at: step.at,
      Breach(
        "a write of client \(step.client) to '\(step.key)' took effect \(words), long ago",
        second: Fact(step, "the server commits it")))
  }

  /// The server commits a row of a write, of which this is known from before.
  private mutating func commit(_ step: Step, _ record: WriteHistory.Record, session: UInt64) {
    // Another row of the same commit is no second effect.
    guard record.row >= 0, step.journey != 0, record.commits == 0 || record.version != step.y else {
      return
    }
    opportunities += 1
    verdict.reach()
    let again = Fact(step, "the server commits it in session \(session)")
    if record.commits > 0, record.session == session {
      verdict.breaks(
        at: step.at,
        Breach(
          "a write of client \(step.client) to '\(step.key)' took effect twice in one session",
          first: Fact(
            at: record.committedAt, client: step.client, list: step.list, key: step.key,
            journey: step.journey, "the server had committed it"), second: again))
    } else if let answer = record.answer, !record.isTransaction {
      verdict.breaks(
        at: step.at,
        Breach(
          "a write of client \(step.client) to '\(step.key)' took effect after it was "
            + (answer == 0 ? "answered" : "turned away"),
          first: Fact(
            at: record.answeredAt, client: step.client, list: step.list, key: step.key,
            journey: step.journey, "client \(step.client) had its answer"), second: again))
    }
  }

  /// A client has its answer to a write.
  private mutating func answer(
    _ step: Step, _ record: WriteHistory.Record, session: UInt64, _ versions: RowVersions
  ) {
    guard record.row >= 0, step.x != 0, !record.isTransaction else { return }
    opportunities += 1
    verdict.reach()
    guard record.commits > 0, record.session == session else { return }
    let row = versions.rows[Int(record.row)]
    verdict.breaks(
      at: step.at,
      Breach(
        "a write of client \(step.client) to '\(row.key)' was turned away, but took effect",
        first: Fact(
          at: record.committedAt, client: step.client, list: row.list, key: row.key,
          journey: step.journey, "the server committed it"),
        second: Fact(step, key: row.key, "client \(step.client) is told that it was turned away")))
  }
}
