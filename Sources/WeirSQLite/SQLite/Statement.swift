// SPDX-License-Identifier: GPL-3.0-or-later
import CSQLite

/// A statement that was compiled, and is used again.
@safe
final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection
  /// `true` if the statement may change tables or what they are made of.
  let changesSchema: Bool
  /// `true` if the statement may make rows go of which the database says nothing.
  let mayHideDeletes: Bool
  /// `true` while rows of it are being read.
  private(set) var isRunning = false

  init(
    _ handle: OpaquePointer, of connection: Connection, changesSchema: Bool, mayHideDeletes: Bool
  ) {
    unsafe self.handle = unsafe handle
    self.connection = connection
    self.changesSchema = changesSchema
    self.mayHideDeletes = mayHideDeletes
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// The number of columns of a row.
  var columnCount: Int { unsafe Int(sqlite3_column_count(handle)) }

  /// Runs the statement, and calls `body` for each row, which it may read until it returns.
  func run(
    _ arguments: [SQLiteValue], _ body: (borrowing Columns) -> Void
  ) throws(SQLiteError) {
    isRunning = true
    defer {
      isRunning = false
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_clear_bindings(handle)
    }
    try bind(arguments)
    while true {
      let code = unsafe sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw connection.error() }
      body(unsafe Columns(handle))
    }
  }

  private func bind(_ arguments: [SQLiteValue]) throws(SQLiteError) {
    let wanted = unsafe Int(sqlite3_bind_parameter_count(handle))
    guard wanted == arguments.count else {
      throw SQLiteError(
        code: SQLITE_RANGE, message: "\(arguments.count) arguments for \(wanted) parameters")
    }
    for (index, argument) in arguments.enumerated() {
      let code = bind(argument, at: Int32(index + 1))
      if code != SQLITE_OK { throw connection.error() }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    // The database copies what it is given.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
    case .real(let number): return unsafe sqlite3_bind_double(handle, index, number)
    case .text(var text):
      if text.isEmpty {
        return unsafe sqlite3_bind_text64(handle, index, "", 0, copied, UInt8(SQLITE_UTF8))
      }
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { text in
          unsafe sqlite3_bind_text64(
            handle, index, text.baseAddress, UInt64(text.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), copied)
      }
    }
  }
}

/// The columns of the row that a statement stands on; valid until it goes on.
@safe
struct Columns: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  /// Returns the whole number in a column.
  func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }

  /// Returns the value of a column.
  func value(_ column: Int) -> SQLiteValue {
    let column = Int32(column)
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let text = unsafe sqlite3_column_text(handle, column) else { return .text("") }
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe .text(
        String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return .blob([]) }
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }

  /// Returns the values of some columns.
  func values(_ columns: Range<Int>) -> [SQLiteValue] { columns.map { value($0) } }
}
