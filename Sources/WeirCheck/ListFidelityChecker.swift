import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that every change set, applied to the list before it, gives the list after it, and that
/// no list view would have crashed.
struct ListFidelityChecker: Sendable {
  var verdict = Verdict.notReached
  var opportunities = 0
  private var gone: [Bool] = []
  private var placed: [Bool] = []

  mutating func fault(_ step: Step) {
    guard !verdict.isBroken else { return }
    verdict = .broken(
      at: step.at, because: "the list view of client \(step.client) faulted by rule LV-\(step.x)")
  }

  mutating func publish(
    _ step: Step, from old: [Row], by changes: borrowing ChangeSet, to new: [Row]
  ) {
    opportunities += 1
    guard !verdict.isBroken else { return }
    if let breach = breach(from: old, by: changes, to: new) {
      verdict = .broken(at: step.at, because: "client \(step.client): \(breach)")
    } else {
      verdict = .held
    }
  }

  /// The first row at which the changed old list is not the new one.
  private mutating func breach(
    from old: [Row], by changes: borrowing ChangeSet, to new: [Row]
  ) -> String? {
    gone.removeAll(keepingCapacity: true)
    gone.append(contentsOf: repeatElement(false, count: old.count))
    placed.removeAll(keepingCapacity: true)
    placed.append(contentsOf: repeatElement(false, count: new.count))
    for place in changes.deletes {
      guard gone.indices.contains(Int(place.row)) else {
        return "row \(place) is deleted, but is not there"
      }
      if gone[Int(place.row)] { return "row \(place) is deleted twice" }
      gone[Int(place.row)] = true
    }
    for place in changes.inserts {
      guard placed.indices.contains(Int(place.row)) else {
        return "row \(place) is inserted past the end"
      }
      if placed[Int(place.row)] { return "row \(place) is inserted twice" }
      placed[Int(place.row)] = true
    }
    for move in changes.moves {
      guard gone.indices.contains(Int(move.from.row)), placed.indices.contains(Int(move.to.row))
      else {
        return "row \(move.from) is moved to \(move.to), but one of them is not there"
      }
      if old[Int(move.from.row)].key != new[Int(move.to.row)].key {
        return "row \(move.from) is moved to \(move.to), where another row stands"
      }
      if gone[Int(move.from.row)] || placed[Int(move.to.row)] {
        return "row \(move.from) is moved to \(move.to), but one of them is taken"
      }
      if old[Int(move.from.row)].stamp != new[Int(move.to.row)].stamp,
        !changes.updates.contains(where: { $0.old == move.from })
      {
        let key = new[Int(move.to.row)].key
        return "row \(move.to) ('\(key)') shows something else, but was not updated"
      }
      gone[Int(move.from.row)] = true
      placed[Int(move.to.row)] = true
    }
    for update in changes.updates {
      guard old.indices.contains(Int(update.old.row)), new.indices.contains(Int(update.new.row))
      else {
        return "row \(update.old) is updated as \(update.new), but one of them is not there"
      }
      if old[Int(update.old.row)].key != new[Int(update.new.row)].key {
        return "row \(update.old) is updated as \(update.new), where another row stands"
      }
    }
    return survivors(from: old, by: changes, to: new)
  }

  private func survivors(
    from old: [Row], by changes: borrowing ChangeSet, to new: [Row]
  ) -> String? {
    var from = 0
    var update = 0
    for to in new.indices where !placed[to] {
      while from < old.count, gone[from] { from += 1 }
      guard from < old.count else { return "row \(to) appeared without an insert" }
      if old[from].key != new[to].key {
        return "row \(to) should be '\(old[from].key)' after the changes, but is '\(new[to].key)'"
      }
      if old[from].stamp != new[to].stamp {
        while update < changes.updates.count, changes.updates[update].old.row < from { update += 1 }
        guard update < changes.updates.count, changes.updates[update].old.row == from else {
          return "row \(to) ('\(new[to].key)') shows something else, but was not updated"
        }
      }
      from += 1
    }
    while from < old.count, gone[from] { from += 1 }
    return from < old.count ? "row \(from) ('\(old[from].key)') vanished without a delete" : nil
  }
}
