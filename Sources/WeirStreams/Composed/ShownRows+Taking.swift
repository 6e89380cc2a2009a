// SPDX-License-Identifier: Apache-2.0
import WeirCore
package import WeirDiff
import WeirTree

extension ShownRows {
  /// Shows items as the steps say, at most one step for each, and says how the list changed.
  package mutating func take(_ steps: [Step], into changes: inout ChangeSet) {
    changes.removeAll()
    var ways = steps.compactMap(way)
    var spans = spans(of: ways)
    for step in steps { place(step) }
    if !hasFixedSections {
      for span in spans where sections[span.value]?.isEmpty == true { sections.remove(span.value) }
    }
    for number in spans.indices { spans[number].new = sectionNumber(of: spans[number].value) }
    for number in ways.indices { ways[number].to = ways[number].after.map(place(of:)) }
    for span in spans {
      if let old = span.old, span.new == nil { changes.sections.deletes.append(Int32(old)) }
      if let new = span.new, span.old == nil { changes.sections.inserts.append(Int32(new)) }
    }
    for way in ways { note(way, spans, &changes) }
    moveWithinSections(ways, spans, &changes)
    changes.deletes.sort()
    changes.inserts.sort()
    changes.moves.sort { $0.to < $1.to }
    changes.updates.sort { $0.old < $1.old }
  }

  /// The way of one item through a change.
  private struct Way {
    var before: Address?
    var after: Address?
    var from: Place?
    var to: Place?
    var isChanged = false
    /// `true` if it stays in its section, but perhaps not at its place.
    var isCandidate: Bool {
      guard let before, let after else { return false }
      return before.section == after.section && before.rank != after.rank
    }
  }

  /// A section that something happens in: its numbers in the old list and in the new one.
  private struct Span {
    var value: SortValue
    var old: Int?
    var new: Int?
    var oldCount = 0
  }

  /// Returns the effect of a step, or nil if it has none.
  private func way(_ step: Step) -> Way? {
    let before = addresses[step.key]
    let after = step.home.map { Address(section: $0.section, rank: $0.item.rank) }
    guard let before else { return after.map { Way(after: $0) } }
    var way = Way(before: before, after: after)
    if let home = step.home, let old = look(at: before) {
      way.isChanged = old.stamp != home.item.row.stamp
      if !way.isChanged, before == after { return nil }
    }
    way.from = place(of: before)
    return way
  }

  /// Returns the sections that the ways lead from and to, in order, with what is known of them
  /// before.
  private func spans(of ways: [Way]) -> [Span] {
    var values: [SortValue] = []
    for way in ways {
      if let before = way.before { values.append(before.section) }
      if let after = way.after { values.append(after.section) }
    }
    values.sort()
    var spans: [Span] = []
    for value in values where spans.last?.value != value {
      let old = sectionNumber(of: value)
      spans.append(Span(value: value, old: old, oldCount: sections[value]?.count ?? 0))
    }
    return spans
  }

  private func sectionNumber(of value: SortValue) -> Int? {
    sections[value] == nil ? nil : sections.rank(of: value)
  }

  private mutating func place(_ step: Step) {
    let look = step.home.map { Look(node: $0.item.node, local: $0.item.local) }
    if let old = addresses[step.key] {
      if let home = step.home, let look, old.section == home.section, old.rank == home.item.rank {
        sections.update(old.section) { _ = $0.set(look, for: old.rank) }
        return
      }
      sections.update(old.section) { _ = $0.remove(old.rank) }
    }
    guard let home = step.home, let look else {
      addresses[step.key] = nil
      return
    }
    let rank = home.item.rank
    addresses[step.key] = Address(section: home.section, rank: rank)
    let isThere: Void? = sections.update(home.section) { _ = $0.set(look, for: rank) }
    if isThere != nil { return }
    invariant(!hasFixedSections, "an item in section \(home.section), which is not there")
    var rows = SortedMap<Rank, Look>()
    rows.set(look, for: rank)
    sections.set(rows, for: home.section)
  }

  /// Notes all that is known of an item without looking at others.
  private func note(_ way: Way, _ spans: [Span], _ changes: inout ChangeSet) {
    let isFromGone = way.before.map { span($0, spans).new == nil } ?? false
    let isToCome = way.after.map { span($0, spans).old == nil } ?? false
    guard let from = way.from, let to = way.to else {
      if let from = way.from, !isFromGone { changes.deletes.append(from) }
      if let to = way.to, !isToCome { changes.inserts.append(to) }
      return
    }
    // List views refuse that a row moves out of a section that goes, or into one that comes.
    if isFromGone || isToCome {
      if !isFromGone { changes.deletes.append(from) }
      if !isToCome { changes.inserts.append(to) }
      return
    }
    if way.before?.section != way.after?.section { changes.moves.append(.init(from: from, to: to)) }
    if way.isChanged { changes.updates.append(.init(old: from, new: to)) }
  }

  /// Returns the span of the section that an address is in.
  private func span(_ address: Address, _ spans: [Span]) -> Span {
    spans[Self.number(of: address, spans)]
  }

  private static func number(of address: Address, _ spans: [Span]) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].value < address.section { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds the moves of rows whose rank changed within their section.
  private func moveWithinSections(_ ways: [Way], _ spans: [Span], _ changes: inout ChangeSet) {
    if !ways.contains(where: \.isCandidate) { return }
    var candidates = [[ChangeSet.Move]](repeating: [], count: spans.count)
    // The arrivals and departures of each section, as changes of a flat list.
    var traffic = [ChangeSet](repeating: ChangeSet(), count: spans.count)
    for way in ways {
      let from = way.before.map { Self.number(of: $0, spans) }
      let to = way.after.map { Self.number(of: $0, spans) }
      if let from, from == to, let old = way.from, let new = way.to {
        if way.isCandidate { candidates[from].append(.init(from: old, to: new)) }
        continue
      }
      if let from, let old = way.from { traffic[from].deletes.append(Place(old.row)) }
      if let to, let new = way.to { traffic[to].inserts.append(Place(new.row)) }
    }
    var loose = LooseRows()
    for (number, span) in spans.enumerated() {
      guard let old = span.old, let new = span.new, !candidates[number].isEmpty else { continue }
      loose.removeAll()
      for row in candidates[number] { loose.add(old: row.from.row, new: row.to.row) }
      loose.findMoves(&traffic[number], oldCount: span.oldCount)
      for move in traffic[number].moves {
        changes.moves.append(
          .init(
            from: Place(section: Int32(old), row: move.from.row),
            to: Place(section: Int32(new), row: move.to.row)))
      }
    }
  }
}
