// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// A client that forgets to tell the server that nobody listens any more.
///
///     unlisten(list)
///     // right: the server hears of it; wrong: it tells every change for ever
struct ListenKept: ClientTamper {
  init() {}

  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int) {
    for place in (first..<wishes.count).reversed() {
      if case .send(_, _, .unlisten) = wishes[place] { wishes.remove(at: place) }
    }
  }

  static let mutant = Mutant(
    "listen-kept", of: "AngularFire #1773", caughtBy: "leak",
    about: "The server is not told that nobody listens any more.", tamper: ListenKept.self)
}
