import WeirCore
import WeirTrace
public import WeirTree

/// What the server did where it takes a right, beside what the rules of the moment say of it.
///
///     Ruling(.hear, at: Path("rooms/club"), isAllowed: false, isDone: true)  // a stranger is told
///
/// The rules are asked with the name under which the client of the scenario logs in, whether it has done so or not.
public struct Ruling: Sendable {
  /// What takes a right.
  public enum Act: Sendable {
    /// To be told what is in a list.
    case hear
    /// To write.
    case write
    /// To have something done when one is gone.
    case leaveBehind
    /// To have that done, now that one is gone.
    case fire
  }

  /// What takes a right.
  public var act: Act
  /// Where.
  public var place: Path
  /// Whether the rules allow it.
  public var isAllowed: Bool
  /// Whether the server did it.
  public var isDone: Bool

  /// Makes a ruling.
  public init(_ act: Act, at place: Path, isAllowed: Bool, isDone: Bool) {
    self.act = act
    self.place = place
    self.isAllowed = isAllowed
    self.isDone = isDone
  }
}

/// Promises that nobody hears what may not be read, that who may read or write is heard, and that what was wanted for
/// when a client is gone is done with the rights of who wanted it.
struct AuthorityChecker: Sendable {
  var verdict = Verdict.notReached
  var opportunities = 0

  mutating func judge(_ step: Step, _ ruling: Ruling) {
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

  /// What was said to be done was not.
  mutating func miss(_ step: Step) {
    let words =
      "what client \(step.client) wanted done when it is gone was said to be done and was not"
    verdict.breaks(at: step.at, Breach(words, second: Fact(step, words)))
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
        "what client \(client) wanted done at \(place) when it is gone", "done", "refused"
      )
    }
  }
}
