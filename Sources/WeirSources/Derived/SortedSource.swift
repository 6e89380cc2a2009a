// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A source of the rows of another source in an order of its own.
///
///     let byTitle = songs.sorted { $0.title < $1.title }
///     byTitle.setOrder { $0.length < $1.length }  // told as moves
///
/// Rows that compare as equal keep the order that they have: at the beginning that of the source below, after
/// ``setOrder(_:)`` the one that was shown. A row that comes, or comes to compare otherwise, goes behind its equals;
/// of several at once the one that is first in the source below comes first. A row that merely moves below does not
/// move here. So no row ever changes its place unsaid.
///
/// - Complexity: O(log *n*) for a row that changes; O(*n*) besides where several rows are put elsewhere, and O(*n* log *n*)
///   for another order.
public final class SortedSource<Element: ListRow & Sendable>: DataSource, DerivedSource {
  /// The rows, their version, and the last changes.
  public internal(set) var journal = SourceJournal<SharedList<Element>>()
  /// The bell that rings when the source below rings.
  public let signal = ChangeSignal()
  var inlet: Inlet<SharedList<Element>>
  private var isBefore: (Element, Element) -> Bool
  /// The rows in the order of the source below.
  private var below = RowOrder()
  /// The same rows in the order that is shown.
  private var shown = RowOrder()
  /// The rows by number; those of free numbers are left over.
  private var rows: [Element] = []
  package private(set) var numbers = RowNumbers()
  var isRefreshing = false

  /// Makes a source of the rows of `source` in an order; `isBefore` must be a strict weak one.
  public init(
    _ source: ListSource<Element>, by isBefore: @escaping (Element, Element) -> Bool
  ) {
    self.isBefore = isBefore
    inlet = Inlet(source, ringing: signal)
    if case .initial(let rows)? = inlet.next() { journal = SourceJournal(begin(rows)) }
  }

  /// Shows the rows in another order, and tells what that moves.
  public func setOrder(_ isBefore: @escaping (Element, Element) -> Bool) {
    refresh()
    self.isBefore = isBefore
    sort(shown.rows)
    let list = SharedList(shown.rows.map { rows[$0] })
    journal.commit(list.difference(from: journal.content), list)
    signal.ring()
  }

  /// Takes in what has happened in the source below.
  public func refresh() { takeIn() }

  /// Numbers the rows again, and returns them in order.
  func begin(_ list: SharedList<Element>) -> SharedList<Element> {
    rows = list.rows
    below = RowOrder(count: rows.count)
    numbers = RowNumbers(count: rows.count)
    sort(Array(rows.indices))
    return SharedList(shown.rows.map { rows[$0] })
  }

  /// Puts row numbers in order; equals stay as they are.
  private func sort(_ numbers: [Int]) {
    let sorted = numbers.enumerated().sorted { a, b in
      let (x, y) = (rows[a.element], rows[b.element])
      return isBefore(x, y) || (!isBefore(y, x) && a.offset < b.offset)
    }
    shown = RowOrder()
    for (index, entry) in sorted.enumerated() { shown.insert(entry.element, at: index) }
  }

  func take(_ changes: ChangeSet, _ list: SharedList<Element>) {
    // All old indices are looked up in the old orders, before anything happens to them.
    let gone = changes.deletes.map { below.row(at: Int($0.row)) }
    let moved = changes.moves.map { below.row(at: Int($0.from.row)) }
    let changed = changes.updates.map { below.row(at: Int($0.old.row)) }
    let changedFrom = changed.map { shown.index(of: $0) }
    var found = RowChanges(deletes: gone.map { shown.index(of: $0) })
    for row in gone {
      below.remove(row)
      shown.remove(row)
      numbers.giveBack(row)
    }
    for row in moved { below.remove(row) }
    let arrivals = takeArrivals(changes, moved, list)
    let misplaced = takeChanges(changes, changed, list)
    for row in (arrivals + misplaced).map({ (row: $0, index: below.index(of: $0)) }).sorted(by: {
      $0.index < $1.index
    }) {
      let new = rows[row.row]
      shown.insert(row.row, at: shown.firstIndex { isBefore(new, rows[$0]) })
    }
    found.inserts = arrivals.map { shown.index(of: $0) }
    let isMisplaced = Set(misplaced)
    for (row, old) in zip(changed, changedFrom) {
      let new = shown.index(of: row)
      found.updates.append((old, new))
      if isMisplaced.contains(row) { found.moves.append((old, new)) }
    }
    let old = journal.content
    var new = old
    new.apply(found.unreduced) { rows[shown.row(at: $0)] }
    journal.commit(found.smallest(from: old, to: new), new)
  }

  /// Puts new and moved rows into the order below, and returns the numbers of the new ones.
  private func takeArrivals(
    _ changes: ChangeSet, _ moved: [Int], _ list: SharedList<Element>
  ) -> [Int] {
    var new: [Int] = []
    for arrival in arrivals(of: changes, moved) {
      let row = arrival.row ?? numbers.take()
      if arrival.row == nil {
        new.append(row)
        if row == rows.count {
          rows.append(list[arrival.index])
        } else {
          rows[row] = list[arrival.index]
        }
      }
      below.insert(row, at: arrival.index)
    }
    return new
  }

  /// Notes what rows show now, and takes those out that no longer compare as they did.
  private func takeChanges(
    _ changes: ChangeSet, _ changed: [Int], _ list: SharedList<Element>
  ) -> [Int] {
    var misplaced: [Int] = []
    for (row, update) in zip(changed, changes.updates) {
      let (old, new) = (rows[row], list[Int(update.new.row)])
      rows[row] = new
      if isBefore(old, new) || isBefore(new, old) { misplaced.append(row) }
    }
    for row in misplaced { shown.remove(row) }
    return misplaced
  }
}
