// SPDX-License-Identifier: Apache-2.0
import WeirClient
import WeirCore
import WeirDiff
import WeirTree

/// The keys that a source has published, place by place, so that a change set of it can be read as keys.
///
///     mirror.follow(update.changes, source, into: &touched)  // the keys of all rows that the changes name
///
/// A source that has published shows the new list; only who has kept the old one knows which rows are gone.
///
/// - Complexity: O(*k* log *n*) for a change set that names *k* rows.
struct KeyMirror: Sendable {
  /// A key as a row.
  private struct Name: ListRow, Sendable {
    var key: Key
    var rowID: Key { key }
    func showsTheSame(as other: Name) -> Bool { true }
  }

  private var sections: [SharedList<Name>]

  /// The keys that `source` shows now.
  init(_ source: some StreamSource) {
    sections = (0..<source.sectionCount).map { Self.names(of: source, section: $0) }
  }

  /// Returns the key at a place.
  func key(at place: Place) -> Key { sections[Int(place.section)][Int(place.row)].key }

  /// Adds all keys, section by section.
  func keys(into keys: inout [Key]) {
    for section in sections { for name in section.rows { keys.append(name.key) } }
  }

  /// Takes in how the source has changed, and adds the keys of all rows that the changes name.
  mutating func follow(
    _ changes: ChangeSet, _ source: some StreamSource, into keys: inout [Key]
  ) {
    let departures = (changes.deletes + changes.moves.map(\.from)).sorted()
    for place in departures { keys.append(key(at: place)) }
    for update in changes.updates { keys.append(key(at: update.old)) }
    for section in changes.sections.deletes {
      for name in sections[Int(section)].rows { keys.append(name.key) }
    }
    for place in departures.reversed() { sections[Int(place.section)].remove(at: Int(place.row)) }
    followSections(changes.sections)
    for section in changes.sections.inserts {
      sections[Int(section)] = Self.names(of: source, section: Int(section))
      for name in sections[Int(section)].rows { keys.append(name.key) }
    }
    let come = changes.sections.inserts
    for place in (changes.inserts + changes.moves.map(\.to)).sorted()
    where come.isEmpty || !come.contains(place.section) {
      let key = source.item(at: place).key
      keys.append(key)
      sections[Int(place.section)].insert(Name(key: key), at: Int(place.row))
    }
    checkCounts(source)
  }

  /// Takes sections away and puts empty ones where some come.
  private mutating func followSections(_ changes: SectionChanges) {
    if changes.isEmpty { return }
    let moved = changes.moves.map { sections[Int($0.from)] }
    for section in (changes.deletes + changes.moves.map(\.from)).sorted().reversed() {
      sections.remove(at: Int(section))
    }
    var arrivals = changes.inserts.map { (to: $0, names: SharedList<Name>()) }
    for (move, names) in zip(changes.moves, moved) { arrivals.append((move.to, names)) }
    for arrival in arrivals.sorted(by: { $0.to < $1.to }) {
      sections.insert(arrival.names, at: Int(arrival.to))
    }
  }

  private func checkCounts(_ source: some StreamSource) {
    invariant(
      sections.count == source.sectionCount,
      "a source of \(source.sectionCount) sections, whose changes lead to \(sections.count)")
    for (number, section) in sections.enumerated() {
      let count = source.rowCount(in: number)
      invariant(
        section.count == count,
        "\(count) rows in section \(number) of a source, whose changes lead to \(section.count)")
    }
  }

  private static func names(of source: some StreamSource, section: Int) -> SharedList<Name> {
    SharedList(
      (0..<source.rowCount(in: section)).map {
        Name(key: source.item(at: Place(section: Int32(section), row: Int32($0))).key)
      })
  }
}
