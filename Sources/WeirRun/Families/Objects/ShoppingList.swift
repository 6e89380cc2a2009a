// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirObjects
import WeirTree

/// A list of things to buy, as an app shows it: a collection that others change, too, a table of it with a few cells on the
/// screen, and what the person did that the server does not know yet.
struct ShoppingList: Sendable {
  /// A thing in the table: what its row of the index says.
  struct Thing: ListRow, Hashable, Sendable {
    let key: Key
    let name: Node

    var rowID: Key { key }
    func showsTheSame(as other: Thing) -> Bool { name == other.name }
  }

  /// A cell on the screen, which observes its thing.
  struct Cell: Sendable {
    let cell: TableCell
    let key: Key
    let handle: ObjectHandle<ListedObject>
  }

  var things: Values<ListedObject>
  var table = BoundTable<OnlySection<Thing>>()
  var cells: [Cell] = []
  /// The place of the row at the top of the screen.
  var top = 0
  /// The number of cells that the screen has room for.
  let size: Int
  /// The rows of the table, and of the cells, as they are published.
  var (told, toldCells) = (ToldRows(), ToldRows())
  var outbox = Outbox()

  /// Makes a list at a place, of which nothing is known.
  init(at place: Path, size: Int) {
    things = Values(at: place, .oldestFirst)
    self.size = size
  }

  /// The things as the person has left them: those of the index, without what they took away, and with what they added.
  var shown: [Thing] {
    var rows = SortedMap<Key, Thing>()
    for row in things.view.rows {
      rows.set(Thing(key: row.key, name: row.item.glimpse.payload), for: row.key)
    }
    for edit in outbox.edits {
      switch edit.deed {
      case .add: rows.set(Thing(key: edit.key, name: edit.text), for: edit.key)
      case .tickOff: break
      case .takeAway: rows.remove(edit.key)
      }
    }
    return rows.map(\.value)
  }

  /// The rows of the table that are on the screen.
  var visible: ArraySlice<Thing> {
    let rows = table.rows.first ?? []
    return rows[min(top, rows.count)..<min(top + size, rows.count)]
  }
}

/// The edits of a person that the server has not answered, the oldest first; they outlive the app.
///
/// One is written at a time, together with a receipt that says which one it was, under the demand that the receipt is still
/// that of the edit before. So whoever does not know whether an edit was done looks at the receipt, and no edit is done twice.
struct Outbox: Sendable {
  /// Something that a person does to a thing.
  enum Deed: UInt64, Sendable { case add, tickOff, takeAway }

  /// Something that a person did.
  struct Edit: Sendable {
    let deed: Deed
    let key: Key
    /// The text that is written; that of a thing that is taken away stands in the receipt alone.
    let text: Node
    /// `true` if it was written, so that it may have been done.
    var isSent = false

    /// The receipt of the edit.
    var receipt: Node { Node([(Receipt.edit.path.keys[0], text)]) }
  }

  /// The thing that the outbox waits for.
  enum Waiting: Sendable {
    /// Nothing.
    case nothing
    /// The receipt, which is loaded.
    case receipt(ObjectHandle<Receipt>)
    /// The end of a transaction.
    case end(TransactionID)
    /// The answer to a write of an earlier life of the app, by its tag.
    case answer(UInt32)
    /// Better times.
    case instant(Instant)
  }

  var edits: [Edit] = []
  var waiting = Waiting.nothing
  /// The receipt as it stands there; nil: nobody knows.
  var receipt: Node?
  /// `true` if the first edit was turned away, unless the receipt says otherwise.
  var isRefused = false
  /// The tag of the write that is not answered; nil: there is none.
  var tag: UInt32?
}

/// The receipt of the last edit that the server has carried out for an app.
enum Receipt: ObjectKind {
  static let edit = Field<Receipt, Node>("edit", .node)
  static let fields = Fields<Receipt> { edit }
}

/// The part of an app with a shopping list that outlives it.
struct SavedShopping: Sendable {
  var edits: [Outbox.Edit]
  /// The tag of the write that is not answered.
  var tag: UInt32?
  /// The number of lives before this one, by which the tags of their writes differ.
  var era: UInt32
  var lastText: UInt32
}
