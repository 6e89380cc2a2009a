// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that, once nothing moves any more, every list shows exactly what its screen selects of the
/// server's data, in its order and its sections.
struct ConvergenceChecker: Checker {
  static let promise = Promise(
    "converge",
    "Every list equals the server's data again when the world has come to rest.",
    usualCause:
      "Usually a push was missed and never asked for again, rows are sorted otherwise than by the server, or the time to "
      + "settle is too short.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [.pending, .rested]
  static let needs: History.Parts = [.orders]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// The times from the last commit to its list until each client showed the final rows, in nanoseconds.
  private var delays: [Int64] = []
  private var waiting = Waiting()
  var measured: [Measured] { [.spans("converge-time", delays)] }

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .pending {
      waiting.observe(step)
    } else {
      rest(step, history)
    }
  }

  private mutating func rest(_ step: Step, _ history: borrowing History) {
    let lists = history.lists
    var expectations = Expectations(orders: history.orders)
    if step.x > 0, verdict == .notReached {
      let reason = "\(step.x) messages were still under way when the time was over" + waiting.words
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
    for client in lists.shown.indices where lists.shown[client].list != Step.nowhere {
      let shown = lists.shown[client]
      opportunities += 1
      if let difference = difference(shown, &expectations) {
        verdict.breaks(at: step.at, Self.breach(client, shown, difference + waiting.words, lists))
        // Where messages were still under way, too, the row tells what they had to bring.
        if case .broken(let instant, var breach) = verdict, breach.difference == nil {
          breach.difference = RowDifference(
            shown.sections, from: expectations.rows(of: shown),
            client: UInt32(client), list: shown.list, lists.surfaces)
          verdict = .broken(at: instant, because: breach)
        }
      } else {
        let commits = shown.opened.lists.map { lists.committedAt[Int($0)] }
        let late = shown.publishedAt - (commits.max() ?? .zero)
        delays.append(max(0, late.nanoseconds))
      }
    }
    if opportunities > 0, verdict == .notReached { verdict = .held }
  }

  private static func breach(
    _ client: Int, _ shown: ShadowLists.Shown, _ difference: String, _ lists: ShadowLists
  ) -> Breach {
    let who = lists.surfaces.words(for: UInt32(client))
    let committed = shown.opened.lists.max {
      lists.committedAt[Int($0)] < lists.committedAt[Int($1)]
    }
    let first = committed.map {
      Fact(
        at: lists.committedAt[Int($0)], list: $0,
        "the server committed to the list for the last time")
    }
    return Breach(
      "\(who) \(difference)", first: first,
      second: Fact(
        at: shown.publishedAt, client: UInt32(client), list: shown.list,
        "\(who) published its list for the last time"))
  }

  /// The first way in which a list differs from what it should show.
  private func difference(
    _ shown: ShadowLists.Shown, _ expectations: inout Expectations
  ) -> String? {
    if !shown.isLoaded { return "never finished loading its list" }
    let expected = expectations.rows(of: shown)
    if shown.sections == expected { return nil }
    if shown.sections.count != expected.count {
      return "shows \(shown.sections.count) sections, but the server has \(expected.count) for it"
    }
    for (number, (rows, wanted)) in zip(shown.sections, expected).enumerated() {
      let place = expected.count > 1 ? " in section \(number)" : ""
      if rows.count != wanted.count {
        let only = rows.count > wanted.count ? "only " : ""
        return "shows \(rows.count) rows\(place), but the server has \(only)\(wanted.count) for it"
      }
      for (number, (row, right)) in zip(rows, wanted).enumerated() {
        if row.key != right.key {
          let sameRows = rows.map(\.key).sorted() == wanted.map(\.key).sorted()
          return "shows '\(row.key)' as row \(number)\(place), but the server has '\(right.key)'"
            + (sameRows ? "; all rows are there, in another order" : "")
        }
        if row.stamp != right.stamp { return "shows an old '\(row.key)' as row \(number)\(place)" }
      }
    }
    return nil
  }
}

/// The rows that lists have to show, found out once for all clients in a row that have loaded the same of a list.
private struct Expectations {
  let orders: ServerOrders
  /// By list: who was asked about last, and the rows that it has to show.
  private var known: [UInt32: (shown: ShadowLists.Shown, rows: [[Row]])] = [:]

  init(orders: ServerOrders) { self.orders = orders }

  /// The rows that a list has to show, section by section.
  mutating func rows(of shown: ShadowLists.Shown) -> [[Row]] {
    if let last = known[shown.list], last.shown.hasLoadedTheSame(as: shown) { return last.rows }
    let rows = ExpectedRows(shown, orders).sections
    known[shown.list] = (shown, rows)
    return rows
  }
}
