// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that no write is lost and none appears from nowhere: what a client was told is committed the
/// server did commit, as it was written; what the server has in the end is what was committed last; and no
/// list shows a row that nobody wrote.
///
/// A row that its reader is writing to may show what the server never had, and so may the first look at it after
/// that: what the list heard last may be its own write on top of an older row.
struct LostWriteChecker: Checker {
  static let promise = Promise(
    "lost-writes",
    "What is said to be committed is, as it was written; no row comes from nowhere.",
    usualCause:
      "Usually an answer was given before the write was done, or a later message undid what an earlier one did."
  )
  static let kinds: KindSet = [.answered, .committed, .published, .rested]
  static let needs: History.Parts = [.sights]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .answered: answer(step, history.writes[step.journey], history.versions)
    case .committed:
      commit(step, history.commit.record, row: history.commit.spot.row, history.versions)
    case .published:
      for sighting in history.sightsInOrder { see(step, sighting, history.versions) }
    default:
      if case .rest(let finalState) = evidence {
        rest(step, finalState, history.lists, history.versions)
      }
    }
  }

  private mutating func look() {
    opportunities += 1
    verdict.reach()
  }

  /// A client has its answer.
  private mutating func answer(_ step: Step, _ record: WriteHistory.Record, _ versions: RowVersions)
  {
    guard step.x == 0, record.turn > 0 else { return }
    look()
    guard record.commits == 0 else { return }
    let row = versions.rows[Int(record.row)]
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) was told that its write to '\(row.key)' is committed, but it never was",
        first: record.fact(versions),
        second: Fact(step, key: row.key, "client \(step.client) is told that it is committed")))
  }

  /// The server commits a row.
  private mutating func commit(
    _ step: Step, _ record: WriteHistory.Record, row: Int32, _ versions: RowVersions
  ) {
    guard record.turn > 0 else { return }
    look()
    let words: String
    if record.client != step.client {
      words = "client \(record.client)'s write was committed as client \(step.client)'s"
    } else if let stamp = record.stamp, record.row != row || stamp != step.x {
      words = "what was committed for client \(step.client) is not what it wrote"
    } else {
      return
    }
    verdict.breaks(
      at: step.at,
      Breach(
        words, first: record.fact(versions), second: Fact(step, "the server commits '\(step.key)'"))
    )
  }

  /// A list shows a row anew.
  private mutating func see(
    _ step: Step, _ sighting: ShownVersions.Sighting, _ versions: RowVersions
  ) {
    look()
    guard sighting.entry < 0, !sighting.isFirstSinceOwn else { return }
    let row = versions.rows[Int(sighting.row)]
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) shows '\(row.key)' with a content that nobody wrote",
        first: row.entries.last.map {
          Fact(
            at: $0.at, list: row.list, key: row.key, journey: $0.journey,
            "the server has '\(row.key)' otherwise")
        }, second: Fact(step, key: row.key, "client \(step.client) shows it")))
  }

  /// Nothing happens any more: the server's lists are held against what was committed.
  private mutating func rest(
    _ step: Step, _ finalState: FinalState, _ lists: ShadowLists, _ versions: RowVersions
  ) {
    for (list, node) in finalState.lists.enumerated() where list < lists.server.count {
      look()
      guard !verdict.isBroken, let key = Self.difference(node.children, lists.server[list]) else {
        continue
      }
      let last = versions.number(of: key, in: UInt32(list))
        .flatMap { versions.rows[Int($0)].entries.last }
      verdict.breaks(
        at: step.at,
        Breach(
          "the server does not hold '\(key)' as it was committed last",
          first: last.map {
            Fact(
              at: $0.at, client: $0.client, list: UInt32(list), key: key, journey: $0.journey,
              "the server committed '\(key)'")
          },
          second: Fact(
            at: step.at, list: UInt32(list), key: key, "the server has it otherwise, or not at all")
        ))
    }
  }

  /// The first row of which one side knows something else than the other.
  private static func difference(
    _ rows: SortedMap<Key, Node>, _ committed: SortedMap<Key, Node>
  ) -> Key? {
    for (key, node) in rows where committed[key]?.fingerprint != node.fingerprint { return key }
    if rows.count == committed.count { return nil }
    for (key, _) in committed where rows[key] == nil { return key }
    return nil
  }
}

extension WriteHistory.Record {
  /// That the client wrote.
  func fact(_ versions: RowVersions) -> Fact? {
    guard row >= 0 else { return nil }
    let row = versions.rows[Int(row)]
    return Fact(
      at: wroteAt, client: client, list: row.list, key: row.key,
      "client \(client) wrote '\(row.key)'")
  }
}
