extension ConsistencyEngine {
  /// Gives a holder the models that are kept up for it, and registers it under their identities.
  mutating func setLive(_ tree: ModelTree, of number: Int) {
    guard var holder = holders[number] else { return }
    let old = holder.live
    if holder.shadow == nil { holder.visible = tree } else { holder.shadow = tree }
    holder.revision += 1
    holders[number] = nil  // so that the trees are not copied
    for id in old.ids where tree.times[id] == nil {
      unregister(number, under: id)
    }
    for id in tree.ids where old.times[id] == nil { register(number, under: id) }
    holders[number] = holder
  }

  /// Registers a holder under an identity; once is enough.
  mutating func register(_ number: Int, under id: ModelID) {
    let place = index[id, default: []].place(of: number)
    if index[id]?.count ?? 0 > place, index[id]?[place] == number { return }
    index[id, default: []].insert(number, at: place)
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
    var numbers: [Int] = []
    var known: Set<Int> = []
    for id in ids {
      for number in index[id] ?? [] where known.insert(number).inserted { numbers.append(number) }
    }
    return numbers.sorted()
  }
}

extension [Int] {
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
