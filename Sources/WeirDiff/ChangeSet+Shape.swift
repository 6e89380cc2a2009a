extension ChangeSet {
  /// The first way in which the change set breaks its promise for lists of these sizes, or `nil`.
  ///
  ///     ChangeSet(deletes: [3]).checkShape(oldCount: 3, newCount: 2)
  ///     // "delete of row 3 in a list of 3"
  ///
  /// The promise is that every array is sorted without repetition and in bounds, that no place is
  /// deleted and moved, or inserted and moved to, that the counts agree, and that every update names
  /// the two places of one row that stays.
  ///
  /// - Complexity: O(*n*).
  public func checkShape(oldCount: Int, newCount: Int) -> String? {
    breachOfOrder(deletes, "delete", of: oldCount)
      ?? breachOfOrder(inserts, "insert", of: newCount)
      ?? breachOfOrder(moves.map(\.to), "move to", of: newCount)
      ?? breachOfOrder(moves.map(\.from).sorted(), "move from", of: oldCount)
      ?? breachOfOrder(updates.map(\.old), "update", of: oldCount)
      ?? breachOfSeparation(deletes, moves.map(\.from), "deleted and moved")
      ?? breachOfSeparation(inserts, moves.map(\.to), "inserted and moved to")
      ?? breachOfCounts(oldCount, newCount)
      ?? breachOfUpdates(oldCount, newCount)
  }

  private func breachOfOrder(_ places: [Place], _ what: String, of count: Int) -> String? {
    for (place, index) in zip(places, places.indices) {
      if place.section != 0 || !sections.isEmpty { return "a section other than the only one" }
      if place.row < 0 || Int(place.row) >= count {
        return "\(what) of row \(place) in a list of \(count)"
      }
      if index > 0, places[index - 1] == place { return "\(what) of row \(place) twice" }
      if index > 0, places[index - 1] > place {
        return "\(what) of row \(place) after row \(places[index - 1])"
      }
    }
    return nil
  }

  private func breachOfSeparation(_ a: [Place], _ b: [Place], _ what: String) -> String? {
    let b = b.sorted()
    var next = 0
    for place in a {
      while next < b.count, b[next] < place { next += 1 }
      if next < b.count, b[next] == place { return "row \(place) is \(what)" }
    }
    return nil
  }

  private func breachOfCounts(_ oldCount: Int, _ newCount: Int) -> String? {
    if oldCount - deletes.count + inserts.count == newCount { return nil }
    return "\(oldCount) rows less \(deletes.count) and \(inserts.count) more are not \(newCount)"
  }

  private func breachOfUpdates(_ oldCount: Int, _ newCount: Int) -> String? {
    if updates.isEmpty { return nil }
    let origins = origins(oldCount: oldCount, newCount: newCount)
    for update in updates {
      let new = Int(update.new.row)
      guard origins.indices.contains(new), origins[new] == Int(update.old.row) else {
        return "update of row \(update.old), which does not become row \(update.new)"
      }
    }
    return nil
  }
}
