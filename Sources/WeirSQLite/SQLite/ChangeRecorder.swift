// SPDX-License-Identifier: GPL-3.0-or-later
import CSQLite

/// The rows that the open transaction has touched, for those tables that somebody watches.
///
/// Rows of a savepoint that was rolled back stay noted: to look at a row that did not change does no harm.
final class ChangeRecorder {
  /// The rows of one table that somebody watches.
  final class Watch {
    fileprivate let table: [UInt8]
    /// The rows that the open transaction has touched, in the order of touching.
    fileprivate var open: [Int64] = []
    /// The rows that earlier transactions have touched, until they are taken.
    fileprivate var committed: [Int64] = []

    init(table: String) { self.table = Array(table.utf8) }

    /// `true` if committed transactions have touched rows.
    var isTouched: Bool { !committed.isEmpty }

    /// Takes the rows that committed transactions have touched, each once, in order.
    func take() -> [Int64] {
      var rows: [Int64] = []
      swap(&rows, &committed)
      var isSorted = true
      for index in rows.indices.dropFirst() where rows[index] <= rows[index - 1] {
        isSorted = false
        break
      }
      if isSorted { return rows }
      rows.sort()
      var last = 0
      for row in rows.dropFirst() where row != rows[last] {
        last += 1
        rows[last] = row
      }
      rows.removeSubrange((last + 1)...)
      return rows
    }

    /// Puts back what was taken and could not be used.
    func putBack(_ rows: [Int64]) { committed.append(contentsOf: rows) }
  }

  private var watches: [Watch] = []
  /// `true` if the statement that is compiled changes tables.
  private(set) var compilesSchema = false
  private var compilesDrop = false
  /// The functions that the statement calls that is compiled.
  private(set) var functions: [String] = []
  /// The columns that the statement updates that is compiled.
  private(set) var updates: [(table: String, column: String)] = []
  /// The number of SELECTs in the statement that is compiled.
  private(set) var selects = 0

  /// Begins to note the rows of a table.
  func add(_ watch: Watch) { watches.append(watch) }

  /// Ends it.
  func remove(_ watch: Watch) { watches.removeAll { $0 === watch } }

  /// Notes that the open transaction was committed; returns `true` if it touched anything watched.
  func commit() -> Bool {
    var isTouched = false
    for watch in watches where !watch.open.isEmpty {
      isTouched = true
      if watch.committed.isEmpty {
        swap(&watch.committed, &watch.open)
      } else {
        watch.committed.append(contentsOf: watch.open)
        watch.open.removeAll(keepingCapacity: true)
      }
    }
    return isTouched
  }

  /// Forgets what the open transaction touched.
  func rollBack() {
    for watch in watches { watch.open.removeAll(keepingCapacity: true) }
  }

  /// Notes a row that was inserted, updated or deleted; rows of other databases that are attached do not count.
  func touch(_ database: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>, _ rowid: Int64) {
    guard unsafe Self.isSame(Self.main, database) else { return }
    for watch in watches where unsafe Self.isSame(watch.table, table) { watch.open.append(rowid) }
  }

  private static let main = Array("main".utf8)

  private static func isSame(_ name: [UInt8], _ text: UnsafePointer<CChar>) -> Bool {
    for index in name.indices where unsafe UInt8(bitPattern: text[index]) != name[index] {
      return false
    }
    return unsafe text[name.count] == 0
  }

  /// Begins to look at a statement that is compiled.
  func beginCompiling() {
    compilesSchema = false
    compilesDrop = false
    functions = []
    updates = []
    selects = 0
  }

  /// Answers the database, which asks for each thing that a statement does.
  func authorize(
    _ action: Int32, _ name: UnsafePointer<CChar>?, _ detail: UnsafePointer<CChar>?
  ) -> Int32 {
    switch action {
    case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VTABLE, SQLITE_DROP_VIEW,
      SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_INDEX, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TRIGGER,
      SQLITE_DROP_TEMP_TRIGGER:
      compilesSchema = true
      compilesDrop = true
    case SQLITE_ALTER_TABLE, SQLITE_CREATE_TABLE, SQLITE_CREATE_TRIGGER,
      SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_VIEW, SQLITE_CREATE_INDEX, SQLITE_ATTACH,
      SQLITE_DETACH:
      compilesSchema = true
    case SQLITE_DELETE:
      // To say this of a DELETE has the database delete row by row, and so tell of each. A DROP it would ignore.
      guard !compilesDrop, let name = unsafe name else { return SQLITE_OK }
      let isInternal = unsafe Self.begins(name, with: Self.internalPrefix)
      return isInternal ? SQLITE_OK : SQLITE_IGNORE
    case SQLITE_SELECT: selects += 1
    case SQLITE_FUNCTION:
      if let detail = unsafe detail { functions.append(unsafe String(cString: detail)) }
    case SQLITE_UPDATE:
      if let name = unsafe name, let detail = unsafe detail {
        updates.append(unsafe (String(cString: name), String(cString: detail)))
      }
    default: break
    }
    return SQLITE_OK
  }

  private static let internalPrefix = Array("sqlite_".utf8)

  private static func begins(_ text: UnsafePointer<CChar>, with prefix: [UInt8]) -> Bool {
    for index in prefix.indices where unsafe UInt8(bitPattern: text[index]) != prefix[index] {
      return false
    }
    return true
  }
}
