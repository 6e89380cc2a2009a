// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A source of those rows of another source that fulfil a condition, in the same order.
///
///     let unread = mails.filtered { !$0.isRead }
///     unread.setCondition { $0.isStarred }  // told as deletes and inserts
///
/// A row that changes so that it fulfils the condition, or no longer does, comes or goes.
///
/// - Complexity: O(log *n*) for a row that changes; O(*n*) for another condition, and where several rows move.
public final class FilteredSource<Element: ListRow & Sendable>: DataSource, DerivedSource {
  /// The rows, their version, and the last changes.
  public internal(set) var journal = SourceJournal<SharedList<Element>>()
  /// The bell that rings when the source below rings.
  public let signal = ChangeSignal()
  var inlet: Inlet<SharedList<Element>>
  private var condition: (Element) -> Bool
  /// The rows below, in which those that are shown weigh 1.
  private var order = RowOrder()
  package private(set) var numbers = RowNumbers()
  var isRefreshing = false

  /// Makes a source of those rows of `source` for which `condition` is `true`.
  public init(_ source: ListSource<Element>, where condition: @escaping (Element) -> Bool) {
    self.condition = condition
    inlet = Inlet(source, ringing: signal)
    if case .initial(let rows)? = inlet.next() { journal = SourceJournal(begin(rows)) }
  }

  /// Shows the rows that fulfil another condition, and tells what that changes.
  public func setCondition(_ condition: @escaping (Element) -> Bool) {
    refresh()
    self.condition = condition
    beginAgain()
  }

  /// Takes in what has happened in the source below.
  public func refresh() { takeIn() }

  /// Numbers the rows again, and returns those that are shown.
  func begin(_ list: SharedList<Element>) -> SharedList<Element> {
    let rows = list.rows
    let isShown = rows.map(condition)
    order = RowOrder(count: rows.count) { isShown[$0] }
    numbers = RowNumbers(count: rows.count)
    return SharedList(rows.indices.filter { isShown[$0] }.map { rows[$0] })
  }

  func take(_ changes: ChangeSet, _ rows: SharedList<Element>) {
    var found = RowChanges()
    // All old indices are looked up in the old order, before anything happens to it.
    let gone = changes.deletes.map { order.row(at: Int($0.row)) }
    let moved = changes.moves.map { order.row(at: Int($0.from.row)) }
    let changed = changes.updates.map { order.row(at: Int($0.old.row)) }
    found.deletes = gone.compactMap(shownIndex)
    let movedFrom = moved.map(shownIndex)
    let changedFrom = changed.map(shownIndex)
    for row in gone {
      order.remove(row)
      numbers.giveBack(row)
    }
    let wasShown = moved.map { order.isWeighted($0) }
    for row in moved { order.remove(row) }
    var new: [Int] = []
    var (insert, move) = (0, 0)
    while insert < changes.inserts.count || move < changes.moves.count {
      let isInsert =
        move == changes.moves.count
        || (insert < changes.inserts.count && changes.inserts[insert] < changes.moves[move].to)
      if isInsert {
        let index = Int(changes.inserts[insert].row)
        let row = numbers.take()
        order.insert(row, at: index, isWeighted: condition(rows[index]))
        new.append(row)
        insert += 1
      } else {
        order.insert(moved[move], at: Int(changes.moves[move].to.row), isWeighted: wasShown[move])
        move += 1
      }
    }
    for (row, update) in zip(changed, changes.updates) {
      order.setWeight(condition(rows[Int(update.new.row)]), of: row)
    }
    found.inserts = new.compactMap(shownIndex)
    let changedTo = changed.map(shownIndex)
    for index in changed.indices {
      switch (changedFrom[index], changedTo[index]) {
      case (let old?, let new?): found.updates.append((old, new))
      case (let old?, nil): found.deletes.append(old)
      case (nil, let new?): found.inserts.append(new)
      case (nil, nil): continue
      }
    }
    for (row, old) in zip(moved, movedFrom) {
      if let old, let new = shownIndex(row) { found.moves.append((old, new)) }
    }
    commit(found, rows)
  }

  /// Returns the index of a row among those that are shown.
  private func shownIndex(_ row: Int) -> Int? {
    order.isWeighted(row) ? order.weight(before: row) : nil
  }

  private func commit(_ found: RowChanges, _ rows: SharedList<Element>) {
    let old = journal.content
    var list = old
    list.apply(found.unreduced) { rows[order.index(of: order.row(atWeight: $0))] }
    journal.commit(found.smallest(from: old, to: list), list)
  }
}
