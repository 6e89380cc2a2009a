// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun

/// Reads what a write depends on, and does not demand of the server that it is still so.
///
///     a is read, as a save wants it to be there; a is removed; the save is written: a is back, with one field
struct DemandsDropped: StackInterceptor {
  static let mutant = Mutant(
    "demands-dropped", of: "Realtime 2.11, where preconditions are reads", caughtBy: "forms",
    about: "A row that is removed between the reading of a save and its write comes back.",
    door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard case .conditionalWrite(let tag, let write, _, let journey) = wishes[place] else {
        continue
      }
      wishes[place] = .write(tag: tag, write, journey: journey)
    }
  }
}
