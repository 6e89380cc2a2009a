// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// Promises that nobody listens any longer than somebody wants to hear: once nothing moves any more, each
/// client keeps the listens that its stack has not ended and no others, and the server serves the same; none
/// to who is gone.
///
/// If messages get lost, the server may not have heard that a listen is over, until it next tells something.
struct LeakChecker: Checker {
  static let promise = Promise(
    "leak",
    "In the end nobody listens who does not want to hear.",
    usualCause: "Usually a listen is ended in one place and kept in another.")
  static let kinds: KindSet = [.rested]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if case .rest(let finalState) = evidence { rest(step, finalState, history.lists) }
  }

  private mutating func rest(_ step: Step, _ finalState: FinalState, _ lists: ShadowLists) {
    guard step.x == 0 else { return }
    for (client, holding) in finalState.holdings.enumerated() {
      opportunities += 1
      verdict.reach()
      guard !verdict.isBroken else { continue }
      let shown = client < lists.shown.count ? lists.shown[client] : ShadowLists.Shown()
      let told = shown.listens.count
      // Of a list that was taken away it is not said which of its listens are left.
      let isKnown = told == 0 || shown.list != Step.nowhere
      if isKnown, holding.asked != told {
        blame(
          step, client, "client \(client)'s stack keeps \(told) listens open",
          "its client \(holding.asked)")
      } else if holding.atClient > holding.asked {
        blame(
          step, client, "client \(client) has \(holding.asked) listens open",
          "wants \(holding.atClient) served")
      } else if holding.isConnected, holding.atServer != holding.atClient {
        blame(
          step, client, "client \(client) keeps \(holding.atClient) listens",
          "the server serves it \(holding.atServer)")
      } else if !holding.hasSession, holding.atServer > 0 {
        blame(
          step, client, "client \(client) has no session",
          "the server serves it \(holding.atServer) listens")
      }
    }
  }

  private mutating func blame(_ step: Step, _ client: Int, _ one: String, _ other: String) {
    verdict.breaks(
      at: step.at,
      Breach(
        "\(one), but \(other)", first: Fact(at: step.at, client: UInt32(client), one),
        second: Fact(at: step.at, client: UInt32(client), other)))
  }
}
