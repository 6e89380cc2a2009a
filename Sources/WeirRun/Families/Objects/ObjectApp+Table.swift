// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirObjects
import WeirTrace
import WeirTree

// The table of a shopping list: its rows are those of an index, and each cell on the screen observes its thing.
extension ObjectApp {
  /// The bit that tells the listens of the index from those of objects.
  static var ofIndex: UInt32 { 1 << 27 }

  /// The table comes onto the screen, and shows nothing yet.
  mutating func openTable(at now: Instant, into wishes: inout [StackWish]) {
    guard shopping != nil else { return }
    shopping?.told.begin()
    shopping?.toldCells.begin()
    showTable(at: now, into: &wishes)
    var news: [CollectionWish] = []
    shopping?.things.view.observe(into: &news)
    carryOut(news, at: now, into: &wishes)
  }

  /// The table leaves the screen, and nothing in it is observed any more.
  mutating func closeTable(into wishes: inout [StackWish]) {
    guard shopping != nil else { return }
    var (news, changes): ([CollectionWish], [TableWish<OnlySection<ShoppingList.Thing>>]) = ([], [])
    shopping?.things.view.stop(into: &news)
    shopping?.table.leave(into: &changes)
    carryOut(news, at: .zero, into: &wishes)
    carryOut(changes, at: .zero, into: &wishes)
    shopping?.told.end()
    shopping?.toldCells.end()
  }

  /// Takes in an event of the index.
  mutating func hearIndex(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    var news: [CollectionWish] = []
    shopping?.things.view.hear(event, from: tag, into: &news)
    carryOut(news, at: now, into: &wishes)
  }

  /// Takes in that the index may not be heard any more.
  mutating func loseIndex(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    var news: [CollectionWish] = []
    shopping?.things.view.lose(tag, refusal, into: &news)
    carryOut(news, at: now, into: &wishes)
  }

  private mutating func carryOut(
    _ news: [CollectionWish], at now: Instant, into wishes: inout [StackWish]
  ) {
    for wish in news {
      switch wish {
      case .listen(let tag, let path, let query):
        wishes.append(.listen(tag: tag | Self.own | Self.ofIndex, path, query))
      case .unlisten(let tag): wishes.append(.unlisten(tag: tag | Self.own | Self.ofIndex))
      case .initial, .changed: showTable(at: now, into: &wishes)
      case .notExtended, .lost, .read, .loaded: break
      }
    }
  }

  /// Shows the things as they are now.
  mutating func showTable(at now: Instant, into wishes: inout [StackWish]) {
    guard isOpen, let shown = shopping?.shown else { return }
    var changes: [TableWish<OnlySection<ShoppingList.Thing>>] = []
    shopping?.table.show(shown, into: &changes)
    carryOut(changes, at: now, into: &wishes)
    fitCells(at: now, into: &wishes)
  }

  /// Displays the rows that are on the screen, and no others.
  mutating func fitCells(at now: Instant, into wishes: inout [StackWish]) {
    guard isOpen, let last = shopping, let rows = last.table.rows.first else { return }
    shopping?.top = min(last.top, max(0, rows.count - last.size))
    let visible = shopping?.visible ?? []
    var changes: [TableWish<OnlySection<ShoppingList.Thing>>] = []
    for cell in shopping?.cells ?? [] where !visible.contains(where: { $0.key == cell.key }) {
      shopping?.table.endDisplaying(cell.cell, into: &changes)
    }
    for place in visible.indices {
      let key = visible[place].key
      if shopping?.cells.contains(where: { $0.key == key }) == true { continue }
      _ = try? shopping?.table.display(Place(Int32(place)), into: &changes)
    }
    carryOut(changes, at: now, into: &wishes)
    showCells(into: &wishes)
  }

  private mutating func carryOut(
    _ changes: [TableWish<OnlySection<ShoppingList.Thing>>], at now: Instant,
    into wishes: inout [StackWish]
  ) {
    func rows(_ sections: [[ShoppingList.Thing]]) -> [Row] {
      (sections.first ?? []).map { Row(key: $0.key, stamp: $0.name.fingerprint) }
    }
    for change in changes {
      switch change {
      case .reload(let sections):
        shopping?.told.tell(rows(sections))
        wishes.append(.publishSurface(2))
      case .perform(let changes, let sections):
        shopping?.told.tell(rows(sections), changes)
        wishes.append(.publishSurface(2))
      case .bind(let cell, let thing): bind(cell, to: thing.key, at: now, into: &wishes)
      case .unbind(let cell): unbind(cell, at: now, into: &wishes)
      case .refresh, .bindHeader, .refreshHeader: break
      }
    }
  }

  private mutating func bind(
    _ cell: TableCell, to key: Key, at now: Instant, into wishes: inout [StackWish]
  ) {
    let handle = store.open(ListedObject.self, at: place(key))
    shopping?.cells.append(ShoppingList.Cell(cell: cell, key: key, handle: handle))
    note(ObjectNotes.displayed.holding(1), key, into: &wishes)
    var tasks: [ObjectWish] = []
    store.listen(to: handle, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  private mutating func unbind(
    _ cell: TableCell, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let place = shopping?.cells.firstIndex(where: { $0.cell == cell }),
      let bound = shopping?.cells.remove(at: place)
    else { return }
    note(ObjectNotes.displayed.holding(0), bound.key, into: &wishes)
    var tasks: [ObjectWish] = []
    store.close(bound.handle.id, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  /// Shows what is known of the things in the cells, if that is something else.
  mutating func showCells(into wishes: inout [StackWish]) {
    guard isOpen, let shopping else { return }
    var rows: [Row] = []
    for thing in shopping.visible {
      guard let cell = shopping.cells.first(where: { $0.key == thing.key }),
        store[cell.handle].isThere == true
      else { continue }
      let word = store[cell.handle].shown[ObjectNotes.word]
      rows.append(Row(key: cell.key, stamp: word.fingerprint))
    }
    if !shopping.toldCells.differs(from: rows) { return }
    self.shopping?.toldCells.tell(rows)
    wishes.append(.publishSurface(3))
  }
}
