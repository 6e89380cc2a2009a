// SPDX-License-Identifier: Apache-2.0
extension ConsistencyEngine {
  /// Gives a holder the models that are kept up for it, and registers it under their identities.
  mutating func setLive(_ tree: ModelTree, of number: Int) {
    let old = holders[number].keep(tree)
    if old === tree.shape { return }
    for id in old.ids where !tree.has(id) { unregister(number, under: id) }
    for id in tree.ids where old.place(of: id) == nil { register(number, under: id) }
  }

  /// Registers a holder under an identity; once is enough.
  mutating func register(_ number: Int, under id: ModelID) {
    index[id, default: []].insertRising(number)
  }

  /// Takes a holder from an identity.
  mutating func unregister(_ number: Int, under id: ModelID) {
    guard let numbers = index[id] else { return }
    let place = numbers.place(of: number)
    guard place < numbers.count, numbers[place] == number else { return }
    if numbers.count == 1 { index[id] = nil } else { index[id]?.remove(at: place) }
  }

  /// Returns the holders that have one of some identities, in the order in which they were opened.
  func holders(of ids: [ModelID]) -> [Int] {
    if ids.count == 1 { return index[ids[0]] ?? [] }
    var numbers: [Int] = []
    for id in ids { numbers += index[id] ?? [] }
    numbers.sort()
    var last = 0  // no holder has the number 0
    return numbers.filter { number in
      defer { last = number }
      return number != last
    }
  }
}

extension [Int] {
  /// Inserts a number in rising numbers, unless it is there.
  mutating func insertRising(_ number: Int) {
    let place = place(of: number)
    if place == count || self[place] != number { insert(number, at: place) }
  }

  /// The place of a number in rising numbers, or where it belongs.
  func place(of number: Int) -> Int {
    if let last, last < number { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
