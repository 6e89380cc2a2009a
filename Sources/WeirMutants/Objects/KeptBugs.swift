// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirTree

// Bugs of apps that keep what they hear of objects. Each begins with the smallest story in which it shows.

/// Keeps a row that is gone.
///
///     a is opened and kept; a is removed; the app is killed, and a is opened without a connection: it is there
struct GoneRowKept: StackInterceptor {
  static let mutant = Mutant(
    "gone-row-kept", of: "caches that nobody empties", caughtBy: "kept-forms",
    about: "What is kept of a row stays when the row is removed.", door: Self.self)

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.reversed() where place >= first {
      if case .store(_, .save(_, .null)) = wishes[place] { wishes.remove(at: place) }
    }
  }
}

/// Keeps a row as it was heard first.
///
///     a is opened and kept; a is changed; the app is killed, and a is opened without a connection: it is as it was
struct FirstHeardKept: StackInterceptor {
  static let mutant = Mutant(
    "first-heard-kept", of: "caches that are filled once", caughtBy: "kept-forms",
    about: "What is kept of a row is not replaced by what was heard since.", door: Self.self)

  private var seen: [Key] = []

  init() {}

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.reversed() where place >= first {
      guard case .store(_, .save(let key, _)) = wishes[place] else { continue }
      if seen.contains(key) { wishes.remove(at: place) } else { seen.append(key) }
    }
  }
}
