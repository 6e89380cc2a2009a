// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirTree

/// A client that tells the value of a list before the children that it consists of.
///
///     listen(list), which holds a and b
///     // right: added a, added b, value; wrong: value, added a, added b
struct ValueFirst: ClientTamper {
  init() {}

  mutating func tamper(_ wishes: inout [Client.Wish], from first: Int) {
    for place in first..<wishes.count {
      guard case .heard(let listen, let event) = wishes[place], event.kind == .value else {
        continue
      }
      let child = wishes[first..<place].firstIndex { wish in
        if case .heard(listen, let event) = wish { event.kind != .value } else { false }
      }
      if let child { wishes.insert(wishes.remove(at: place), at: child) }
    }
  }

  static let mutant = Mutant(
    "value-first", of: "a client that breaks guarantee D4", caughtBy: "value-last",
    about: "A list is complete before its rows have come.", tamper: ValueFirst.self)
}
