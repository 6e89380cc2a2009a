// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Keeps what its listens held when it is closed, and shows it in the next life, too.
///
/// Our own list streams did, before anybody closed and opened one in a test: a row that was removed in between was
/// told to nobody and stayed for ever.
///
///     a b | closed | a is removed | opened: a b
enum RowsOutlive: StackHabits {
  static let mutant = Mutant(
    "rows-outlive", of: "Weir", caughtBy: "converge",
    about: "Shows rows of the life before.", Self.self)

  static var rowsOutliveClosing: Bool { true }
}
