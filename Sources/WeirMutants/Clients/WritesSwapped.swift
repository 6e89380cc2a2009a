// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// A client that sends what has waited for a connection in another order than it was written.
///
///     offline: set(list/a, 1), set(list/a, 2); online
///     // right: 1, then 2; wrong: 2, then 1, which stands
struct WritesSwapped: ClientTamper {
  init() {}

  /// Of the writes that leave at once each pair changes places; their numbers do not.
  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int) {
    var waiting: Int?
    for place in first..<wishes.count {
      guard case .send(let journey, let session, .write(let id, let write, nil)) = wishes[place]
      else { continue }
      guard let other = waiting,
        case .send(let journey2, _, .write(let id2, let write2, nil)) = wishes[other]
      else {
        waiting = place
        continue
      }
      wishes[other] = .send(
        journey: journey, session: session, .write(id: id2, write, guard: nil))
      wishes[place] = .send(
        journey: journey2, session: session, .write(id: id, write2, guard: nil))
      waiting = nil
    }
  }

  static let mutant = Mutant(
    "writes-swapped", of: "a client that breaks guarantee D3", caughtBy: "write-order",
    about: "What was written offline is sent in another order.", tamper: WritesSwapped.self)
}
