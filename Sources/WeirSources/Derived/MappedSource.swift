// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A source of which every row is made from a row of another source.
///
///     let titles = songs.mapped { Title(id: $0.id, text: $0.title) }
///     titles.setTransform { Title(id: $0.id, text: $0.artist) }  // told as updates
///
/// A row that is changed so that it looks the same afterwards is not updated; one that becomes another row comes
/// and goes.
///
/// - Complexity: O(log *n*) for a row that changes; O(*n*) for another transform.
public final class MappedSource<Input: ListRow & Sendable, Element: ListRow & Sendable>:
  DataSource, DerivedSource
{
  /// The rows, their version, and the last changes.
  public internal(set) var journal = SourceJournal<SharedList<Element>>()
  /// The bell that rings when the source below rings.
  public let signal = ChangeSignal()
  var inlet: Inlet<SharedList<Input>>
  private var transform: (Input) -> Element
  var isRefreshing = false

  /// Makes a source of the rows of `source`.
  public init(_ source: ListSource<Input>, transform: @escaping (Input) -> Element) {
    self.transform = transform
    inlet = Inlet(source, ringing: signal)
    if case .initial(let rows)? = inlet.next() {
      journal = SourceJournal(SharedList(rows.rows.map(transform)))
    }
  }

  /// Makes every row anew in another way, and tells what that changes.
  public func setTransform(_ transform: @escaping (Input) -> Element) {
    refresh()
    self.transform = transform
    beginAgain()
  }

  /// Takes in what has happened in the source below.
  public func refresh() { takeIn() }

  func begin(_ rows: SharedList<Input>) -> SharedList<Element> {
    SharedList(rows.rows.map(transform))
  }

  func take(_ changes: ChangeSet, _ rows: SharedList<Input>) {
    let old = journal.content
    var new = old
    // A row that moves is taken along, and made anew only if it changed.
    let origins = Dictionary(
      uniqueKeysWithValues: changes.moves.map { (Int($0.to.row), Int($0.from.row)) })
    let changed = Set(changes.updates.map { Int($0.new.row) })
    new.apply(changes) { index in
      if let origin = origins[index], !changed.contains(index) { return old[origin] }
      return transform(rows[index])
    }
    var found = RowChanges(
      deletes: changes.deletes.map { Int($0.row) }, inserts: changes.inserts.map { Int($0.row) },
      moves: changes.moves.map { (Int($0.from.row), Int($0.to.row)) })
    for update in changes.updates {
      let (from, to) = (Int(update.old.row), Int(update.new.row))
      if !Element.isSameRow(old[from], new[to]) {
        found.moves.removeAll { $0.from == from }
        found.deletes.append(from)
        found.inserts.append(to)
      } else if !old[from].showsTheSame(as: new[to]) {
        found.updates.append((from, to))
      }
    }
    journal.commit(found.smallest(from: old, to: new), new)
  }
}
