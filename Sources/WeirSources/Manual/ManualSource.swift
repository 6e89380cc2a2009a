// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A source whose rows are set by hand.
///
///     let songs = ManualSource([hello, bye])
///     songs.replaceAll(with: [bye, hello])  // told as a move
///     songs.edit { rows in
///       rows.remove(at: 0)
///       rows.append(thanks)
///     }                                     // told as one change
///
/// - Complexity: O(log *n*) for one row; that of the diff for ``replaceAll(with:)``.
public final class ManualSource<Element: ListRow & Sendable>: DataSource {
  /// The rows, their version, and the last changes.
  public private(set) var journal: SourceJournal<SharedList<Element>>
  /// The bell that rings at every change.
  public let signal = ChangeSignal()

  /// Makes a source without rows.
  public convenience init() { self.init([]) }

  /// Makes a source of any collection of rows, whose journal keeps so many entries.
  public init(_ rows: some Collection<Element>, keeping capacity: Int = 64) {
    journal = SourceJournal(SharedList(Array(rows)), capacity: capacity)
  }

  /// Makes a source of a list, with which it shares what neither changes: to tell the difference of two such sources
  /// takes O(log *n*) for each row that differs.
  public init(sharing list: SharedList<Element>) { journal = SourceJournal(list) }

  /// Shows another list; if it is a later version of the one that is shown, at the price of what
  /// they do not share.
  public func replaceAll(sharing list: SharedList<Element>) {
    commit(list.difference(from: journal.content), list)
  }

  /// Does nothing, for nothing lies below.
  public func refresh() {}

  /// The number of rows.
  public var count: Int { journal.content.count }

  /// Shows other rows; those that are in both lists move and change, and do not come and go.
  ///
  /// Rows that show the same as before are told to nobody.
  public func replaceAll(with rows: some Collection<Element>) {
    let list = SharedList(Array(rows))
    commit(list.difference(from: journal.content), list)
  }

  /// Puts a row before the one at `index`, or at the end.
  public func insert(_ row: Element, at index: Int) {
    var list = journal.content
    list.insert(row, at: index)
    commit(ChangeSet(inserts: [Place(Int32(index))]), list)
  }

  /// Puts a row at the end.
  public func append(_ row: Element) { insert(row, at: count) }

  /// Takes the row at `index` away.
  public func remove(at index: Int) {
    var list = journal.content
    list.remove(at: index)
    commit(ChangeSet(deletes: [Place(Int32(index))]), list)
  }

  /// Shows something else at `index`: an update if it is the same row, otherwise another row.
  public func replace(at index: Int, with row: Element) {
    var list = journal.content
    let old = list[index]
    list.replace(at: index, with: row)
    let place = Place(Int32(index))
    if !Element.isSameRow(old, row) {
      commit(ChangeSet(deletes: [place], inserts: [place]), list)
    } else if old.showsTheSame(as: row) {
      commit(ChangeSet(), list)
    } else {
      commit(ChangeSet(updates: [.init(old: place, new: place)]), list)
    }
  }

  /// Moves a row to where it has the index `target` afterwards.
  public func move(from origin: Int, to target: Int) {
    var list = journal.content
    let row = list[origin]
    list.remove(at: origin)
    list.insert(row, at: target)
    let move = ChangeSet.Move(from: Place(Int32(origin)), to: Place(Int32(target)))
    commit(origin == target ? ChangeSet() : ChangeSet(moves: [move]), list)
  }

  /// Makes several edits and tells them as one change.
  ///
  /// - Complexity: O(log *n*) for each edit of one row; O(*n*) besides where several rows move.
  public func edit(_ body: (inout ManualDraft<Element>) -> Void) {
    var draft = ManualDraft(rows: journal.content)
    body(&draft)
    commit(draft.rows.difference(from: journal.content), draft.rows)
  }

  /// Says that the rows no longer follow the truth; they stay.
  public func fail(_ failure: SourceFailure) { setState(.failed(failure)) }

  /// Says that the rows follow the truth again.
  public func recover() { setState(.live) }

  private func setState(_ state: SourceState) {
    journal.setState(state)
    signal.ring()
  }

  private func commit(_ changes: ChangeSet, _ list: SharedList<Element>) {
    journal.commit(changes, list)
    if !changes.isEmpty { signal.ring() }
  }
}
