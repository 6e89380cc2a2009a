// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that what a listen tells at first ends with its value: every row that belongs to it comes before;
/// and that nothing is told to a listen that is over.
///
/// Anything that the client learns later, or does itself, is another operation with events of its own; so only what
/// comes without a new cause is held against the value. A client that is writing may tell more at once: its transaction
/// runs again, and where a row leaves a window another one comes in.
struct ValueLastChecker: Checker {
  static let promise = Promise(
    "value-last",
    "A listen's first value comes behind its rows, and nothing when it is over.",
    usualCause:
      "Usually events of one change are sorted anew on their way, or a listen was ended in one place only."
  )
  static let kinds: KindSet = [
    .heard, .completed, .unlistened, .cancelled, .strayed, .arrived, .meant, .wrote, .touched,
    .answered, .ended, .linked, .killed, .reported, .paused, .disturbed, .calmed, .misbehaved,
    .closed, .opened, .listened,
  ]
  static let needs: History.Parts = [.versions]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// The values that a client's listens told since its last cause.
  private struct Ear: Sendable {
    /// The number of the cause, from 1.
    var cause: UInt64 = 1
    /// The listens that told their first value, with the cause.
    var complete: [(tag: UInt64, cause: UInt64)] = []
    /// The last cause at which a listen ended.
    var over: UInt64 = 0
    var overAt = Instant.zero
    /// The time at which the app last came back from the background, where all that had come meanwhile is told at once.
    var crowdedAt = Instant.never
  }

  private var ears: [Ear] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .heard:
      if !history.lists.listensTwice(at: step.client) { hear(step, history.shownVersions) }
    case .completed: complete(step)
    case .unlistened, .cancelled: end(step)
    case .strayed: stray(step)
    default: cause(step)
    }
  }

  private mutating func grow(to client: UInt32) {
    while ears.count <= Int(client) { ears.append(Ear()) }
  }

  /// Something happens to a client that may make it tell something.
  private mutating func cause(_ step: Step) {
    guard step.client != Step.nobody else { return }
    grow(to: step.client)
    ears[Int(step.client)].cause += 1
    if step.kind == .calmed { ears[Int(step.client)].crowdedAt = step.at }
  }

  private mutating func complete(_ step: Step) {
    grow(to: step.client)
    opportunities += 1
    verdict.reach()
    let client = Int(step.client)
    let cause = ears[client].cause
    ears[client].complete.removeAll { $0.cause != cause }
    ears[client].complete.append((step.x, cause))
  }

  private mutating func hear(_ step: Step, _ shownVersions: ShownVersions) {
    let client = Int(step.client)
    guard client < ears.count else { return }
    let (tag, cause) = (step[Step.Heard.tag], ears[client].cause)
    guard let last = ears[client].complete.last, last.cause == cause,
      ears[client].crowdedAt != step.at,
      ears[client].complete.contains(where: { $0.tag == tag && $0.cause == cause })
    else { return }
    if shownVersions.writes(of: step.client) > 0 { return }
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) is told of '\(step.key)' after the value that should contain it",
        first: Fact(
          at: step.at, client: step.client, list: step.list,
          "listen \(tag) tells its first value"),
        second: Fact(step, "listen \(tag) tells of '\(step.key)'")))
  }

  private mutating func end(_ step: Step) {
    grow(to: step.client)
    ears[Int(step.client)].over = ears[Int(step.client)].cause
    ears[Int(step.client)].overAt = step.at
  }

  /// A client tells something to a listen that is over: what was under way then may still come, at once.
  private mutating func stray(_ step: Step) {
    grow(to: step.client)
    opportunities += 1
    verdict.reach()
    let ear = ears[Int(step.client)]
    guard ear.over != ear.cause, ear.overAt < step.at else { return }
    verdict.breaks(
      at: step.at,
      Breach(
        "client \(step.client) tells something to a listen that is over",
        first: Fact(at: ear.overAt, client: step.client, "client \(step.client) ended a listen"),
        second: Fact(step, "client \(step.client) tells '\(step.key)' to nobody")))
  }
}
