// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirRun
import WeirTrace

// Bugs of forms with sections. Each begins with the smallest story in which it shows.

/// Tells the list view of each change when the next one comes.
///
///     a is opened: nothing; its word changes: a is shown with the word before
struct SheetBehind: StackInterceptor {
  static let mutant = Mutant(
    "sheet-behind", of: "updates that wait for the next one", caughtBy: "sheets",
    about: "A form in sections is one change behind.", door: Self.self)

  /// The number of changes that were told.
  private var count = 0

  init() {}

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first).reversed() {
      guard case .publishSurface(2) = wishes[place] else { continue }
      count += 1
      if count == 2 { wishes.remove(at: place) }
    }
  }
}

/// Moves a row in the form, and on the screen when something else changes.
///
///     the lead is moved above the word: it stays below; the word changes: the lead stands above it
struct ArrangedLate: StackInterceptor {
  static let mutant = Mutant(
    "arranged-late", of: "Realtime U2", caughtBy: "sheets",
    about: "A row that was moved in a form stays where it was until something else changes.",
    door: Self.self)

  /// The number of changes that are not told.
  private var owed = 0

  init() {}

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first).reversed() {
      guard case .publishSurface(2) = wishes[place] else { continue }
      if place > first, case .note(let note) = wishes[place - 1], Self.isArranged(note) {
        wishes.remove(at: place)
        owed += 1
      } else if owed > 0 {
        wishes.insert(contentsOf: Array(repeating: .publishSurface(2), count: owed), at: place)
        owed = 0
      }
    }
  }

  /// `true` if a note says that somebody has arranged a sheet.
  private static func isArranged(_ note: StackNote) -> Bool {
    ObjectNotes.arranged.isSaid(
      by: Step(at: .zero, .noted, client: 0, list: 0, x: note.x, y: note.words))
  }
}
