public import WeirDiff

extension SharedList {
  /// Applies a change of a flat list; `row` returns the rows that are new, moved or changed by their
  /// new places.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes, O(*n*) if there are very many.
  @inlinable
  package mutating func apply(_ changes: ChangeSet, row: (Int) -> Row) {
    let away = (changes.deletes + changes.moves.map(\.from)).sorted()
    let here = (changes.inserts + changes.moves.map(\.to)).sorted()
    // To copy a leaf for each row costs about as much as to pass a hundred rows.
    if changes.count > 64, changes.count > count / 128 {
      self = SharedList(merged(rows, away, here, changes.updates, row))
      return
    }
    for place in away.reversed() { remove(at: Int(place.row)) }
    for place in here { insert(row(Int(place.row)), at: Int(place.row)) }
    for update in changes.updates {
      replace(at: Int(update.new.row), with: row(Int(update.new.row)))
    }
  }

  /// Returns the rows after a change of many, in one pass.
  @inlinable
  func merged(
    _ old: [Row], _ away: [Place], _ here: [Place], _ updates: [ChangeSet.Update],
    _ row: (Int) -> Row
  ) -> [Row] {
    var new: [Row] = []
    new.reserveCapacity(old.count - away.count + here.count)
    var (gone, come) = (0, 0)
    func takeArrivals() {
      while come < here.count, Int(here[come].row) == new.count {
        new.append(row(new.count))
        come += 1
      }
    }
    for index in old.indices {
      if gone < away.count, Int(away[gone].row) == index {
        gone += 1
        continue
      }
      takeArrivals()
      new.append(old[index])
    }
    takeArrivals()
    for update in updates { new[Int(update.new.row)] = row(Int(update.new.row)) }
    return new
  }
}
