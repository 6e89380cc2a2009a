// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that what a client asked to be done when it is gone is done once, and not before; and that a row which the
/// client itself takes from its list when it loses its connection does not come back while nobody can tell it anything.
struct HookChecker: Checker {
  static let promise = Promise(
    "hooks",
    "What is to happen when a client is gone happens once, and not before.",
    usualCause: "Usually the end of a session was noticed twice, or not at all.")
  static let kinds: KindSet = [
    .wrote, .touched, .linked, .filtered, .armed, .parted, .fired, .published, .closed, .killed,
    .rested,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var cutOff = CutOffLists()

  /// A session that asked for something.
  private struct Armed: Sendable {
    var client: UInt32
    var session: UInt64
    /// The acts still to be done, by the rows that they touch; a row as often as it was asked for.
    var open: [Target]
    var isOver = false
  }

  /// A row of a list, which is nowhere if nobody shows it.
  private struct Target: Equatable, Sendable {
    var list: UInt32
    var key: Key

    init(_ step: Step) { (list, key) = (step.list, step.key) }
  }

  /// Those that have not ended, or for which something is still to be done.
  private var armed: [Armed] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .wrote, .touched: touch(step)
    case .linked: link(step)
    case .armed: arm(step)
    case .parted: part(step)
    case .fired: fire(step)
    case .published:
      // What was read or kept some time ago may show it still.
      guard case .publication(let publication) = evidence, history.shown.opened.isLive,
        !publication.isProvisional
      else { return }
      publish(
        step, from: history.shown.sections, by: publication.changes, to: publication.sections,
        history.shown.opened.screen)
    case .rested: rest(step)
    default: forget(step)
    }
  }

  private mutating func arm(_ step: Step) {
    if let place = place(of: step) {
      armed[place].open.append(Target(step))
    } else {
      armed.append(Armed(client: step.client, session: step.x, open: [Target(step)]))
    }
  }

  private mutating func part(_ step: Step) {
    if let place = place(of: step) { armed[place].isOver = true }
  }

  private mutating func fire(_ step: Step) {
    opportunities += 1
    verdict.reach()
    guard let place = place(of: step),
      let target = armed[place].open.firstIndex(of: Target(step))
    else {
      blame(
        step,
        "what client \(step.client) wanted done when it is gone was done twice, or never asked for")
      return
    }
    if !armed[place].isOver {
      blame(
        step, "what client \(step.client) wanted done when it is gone was done while it was there")
    }
    armed[place].open.remove(at: target)
    if armed[place].open.isEmpty { armed.remove(at: place) }
  }

  private mutating func rest(_ step: Step) {
    guard let forgotten = armed.first(where: \.isOver) else { return }
    blame(step, "what client \(forgotten.client) wanted done when it is gone was never done")
  }

  /// A client is connected, or is no longer.
  private mutating func link(_ step: Step) {
    if step.x == 0 { cutOff.begin(step) } else { cutOff.end(step) }
  }

  /// A list, or all of its app, begins anew.
  private mutating func forget(_ step: Step) { cutOff.end(step) }

  /// A client changes a row.
  private mutating func touch(_ step: Step) { cutOff.touch(step) }

  /// A list is published.
  private mutating func publish(
    _ step: Step, from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]],
    _ screen: Screen
  ) {
    guard let key = cutOff.comeback(step, from: old, by: changes, to: new, screen) else { return }
    blame(
      step,
      "client \(step.client) shows '\(key)' again, which it had taken away when it lost its connection"
    )
  }

  private func place(of step: Step) -> Int? {
    armed.firstIndex { $0.client == step.client && $0.session == step.x }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }
}
