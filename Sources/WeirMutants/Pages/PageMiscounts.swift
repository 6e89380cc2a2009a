// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirStreams

/// Says that a page has brought as many rows as were asked of the server, which are its own and the one before it.
///
///     a page of 5 behind the row f  // right: 5 rows are new; wrong: 6
enum PageMiscounts: StackHabits {
  static let mutant = Mutant(
    "page-miscounts", of: "the row between two pages, counted with both", caughtBy: "pages",
    about: "A page says that it brought one row more than it shows.", Self.self)

  static func told(_ new: Int) -> Int { new == 0 ? 0 : new + 1 }
}
