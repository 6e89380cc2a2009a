// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that, once nothing moves any more, each counter says how many rows there are, unless the
/// history has an excuse; each excuse lets it be off by one.
///
/// | excuse | increment | transaction | recount |
/// |---|---|---|---|
/// | a row came or went that no resource wrote | 1 | 1 | 1 |
/// | a write was committed twice | 1 | 1 | – |
/// | a row was changed otherwise than its writer counted, because another client had changed it | 1 | 1 | – |
/// | a row was changed while a fault hid from its writer what it had written itself | 1 | 1 | – |
/// | a transaction of a counter ended in doubt | – | 1 | – |
/// | an app was killed with operations under way, and saved none | – | 1 each | not judged |
/// | a write was committed, and turned away when it was sent again | – | 1 | not judged |
/// | a recount was turned away | – | – | not judged |
/// | a screen did not know the owner of the counter | 1 | 1 | 1 |
/// | the number was off at the start | as far | as far | – |
struct CounterChecker: Checker {
  static let promise = Promise(
    "counters",
    "A counter says how many things there are; what may put it off bounds how far it is off.",
    usualCause:
      "Usually a number was moved by what a client believed to stand there, or by a write that never stood."
  )
  static let kinds: KindSet = [
    .operated, .reported, .touched, .tallied, .committed, .killed, .rested,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private let places: [CountedPlace]

  /// All that is known of one counter.
  private struct Tally: Sendable {
    var value: Int64 = 0
    var isNumber = true
    /// By how much the number may be off.
    var allowance = 0
    /// `true` if nothing can be said of it.
    var isExcused = false
    /// The number of rows that counted when the run began, and what the number said then.
    var rowsAtFirst: Int64 = 0
    var valueAtFirst: Int64 = 0
    /// By journey: by how much its writes moved the number.
    // Only looked up in.
    var moves: [UInt32: Int64] = [:]
    /// The writes to rows that another client had changed, and by how much they moved the number of rows.
    var overOthers: [(journey: UInt32, delta: Int)] = []
    /// The number of committed operations on what it counts.
    var operations = 0
  }

  /// An operation, by its journey.
  private struct Operation: Sendable {
    var verb: UInt64
    var commits = 0
    /// The list of the last of them.
    var list = Step.nowhere
    /// The last writer of its row when it was written; nil: there was no row.
    var over: UInt32?
  }

  /// The past of a row.
  private struct Changes: Equatable, Sendable {
    /// The client that changed it last; nobody, if that may be hidden from who did.
    var last: UInt32
    /// `true` if it was ever taken away.
    var wasGone = false
  }

  private var tallies: [Tally]
  /// Only looked up in.
  private var operations: [UInt32: Operation] = [:]
  /// By list.
  private var changes: [SortedMap<Key, Changes>] = []
  /// By client: how many operations were under way.
  private var underWay: [UInt64] = []

  init(_ ground: Ground) {
    places = ground.places
    tallies = ground.places.map { _ in Tally() }
  }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch (step.kind, evidence) {
    case (.operated, _): operate(step)
    case (.reported, .write) where ResourceStage(of: step) == .wrote:
      write(step, history.lists)
    case (.reported, _): report(step)
    case (.touched, _): hide(step)
    case (.tallied, _): tally(step)
    case (.committed, .row(let row)): commit(step, before: history.commit.before, after: row)
    case (.killed, _): kill(step)
    case (.rested, _): rest(step, history.lists)
    default: break
    }
  }

  private mutating func operate(_ step: Step) {
    operations[step.journey] = Operation(verb: step.y)
  }

  /// Takes in that an operation sends its write.
  private mutating func write(_ step: Step, _ lists: ShadowLists) {
    guard operations[step.journey] != nil, Int(step.list) < lists.server.count else { return }
    let isThere = lists.server[Int(step.list)][step.key].map { !$0.isNull } ?? false
    let past = changes(of: step)
    operations[step.journey]?.over = isThere ? past?.last : nil
  }

  /// The past of the row of a step.
  private func changes(of step: Step) -> Changes? {
    Int(step.list) < changes.count ? changes[Int(step.list)][step.key] : nil
  }

  private mutating func report(_ step: Step) {
    switch ResourceStage(rawValue: UInt8(truncatingIfNeeded: step.y)) {
    case .underWay:
      while underWay.count <= Int(step.client) { underWay.append(0) }
      underWay[Int(step.client)] = step.x
    case .doubted:
      let place = Int(step[Step.Reported.says]) - 1
      guard tallies.indices.contains(place) else { return }
      if places[place].means == .recount { tallies[place].isExcused = true }
      tallies[place].allowance += 1
    case .turnedAway:
      // The app believes that nothing was written, and counts nothing.
      guard let operation = operations[step.journey], operation.commits > 0 else { return }
      excuseFollowing(operation.list, by: 1)
    case .uncounted:
      for place in places.indices where places[place].list == step.list {
        tallies[place].allowance += 1
      }
    default: break
    }
  }

  /// An app is killed; what it had not brought to an end is forgotten unless it was saved.
  private mutating func kill(_ step: Step) {
    guard Int(step.client) < underWay.count else { return }
    let open = Int(underWay[Int(step.client)])
    underWay[Int(step.client)] = 0
    if step.y == 0, open > 0 { excuseFollowing(nil, by: open) }
  }

  /// So many rows of a list, or of any, were written, and the numbers that follow their rows may not have followed.
  private mutating func excuseFollowing(_ list: UInt32?, by count: Int) {
    for place in places.indices where list == nil || places[place].list == list {
      switch places[place].means {
      case .increment: break
      case .transaction: tallies[place].allowance += count
      case .recount: tallies[place].isExcused = true
      }
    }
  }

  private mutating func tally(_ step: Step) {
    let place = Int(step[Step.Tallied.place])
    let value = Int64(bitPattern: step.x)
    tallies[place].moves[step.journey, default: 0] +=
      value.subtractingReportingOverflow(tallies[place].value).partialValue
    tallies[place].value = value
    tallies[place].isNumber = !step.has(Step.Tallied.isNoNumber)
    if step.client == Step.nobody { tallies[place].valueAtFirst = tallies[place].value }
  }

  /// A row is committed that was `before`.
  private mutating func commit(_ step: Step, before: Node, after: Node) {
    if places.isEmpty { return }
    while changes.count <= Int(step.list) { changes.append(SortedMap()) }
    let isBeginning = step.client == Step.nobody && step.journey == 0
    let past = changes(of: step)
    let operation = operations[step.journey]
    for number in places.indices where places[number].list == step.list {
      let condition = places[number].condition
      let delta = condition.counts(step.key, after) - condition.counts(step.key, before)
      if isBeginning {
        tallies[number].rowsAtFirst += Int64(delta)
        continue
      }
      guard let operation else {
        if delta != 0 { tallies[number].allowance += 1 }
        continue
      }
      tallies[number].operations += 1
      if places[number].means == .recount { continue }
      if operation.commits > 0 {
        tallies[number].allowance += 1
      } else if past?.last == Step.nobody {
        tallies[number].allowance += 1
      } else if let past, past.last != step.client {
        // A client that destroys a row of another one, made by then, knows that it takes a row away; unless it may have
        // heard that the row is gone, and not yet that it was made anew.
        if condition == .everything, operation.verb == 2, delta == -1,
          operation.over == past.last, !past.wasGone
        {
          continue
        }
        if places[number].means == .increment {
          tallies[number].overOthers.append((step.journey, delta))
        } else {
          tallies[number].allowance += 1
        }
      }
    }
    if operation != nil {
      operations[step.journey]?.commits += 1
      operations[step.journey]?.list = step.list
    }
    if isBeginning { return }
    changes[Int(step.list)].set(
      Changes(last: step.client, wasGone: after.isNull || past?.wasGone ?? false), for: step.key)
  }

  /// Nothing is promised of what a client reads where it has just written.
  private mutating func hide(_ step: Step) {
    guard step.journey == 0, var past = changes(of: step), past.last == step.client else { return }
    past.last = Step.nobody
    changes[Int(step.list)].set(past, for: step.key)
  }

  private mutating func rest(_ step: Step, _ lists: ShadowLists) {
    // What is still under way may still be counted.
    if step.x > 0 { return }
    for (number, place) in places.enumerated() where tallies[number].operations > 0 {
      let tally = tallies[number]
      if tally.isExcused { continue }
      opportunities += 1
      verdict.reach()
      let rows = Int(place.list) < lists.server.count ? lists.server[Int(place.list)] : SortedMap()
      var count: Int64 = 0
      for (key, node) in rows { count += Int64(place.condition.counts(key, node)) }
      let says = tally.isNumber ? "says \(tally.value)" : "is no whole number"
      let off = tally.isNumber ? (tally.value - count).magnitude : .max
      let atFirst = place.means == .recount ? 0 : tally.valueAtFirst - tally.rowsAtFirst
      let unknown = tally.overOthers.count {
        tally.moves[$0.journey, default: 0] != Int64($0.delta)
      }
      let allowance = tally.allowance + Int(atFirst.magnitude) + unknown
      if off > UInt64(allowance) {
        blame(
          step,
          "\(place.path) \(says), but \(count) rows count, and what happened excuses \(allowance)")
      }
    }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }
}

extension Filter {
  /// 1 for a row that is there and admitted, else 0.
  fileprivate func counts(_ key: Key, _ node: Node) -> Int {
    !node.isNull && admits(key, node) ? 1 : 0
  }
}
