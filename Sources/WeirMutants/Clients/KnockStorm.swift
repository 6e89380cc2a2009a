// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// A client that asks for a session over and over, instead of waiting longer after each time.
///
///     hello
///     // right: one; wrong: three hundred
struct KnockStorm: ClientTamper {
  /// The number of times that it asks.
  private static let tries = 300

  init() {}

  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int) {
    wishes.storm(Self.tries, from: first) {
      if case .send(_, _, .hello) = $0 { true } else { false }
    }
  }

  static let mutant = Mutant(
    "knock-storm", of: "a reconnect loop without a wait", caughtBy: "bounded-work",
    about: "A session is asked for three hundred times.", tamper: KnockStorm.self)
}
