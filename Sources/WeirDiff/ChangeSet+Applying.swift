import WeirCore

extension ChangeSet {
  /// The list that `old` becomes, with the contents of rows that are new or changed taken from `new`.
  ///
  ///     let changes = ChangeSet(deletes: [1], inserts: [2], moves: [.init(from: 2, to: 0)])
  ///     changes.applying(to: ["a", "b", "c"], contents: ["c", "a", "d"])  // ["c", "a", "d"]
  ///
  /// Rows that neither changed nor are new come from `old`: a change set that forgets a change gives
  /// another list than `new`. The change set must keep its promise; see
  /// ``checkShape(oldCount:newCount:)``.
  ///
  /// - Complexity: O(*n*).
  public func applying<Row>(to old: [Row], contents new: [Row]) -> [Row] {
    let breach = checkShape(oldCount: old.count, newCount: new.count)
    invariant(breach == nil, "a change set that cannot be applied: \(breach ?? "")")
    var rows = origins(oldCount: old.count, newCount: new.count).enumerated().map { place, origin in
      origin < 0 ? new[place] : old[origin]
    }
    for update in updates { rows[Int(update.new.row)] = new[Int(update.new.row)] }
    return rows
  }

  /// For each place in the new list, the place in the old list that its row comes from, or −1 if it is
  /// inserted; every index must be in bounds and the counts must agree.
  func origins(oldCount: Int, newCount: Int) -> [Int] {
    let unknown = -2
    var isGone = [Bool](repeating: false, count: oldCount)
    var origins = [Int](repeating: unknown, count: newCount)
    for place in deletes { isGone[Int(place.row)] = true }
    for place in inserts { origins[Int(place.row)] = -1 }
    for move in moves {
      isGone[Int(move.from.row)] = true
      origins[Int(move.to.row)] = Int(move.from.row)
    }
    var next = 0
    for place in 0..<newCount where origins[place] == unknown {
      while isGone[next] { next += 1 }
      origins[place] = next
      next += 1
    }
    return origins
  }
}
