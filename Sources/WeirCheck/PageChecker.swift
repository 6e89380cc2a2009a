import WeirCore
import WeirTrace
import WeirTree

/// Promises that every page that a person asks for comes or fails, once; that it brings rows or says that there
/// are no more; that no more is asked of the server for it than its rows and two; and that none fails as refused
/// where nobody refused anything since the list was opened.
struct PageChecker: Sendable {
  var verdict = Verdict.notReached
  var opportunities = 0

  /// A page that was asked for.
  private struct Call: Sendable {
    var number: UInt64
    var rows: Int
  }

  /// By client: the pages that have not come.
  private var open: [[Call]] = []
  /// By client: whether a listen was taken away since the list was opened.
  private var isRefused: [Bool] = []

  /// A list is opened.
  mutating func begin(_ step: Step) {
    grow(to: step.client)
    isRefused[Int(step.client)] = false
  }

  /// A listen is taken away.
  mutating func cancel(_ step: Step) {
    grow(to: step.client)
    isRefused[Int(step.client)] = true
  }

  mutating func ask(_ step: Step) {
    grow(to: step.client)
    open[Int(step.client)].append(Call(number: step.x, rows: Int(step.y)))
  }

  mutating func end(_ step: Step) {
    grow(to: step.client)
    opportunities += 1
    if verdict == .notReached { verdict = .held }
    guard let place = open[Int(step.client)].firstIndex(where: { $0.number == step.x }) else {
      blame(step, "page \(step.x) ended twice, or was never asked for")
      return
    }
    open[Int(step.client)].remove(at: place)
    if step.kind == .pageFailed, step.y >= 4, !isRefused[Int(step.client)] {
      blame(step, "page \(step.x) failed as refused, but no listen was taken away")
    }
    if step.kind == .paged, step.y == 1 {
      blame(step, "page \(step.x) brought nothing, but there is said to be more")
    }
  }

  /// A stack listens: if a page is under way, for that.
  mutating func listen(_ step: Step, _ query: Query, of source: QueryBuilder) {
    guard Int(step.client) < open.count,
      let most = open[Int(step.client)].map(\.rows).max()
    else { return }
    if query.limit.count != .max {
      if query.limit.count > most + 2 {
        blame(step, "asked for \(query.limit.count) rows for a page of \(most)")
      }
    } else if (source.isAscending ? query.end : query.start) == nil {
      blame(step, "asked for everything for a page of \(most) rows")
    }
  }

  /// An app is killed, and with it who waits.
  mutating func kill(_ step: Step) {
    if Int(step.client) < open.count { open[Int(step.client)] = [] }
  }

  mutating func rest(_ step: Step) {
    guard step.x == 0 else { return }
    for client in open.indices {
      guard let call = open[client].first, !verdict.isBroken else { continue }
      let reason = "client \(client): page \(call.number) neither came nor failed"
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    let reason = "client \(step.client): \(reason)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  private mutating func grow(to client: UInt32) {
    while open.count <= Int(client) {
      open.append([])
      isRefused.append(false)
    }
  }
}
