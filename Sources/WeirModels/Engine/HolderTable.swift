// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The holders of an engine by number, each where it can be changed without being copied.
struct HolderTable: Sendable {
  /// The places of the holders that are open.
  private var places: [Int: Int] = [:]
  private var holders: [Holder] = []
  private var free: [Int] = []

  /// The number of holders that are open.
  var count: Int { places.count }

  /// The numbers of the holders that are open, in the order in which they were opened.
  var numbers: [Int] { places.keys.sorted() }

  /// Opens a holder.
  mutating func open(_ number: Int, _ holder: Holder) {
    if let place = free.popLast() {
      places[number] = place
      holders[place] = holder
    } else {
      places[number] = holders.count
      holders.append(holder)
    }
  }

  /// Closes a holder.
  mutating func close(_ number: Int) {
    let place = place(of: number)
    places[number] = nil
    holders[place] = Holder()
    free.append(place)
    if !places.isEmpty { return }
    (holders, free) = ([], [])
  }

  /// The holder of a number.
  subscript(number: Int) -> Holder {
    _read { yield holders[place(of: number)] }
    _modify { yield &holders[place(of: number)] }
  }

  private func place(of number: Int) -> Int {
    guard let place = places[number] else {
      invariantBroken("holder \(number) was closed or never opened")
    }
    return place
  }
}
