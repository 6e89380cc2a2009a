// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirLists

/// The laws of the difference between any two lists, checked by the book; each law returns its
/// first breach in words, or nil.
///
/// A flat list is one section that stays.
struct DiffLaws {
  let old: [Chapter]
  let new: [Chapter]
  let changes: ChangeSet

  /// Applying leads to the target, every array is in order, and no operation could be spared.
  func breachOfTheDifference() -> String? {
    if let breach = changes.checkShape(old: counts(old), new: counts(new)) { return breach }
    if changes.applying(toSections: rows(old), contents: rows(new)) != rows(new) {
      return "applying leads to other rows"
    }
    do throws(BookedWay.Breach) {
      let way = try BookedWay(changes, from: counts(old), to: counts(new))
      return breachOfTheContents(way) ?? breachOfTheSections(way) ?? breachOfTheMinimum(way)
    } catch {
      return error.words
    }
  }

  /// Every batch of every plan passes the strict view, and the last leads to the target.
  func breachOfThePlans() -> String? {
    for style in PlanStyle.allCases {
      let plan = Plan(changes, from: rows(old), to: rows(new), style: style)
      if plan.stages.count > (style == .staged ? 3 : 1) { return "\(style): too many batches" }
      var view = StrictListView(sections: rows(old))
      for stage in plan.stages {
        if let breach = breachOfFewestMoves(stage.changes, view.sections, stage.rows) {
          return "\(style): \(breach)"
        }
        if let fault = view.perform(BatchUpdates(stage.changes), to: stage.rows) {
          return "\(style): \(fault)"
        }
      }
      if view.sections != rows(new) { return "\(style): other rows" }
      if let breach = breachOfFewestBatches(plan) { return "\(style): \(breach)" }
    }
    return nil
  }

  /// No move of a batch could be left out: none to where the row or the section comes to lie anyway.
  private func breachOfFewestMoves(
    _ changes: ChangeSet, _ old: [[Letter]], _ new: [[Letter]]
  ) -> String? {
    do throws(BookedWay.Breach) {
      let way = try BookedWay(changes, from: old.map(\.count), to: new.map(\.count))
      let (rows, sections) = (Self.leastMoves(way), Self.leastMoves(way.sections.compactMap { $0 }))
      if changes.moves.count != rows { return "\(changes.moves.count) moves, not \(rows)" }
      let moves = changes.sections.moves.count
      return moves == sections ? nil : "\(moves) moves of sections, not \(sections)"
    } catch {
      return error.words
    }
  }

  /// No two batches that follow one another could be one that the strict view accepts.
  private func breachOfFewestBatches(_ plan: Plan<Letter>) -> String? {
    var before = rows(old)
    for (stage, next) in zip(plan.stages, plan.stages.dropFirst()) {
      let whole = stage.changes.followed(
        by: next.changes, old: before.map(\.count), middle: stage.rows.map(\.count),
        new: next.rows.map(\.count))
      var view = StrictListView(sections: before)
      if view.perform(BatchUpdates(whole), to: next.rows) == nil {
        return "two batches could be one: \(stage.changes) and \(next.changes)"
      }
      before = stage.rows
    }
    return nil
  }

  /// The difference calls itself one batch exactly if the strict view takes it for one.
  func breachOfTheBatch() -> String? {
    var view = StrictListView(sections: rows(old))
    let fault = view.perform(BatchUpdates(changes), to: rows(new))
    if changes.isOneBatch == (fault == nil) { return nil }
    return fault.map { "one batch, but \($0)" } ?? "not one batch, but the view accepts it"
  }

  /// Nothing put behind the difference leaves it as it is, every move of it included.
  func breachOfTheIdentity() -> String? {
    let (before, after) = (counts(old), counts(new))
    let same = changes.followed(by: ChangeSet(), old: before, middle: after, new: after)
    return same == changes ? nil : "followed by nothing it is \(same)"
  }

  /// The lineage names the row that the book names, both ways.
  func breachOfTheLineage() -> String? {
    let lineage = changes.lineage(old: counts(old), new: counts(new))
    do throws(BookedWay.Breach) {
      let way = try BookedWay(changes, from: counts(old), to: counts(new))
      var targets: [Place: Place] = [:]
      for (section, origins) in way.origins.enumerated() {
        for (row, origin) in origins.enumerated() {
          let place = Place(section: Int32(section), row: Int32(row))
          if lineage.origin(of: place) != origin { return "the origin of row \(place)" }
          if let origin { targets[origin] = place }
        }
      }
      for (section, part) in old.enumerated() {
        for row in part.rows.indices {
          let place = Place(section: Int32(section), row: Int32(row))
          if lineage.target(of: place) != targets[place] { return "the target of row \(place)" }
        }
        let target = way.sections.firstIndex { $0 == section }
        if lineage.target(ofSection: section) != target { return "the target of \(section)" }
      }
      for (section, origin) in way.sections.enumerated()
      where lineage.origin(ofSection: section) != origin { return "the origin of \(section)" }
    } catch {
      return error.words
    }
    return nil
  }

  /// Checks that, where nothing may be updated, a changed row is deleted and inserted, everything
  /// else goes its way, and no move is idle.
  func breachOfReplacedUpdates() -> String? {
    let (before, after) = (counts(old), counts(new))
    let replaced = changes.replacingUpdates(old: before, new: after)
    if let breach = replaced.checkShape(old: before, new: after) { return "replaced: \(breach)" }
    if !replaced.updates.isEmpty { return "updates are left" }
    if replaced.sections != changes.sections { return "other sections" }
    do throws(BookedWay.Breach) {
      let way = try BookedWay(replaced, from: before, to: after)
      let first = try BookedWay(changes, from: before, to: after)
      let updated = Set(changes.updates.map(\.old))
      let wanted = first.origins.map { $0.map { $0.flatMap { updated.contains($0) ? nil : $0 } } }
      if way.origins != wanted { return "replaced: another way" }
      let least = Self.leastMoves(way)
      return replaced.moves.count == least
        ? nil : "replaced: \(replaced.moves.count) moves, not \(least)"
    } catch {
      return error.words
    }
  }

  /// This difference and `next` in one do what the two do one after the other.
  func breachOfTheComposition(with next: DiffLaws) -> String? {
    let (before, middle, after) = (counts(old), counts(new), counts(next.new))
    let whole = changes.followed(by: next.changes, old: before, middle: middle, new: after)
    let shown = changes.applying(toSections: rows(old), contents: rows(new))
    let last = next.changes.applying(toSections: shown, contents: rows(next.new))
    if whole.applying(toSections: rows(old), contents: rows(next.new)) != last {
      return "the two in one lead to other rows: \(whole)"
    }
    do throws(BookedWay.Breach) {
      let first = try BookedWay(changes, from: before, to: middle)
      let second = try BookedWay(next.changes, from: middle, to: after)
      let way = try BookedWay(whole, from: before, to: after)
      if way != first.followed(by: second) { return "the two in one take another way: \(whole)" }
      let least = Self.leastMoves(way)
      if whole.moves.count != least { return "\(whole.moves.count) moves in one, not \(least)" }
    } catch {
      return "the two in one: \(error.words)"
    }
    return nil
  }

  /// A row that stays is the same row, and is updated exactly if it looks different.
  private func breachOfTheContents(_ way: BookedWay) -> String? {
    var differing: [ChangeSet.Update] = []
    for (section, origins) in way.origins.enumerated() {
      for (row, origin) in origins.enumerated() {
        guard let origin else { continue }
        let before = old[Int(origin.section)].rows[Int(origin.row)]
        let now = new[section].rows[row]
        if before.id != now.id { return "row \(row) of section \(section) is another one" }
        if before.look != now.look {
          differing.append(
            .init(old: origin, new: Place(section: Int32(section), row: Int32(row))))
        }
      }
    }
    differing.sort { $0.old < $1.old }
    return differing == changes.updates ? nil : "rows \(differing) look different"
  }

  /// Sections stay if they can, as few as possible move, and headers are updated as they must.
  private func breachOfTheSections(_ way: BookedWay) -> String? {
    var headers: [SectionChanges.Update] = []
    for (section, part) in new.enumerated() {
      let origin = old.firstIndex { $0.sectionID == part.sectionID }
      if way.sections[section] != origin { return "section \(section) is another one" }
      if let origin, old[origin].header != part.header {
        headers.append(.init(old: Int32(origin), new: Int32(section)))
      }
    }
    headers.sort { $0.old < $1.old }
    if headers != changes.sections.updates { return "headers \(headers) look different" }
    let least = Self.leastMoves(way.sections.compactMap { $0 })
    let moves = changes.sections.moves.count
    return moves == least ? nil : "\(moves) moves of sections where \(least) are enough"
  }

  /// As many rows stay as can, first in their sections, and all but a longest rise of those move no more.
  private func breachOfTheMinimum(_ way: BookedWay) -> String? {
    let stays = way.origins.joined().count { $0 != nil }
    let most = Self.common(old.flatMap(\.rows), new.flatMap(\.rows))
    if stays != most { return "\(stays) rows stay, \(most) could" }
    for (section, origins) in way.origins.enumerated() {
      guard let home = way.sections[section] else { continue }
      let natives = origins.count { $0.map { Int($0.section) } == home }
      let most = Self.common(old[home].rows, new[section].rows)
      if natives != most { return "\(natives) rows stay in section \(section), \(most) could" }
    }
    let least = Self.leastMoves(way)
    return changes.moves.count == least
      ? nil : "\(changes.moves.count) moves where \(least) are enough"
  }

  /// The number of rows that cannot stay where they are: survivors less those on a longest rise of their section.
  private static func leastMoves(_ way: BookedWay) -> Int {
    var least = 0
    for (section, origins) in way.origins.enumerated() {
      let survivors = origins.compactMap { $0 }
      let natives = survivors.filter { Int($0.section) == way.sections[section] }
      least += survivors.count - natives.count + leastMoves(natives.map { Int($0.row) })
    }
    return least
  }

  /// The number of numbers that do not lie on a longest rise, by trying every end.
  private static func leastMoves(_ numbers: [Int]) -> Int {
    var lengths = [Int](repeating: 1, count: numbers.count)
    for end in numbers.indices {
      for before in 0..<end where numbers[before] < numbers[end] {
        lengths[end] = max(lengths[end], lengths[before] + 1)
      }
    }
    return numbers.count - (lengths.max() ?? 0)
  }

  /// The number of rows that two lists have in common, twins counted.
  private static func common(_ old: [Letter], _ new: [Letter]) -> Int {
    var spare: [Int: Int] = [:]
    for row in old { spare[row.id, default: 0] += 1 }
    var common = 0
    for row in new {
      guard let left = spare[row.id], left > 0 else { continue }
      spare[row.id] = left - 1
      common += 1
    }
    return common
  }

  private func counts(_ chapters: [Chapter]) -> [Int] { chapters.map(\.rows.count) }
  private func rows(_ chapters: [Chapter]) -> [[Letter]] { chapters.map(\.rows) }
}
