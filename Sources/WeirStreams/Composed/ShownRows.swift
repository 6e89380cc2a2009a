// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirCore
import WeirDiff
package import WeirTree

/// The items that a composed stream shows, in sections, in the order of their ranks.
///
///     let steps = [ShownRows.Step(key, Home(section: day, item: item)), ShownRows.Step(other, nil)]
///     shown.take(steps, into: &changes)  // deletes [2], sections: inserts [0]
///
/// The caller names the items that may have changed, as they are to be shown from now on; the rest
/// is not looked at. The promise: the change set is `diff(sections:to:)` of the rows before and
/// after as one batch that list views accept, operation for operation.
///
/// A section is a value in the order of all values. Fixed sections are always there; others come with their
/// first item and go with their last.
///
/// - Complexity: O(*k* (log *n* + log *k*)) for *k* steps among *n* items; look-ups are O(log *n*).
package struct ShownRows: Sendable {
  /// An item, and the section that it belongs to.
  package struct Home: Sendable {
    package var section: SortValue
    package var item: StreamItem

    package init(section: SortValue, item: StreamItem) {
      self.section = section
      self.item = item
    }
  }

  /// The change of one item: its home from now on, or nil if it goes.
  package struct Step: Sendable {
    package var key: Key
    package var home: Home?

    package init(_ key: Key, _ home: Home?) {
      self.key = key
      self.home = home
    }
  }

  /// The appearance of an item.
  struct Look: Sendable {
    var node: Node
    var local: Node
    var stamp: UInt64 { StreamItem.stamp(of: node, under: local) }
  }

  /// The section of an item, and its position in the order.
  struct Address: Hashable, Sendable {
    var section: SortValue
    var rank: Rank
  }

  /// `true` if sections run by rising ranks.
  let isAscending: Bool
  /// `true` if sections stay without items.
  let hasFixedSections: Bool
  var sections = SortedMap<SortValue, SortedMap<Rank, Look>>()
  /// The address of each item; looked up, never iterated.
  var addresses: [Key: Address] = [:]

  /// Makes rows with nothing to show, in `fixedSections` numbered sections, or in sections that
  /// come and go.
  package init(isAscending: Bool, fixedSections: Int?) {
    self.isAscending = isAscending
    hasFixedSections = fixedSections != nil
    for section in 0..<(fixedSections ?? 0) {
      sections.set(SortedMap(), for: .integer(Int64(section)))
    }
  }

  /// The number of items that are shown.
  package var count: Int { addresses.count }

  /// The number of sections there are.
  var sectionCount: Int { sections.count }

  /// Returns the number of items that a section has.
  func rowCount(in section: Int) -> Int { sections.entry(at: section).value.count }

  /// Returns the value that a section is for.
  func value(ofSection section: Int) -> SortValue { sections.entry(at: section).key }

  /// Returns the item at a place.
  func item(at place: Place) -> StreamItem {
    let rows = sections.entry(at: Int(place.section)).value
    let row = Int(place.row)
    let entry = rows.entry(at: isAscending ? row : rows.count - 1 - row)
    return Self.item(entry.key, entry.value)
  }

  /// Returns the place where the item of a key is.
  func place(of key: Key) -> Place? { addresses[key].map(place(of:)) }

  /// `true` if a step would make the list look different, or say another rank of an item.
  package func isNews(_ step: Step) -> Bool {
    guard let address = addresses[step.key] else { return step.home != nil }
    guard let home = step.home else { return true }
    return address != Address(section: home.section, rank: home.item.rank)
      || look(at: address)?.stamp != home.item.row.stamp
  }

  /// Copies all rows, section by section, into `rows`.
  package func rows(into rows: inout [[Row]]) {
    while rows.count > sections.count { rows.removeLast() }
    while rows.count < sections.count { rows.append([]) }
    for (number, section) in sections.enumerated() {
      rows[number].removeAll(keepingCapacity: true)
      for (rank, look) in section.value { rows[number].append(Self.item(rank, look).row) }
      if !isAscending { rows[number].reverse() }
    }
  }

  func look(at address: Address) -> Look? { sections[address.section]?[address.rank] }

  func place(of address: Address) -> Place {
    let rows = sections[address.section]
    let rank = rows?.rank(of: address.rank) ?? 0
    let row = isAscending ? rank : (rows?.count ?? 0) - 1 - rank
    return Place(section: Int32(sections.rank(of: address.section)), row: Int32(row))
  }

  private static func item(_ rank: Rank, _ look: Look) -> StreamItem {
    StreamItem(key: rank.key, node: look.node, local: look.local, rank: rank)
  }
}
