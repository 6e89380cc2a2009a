// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// The operations of a batch in order, each reload with the place where it lands.
struct ExpandedUpdates {
  let deletes: Sorted<Place>
  let inserts: Sorted<Place>
  let reloads: Sorted<Place>
  /// The places from which reloads take rows away, without those that are deleted too.
  let reloadDeletes: Sorted<Place>
  /// The places to which they bring rows.
  let reloadInserts: Sorted<Place>
  let reconfigures: Sorted<Place>
  let moveOrigins: Sorted<Place>
  let moveTargets: Sorted<Place>
  let sectionDeletes: Sorted<Int32>
  let sectionInserts: Sorted<Int32>
  let sectionReloads: Sorted<Int32>
  let sectionReconfigures: Sorted<Int32>
  /// Sections before the batch that are deleted or reloaded.
  let goneSections: Sorted<Int32>
  /// Sections after the batch that are inserted or reloaded.
  let newSections: Sorted<Int32>
  let sectionOrigins: Sorted<Int32>
  let sectionTargets: Sorted<Int32>
  let destinations: ReloadDestinations

  init(_ updates: BatchUpdates) {
    let destinations = ReloadDestinations(updates)
    self.destinations = destinations
    deletes = Sorted(updates.deletes)
    inserts = Sorted(updates.inserts)
    reloads = Sorted(updates.reloads)
    reconfigures = Sorted(updates.reconfigures.map(\.old))
    moveOrigins = Sorted(updates.moves.map(\.from))
    moveTargets = Sorted(updates.moves.map(\.to))
    sectionDeletes = Sorted(updates.sectionDeletes)
    sectionInserts = Sorted(updates.sectionInserts)
    sectionReloads = Sorted(updates.sectionReloads)
    sectionReconfigures = Sorted(updates.sectionReconfigures.map(\.old))
    sectionOrigins = Sorted(updates.sectionMoves.map(\.from))
    sectionTargets = Sorted(updates.sectionMoves.map(\.to))
    goneSections = Sorted(updates.sectionDeletes + updates.sectionReloads)
    newSections = Sorted(
      updates.sectionInserts + updates.sectionReloads.map { destinations.section($0) })
    let (deletes, goneSections) = (deletes, goneSections)
    let expanded = reloads.distinct.filter { !deletes.contains($0) }
    reloadDeletes = Sorted(expanded)
    // In a section that goes there is nowhere to land.
    let landing = expanded.filter { !goneSections.contains($0.section) }
    reloadInserts = Sorted(landing.map { destinations.row($0) })
  }
}
