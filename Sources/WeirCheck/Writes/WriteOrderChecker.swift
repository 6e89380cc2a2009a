// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// Promises that the writes of one client take effect in the order in which it wrote them, session by session.
///
/// A write that is sent again over a lost answer may come once more, later; only the first effect of a write has its
/// place. A write that the server turned away without the client's hearing so is sent again in the next session, behind
/// what was committed meanwhile. Transactions have no place: they run again until they meet what they have seen.
struct WriteOrderChecker: Checker {
  static let promise = Promise(
    "write-order",
    "The writes of one session of a client take effect in the order of writing.",
    usualCause:
      "Usually what waits for an answer is sent again in another order, or one write overtook the others."
  )
  static let kinds: KindSet = [.refused, .committed]
  static let needs: History.Parts = [.versions]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// The last write of a client that took effect.
  private struct Last: Sendable {
    var turn: UInt32 = 0
    var session: UInt64 = 0
    var at = Instant.zero
    var journey: UInt32 = 0
    var list = Step.nowhere
    var key = Step.noKey
  }

  private var last: [Last] = []
  /// The journeys of requests that the server turned away.
  private var refused = JourneySet()

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .refused {
      refuse(step)
    } else {
      commit(step, history.commit.record, session: history.writes.session(of: step.client))
    }
  }

  /// The server turns a request away.
  private mutating func refuse(_ step: Step) {
    if step.journey != 0 { refused.insert(step.journey) }
  }

  /// The server commits a row of a write, of which this is known from before.
  private mutating func commit(_ step: Step, _ record: WriteHistory.Record, session: UInt64) {
    guard record.turn > 0, record.commits == 0, record.client == step.client else { return }
    while last.count <= Int(step.client) { last.append(Last()) }
    let before = last[Int(step.client)]
    let now = Last(
      turn: record.turn, session: session, at: step.at, journey: step.journey, list: step.list,
      key: step.key)
    guard before.turn > 0, before.session == session else {
      last[Int(step.client)] = now
      return
    }
    opportunities += 1
    verdict.reach()
    if record.turn > before.turn {
      last[Int(step.client)] = now
    } else if !refused.contains(step.journey) {
      verdict.breaks(
        at: step.at,
        Breach(
          "client \(step.client)'s \(record.turn). write, to '\(step.key)', took effect after its"
            + " \(before.turn).",
          first: Fact(
            at: before.at, client: step.client, list: before.list, key: before.key,
            journey: before.journey, "the server commits its write \(before.turn)"),
          second: Fact(step, "the server commits its write \(record.turn)"), journey: step.journey))
    }
  }
}
