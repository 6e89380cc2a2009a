// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirDiff
import WeirStatistics
package import WeirTree

/// The steadiness of a list: which of its rows jump, flicker or drift, and how much more is done than had to be.
package struct Steadiness: Sendable {
  /// The last rows that went.
  private var removed: [(key: Key, at: Instant)] = []
  private static let mostRemoved = 32

  /// A list of a client of a group becomes another one.
  mutating func publish(
    from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]], at now: Instant,
    of group: Int?, _ tallies: inout OrderTallies
  ) {
    // Rows that come and go with their sections are not named one by one.
    guard changes.sections.isEmpty else { return }
    let (before, after) = (Self.count(old), Self.count(new))
    let operations = changes.deletes.count + changes.inserts.count + changes.moves.count
    let churn = Double(operations) / Double(max(1, before, after)) * OrderTally.churnUnit
    let again = Self.reinserted(old, changes, new)
    let gone = changes.deletes.count - again.count
    let come = changes.inserts.count - again.count
    var jumped = 0
    if !changes.moves.isEmpty || !again.isEmpty {
      jumped = measureJumps(from: old, changes, again, to: new, of: group, &tallies)
    }
    tallies.add(of: group) {
      $0.publications += 1
      $0.churn.add(Int64(churn))
      $0.operations += operations
      $0.necessary += gone + come + jumped
      $0.jumpedRows.hits += jumped
      $0.jumpedRows.count += max(0, before - gone)
    }
    noteFlicker(old, changes, new, except: again, at: now, of: group, &tallies)
    if old.count == 1, new.count == 1, !old[0].isEmpty, let drift = Self.drift(of: old[0], changes)
    {
      tallies.add(of: group) { $0.drifts.add(Int64(drift)) }
    }
  }

  private static func count(_ sections: [[Row]]) -> Int { sections.reduce(0) { $0 + $1.count } }

  /// The rows that are deleted and inserted by the same update: they moved, whatever it is called.
  private static func reinserted(
    _ old: [[Row]], _ changes: borrowing ChangeSet, _ new: [[Row]]
  ) -> Set<Key> {
    if changes.deletes.isEmpty || changes.inserts.isEmpty { return [] }
    let gone = Set(changes.deletes.compactMap { old.row(at: $0)?.key })
    return gone.intersection(changes.inserts.compactMap { new.row(at: $0)?.key })
  }

  /// Returns the least number of rows that had to leave their place among those that stay.
  private func measureJumps(
    from old: [[Row]], _ changes: borrowing ChangeSet, _ again: Set<Key>, to new: [[Row]],
    of group: Int?, _ tallies: inout OrderTallies
  ) -> Int {
    var places: [Key: Int] = [:]
    for row in old.joined() { places[row.key] = places.count }
    var moved = again
    for move in changes.moves {
      if let row = new.row(at: move.to) { moved.insert(row.key) }
    }
    var series: [Int] = []
    for (place, row) in new.joined().enumerated() {
      guard let origin = places[row.key] else { continue }
      series.append(origin)
      if moved.contains(row.key) {
        tallies.add(of: group) { $0.jumpDistances.add(Int64(abs(place - origin))) }
      }
    }
    return series.count - Rise.longest(in: series)
  }

  private mutating func noteFlicker(
    _ old: [[Row]], _ changes: borrowing ChangeSet, _ new: [[Row]], except again: Set<Key>,
    at now: Instant, of group: Int?, _ tallies: inout OrderTallies
  ) {
    if !removed.isEmpty {
      for place in changes.inserts {
        guard let row = new.row(at: place), !again.contains(row.key),
          let place = removed.lastIndex(where: { $0.key == row.key })
        else { continue }
        if now - removed.remove(at: place).at <= OrderMeter.flickerTime {
          tallies.add(of: group) { $0.flicker.hits += 1 }
        }
      }
    }
    for place in changes.deletes {
      guard let row = old.row(at: place), !again.contains(row.key) else { continue }
      tallies.add(of: group) { $0.flicker.count += 1 }
      if removed.count == Self.mostRemoved { removed.removeFirst() }
      removed.append((row.key, now))
    }
  }

  /// By how many places the first row that stays is pushed away; nil if none stays.
  package static func drift(of old: [Row], _ changes: borrowing ChangeSet) -> Int? {
    let gone = (changes.deletes + changes.moves.map(\.from)).sorted()
    let come = (changes.inserts + changes.moves.map(\.to)).sorted()
    func firstFree(_ taken: [Place]) -> Int {
      var place = 0
      for next in taken where Int(next.row) == place { place += 1 }
      return place
    }
    let first = firstFree(gone)
    return first < old.count ? abs(firstFree(come) - first) : nil
  }
}
