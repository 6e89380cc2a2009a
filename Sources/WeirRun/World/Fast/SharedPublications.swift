// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirClient
import WeirCore
package import WeirDiff
import WeirLists
import WeirTrace
package import WeirTree

/// The publications of a run that others may repeat: those who publish the same after the same rows share one.
///
/// The readers of a list mostly go through the same states. What is the same for them is then made, digested and judged
/// once: by the checkers, which know a publication by its identity, and by list views.
///
///     publications.publication(of: update, sections, after: 7)  // number 1, from rows 7 to rows 8
///     publications.publication(of: update, sections, after: 7)  // the same one
///
/// It remembers what was published last, in a table that does not grow, of long lists a few, and of very long ones nothing:
/// they are held for a while after nobody shows them any more. Nothing that a run says depends on it.
package struct SharedPublications: Sendable {
  /// Rows that were published.
  private struct Rows: Sendable {
    var number: UInt32 = 0
    var digest: UInt64 = 0
    var sections: [[Row]] = []
  }

  /// By the number of the rows before them, two for each place, the one that was made last first.
  private var publications: [Publication?]
  /// By the digest.
  private var rows: [Rows]
  private var lastNumber: UInt32 = 0
  private var lastRows: UInt32 = 0
  /// Those that a list view which shows one section has performed.
  private var performed = RecentPublications()

  /// Makes a table for the publications of so many clients.
  package init(clients: Int) {
    var places = 16
    while places < 4 * clients, places < 512 { places *= 2 }
    publications = Array(repeating: nil, count: 2 * places)
    rows = Array(repeating: Rows(), count: 4 * places)
  }

  /// The most rows of a list that others may share.
  private static let mostRows = 4096
  /// The rows from which on a list is a long one.
  private static let manyRows = 256
  /// The number of places, a power of two, in which long lists are remembered.
  private static let placesOfLongLists = 16

  /// What was published last after some rows.
  package struct Successors: Precedents {
    fileprivate var last: Publication?
    fileprivate var other: Publication?

    package func rows(after changes: borrowing ChangeSet) -> [Row]? {
      last?.rows(ifBy: changes) ?? other?.rows(ifBy: changes)
    }
  }

  /// Returns what was published last after the rows of the number `old`; of a short list, or else of a long one.
  package func precedents(after old: UInt32) -> Successors {
    if old == 0 { return Successors() }
    let short = successors(of: old, among: publications.count)
    return short.last == nil ? successors(of: old, among: 2 &* Self.placesOfLongLists) : short
  }

  private func successors(of old: UInt32, among places: Int) -> Successors {
    let place = (2 &* Int(old)) & (places &- 1)
    guard let last = publications[place], last.identity.old == old else { return Successors() }
    let other = publications[place &+ 1]
    return Successors(last: last, other: other?.identity.old == old ? other : nil)
  }

  /// Returns the publication that an update brings about, after which `sections` are shown; `old` is the number of the rows
  /// before it, 0 if that is unknown.
  package mutating func publication(
    of update: borrowing StackUpdate, _ sections: [[Row]], after old: UInt32
  ) -> Publication {
    let count = sections.rowCount
    if count > Self.mostRows { return Publication(update, sections: sections) }
    let isLong = count > Self.manyRows
    let places = isLong ? 2 &* Self.placesOfLongLists : publications.count
    let place = (2 &* Int(old)) & (places &- 1)
    if old != 0 {
      for way in place..<place &+ 2 {
        guard let last = publications[way] else { break }
        if last.identity.old == old, last.says(update, sections) { return last }
      }
    }
    let shown = shared(sections, isLong: isLong)
    var identity = Publication.Identity(number: 0, from: old, to: shown.number)
    if old != 0 {
      lastNumber &+= 1
      identity.number = lastNumber
    }
    let publication = Publication(
      update.changes, reloads: update.reloads, sections: shown.sections, isFirst: update.isFirst,
      hasNews: !update.news.isEmpty, isProvisional: update.isProvisional, digest: shown.digest,
      identity: identity)
    if old != 0 {
      publications.swapAt(place, place &+ 1)
      publications[place] = publication
    }
    return publication
  }

  /// Returns the same rows with their number; those that were published already, if they are remembered.
  private mutating func shared(_ sections: [[Row]], isLong: Bool) -> Rows {
    let digest = rowsDigest(sections)
    let places = isLong ? Self.placesOfLongLists : rows.count
    let place = Int(truncatingIfNeeded: digest) & (places &- 1)
    if rows[place].digest == digest, rows[place].sections.areSame(as: sections) {
      return rows[place]
    }
    lastRows &+= 1
    rows[place] = Rows(number: lastRows, digest: digest, sections: sections)
    return rows[place]
  }

  /// Lets a list view that shows the rows of the number `old` take a publication in; returns how it faults, if it does.
  ///
  /// Views of one section judge it once for all of them.
  mutating func show(
    _ publication: Publication, on view: inout StrictListView<Row>, after old: UInt32,
    isGrouped: Bool
  ) -> ListViewFault? {
    let identity = publication.identity
    guard !isGrouped, publication.isPlain, old == identity.old else {
      return view.take(publication, isGrouped: isGrouped)
    }
    let rows = publication.sections[0]
    if performed.contains(identity), view.performAgain(publication.changes, to: rows) { return nil }
    if view.performPlainly(publication.changes, to: rows) {
      performed.insert(identity)
      return nil
    }
    return view.take(publication, isGrouped: false)
  }
}

extension Publication {
  /// Returns its rows, if it is of some changes and has one section.
  fileprivate func rows(ifBy changes: borrowing ChangeSet) -> [Row]? {
    sections.count == 1 && areChanges(changes) ? sections[0] : nil
  }

  /// `true` if its changes are those.
  private func areChanges(_ other: borrowing ChangeSet) -> Bool {
    changes.deletes == other.deletes && changes.inserts == other.inserts
      && changes.updates == other.updates && changes.moves == other.moves
      && (changes.sections.isEmpty && other.sections.isEmpty
        || changes.sections == other.sections)
  }

  /// `true` if it says what an update says, and shows the same rows.
  fileprivate func says(_ update: borrowing StackUpdate, _ sections: [[Row]]) -> Bool {
    areChanges(update.changes) && reloads == update.reloads
      && isFirst == update.isFirst && hasNews == !update.news.isEmpty
      && isProvisional == update.isProvisional && self.sections.areSame(as: sections)
  }
}

extension [[Row]] {
  /// The number of rows in all sections.
  fileprivate var rowCount: Int {
    var count = 0
    for section in indices { count &+= self[section].count }
    return count
  }

  /// `true` if other sections have the same rows, which show the same.
  fileprivate func areSame(as other: [[Row]]) -> Bool {
    guard count == other.count else { return false }
    for section in indices {
      let count = self[section].count
      guard count == other[section].count,
        count == 0 || self[section].rows(0, showTheSameAs: other[section], 0, count: count)
      else { return false }
    }
    return true
  }
}
