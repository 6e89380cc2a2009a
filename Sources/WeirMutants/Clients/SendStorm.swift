// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// A client that sends again whatever is not answered at once.
///
///     set(list/a)
///     // right: one message; wrong: a hundred
struct SendStorm: ClientTamper {
  /// The number of times it tries.
  private static let tries = 100

  init() {}

  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int) {
    wishes.storm(Self.tries, from: first) {
      if case .send(_, _, .write) = $0 { true } else { false }
    }
  }

  static let mutant = Mutant(
    "send-storm", of: "a retry loop without a wait", caughtBy: "bounded-work",
    about: "A write is sent a hundred times.", tamper: SendStorm.self)
}
