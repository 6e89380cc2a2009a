// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that every change set, applied to the list before it, gives the list after it, that no row moves that
/// could have stayed where it was, that no row goes and comes at once instead of moving, and that no list view would
/// have crashed.
struct ListFidelityChecker: Checker {
  static let promise = Promise(
    "lists",
    "No batch would have crashed a real list view, or moved rows that could stay.",
    usualCause:
      "Usually a batch was made for another list than the one on screen, where a real app would crash."
  )
  static let judgesSurfaces = true
  static let kinds: KindSet = [.faulted, .published]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var gone = PlaceMarks()
  private var placed = PlaceMarks()
  private var order = Rise()
  /// The rows that a change set deletes.
  // Only looked up in.
  private var leaving: Set<Key> = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .faulted { fault(step, history.lists.surfaces) }
    guard case .publication(let publication) = evidence else { return }
    if history.isRepeated {
      opportunities += 1
      return
    }
    publish(
      step, from: history.shown.sections, by: publication.changes,
      to: publication.sections, history.lists.surfaces)
  }

  private mutating func fault(_ step: Step, _ surfaces: SurfaceNumbers) {
    guard !verdict.isBroken else { return }
    let reason = "the list view of \(surfaces.words(for: step.client)) faulted by rule LV-\(step.x)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  private mutating func publish(
    _ step: Step, from old: [[Row]], by changes: ChangeSet, to new: [[Row]],
    _ surfaces: SurfaceNumbers
  ) {
    opportunities += 1
    guard !verdict.isBroken else { return }
    if PlainChange.isRight(from: old, by: changes, to: new) {
      verdict.reach()
    } else if let breach = breach(from: old, by: changes, to: new) {
      let reason = "\(surfaces.words(for: step.client)): \(breach)"
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    } else {
      verdict.reach()
    }
  }

  /// The first row at which the changed old list is not the new one.
  private mutating func breach(
    from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]]
  ) -> String? {
    let pairing: SectionPairing
    switch SectionPairing.of(old.count, by: changes.sections, new.count) {
    case .success(let made): pairing = made
    case .failure(let words): return words.words
    }
    gone.lay(out: old)
    placed.lay(out: new)
    for place in changes.deletes {
      guard gone.has(place) else { return "row \(place) is deleted, but is not there" }
      if !gone.mark(place) { return "row \(place) is deleted twice" }
    }
    for place in changes.inserts {
      guard placed.has(place) else { return "row \(place) is inserted past the end" }
      if !placed.mark(place) { return "row \(place) is inserted twice" }
    }
    for move in changes.moves {
      guard gone.has(move.from), placed.has(move.to) else {
        return "row \(move.from) is moved to \(move.to), but one of them is not there"
      }
      let (row, moved) = (old[move.from], new[move.to])
      if row.key != moved.key {
        return "row \(move.from) is moved to \(move.to), where another row stands"
      }
      if !gone.mark(move.from) || !placed.mark(move.to) {
        return "row \(move.from) is moved to \(move.to), but one of them is taken"
      }
      if row.stamp != moved.stamp, !changes.updates.has(move.from) {
        return "row \(move.to) ('\(moved.key)') shows something else, but was not updated"
      }
    }
    for update in changes.updates {
      guard gone.has(update.old), placed.has(update.new) else {
        return "row \(update.old) is updated as \(update.new), but one of them is not there"
      }
      if old[update.old].key != new[update.new].key {
        return "row \(update.old) is updated as \(update.new), where another row stands"
      }
    }
    if let breach = survivors(from: old, by: changes, to: new, pairing) { return breach }
    if let breach = comeback(from: old, by: changes, to: new) { return breach }
    return changes.moves.isEmpty ? nil : needlessMove(from: old, by: changes, to: new, pairing)
  }

  /// A row that is deleted and inserted in one change set loses its cell, where a move would have kept it.
  private mutating func comeback(
    from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]]
  ) -> String? {
    if changes.deletes.isEmpty || changes.inserts.isEmpty { return nil }
    // A window loses a row for each that comes: a few rows are looked through faster than entered.
    let isSmall = changes.deletes.count <= 8
    if !isSmall {
      leaving.removeAll(keepingCapacity: true)
      for place in changes.deletes { leaving.insert(old[place].key) }
    }
    for place in changes.inserts {
      let key = new[place].key
      let isBack =
        isSmall
        ? changes.deletes.contains { old[$0].key == key } : leaving.contains(key)
      if isBack {
        return "row \(place) ('\(key)') goes and comes at once, where a move would keep it"
      }
    }
    return nil
  }

  /// Of the rows that stay in a section as many keep their places as can.
  private mutating func needlessMove(
    from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]], _ pairing: SectionPairing
  ) -> String? {
    for section in new.indices {
      guard let origin = pairing.origins[section] else { continue }
      var moves = changes.moves.filter {
        Int($0.from.section) == origin && Int($0.to.section) == section
      }
      if moves.isEmpty { continue }
      moves.sort { $0.to.row < $1.to.row }
      order.begin()
      var (from, next) = (0, 0)
      for to in new[section].indices {
        if next < moves.count, Int(moves[next].to.row) == to {
          order.add(Int(moves[next].from.row))
          next += 1
        } else if !placed.isMarked(section, to) {
          while gone.isMarked(origin, from) { from += 1 }
          order.add(from)
          from += 1
        }
      }
      let needed = order.count - order.longest
      if moves.count > needed {
        return "the moves in section \(section) are \(moves.count), where \(needed) would do"
      }
    }
    return nil
  }

  /// Rows that nothing is said about keep their order within their section.
  private func survivors(
    from old: [[Row]], by changes: borrowing ChangeSet, to new: [[Row]], _ pairing: SectionPairing
  ) -> String? {
    for section in new.indices {
      // Rows of a new section need not be named.
      guard let origin = pairing.origins[section] else { continue }
      let rows = old[origin]
      var from = 0
      for to in new[section].indices where !placed.isMarked(section, to) {
        while from < rows.count, gone.isMarked(origin, from) { from += 1 }
        let place = Place(section: Int32(section), row: Int32(to))
        guard from < rows.count else { return "row \(place) appeared without an insert" }
        let row = new[section][to]
        if rows[from].key != row.key {
          return "row \(place) should be '\(rows[from].key)' after the changes, but is '\(row.key)'"
        }
        let before = Place(section: Int32(origin), row: Int32(from))
        if rows[from].stamp != row.stamp, !changes.updates.has(before) {
          return "row \(place) ('\(row.key)') shows something else, but was not updated"
        }
        from += 1
      }
      while from < rows.count, gone.isMarked(origin, from) { from += 1 }
      if from < rows.count {
        let place = Place(section: Int32(origin), row: Int32(from))
        return "row \(place) ('\(rows[from].key)') vanished without a delete"
      }
    }
    return nil
  }
}

extension [[Row]] {
  fileprivate subscript(place: Place) -> Row { self[Int(place.section)][Int(place.row)] }
}

extension [ChangeSet.Update] {
  /// `true` if the row at an old place is updated; the updates stand by their old places, as they should, or
  /// are looked through.
  fileprivate func has(_ place: Place) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].old < place { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].old == place || contains { $0.old == place }
  }
}
