// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
package import WeirTree

/// A deed of the server where a client needs a right, beside the word of the rules of that moment.
///
///     Ruling(.hear, at: Path("rooms/club"), isAllowed: false, isDone: true)  // a stranger is told
///
/// The rules are asked with the name under which the client of the scenario logs in, whether it has done so or not.
package struct Ruling: Sendable {
  /// A deed that takes a right.
  package enum Act: Sendable {
    /// To be told what is in a list.
    case hear
    /// To write.
    case write
    /// To have something done when one is gone.
    case leaveBehind
    /// To have that done, now that one is gone.
    case fire
  }

  /// The deed.
  package var act: Act
  /// The place that is heard or written.
  package var place: Path
  /// `true` if the rules allow it.
  package var isAllowed: Bool
  /// `true` if the server did it.
  package var isDone: Bool

  /// Makes a ruling.
  package init(_ act: Act, at place: Path, isAllowed: Bool, isDone: Bool) {
    self.act = act
    self.place = place
    self.isAllowed = isAllowed
    self.isDone = isDone
  }
}

/// Promises that nobody hears what may not be read, that who may read or write is heard, and that what was wanted for
/// when a client is gone is done with the rights of who wanted it.
struct AuthorityChecker: Checker {
  static let promise = Promise(
    "authority",
    "Nobody hears what may not be read; who may read or write is heard, even when it is gone.",
    usualCause:
      "Usually somebody acts before it has logged in again, or the rules are asked for somebody else, or too late."
  )
  static let kinds: KindSet = []
  static let needs: History.Parts = [.rulings]

  var verdict = Verdict.notReached
  var opportunities = 0

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if case .ruling(let ruling) = evidence { judge(step, ruling) }
  }

  private mutating func judge(_ step: Step, _ ruling: Ruling) {
    opportunities += 1
    verdict.reach()
    if ruling.isAllowed == ruling.isDone || verdict.isBroken { return }
    let what = Self.words(ruling, client: step.client)
    let rules = Fact(step, "the rules \(ruling.isAllowed ? "allow" : "forbid") \(what.right)")
    let deed = Fact(step, "\(what.deed) was \(ruling.isDone ? what.done : what.refused)")
    verdict.breaks(
      at: step.at,
      Breach(
        "\(deed.words), though the rules \(ruling.isAllowed ? "allow" : "forbid") it", first: rules,
        second: deed))
  }

  private static func words(
    _ ruling: Ruling, client: UInt32
  ) -> (right: String, deed: String, done: String, refused: String) {
    let place = ruling.place.description
    switch ruling.act {
    case .hear:
      return (
        "client \(client) to read \(place)", "client \(client)'s wish to read \(place)", "served",
        "refused"
      )
    case .write:
      return (
        "client \(client) to write \(place)", "client \(client)'s write to \(place)", "carried out",
        "refused"
      )
    case .leaveBehind:
      return (
        "client \(client) to write \(place)",
        "client \(client)'s wish to have \(place) written when it is gone", "accepted", "refused"
      )
    case .fire:
      return (
        "client \(client) to write \(place)",
        "what client \(client) wanted done at \(place) when it is gone", "done", "not done"
      )
    }
  }
}
