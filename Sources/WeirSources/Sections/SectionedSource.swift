// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A source of the rows of another source, put into sections by a key.
///
///     let days = mails.sectioned { $0.day } by: { $0 > $1 }
///     days.setKey { $0.month }  // told as sections and rows that come, go and move
///
/// A section is there exactly as long as it has rows. Rows of a section are in the order of the source below. As for
/// every change set, rows that go or come with their whole section are not named by themselves, and a row that goes to
/// another section moves, also out of one that goes. List views take no such move: they are given `asOneBatch` of a change, or
/// a `Plan` in stages.
///
/// - Complexity: O(log² *n* + *s*) for a row that changes among *s* sections; O(*n*) where several rows move, and for another
///   key or order.
public final class SectionedSource<Key: Hashable & Sendable, Element: ListRow & Sendable>:
  DataSource, DerivedSource
{
  /// The sections, their version, and the last changes.
  public internal(set) var journal = SourceJournal<SectionedRows<Key, Element>>()
  /// The bell that rings when the source below rings.
  public let signal = ChangeSignal()
  var inlet: Inlet<SharedList<Element>>
  private var key: (Element) -> Key
  private var isBefore: (Key, Key) -> Bool
  package private(set) var grouping: Grouping<Key>
  var isRefreshing = false

  /// Makes a source of the rows of `source` in sections by `key`, in an order of keys that tells all of
  /// them apart.
  public init(
    _ source: ListSource<Element>, key: @escaping (Element) -> Key,
    by isBefore: @escaping (Key, Key) -> Bool
  ) {
    self.key = key
    self.isBefore = isBefore
    grouping = Grouping()
    inlet = Inlet(source, ringing: signal)
    if case .initial(let rows)? = inlet.next() { journal = SourceJournal(begin(rows)) }
  }

  /// Puts the rows into other sections, and tells what that changes.
  public func setKey(_ key: @escaping (Element) -> Key) {
    refresh()
    self.key = key
    beginAgain()
  }

  /// Puts the sections into another order, and tells what that moves.
  public func setSectionOrder(_ isBefore: @escaping (Key, Key) -> Bool) {
    refresh()
    self.isBefore = isBefore
    beginAgain()
  }

  /// Takes in what has happened in the source below.
  public func refresh() { takeIn() }

  func begin(_ list: SharedList<Element>) -> SectionedRows<Key, Element> {
    let rows = list.rows
    grouping = Grouping(keys: rows.map(key), by: isBefore)
    return SectionedRows(
      grouping.groups.map { group in
        .init(key: group.key, rows: SharedList(group.indices.map { rows[$0] }))
      })
  }

  func take(_ changes: ChangeSet, _ rows: SharedList<Element>) {
    let old = journal.content
    let oldKeys = old.sections.map(\.key)
    let step = grouping.take(changes, by: isBefore) { key(rows[$0]) }
    var new = old
    for place in step.away.sorted(by: >) {
      new.sections[Int(place.section)].rows.remove(at: Int(place.row))
    }
    var sections: [SectionedRows<Key, Element>.Section] = []
    var kept = new.sections.makeIterator()
    let newKeys = grouping.keys
    let (stay, come) = (Set(newKeys), Set(newKeys).subtracting(oldKeys))
    for key in newKeys {
      if come.contains(key) {
        sections.append(.init(key: key, rows: SharedList()))
        continue
      }
      while let section = kept.next() {
        if section.key == key {
          sections.append(section)
          break
        }
      }
    }
    new = SectionedRows(sections)
    for arrival in step.here.sorted(by: { $0.place < $1.place }) {
      new.sections[Int(arrival.place.section)].rows.insert(
        rows[arrival.index], at: Int(arrival.place.row))
    }
    for (place, index) in step.fresh {
      new.sections[Int(place.section)].rows.replace(at: Int(place.row), with: rows[index])
    }
    let sectionChanges = SectionChanges(
      deletes: oldKeys.indices.filter { !stay.contains(oldKeys[$0]) }.map(Int32.init),
      inserts: newKeys.indices.filter { come.contains(newKeys[$0]) }.map(Int32.init))
    journal.commit(step.smallest(sectionChanges, from: old, to: new), new)
  }
}
