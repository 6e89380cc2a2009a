// SPDX-License-Identifier: Apache-2.0
extension ChangeSet {
  /// Returns the first way in which the change set breaks its promise for flat lists of these
  /// sizes, or `nil`.
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
    if !sections.isEmpty { return "a change of sections in a flat list" }
    return checkShape(old: [oldCount], new: [newCount])
  }

  /// Returns the first way in which the change set breaks its promise for sections with these
  /// numbers of rows.
  ///
  /// Further promises: what is said of sections obeys the same rules, no row is named as deleted in a
  /// deleted section nor as inserted in an inserted one, and the counts agree in each section that stays.
  ///
  /// - Complexity: O(*n*).
  public func checkShape(old: [Int], new: [Int]) -> String? {
    if let breach = sections.checkShape(oldCount: old.count, newCount: new.count) { return breach }
    return breachOfOrder(old, new) ?? breachOfConflict() ?? breachOfNaming()
      ?? breachOfCounts(old, new) ?? breachOfUpdates(old, new)
  }

  private func breachOfOrder(_ old: [Int], _ new: [Int]) -> String? {
    breachOfOrder(deletes, "delete", of: old)
      ?? breachOfOrder(inserts, "insert", of: new)
      ?? breachOfOrder(moves.map(\.to), "move to", of: new)
      ?? breachOfOrder(moves.map(\.from).sorted(), "move from", of: old)
      ?? breachOfOrder(updates.map(\.old), "update", of: old)
  }

  private func breachOfConflict() -> String? {
    breachOfSeparation(deletes, moves.map(\.from), "deleted and moved")
      ?? breachOfSeparation(inserts, moves.map(\.to), "inserted and moved to")
  }

  private func breachOfOrder(_ places: [Place], _ what: String, of counts: [Int]) -> String? {
    for (place, index) in zip(places, places.indices) {
      if place.section < 0 || Int(place.section) >= counts.count {
        return "\(what) of row \(place), but there are \(counts.count) sections"
      }
      let count = counts[Int(place.section)]
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

  private func breachOfNaming() -> String? {
    if sections.isEmpty { return nil }
    let (gone, come) = (Set(sections.deletes), Set(sections.inserts))
    if let place = deletes.first(where: { gone.contains($0.section) }) {
      return "delete of row \(place), which goes with its section"
    }
    if let place = inserts.first(where: { come.contains($0.section) }) {
      return "insert of row \(place), which comes with its section"
    }
    return nil
  }

  private func breachOfCounts(_ old: [Int], _ new: [Int]) -> String? {
    let origins = sections.origins(oldCount: old.count, newCount: new.count)
    var less = [Int](repeating: 0, count: old.count)
    var more = [Int](repeating: 0, count: new.count)
    for place in deletes { less[Int(place.section)] += 1 }
    for place in inserts { more[Int(place.section)] += 1 }
    var departures = less
    var arrivals = more
    for move in moves {
      departures[Int(move.from.section)] += 1
      arrivals[Int(move.to.section)] += 1
    }
    for (section, origin) in origins.enumerated() where origin >= 0 {
      if old[origin] - departures[origin] + arrivals[section] == new[section] { continue }
      let moved = departures[origin] - less[origin] == arrivals[section] - more[section]
      let (out, come) = moved ? (less, more) : (departures, arrivals)
      return
        "\(old[origin]) rows less \(out[origin]) and \(come[section]) more are not \(new[section])"
    }
    return nil
  }

  private func breachOfUpdates(_ old: [Int], _ new: [Int]) -> String? {
    if updates.isEmpty { return nil }
    let rows = Origins(self, old: old, new: new).rows
    for update in updates {
      let (section, row) = (Int(update.new.section), Int(update.new.row))
      guard rows.indices.contains(section), rows[section].indices.contains(row),
        rows[section][row] == update.old
      else { return "update of row \(update.old), which does not become row \(update.new)" }
    }
    return nil
  }
}

extension SectionChanges {
  /// Checks sections as ``ChangeSet/checkShape(oldCount:newCount:)`` checks rows.
  func checkShape(oldCount: Int, newCount: Int) -> String? {
    if isEmpty {
      return oldCount == newCount
        ? nil : "\(oldCount) sections less 0 and 0 more are not \(newCount)"
    }
    // Sections change as the rows of one flat list do.
    let flat = ChangeSet(
      deletes: deletes.map { Place($0) }, inserts: inserts.map { Place($0) },
      moves: moves.map { .init(from: Place($0.from), to: Place($0.to)) },
      updates: updates.map { .init(old: Place($0.old), new: Place($0.new)) })
    return flat.checkShape(oldCount: oldCount, newCount: newCount).map { "sections: \($0)" }
  }

  /// Returns, for each new section, the old one that it comes from, or −1.
  @usableFromInline
  func origins(oldCount: Int, newCount: Int) -> [Int] {
    Origins.origins(
      deletes: deletes.map(Int.init), inserts: inserts.map(Int.init),
      moves: moves.map { (Int($0.from), Int($0.to)) }, oldCount: oldCount, newCount: newCount)
  }
}
