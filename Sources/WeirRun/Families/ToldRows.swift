// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirTree

/// The rows on a screen that is told what it shows, change by change, and never looks for itself what is there: so a change
/// that nobody told it of shows.
///
///     rows.begin()                   // a life in which nothing was told
///     rows.tell([ann])               // the screen is to be published
///     rows.publish(into: &update)    // it shows Ann
struct ToldRows: Sendable {
  /// A change that is told, and the rows after it.
  private struct Telling: Sendable {
    var changes: ChangeSet
    var rows: [Row]
    var isFirst: Bool
    var isProvisional: Bool
  }

  /// The rows that are shown.
  private(set) var shown: [Row] = []
  private var tellings: [Telling] = []
  private var hasBegun = false

  /// The rows when all is told.
  private var told: [Row] { tellings.last?.rows ?? shown }

  /// Begins a life in which nothing was told.
  mutating func begin() { hasBegun = false }

  /// Ends a life; what is shown stays.
  mutating func end() { tellings = [] }

  /// Takes in that these rows are shown now.
  ///
  /// Without changes it finds them itself. What it is told it shows, also if nothing is different.
  mutating func tell(_ rows: [Row], _ changes: ChangeSet? = nil, isProvisional: Bool = false) {
    let isFirst = !hasBegun
    let changes = isFirst ? diff(from: shown, to: rows) : changes ?? diff(from: told, to: rows)
    hasBegun = true
    tellings.append(
      Telling(changes: changes, rows: rows, isFirst: isFirst, isProvisional: isProvisional))
  }

  /// `true` if something else would be shown if these rows were.
  func differs(from rows: [Row]) -> Bool { !hasBegun || told != rows }

  /// Shows the next of the changes that it was told.
  mutating func publish(into update: inout StackUpdate) {
    update.removeAll()
    invariant(!tellings.isEmpty, "a screen publishes what it was not told")
    let telling = tellings.removeFirst()
    update.changes = telling.changes
    update.isFirst = telling.isFirst
    update.isProvisional = telling.isProvisional
    shown = telling.rows
  }
}
