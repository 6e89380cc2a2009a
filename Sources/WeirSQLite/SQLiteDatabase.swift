// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
public import WeirSources

/// A database file, or one in memory.
///
///     let database = try SQLiteDatabase(path: "chat.db")
///     try database.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, text TEXT)")
///     try database.transaction {
///       try database.execute("INSERT INTO message (text) VALUES (?)", ["hello"])
///     }
///
/// A file is opened with a write-ahead log, so that readers and one writer do not wait for each other, and a process
/// that is killed leaves the last committed state. Statements are compiled once. A database belongs to one thread; others
/// may open the same file.
public final class SQLiteDatabase {
  /// The bell that rings when a transaction of this database was committed that touched rows that a
  /// source shows.
  public let signal = ChangeSignal()
  let connection: Connection
  /// `true` if nobody else can see the database.
  let isInMemory: Bool
  /// The number of statements so far that may have changed tables.
  private(set) var schemaEdition = 0
  /// The number of statements so far that may have made rows go silently.
  private(set) var hiddenEdition = 0
  /// The compiled statements by their text.
  private var statements: [String: Statement] = [:]
  private var savepoints = 0
  /// The database after which this one in memory is named, so that no other one gets its name meanwhile.
  private var namesake: SQLiteDatabase?

  /// The number of statements that are kept compiled.
  private static let cacheSize = 100

  /// Opens a file, which is made if it is not there.
  public convenience init(
    path: String, _ options: SQLiteOptions = SQLiteOptions()
  ) throws(SQLiteError) {
    try self.init(path, options, isInMemory: false)
  }

  /// Makes a database in memory, which ends with this object.
  public convenience init() throws(SQLiteError) {
    try self.init(":memory:", SQLiteOptions(), isInMemory: true)
  }

  /// Opens a database in memory by several connections, each of which sees what the others commit; it ends with the last
  /// of them.
  ///
  ///     let connections = try SQLiteDatabase.inMemory(connections: 2)
  ///     try connections[0].execute("CREATE TABLE message (text TEXT)")
  ///     connections[1].poll()  // its sources look for what is new
  public static func inMemory(connections count: Int) throws(SQLiteError) -> [SQLiteDatabase] {
    // A name that begins with a slash is shared by all connections of a process.
    let first = try SQLiteDatabase()
    let path = "file:/weir-\(first.connection.uniqueName)?vfs=memdb"
    var connections: [SQLiteDatabase] = []
    for _ in 0..<count {
      let connection = try SQLiteDatabase(path, SQLiteOptions(), isInMemory: false, isAddress: true)
      connection.namesake = first
      connections.append(connection)
    }
    return connections
  }

  private init(
    _ path: String, _ options: SQLiteOptions, isInMemory: Bool, isAddress: Bool = false
  ) throws(SQLiteError) {
    self.isInMemory = isInMemory
    connection = try Connection(path: path, isReadOnly: options.isReadOnly, isAddress: isAddress)
    let milliseconds = options.busyTimeout.nanoseconds / 1_000_000
    connection.setBusyTimeout(milliseconds: Int32(clamping: milliseconds))
    if isInMemory || isAddress { return }
    if !options.isReadOnly { try execute("PRAGMA journal_mode = WAL") }
    try execute("PRAGMA synchronous = \(options.survivesPowerCut ? "FULL" : "NORMAL")")
  }

  /// Runs one statement, and returns the number of rows that it changed.
  @discardableResult
  public func execute(
    _ sql: String, _ arguments: [SQLiteValue] = []
  ) throws(SQLiteError) -> Int {
    try run(sql, arguments) { _ in }
    return connection.changeCount
  }

  /// Runs a query, and returns its rows.
  public func rows(
    _ sql: String, _ arguments: [SQLiteValue] = []
  ) throws(SQLiteError) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    let statement = try compiled(sql)
    let columns = 0..<statement.columnCount
    try run(statement, arguments) { rows.append($0.values(columns)) }
    return rows
  }

  /// The rowid of the last row that was inserted.
  public var lastRowid: Int64 { connection.lastRowid }

  /// `true` if no transaction is open.
  public var isOutsideTransaction: Bool { connection.isOutsideTransaction }

  /// Runs `body` as one transaction, which is rolled back if it throws; within another one, as a
  /// part of that which can be rolled back by itself.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    if !isOutsideTransaction { return try part(body) }
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      if !isOutsideTransaction { try execute("ROLLBACK") }
      throw error
    }
  }

  private func part<Result>(_ body: () throws -> Result) throws -> Result {
    savepoints += 1
    defer { savepoints -= 1 }
    let name = "part\(savepoints)"
    try execute("SAVEPOINT \(name)")
    do {
      let result = try body()
      try execute("RELEASE \(name)")
      return result
    } catch {
      if !isOutsideTransaction {
        try execute("ROLLBACK TO \(name)")
        try execute("RELEASE \(name)")
      }
      throw error
    }
  }

  /// Looks the whole file through; throws an error of the kind `corrupt` if it is damaged.
  func check() throws(SQLiteError) {
    let findings = try rows("PRAGMA quick_check(1)")
    if case .text(let words)? = findings.first?.first, findings != [["ok"]] {
      throw SQLiteError.damaged(words)
    }
  }

  /// Has every source look for what other connections and processes have committed.
  public func poll() { signal.ring() }
}

// MARK: Statements

extension SQLiteDatabase {
  /// Runs a statement, and calls `body` for each row.
  func run(
    _ sql: String, _ arguments: [SQLiteValue], _ body: (borrowing Columns) -> Void
  ) throws(SQLiteError) {
    try run(compiled(sql), arguments, body)
  }

  /// Runs a statement, and calls `body` for each row.
  func run(
    _ statement: Statement, _ arguments: [SQLiteValue] = [], _ body: (borrowing Columns) -> Void
  ) throws(SQLiteError) {
    // A statement that failed may have changed rows before it did.
    defer { end(statement) }
    try statement.run(arguments, body)
  }

  /// Returns a statement that is not being run.
  func compiled(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql], !known.isRunning { return known }
    let statement = try connection.prepare(sql)
    if statements.count >= Self.cacheSize { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  /// Forgets what was compiled, for tables may have changed.
  func forgetStatements() { statements.removeAll() }

  private func end(_ statement: Statement) {
    if statement.changesSchema {
      schemaEdition += 1
      // What a statement does may depend on tables as they were.
      statements.removeAll()
    }
    if statement.mayHideDeletes { hiddenEdition += 1 }
    guard isOutsideTransaction else { return }
    let isTouched = connection.recorder.commit()
    if isTouched || statement.changesSchema { signal.ring() }
  }
}
