// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient

extension [Client.Wish] {
  /// Says each wish of some kind many times, where it stands.
  mutating func storm(_ times: Int, from first: Int, where isMeant: (Client.Wish) -> Bool) {
    for place in (first..<count).reversed() where isMeant(self[place]) {
      insert(contentsOf: Array(repeating: self[place], count: times - 1), at: place)
    }
  }
}
