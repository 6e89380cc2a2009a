// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that an operation on a resource goes its way once: asked, allowed, written, told, committed,
/// logged, persisted; that it writes its own thing and counters and nothing else; that what is committed is
/// what it meant; and that the number of what is under way is right.
///
/// An operation that was forbidden by the app's hook writes nothing, and every write is told to have ended once. The
/// exceptions are operations of an app that was killed and saved nothing.
struct ResourceChecker: Checker {
  static let promise = Promise(
    "resources",
    "An operation goes its way once, writes only what it is about, and is told as it ends.",
    usualCause:
      "Usually an app was told of a write before it was made, or the end of one was told twice.")
  static let kinds: KindSet = [.operated, .reported, .committed, .killed, .rested]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let ground: Ground

  private enum Stage: Sendable {
    case called, asked, vetoed, allowed, wrote, did, logged, undone, over
  }

  /// An operation, by its journey.
  private struct Operation: Sendable {
    var client: UInt32
    var number: UInt64
    var verb: UInt64
    var list: UInt32
    var key: Key?
    var stage = Stage.called
    /// The fields that it writes into its row.
    var fields: [Write.Part] = []
    var commits = 0
    /// `true` if its app was killed and forgot it.
    var isForgotten = false
  }

  /// Only looked up in, but for the numbers in `order`.
  private var operations: [UInt32: Operation] = [:]
  /// The journeys of the operations as they were called.
  private var order: [UInt32] = []
  /// By client: the journeys of its numbers, in this life or saved from the last.
  private var journeys: [[UInt64: UInt32]] = []
  /// By client: how many operations are under way, as it says.
  private var underWay: [Int64] = []

  init(_ ground: Ground) { self.ground = ground }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch (step.kind, evidence) {
    case (.operated, _): operate(step)
    case (.reported, .write(let parts)) where ResourceStage(of: step) == .wrote:
      write(step, parts)
    case (.reported, _): report(step)
    case (.committed, .row(let row)): commit(step, before: history.commit.before, after: row)
    case (.killed, _): kill(step)
    case (.rested, _): rest(step)
    default: break
    }
  }

  private mutating func operate(_ step: Step) {
    grow(to: step.client)
    opportunities += 1
    verdict.reach()
    if operations[step.journey] != nil || journeys[Int(step.client)][step.x] != nil {
      return blame(step, "operation \(step.x) of client \(step.client) was begun twice")
    }
    operations[step.journey] = Operation(
      client: step.client, number: step.x, verb: step.y, list: step.list,
      key: step.key == Step.noKey ? nil : step.key)
    journeys[Int(step.client)][step.x] = step.journey
    order.append(step.journey)
  }

  /// Takes in what the resources of a client say, beside what they write.
  private mutating func report(_ step: Step) {
    grow(to: step.client)
    guard let stage = ResourceStage(rawValue: UInt8(truncatingIfNeeded: step.y)) else { return }
    switch stage {
    case .underWay:
      underWay[Int(step.client)] = Int64(bitPattern: step.x)
      if underWay[Int(step.client)] < 0 {
        blame(step, "client \(step.client) says that \(underWay[Int(step.client)]) are under way")
      }
    case .asked: ask(step)
    case .vetoed: move(step, from: [.asked], to: .vetoed, "was forbidden")
    case .allowed: move(step, from: [.asked], to: .allowed, "was allowed")
    case .did: move(step, from: [.wrote], to: .did, "was told as done")
    case .logged: log(step)
    case .turnedAway, .lost: move(step, from: [.did], to: .undone, "was told as turned away")
    case .persisted: move(step, from: [.logged], to: .over, "was told as persisted")
    case .undone: move(step, from: [.undone], to: .over, "was told as undone")
    case .failed: move(step, from: [.called, .allowed, .vetoed], to: .over, "failed")
    case .wrote, .doubted, .uncounted, .ignored, .recounted: break
    }
  }

  private mutating func ask(_ step: Step) {
    guard let journey = move(step, from: [.called], to: .asked, "was asked about") else { return }
    guard let operation = operations[journey] else { return }
    if operation.list != step.list || operation.key.map({ $0 != step.key }) ?? false {
      blame(step, "\(words(operation)) is about '\(step.key)' of another place than was meant")
    }
    operations[journey]?.key = step.key
  }

  private mutating func log(_ step: Step) {
    guard let journey = move(step, from: [.did], to: .logged, "was logged") else { return }
    guard let operation = operations[journey] else { return }
    if operation.commits == 0 {
      blame(step, "\(words(operation)) was logged, but never committed")
    }
    let repeats = step[Step.Reported.says]
    if repeats > 0 {
      blame(step, "the log of \(words(operation)) repeats \(repeats) names of the template")
    }
  }

  /// A client writes on behalf of an operation.
  private mutating func write(_ step: Step, _ write: Write) {
    grow(to: step.client)
    guard let journey = move(step, from: [.allowed], to: .wrote, "wrote"),
      let operation = operations[journey], let key = operation.key
    else { return }
    guard ground.lists.indices.contains(Int(operation.list)) else { return }
    let row = ground.lists[Int(operation.list)].appending(key)
    var fields: [Write.Part] = []
    for part in write.parts {
      let path = write.path.appending(part.path)
      if path == row || path.leads(below: row) {
        fields.append(.init(path.dropping(row.keys.count), part.node))
      } else if !ground.places.contains(where: { $0.path == path }) {
        blame(step, "\(words(operation)) writes to \(path)")
      }
    }
    operations[journey]?.fields = fields
  }

  /// A row is committed.
  private mutating func commit(_ step: Step, before: Node, after: Node) {
    guard step.journey != 0, let operation = operations[step.journey] else { return }
    let words = words(operation)
    operations[step.journey]?.commits += 1
    switch operation.stage {
    case .called, .asked, .allowed, .vetoed:
      return blame(step, "\(words) was committed before it wrote")
    default: break
    }
    if step.list != operation.list || step.key != operation.key {
      return blame(step, "\(words) was committed as '\(step.key)' in another place")
    }
    var wanted = operation.verb == 1 ? before : .null
    for part in operation.fields { wanted.set(part.node, at: part.path) }
    if wanted.fingerprint != after.fingerprint {
      blame(step, "what was committed for \(words) is not what it wrote")
    }
  }

  private mutating func kill(_ step: Step) {
    grow(to: step.client)
    underWay[Int(step.client)] = 0
    if step.y == 1 { return }
    for journey in order where operations[journey]?.client == step.client {
      operations[journey]?.isForgotten = true
    }
    journeys[Int(step.client)] = [:]
  }

  private mutating func rest(_ step: Step) {
    if step.x > 0 { return }
    for journey in order {
      guard let operation = operations[journey], !operation.isForgotten else { continue }
      if operation.stage != .over { blame(step, "\(words(operation)) never ended") }
    }
    for (client, count) in underWay.enumerated() where count != 0 {
      blame(step, "client \(client) says that \(count) are under way, but nothing is")
    }
  }

  @discardableResult
  private mutating func move(
    _ step: Step, from stages: [Stage], to stage: Stage, _ what: String
  ) -> UInt32? {
    guard let journey = journeys[Int(step.client)][step.x], let operation = operations[journey]
    else {
      blame(step, "operation \(step.x) of client \(step.client) \(what), but was never begun")
      return nil
    }
    if !stages.contains(operation.stage) {
      blame(step, "\(words(operation)) \(what) when it was \(operation.stage)")
    }
    operations[journey]?.stage = stage
    return journey
  }

  private func words(_ operation: Operation) -> String {
    let verb = operation.verb == 0 ? "creation" : operation.verb == 1 ? "update" : "removal"
    let key = operation.key.map { " of '\($0)'" } ?? ""
    return "the \(verb)\(key) (operation \(operation.number) of client \(operation.client))"
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  private mutating func grow(to client: UInt32) {
    while journeys.count <= Int(client) {
      journeys.append([:])
      underWay.append(0)
    }
  }
}

extension Write {
  /// The parts that are put, seen from where the write starts.
  fileprivate var parts: [Part] {
    switch self {
    case .set(_, let node): [Part(.root, node)]
    case .merge(_, let parts): parts
    }
  }
}
