// SPDX-License-Identifier: GPL-3.0-or-later
import CSQLite
import WeirCore

/// A connection to a database file: the only place where its C functions are called.
@safe
final class Connection {
  private let handle: OpaquePointer
  /// The changes of rows, as the database tells of them while it makes them.
  let recorder = ChangeRecorder()

  /// Opens a file, or a database in memory.
  ///
  /// With `isAddress` the path is an address, which may ask for another kind of storage.
  init(path: String, isReadOnly: Bool, isAddress: Bool = false) throws(SQLiteError) {
    var opened: OpaquePointer?
    let access =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let flags = access | SQLITE_OPEN_NOMUTEX | (isAddress ? SQLITE_OPEN_URI : 0)
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened = unsafe opened else {
      throw SQLiteError(code: code, message: "the database cannot be opened")
    }
    guard code == SQLITE_OK else {
      let error = unsafe SQLiteError(code: code, message: String(cString: sqlite3_errmsg(opened)))
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = unsafe opened
    unsafe sqlite3_extended_result_codes(handle, 1)
    listen()
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// A name that no other connection of this process has while this one is open; it is another one in each process, and
  /// must not be seen outside.
  var uniqueName: String { unsafe String(UInt(bitPattern: handle), radix: 16) }

  /// `true` if no transaction is open.
  var isOutsideTransaction: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement changed.
  var changeCount: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// The rowid of the last insert.
  var lastRowid: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// The error of the last call.
  func error() -> SQLiteError {
    unsafe SQLiteError(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Waits so many milliseconds for others to let go of their locks.
  func setBusyTimeout(milliseconds: Int32) {
    unsafe sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Compiles one statement.
  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    recorder.beginCompiling()
    var statement: OpaquePointer?
    var rest = 0
    var sql = sql
    let code = sql.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
          &statement, &tail)
        if let start = text.baseAddress, let tail = unsafe tail {
          rest = unsafe text.count - (tail - start)
        }
        return code
      }
    }
    if code != SQLITE_OK { throw error() }
    guard let statement = unsafe statement else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "no statement in '\(sql)'")
    }
    let tail = sql.utf8.suffix(rest)
    if !tail.allSatisfy({ [9, 10, 13, 32, 59].contains($0) }) {
      unsafe sqlite3_finalize(statement)
      throw SQLiteError(code: SQLITE_MISUSE, message: "more than one statement in '\(sql)'")
    }
    let words = sql.lowercased()
    return unsafe Statement(
      statement, of: self, changesSchema: recorder.compilesSchema || words.contains("vacuum"),
      mayHideDeletes: words.contains("replace") || changesRowids())
  }

  /// `true` if the statement that was compiled last may give rows other rowids.
  private func changesRowids() -> Bool {
    recorder.updates.contains { table, column in
      if column == "ROWID" { return true }
      // A column that is the primary key by itself may be another name of the rowid.
      var isKey: Int32 = 0
      unsafe sqlite3_table_column_metadata(
        handle, nil, table, column, nil, nil, nil, &isKey, nil)
      return isKey != 0
    }
  }

  /// Has the database tell the recorder of every row that it changes.
  private func listen() {
    let context = unsafe Unmanaged.passUnretained(recorder).toOpaque()
    unsafe sqlite3_update_hook(
      handle,
      { context, _, database, table, rowid in
        guard let context = unsafe context, let database = unsafe database,
          let table = unsafe table
        else { return }
        unsafe changeRecorder(context).touch(database, table, rowid)
      }, context)
    unsafe sqlite3_rollback_hook(
      handle,
      { context in
        if let context = unsafe context { unsafe changeRecorder(context).rollBack() }
      }, context)
    unsafe sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, _ in
        guard let context = unsafe context else { return SQLITE_OK }
        return unsafe changeRecorder(context).authorize(action, first, second)
      }, context)
  }
}

private func changeRecorder(_ context: UnsafeMutableRawPointer) -> ChangeRecorder {
  unsafe Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue()
}
