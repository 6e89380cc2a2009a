// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that the card of a row is stored whole and as the data model has it, and read as the values that were stored.
///
/// A card holds the number from which its values were drawn, so that each is judged by itself and nothing has to be remembered.
struct CardChecker: Checker {
  static let promise = Promise(
    "cards",
    "Each value of a card is stored as the data model has it, and is the same when it is read.",
    usualCause: "Usually what encodes a value and what decodes it do not agree about a rare one.")
  static let kinds: KindSet = [.committed, .noted]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch (step.kind, evidence) {
    case (.committed, .row(let node)): judge(node[CardValues.name], step)
    case (.noted, _) where ObjectNotes.cardRead.isSaid(by: step):
      let values = CardValues(seed: step.x)
      if step[Step.Noted.detail] == ObjectNotes.shortened(values.stamp) {
        reach()
      } else {
        blame(step, "is not read as it was stored: \(values.node)")
      }
    case (.noted, _) where ObjectNotes.cardBroken.isSaid(by: step):
      blame(step, "cannot be read as a card that was stored")
    default: break
    }
  }

  private mutating func judge(_ card: Node, _ step: Step) {
    guard let seed = CardValues.seed(of: card) else { return }
    let values = CardValues(seed: seed)
    if card == values.node { return reach() }
    blame(step, "is stored as \(card) and should be \(values.node)")
  }

  private mutating func reach() {
    opportunities += 1
    verdict.reach()
  }

  private mutating func blame(_ step: Step, _ words: String) {
    reach()
    let reason = "the card of '\(step.key)' \(words)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: step.key, reason)))
  }
}
