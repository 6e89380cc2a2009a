// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirLists
import WeirSources

/// The ways in which apps hand a delivery to a list view.
enum AdapterStyle: CaseIterable {
  /// Modifications become reloads at their old places, moves stay moves.
  case literal
  /// Modifications become reloads at their new places, as one reading of the documentation has it.
  case reloadsNewPlaces
  /// Moves become deletes and inserts; nothing is said of rows in sections that go or come.
  case careful

  /// Returns the batch that such an app makes of a delivery.
  func batch<Row>(_ delivery: RawDelivery<Row>) -> BatchUpdates {
    var batch = BatchUpdates(
      deletes: delivery.deletes, inserts: delivery.inserts, moves: delivery.moves,
      reloads: self == .reloadsNewPlaces ? delivery.modifiedNew : delivery.modifiedOld,
      sectionDeletes: delivery.sectionDeletes, sectionInserts: delivery.sectionInserts)
    if self != .careful { return batch }
    batch.deletes += batch.moves.map(\.from)
    batch.inserts += batch.moves.map(\.to)
    batch.moves = []
    batch.deletes.removeAll { delivery.sectionDeletes.contains($0.section) }
    batch.inserts.removeAll { delivery.sectionInserts.contains($0.section) }
    batch.reloads.removeAll { batch.deletes.contains($0) }
    return batch
  }
}

/// A section of items by its name.
struct Day: ListSection {
  var sectionID: Int
  var rows: [Item]
  func headerShowsTheSame(as other: Day) -> Bool { true }
}

extension StrictListView where Row == Item {
  /// Shows a delivery in a style; returns what is wrong, if anything.
  mutating func take(_ delivery: RawDelivery<Item>, _ style: AdapterStyle) -> ListViewFault? {
    switch delivery.kind {
    case .initial:
      reloadData(sections: delivery.content)
      layOut()
      return nil
    case .change: return perform(style.batch(delivery), to: delivery.content)
    case .failure: return nil
    }
  }
}
