// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// Promises that a row which a client has shown in one version it never shows in an older one, as long as
/// the app lives.
///
/// A screen that shows a chosen part beside the main list is told later than that, and is judged by its family.
///
/// A row that goes back because the server turned the client's own write away was never another version of the
/// server's, and is counted apart, as a rollback.
struct MonotonicReadChecker: Checker {
  static let promise = Promise(
    "monotonic-reads",
    "A row that a client has shown it never shows in an older version.",
    usualCause:
      "Usually an older message was believed after a newer one, or a listen began at a copy that is behind."
  )
  static let judgesSurfaces = true
  static let kinds: KindSet = [.published]
  static let needs: History.Parts = [.sights]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if history.lists.surfaces.isSurface(step.client), !history.shown.opened.isLive { return }
    for sighting in history.sightsInOrder {
      see(step, sighting, history.versions, history.lists.surfaces)
    }
  }

  /// A list shows a row anew.
  private mutating func see(
    _ step: Step, _ sighting: ShownVersions.Sighting, _ versions: RowVersions,
    _ surfaces: SurfaceNumbers
  ) {
    guard sighting.before >= 0, sighting.entry >= 0 else { return }
    opportunities += 1
    verdict.reach()
    guard sighting.isBack, !verdict.isBroken else { return }
    let row = versions.rows[Int(sighting.row)]
    let newer = row.entries[Int(sighting.before)]
    let older = row.entries[Int(sighting.entry)]
    let who = surfaces.words(for: step.client)
    verdict.breaks(
      at: step.at,
      Breach(
        "\(who) went back from version \(newer.version) of '\(row.key)' to"
          + " \(older.version)",
        first: Fact(
          at: newer.at, client: newer.client, list: row.list, key: row.key,
          journey: newer.journey,
          "the server commits version \(newer.version), which \(who) then shows"),
        second: Fact(
          at: step.at, client: step.client, list: row.list, key: row.key, journey: older.journey,
          "\(who) shows version \(older.version)")))
  }
}
