import WeirCore
import WeirTrace

/// Promises that what a client asked to be done when it is gone is done once, and not before.
struct HookChecker: Sendable {
  var verdict = Verdict.notReached
  var opportunities = 0

  /// A session that asked for something.
  private struct Armed: Sendable {
    var client: UInt32
    var session: UInt64
    var open = 0
    var isOver = false
  }

  /// Those that have not ended, or for which something is still to be done.
  private var armed: [Armed] = []

  mutating func arm(_ step: Step) {
    if let place = place(of: step) {
      armed[place].open += 1
    } else {
      armed.append(Armed(client: step.client, session: step.x, open: 1))
    }
  }

  mutating func part(_ step: Step) {
    if let place = place(of: step) { armed[place].isOver = true }
  }

  mutating func fire(_ step: Step) {
    opportunities += 1
    if verdict == .notReached { verdict = .held }
    guard let place = place(of: step) else {
      blame(
        step,
        "what client \(step.client) wanted done when it is gone was done twice, or never asked for")
      return
    }
    if !armed[place].isOver {
      blame(
        step, "what client \(step.client) wanted done when it is gone was done while it was there")
    }
    armed[place].open -= 1
    if armed[place].open == 0 { armed.remove(at: place) }
  }

  mutating func rest(_ step: Step) {
    guard let forgotten = armed.first(where: \.isOver) else { return }
    blame(step, "what client \(forgotten.client) wanted done when it is gone was never done")
  }

  private func place(of step: Step) -> Int? {
    armed.firstIndex { $0.client == step.client && $0.session == step.x }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }
}
