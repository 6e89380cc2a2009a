// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirDiff
import WeirTree

/// The rows of a list as they lie in memory, once for all phones whose lists have come to the same.
///
/// Whoever holds it alone changes it where it lies. Lists that are ``Kin`` remember with it what the first of them did that
/// went on from there: those that hear the same go over to the rows that it came to, and do none of its work.
///
/// It is written to while it has a single owner; only what kin remember is written to while it has several, and kin are
/// never used by two threads at once. That is why it may call itself sendable, and why its accesses need no checks.
final class RowsVersion: @unchecked Sendable {
  @safe @exclusivity(unchecked) var rows: LoadedRows
  /// The lists that may share it; nil: it belongs to a single one, and to copies of that.
  let kin: Kin?
  /// What a list did last that went on from here.
  private var last: RowsStep?
  /// A version from which a step leads here, while there is one.
  private unowned(unsafe) var previous: RowsVersion?

  init(_ rows: LoadedRows, _ kin: Kin? = nil) {
    self.rows = rows
    self.kin = kin
  }

  deinit {
    forgetSuccessors()
    if let kin { kin.forget(self) }
  }

  private func forget(_ version: RowsVersion) {
    if unsafe previous === version { unsafe previous = nil }
  }

  // To ask the rows for these from outside would take a copy of all of them.

  /// Puts the published rows, as one section, in the place of those that `sections` has.
  func show(in sections: inout [[Row]]) {
    if rows.shownRows.count != rows.shown.count { return rows.show(in: &sections) }
    if sections.count == 1 { sections[0] = rows.shownRows } else { sections = [rows.shownRows] }
  }

  /// `true` if a listen shows the child.
  func holds(_ key: Key) -> Bool {
    rows.slots.slot(of: key) { rows.rows[$0].key == key }.map { rows.rows[$0].isHeld } ?? false
  }

  /// `true` if a list went on from here.
  var hasSuccessors: Bool { last != nil }

  /// Returns what a list did that went on from here, has heard the same, and has as many rows then.
  func step(by heard: [HeardRow], count: Int) -> RowsStep? {
    var step = last
    while let known = step {
      if known.isOf(heard, count: count) { return known }
      step = known.other
    }
    return nil
  }

  /// Remembers what a list did that went on from here, unless another one has heard the same.
  ///
  /// A phone that lags behind holds on to the versions to which its own leads; that the last few alone remember their steps
  /// keeps these few.
  func remember(_ heard: [HeardRow], count: Int, _ changes: ChangeSet, after: RowsVersion) {
    if last?.number == Self.mostWays || step(by: heard, count: count) != nil { return }
    last = RowsStep(heard, count: count, changes, after: after, beside: last)
    if unsafe after.previous == nil { unsafe after.previous = self }
    var first = self
    for _ in 0..<Self.mostSteps {
      guard let before = unsafe first.previous else { return }
      first = before
    }
    first.forgetSuccessors()
  }

  /// `true` if what lists did leads from here to another version.
  func leads(to other: RowsVersion) -> Bool {
    var step = last
    while let known = step {
      if known.after === other || known.after.leads(to: other) { return true }
      step = known.other
    }
    return false
  }

  /// Forgets what lists did that went on from here.
  func forgetSuccessors() {
    var step = last
    while let known = step {
      known.after.forget(self)
      step = known.other
    }
    last = nil
  }

  /// The number of ways to go on that are remembered: some hear two things at once that others hear one after the other.
  private static let mostWays = 3
  /// The number of steps behind which nobody goes on from what others remember.
  private static let mostSteps = 4
}

/// What a list has heard between two publications, and what came of it.
final class RowsStep: Sendable {
  private let heard: [HeardRow]
  /// The number of rows that are published then.
  private let count: Int
  /// The changes of the publication.
  private let changes: ChangeSet
  /// `true` if there are none.
  let isSilent: Bool
  let after: RowsVersion
  /// What a list did before it that went on from the same rows.
  let other: RowsStep?
  /// The number of such steps, with this one.
  let number: Int

  init(
    _ heard: [HeardRow], count: Int, _ changes: ChangeSet, after: RowsVersion,
    beside other: RowsStep?
  ) {
    self.heard = heard
    self.count = count
    self.changes = changes
    isSilent = changes.isEmpty
    self.after = after
    self.other = other
    number = (other?.number ?? 0) + 1
  }

  /// `true` if a list that has heard this, and is to publish so many rows, comes to the same.
  func isOf(_ other: [HeardRow], count: Int) -> Bool {
    guard self.count == count, heard.count == other.count else { return false }
    for place in heard.indices {
      // On the same rows, a key and what its row shows say which kind of event it was.
      if heard[place].stamp != other[place].stamp || heard[place].key != other[place].key {
        return false
      }
    }
    return true
  }

  /// Says the changes, in the memory of the last ones if they are few, so that the next ones find room there.
  func say(in said: inout ChangeSet) {
    said.deletes.become(changes.deletes)
    said.inserts.become(changes.inserts)
    said.moves.become(changes.moves)
    said.updates.become(changes.updates)
  }
}

/// A data event, as far as it matters to the rows.
struct HeardRow: Sendable {
  var kind: DataEvent.Kind
  var key: Key
  /// The child; null if it went.
  var node: Node
  /// The stamp of the row that shows the child.
  var stamp: UInt64

  init(_ kind: DataEvent.Kind, _ key: Key, _ node: Node) {
    (self.kind, self.key, self.node) = (kind, key, node)
    stamp = StreamItem.stamp(of: node, under: .null)
  }
}

extension Array {
  @inline(__always)
  fileprivate mutating func become(_ other: [Element]) {
    if other.count > 16 {
      self = other
      return
    }
    empty()
    for place in other.indices { append(other[place]) }
  }
}

/// The lists of several phones that show the same part of one location, and may share their rows.
final class Kin: @unchecked Sendable {
  /// The version that was made last.
  private unowned(unsafe) var last: RowsVersion?
  /// The one before it: where two phones go the same way in two orders, each has the other one's rows behind it.
  private unowned(unsafe) var lastButOne: RowsVersion?
  /// The number of times that a list went on by itself lately, and for others.
  private var made = 0
  /// The number of times that one went on as another one had.
  private var taken = 0

  /// `true` if it pays that what is heard waits for others.
  ///
  /// To go on by itself from rows that others have, too, costs a list as much more as three save that take them over. Some are
  /// still to come that go on as the last one did.
  var pays: Bool { made < Self.fewest || taken + Self.fewest >= 3 * made }

  private static let fewest = 8

  /// Counts a list that went on by itself.
  func noteMade() {
    made += 1
    if made < 8 * Self.fewest { return }
    // What was long ago counts for little.
    (made, taken) = (made / 2, taken / 2)
  }

  /// Counts one that went on as another one had.
  func noteTaken() { taken += 1 }

  /// Tries it anew, for another list has come.
  func tryAnew() { (made, taken) = (0, 0) }

  /// Returns the rows as another list has come to them, if they are those of a version and were made lately; else that
  /// version, which is the last one from now on.
  ///
  /// `before` is the version from which a step is to lead there. Where somebody takes back what they did, the rows are those
  /// of before: were these taken, the steps would go round in a circle, and each version would hold the others for ever.
  func shared(_ version: RowsVersion, after before: RowsVersion?) -> RowsVersion {
    if let known = unsafe last, known.replaces(version, after: before) { return known }
    if let known = unsafe lastButOne, known.replaces(version, after: before) { return known }
    if unsafe last !== version {
      unsafe lastButOne = last
      unsafe last = version
    }
    return version
  }

  fileprivate func forget(_ version: RowsVersion) {
    if unsafe last === version { unsafe last = nil }
    if unsafe lastButOne === version { unsafe lastButOne = nil }
  }
}

extension RowsVersion {
  /// `true` if this one can stand in the place of another version, and steps from the one before that do not lead in a circle.
  fileprivate func replaces(_ other: RowsVersion, after before: RowsVersion?) -> Bool {
    guard self !== other, self !== before, other.rows.isPlain(of: rows.listen),
      rows.isPlain(of: other.rows.listen), rows.isAlike(other.rows)
    else { return false }
    return before.map { !leads(to: $0) } ?? true
  }
}
