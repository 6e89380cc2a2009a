// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that the rows, each by itself, behave as if all writes were done one after another, each between
/// the moment at which its client wrote and the moment at which it had the answer; and that the row in the
/// end is what the last of them left.
///
/// A row that is counted up is judged as a counter: each count found what the one before had left. What a list
/// shows is no read in this sense, for it may be late. Where the search grows too large the answer is that
/// nobody knows.
struct LinearChecker: Checker {
  static let promise = Promise(
    "linearizable",
    "The writes to each row explain each other and what is there in the end.",
    usualCause:
      "Usually a write took effect before it was asked for, or once more after it was answered.")
  static let kinds: KindSet = [.counted, .rested]
  static let needs: History.Parts = [.versions]

  var verdict = Verdict.notReached
  var opportunities = 0
  /// The number of rows that were judged, and how many of them were too hard.
  private(set) var tooHard = 0

  /// A count that the server carried out.
  private struct Count: Sendable {
    var journey: UInt32
    var old: UInt64
    var new: UInt64
    var order: Int
    var at: Instant
  }

  /// By row, where anything was counted.
  private var counts: [Int32: [Count]] = [:]

  /// The number of attempts that a row is worth.
  static let limit = 4096
  /// The most versions of a row that are looked at.
  static let longest = 20_000

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .counted, let row = history.versions.number(of: step.key, in: step.list) {
      count(step, row: row, order: history.steps)
    } else if case .rest(let finalState) = evidence {
      rest(
        step, finalState, order: history.steps, history.writes, history.versions,
        explained: history.explained)
    }
  }

  /// The server adds to a count.
  private mutating func count(_ step: Step, row: Int32, order: Int) {
    counts[row, default: []].append(
      Count(journey: step.journey, old: step.y, new: step.x, order: order, at: step.at))
  }

  /// `true` if the versions of a row that is gone, and in which nobody counted, are explained by an order of its writes.
  ///
  /// When all of them had their answers and nobody knows of the row any more, what may come later begins with nothing, so
  /// that the order goes on behind this one.
  static func explains(_ row: RowVersions.Row, at order: Int, _ writes: WriteHistory) -> Bool {
    row.entries.count <= longest
      && history(row, 0, order, writes).isLinearizable(within: limit) == true
  }

  /// Nothing happens any more, and this is what the server holds; the rows that were `explained` before are forgotten.
  private mutating func rest(
    _ step: Step, _ finalState: FinalState, order: Int, _ writes: WriteHistory,
    _ versions: RowVersions, explained: Int
  ) {
    guard step.x == 0 else { return }
    opportunities += explained
    if explained > 0 { verdict.reach() }
    for number in versions.rows.numbers where !verdict.isBroken {
      let row = versions.rows[number]
      guard row.entries.count > 1, Int(row.list) < finalState.lists.count else { continue }
      if let counts = counts[Int32(number)] {
        judge(step, row, Self.history(counts, row, order, writes), counts.last?.at)
      } else if row.entries.count <= Self.longest {
        let final = finalState.lists[Int(row.list)][row.key].fingerprint
        judge(step, row, Self.history(row, final, order, writes), row.entries.last?.at)
      } else {
        tooHard += 1
      }
    }
    if verdict == .held, tooHard > 0 {
      verdict = .unknown(because: "\(tooHard) rows were written by too many at once to be sure")
    }
  }

  private mutating func judge(
    _ step: Step, _ row: RowVersions.Row, _ history: LinearHistory, _ last: Instant?
  ) {
    opportunities += 1
    switch history.isLinearizable(within: Self.limit) {
    case true?: verdict.reach()
    case nil:
      verdict.reach()
      tooHard += 1
    case false?:
      verdict.breaks(
        at: step.at,
        Breach(
          "no order of \(history.operations.count) operations on '\(row.key)' explains what came of them",
          first: row.entries.last.map {
            Fact(
              at: last ?? $0.at, client: $0.client, list: row.list, key: row.key,
              journey: $0.journey, "the server commits '\(row.key)' for the last time")
          },
          second: Fact(
            at: step.at, list: row.list, key: row.key, "the server holds what that does not explain"
          )))
    }
  }

  /// The history of a counter: each count adds at least one to what it found.
  private static func history(
    _ rises: [Count], _ row: RowVersions.Row, _ order: Int, _ writes: WriteHistory
  ) -> LinearHistory {
    var history = LinearHistory(initially: rises.first?.old ?? 0)
    var now = history.initially
    var place = 0
    var previous = rises.first?.order ?? 0
    for count in rises {
      // The step of the count comes just behind that of its own commit.
      while place < row.entries.count, row.entries[place].order <= previous { place += 1 }
      if count.old != now, place < row.entries.count, row.entries[place].order < count.order - 1 {
        // Somebody wrote the row anew in between.
        let wrote = row.entries[place].order
        history.add(.write(count.old), from: wrote, to: wrote)
      }
      let record = writes[count.journey]
      let new = max(count.new, count.old + 1)
      // What is forgotten took effect when it was committed.
      let end = record.forgotten == .nothing ? nil : count.order
      history.add(
        .exchange(count.old, new), from: record.row < 0 ? count.order : record.begin,
        to: record.answer == 0 ? record.end : end)
      (now, previous) = (count.new, count.order)
    }
    history.add(.read(now), from: order, to: order)
    return history
  }

  /// The history of a row: what its writers wrote, and what is there in the end.
  private static func history(
    _ row: RowVersions.Row, _ final: UInt64, _ order: Int, _ writes: WriteHistory
  ) -> LinearHistory {
    var history = LinearHistory(initially: 0)
    for entry in row.entries {
      let record = writes[entry.journey]
      // What no journey brought was done by the server itself, at that moment; and what is forgotten took effect then.
      guard entry.journey != 0, record.row >= 0 else {
        history.add(.write(entry.stamp), from: entry.order, to: entry.order)
        continue
      }
      history.add(
        .write(entry.stamp), from: record.begin, to: record.answer == 0 ? record.end : nil)
    }
    history.add(.read(final), from: order, to: order)
    return history
  }
}
