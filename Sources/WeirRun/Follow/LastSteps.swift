// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
package import WeirTrace
import WeirTree

/// The last steps before a promise broke, as far as they have to do with it.
///
///     var last = LastSteps(before: instant, of: breach, most: 40)
///     for step in world.takeSteps() { last.add(step) }
///     last.steps
///
/// If the breach names a row, those are the steps about the row at every client and at the server, what the named
/// clients published of it, and what cut them off; if it names none, all but the travels of messages.
package struct LastSteps: Sendable {
  /// The steps, the oldest first.
  package var steps: [Step] { Array(ring[start...] + ring[..<start]) }
  /// The number of earlier ones there were.
  package private(set) var earlierCount = 0
  /// The clients that the breach names.
  package let clients: [UInt32]

  private struct Row: Hashable {
    var list: UInt32
    var key: Key
  }

  private let end: Instant
  private let most: Int
  private let rows: Set<Row>
  private let journeys: Set<UInt32>
  private let surfaces: SurfaceNumbers
  private var ring: [Step] = []
  private var start = 0
  /// Clients that heard of a row and have not published since.
  private var waiting: Set<UInt32> = []

  /// Keeps the last `most` steps up to a moment; `names` are those of the world's steps.
  package init(
    before end: Instant, of breach: Breach, most: Int, names: StepNames = StepNames()
  ) {
    surfaces = names.surfaces
    let facts = [breach.first, breach.second].compactMap { $0 }
    var clients: [UInt32] = []
    for fact in facts where fact.client != Step.nobody && !clients.contains(fact.client) {
      clients.append(fact.client)
    }
    self.clients = clients
    self.end = end
    self.most = max(1, most)
    rows = Set(
      facts.filter { $0.key != Step.noKey }.map { Row(list: $0.list, key: $0.key) })
    journeys = Set(([breach.journey] + facts.map(\.journey)).filter { $0 != 0 })
  }

  /// Takes in the next step of the trace.
  package mutating func add(_ step: Step) {
    guard step.at <= end, isOfUse(step) else { return }
    if ring.count < most {
      ring.append(step)
    } else {
      ring[start] = step
      start = (start + 1) % most
      earlierCount += 1
    }
  }

  private mutating func isOfUse(_ step: Step) -> Bool {
    switch step.kind {
    case .sent, .arrived, .taken, .served, .listened, .began: return false
    default: break
    }
    if rows.isEmpty, journeys.isEmpty {
      return clients.isEmpty || step.client == Step.nobody || isOfThem(step)
    }
    if step.key != Step.noKey, rows.contains(Row(list: step.list, key: step.key)) {
      if step.kind == .heard {
        waiting.insert(step.client)
        waiting.formUnion(surfaces.beside(step.client))
      }
      return true
    }
    if step.journey != 0, journeys.contains(step.journey) { return true }
    switch step.kind {
    case .published: return waiting.remove(step.client) != nil
    case .crashed, .rested: return true
    case .disturbed, .calmed:
      return step.client == Step.nobody || isOfThem(step)
    case .linked, .faulted, .filtered, .killed, .resynced, .cancelled, .opened, .loaded, .closed,
      .lost:
      return isOfThem(step)
    default: return false
    }
  }

  /// `true` if a step is of one of the clients, or of a surface of its app.
  private func isOfThem(_ step: Step) -> Bool {
    clients.contains(surfaces.home(of: step.client))
  }
}
