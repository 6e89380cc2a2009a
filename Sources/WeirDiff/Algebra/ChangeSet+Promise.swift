// SPDX-License-Identifier: Apache-2.0
extension ChangeSet {
  /// `true` if there are lists between which the change set keeps its promise.
  ///
  ///     ChangeSet(deletes: [1, 1]).isWellFormed  // false: a row goes once
  ///     ChangeSet(updates: [.init(old: 1, new: 0)]).isWellFormed  // false: nothing before row 1 goes
  ///     ChangeSet(deletes: [0], updates: [.init(old: 1, new: 0)]).isWellFormed  // true
  ///
  /// It says what can be said of the change set alone. ``checkShape(oldCount:newCount:)`` knows how long the lists are,
  /// and has words for what is wrong.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public var isWellFormed: Bool {
    let (from, to) = (moves.map(\.from).sorted(), moves.map(\.to))
    return sections.isWellFormed && Self.isInOrder(deletes) && Self.isInOrder(inserts)
      && Self.isInOrder(from) && Self.isInOrder(to) && Self.isInOrder(updates.map(\.old))
      && Self.areApart(deletes, from) && Self.areApart(inserts, to)
      && !deletes.contains { sections.deletes.contains(sorted: $0.section) }
      && !inserts.contains { sections.inserts.contains(sorted: $0.section) }
      && updatesAreOfRowsThatStay(from)
  }

  /// `true` if places are in bounds of some list, and rise.
  private static func isInOrder(_ places: [Place]) -> Bool {
    places.allSatisfy { $0.section >= 0 && $0.row >= 0 }
      && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  private static func areApart(_ a: [Place], _ b: [Place]) -> Bool {
    !a.contains { b.contains(sorted: $0) }
  }

  /// `true` if each update names the two places of one row; everything else must be well formed.
  private func updatesAreOfRowsThatStay(_ from: [Place]) -> Bool {
    if updates.isEmpty { return true }
    let targets = moves.sorted { $0.from < $1.from }
    let departures = (deletes + from).sorted()
    let arrivals = (inserts + moves.map(\.to)).sorted()
    var way = Passage(departures: [], arrivals: [])
    var home: (old: Int32, new: Int32?)?
    for update in updates {
      let move = from.place(sorted: update.old)
      if move < from.count, from[move] == update.old {
        if targets[move].to != update.new { return false }
        continue
      }
      let section = update.old.section
      if home?.old != section {
        home = (section, sections.successor(of: section))
        way = Passage(
          departures: departures.rows(sorted: section),
          arrivals: home?.new.map { arrivals.rows(sorted: $0) } ?? [])
      }
      guard let new = home?.new, new == update.new.section,
        way.successor(of: update.old.row) == Int(update.new.row)
      else { return false }
    }
    return true
  }
}

extension SectionChanges {
  /// `true` if there are lists of sections between which the changes keep their promise.
  var isWellFormed: Bool {
    // Sections change as the rows of one flat list do.
    if isEmpty { return true }
    return ChangeSet(
      deletes: deletes.map { Place($0) }, inserts: inserts.map { Place($0) },
      moves: moves.map { .init(from: Place($0.from), to: Place($0.to)) },
      updates: updates.map { .init(old: Place($0.old), new: Place($0.new)) }
    ).isWellFormed
  }

  /// Returns the place where an old section is in the new list, unless it is gone.
  func successor(of section: Int32) -> Int32? {
    if isEmpty { return section }
    if deletes.contains(sorted: section) { return nil }
    if let move = moves.first(where: { $0.from == section }) { return move.to }
    var way = Passage(
      departures: (deletes + moves.map(\.from)).sorted()[...],
      arrivals: (inserts + moves.map(\.to)).sorted()[...])
    return way.successor(of: section).flatMap { Int32(exactly: $0) }
  }
}

/// The new places of rows that neither go nor move, asked for in the order of the old list.
private struct Passage {
  /// The old rows that go or move away, in order.
  var departures: ArraySlice<Int32>
  /// The new rows that come or move here, in order.
  var arrivals: ArraySlice<Int32>
  private var gone = 0
  private var come = 0

  init(departures: ArraySlice<Int32>, arrivals: ArraySlice<Int32>) {
    self.departures = departures
    self.arrivals = arrivals
  }

  /// Returns the new place of a row, unless it goes.
  mutating func successor(of old: Int32) -> Int? {
    while let next = departures.first, next < old {
      departures.removeFirst()
      gone += 1
    }
    if departures.first == old { return nil }
    while let next = arrivals.first, Int(next) <= Int(old) - gone + come {
      arrivals.removeFirst()
      come += 1
    }
    return Int(old) - gone + come
  }
}

extension Array where Element: Comparable {
  /// Returns the number of elements of a sorted array that are smaller.
  func place(sorted element: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// `true` if a sorted array has an element.
  func contains(sorted element: Element) -> Bool {
    let place = place(sorted: element)
    return place < count && self[place] == element
  }
}

extension Array where Element == Place {
  /// Returns the rows of one section in a sorted array.
  fileprivate func rows(sorted section: Int32) -> ArraySlice<Int32> {
    let start = place(sorted: Place(section: section, row: .min))
    return self[start...].prefix { $0.section == section }.map(\.row)[...]
  }
}
