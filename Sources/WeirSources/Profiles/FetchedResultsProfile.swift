// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff

/// The deliveries of a simulated source that behaves as a fetched results controller does, with its known faults on demand.
///
///     var results = FetchedResultsProfile<Day>(faults: [.swapAsMoveAndUpdate])
///     results.save(days)        // nil: nothing was fetched yet
///     results.performFetch()    // initial
///     results.save(otherDays)   // the call for this one save
///
/// Every save is a call of its own. A row that moves is not said to be modified: a move implies that it may be. Sections are
/// in the order of their names, and so never move.
public struct FetchedResultsProfile<Section: ListSection> {
  /// The faults that it shows.
  public let faults: Set<Fault>
  private var saved: [Section] = []
  private var isFetched = false

  /// The ways in which such a controller is known to go wrong.
  public enum Fault: Hashable, Sendable, CaseIterable {
    /// A row that changes where it is is told as a move from a place to the same one.
    case moveInPlace
    /// Two neighbours that change places are told as a move, and as an update of the place that the
    /// move leads to.
    case swapAsMoveAndUpdate
    /// A row that leaves a section which goes, or comes to one which comes, is told as a move all the same.
    case moveAcrossReplacedSections
  }

  /// Makes results that were not fetched.
  public init(faults: Set<Fault> = []) { self.faults = faults }

  /// Fetches the rows, without which there are no calls.
  public mutating func performFetch() -> RawDelivery<Section.Row> {
    isFetched = true
    return RawDelivery(.initial, content: saved.map(\.rows))
  }

  /// Saves other rows; returns the call that tells of it, if anything changed.
  public mutating func save(_ sections: [Section]) -> RawDelivery<Section.Row>? {
    let old = saved
    saved = sections
    if !isFetched { return nil }
    let changes = diff(sections: old, to: sections)
    invariant(changes.sections.moves.isEmpty, "sections of fetched results that move")
    let delivery = tell(changes, sections)
    return delivery.saysNothing ? nil : delivery
  }

  private func tell(_ changes: ChangeSet, _ sections: [Section]) -> RawDelivery<Section.Row> {
    var delivery = RawDelivery(.change, content: sections.map(\.rows))
    delivery.sectionDeletes = changes.sections.deletes
    delivery.sectionInserts = changes.sections.inserts
    delivery.deletes = changes.deletes
    delivery.inserts = changes.inserts
    let (gone, come) = (Set(changes.sections.deletes), Set(changes.sections.inserts))
    for move in changes.moves {
      let (isAway, isHere) = (gone.contains(move.from.section), come.contains(move.to.section))
      if isAway || isHere, !faults.contains(.moveAcrossReplacedSections) {
        if !isAway { delivery.deletes.append(move.from) }
        if !isHere { delivery.inserts.append(move.to) }
      } else {
        delivery.moves.append(move)
      }
    }
    delivery.deletes.sort()
    delivery.inserts.sort()
    let moved = Set(changes.moves.map(\.from))
    for update in changes.updates where !moved.contains(update.old) {
      if faults.contains(.moveInPlace), update.old == update.new {
        delivery.moves.append(.init(from: update.old, to: update.new))
      } else {
        delivery.modifiedOld.append(update.old)
        delivery.modifiedNew.append(update.new)
      }
    }
    delivery.moves.sort { $0.to < $1.to }
    if faults.contains(.swapAsMoveAndUpdate), let move = swap(changes) {
      delivery.modifiedOld.append(move.to)
      delivery.modifiedNew.append(move.to)
    }
    return delivery
  }

  /// Returns the move by which two neighbours change places, if that is all that happens.
  private func swap(_ changes: ChangeSet) -> ChangeSet.Move? {
    guard changes.count == 1, let move = changes.moves.first,
      move.from.section == move.to.section, abs(move.from.row - move.to.row) == 1
    else { return nil }
    return move
  }
}

extension FetchedResultsProfile: Sendable where Section: Sendable {}
