import WeirCore
import WeirTrace
import WeirTree

/// Promises that, once nothing moves any more, every list shows exactly what the query selects of
/// the server's data.
struct ConvergenceChecker: Sendable {
  var verdict = Verdict.notReached
  var opportunities = 0
  /// How long after the last commit to its list each client showed the final rows, in nanoseconds.
  var delays: [Int64] = []

  mutating func rest(_ step: Step, _ lists: ShadowLists) {
    if step.x > 0, verdict == .notReached {
      verdict = .broken(
        at: step.at, because: "\(step.x) messages were still under way when the time was over")
    }
    for client in lists.shown.indices where lists.shown[client].list != Step.nowhere {
      let shown = lists.shown[client]
      opportunities += 1
      if let difference = difference(shown, lists.server[Int(shown.list)]) {
        if !verdict.isBroken {
          verdict = .broken(at: step.at, because: "client \(client) \(difference)")
        }
      } else {
        let late = shown.publishedAt - lists.committedAt[Int(shown.list)]
        delays.append(max(0, late.nanoseconds))
      }
    }
    if opportunities > 0, verdict == .notReached { verdict = .held }
  }

  /// The first way in which a list differs from what it should show.
  private func difference(
    _ shown: ShadowLists.Shown, _ server: SortedMap<Key, UInt64>
  ) -> String? {
    if !shown.isLoaded { return "never finished loading its list" }
    let ranks = Step.query(of: shown.window).ranks(of: server.count)
    if shown.rows.count != ranks.count {
      return "shows \(shown.rows.count) rows, but the server has \(ranks.count) for it"
    }
    for (place, rank) in ranks.enumerated() {
      let (key, stamp) = server.entry(at: rank)
      let row = shown.rows[place]
      if row.key != key { return "shows '\(row.key)' as row \(place), but the server has '\(key)'" }
      if row.stamp != stamp { return "shows an old '\(key)' as row \(place)" }
    }
    return nil
  }
}
