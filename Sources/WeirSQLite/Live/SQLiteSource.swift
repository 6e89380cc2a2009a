import WeirCore
public import WeirDiff
public import WeirSources

/// The rows of a table that fulfil a condition, as a source that follows what is committed.
///
///     let unread = try SQLiteSource(database, SQLiteQuery("mail", where: "isRead = 0"))
///     let observer = unread.observe { event in show(event) }
///     try database.execute("UPDATE mail SET isRead = 1 WHERE id = 7")  // changed: one row goes
///
/// The database tells which rows a transaction touches; once it is committed these are looked up and placed among the
/// others. Nothing is told of what is rolled back. What other connections and processes commit is seen when the source
/// is read or ``SQLiteDatabase/poll()`` is called, at the price of one difference. A locked, damaged or changed database is
/// a state, in which the last rows stay, until reading works again.
///
/// - Complexity: O(*k* log *n*) for *k* touched rows; O(*n*) where several of them move, where a REPLACE has deleted a row, of
///   which the database does not tell, and for changes of others.
public final class SQLiteSource: DataSource {
  /// The rows, their version, and the last changes.
  public private(set) var journal = SourceJournal<SharedList<SQLiteRow>>()
  /// The bell that rings when the database does.
  public let signal = ChangeSignal()
  /// The number of times that all rows were read.
  public private(set) var loadCount = 0
  private let database: SQLiteDatabase
  private let query: SQLiteQuery
  private var compiled: CompiledQuery
  private var watch: ChangeRecorder.Watch
  private var placing = RowPlacing()
  private var listener: SignalListener?
  private var isRefreshing = false

  // What the rows are in keeping with.
  private var isStale = true
  private var dataVersion: Int64 = -1
  private var schemaEdition = -1
  private var hiddenEdition = -1
  /// `true` if any statement may make rows go silently.
  private var alwaysCounts = false

  /// Makes a source of a query, and reads its rows.
  ///
  /// - Throws: an error of the kind `query` or `schema` if there cannot be such a source. A database that is merely
  ///   locked or damaged is a state.
  public init(_ database: SQLiteDatabase, _ query: SQLiteQuery) throws(SQLiteError) {
    self.database = database
    self.query = query
    compiled = try CompiledQuery(query, in: database)
    watch = ChangeRecorder.Watch(table: compiled.table)
    database.connection.recorder.add(watch)
    listener = database.signal.listen { [weak signal] in signal?.ring() }
    refresh()
    // Whoever reads begins with what is there.
    let state = journal.state
    journal = SourceJournal(journal.content)
    journal.setState(state)
  }

  deinit { database.connection.recorder.remove(watch) }

  /// Takes in what has been committed, unless a transaction of this database is open.
  public func refresh() {
    if isRefreshing || !database.isOutsideTransaction { return }
    isRefreshing = true
    defer { isRefreshing = false }
    do {
      if try isUpToDate() { return }
      try takeInAtOnce()
      journal.setState(.live)
    } catch {
      isStale = true
      journal.setState(.failed(SourceFailure(error.description)))
    }
  }

  /// `true` if nothing can have happened since the last time.
  private func isUpToDate() throws(SQLiteError) -> Bool {
    if isStale || watch.isTouched || schemaEdition != database.schemaEdition { return false }
    if database.isInMemory { return true }
    return try currentDataVersion() == dataVersion
  }

  /// Reads everything from one state of the database, whoever writes meanwhile.
  private func takeInAtOnce() throws(SQLiteError) {
    if database.isInMemory { return try takeIn() }
    try database.execute("BEGIN")
    do throws(SQLiteError) {
      try takeIn()
    } catch {
      if !database.isOutsideTransaction { try database.execute("ROLLBACK") }
      throw error
    }
    try database.execute("COMMIT")
  }

  private func takeIn() throws(SQLiteError) {
    let version = database.isInMemory ? 0 : try currentDataVersion()
    if isStale || version != dataVersion || schemaEdition != database.schemaEdition {
      try load()
    } else {
      try place(watch.take())
    }
    dataVersion = version
    isStale = false
  }

  /// Reads all rows, and tells the difference.
  private func load() throws(SQLiteError) {
    compiled = try CompiledQuery(query, in: database)
    database.connection.recorder.remove(watch)
    watch = ChangeRecorder.Watch(table: compiled.table)
    database.connection.recorder.add(watch)
    alwaysCounts = try hidesDeletes()
    var rows: [SQLiteRow] = []
    try database.run(compiled.all, query.arguments) { rows.append(row($0)) }
    loadCount += 1
    schemaEdition = database.schemaEdition
    hiddenEdition = database.hiddenEdition
    placing = RowPlacing(rows, isDescending: compiled.isDescending)
    let list = SharedList(rows)
    journal.commit(list.difference(from: journal.content), list)
  }

  /// `true` if a constraint, a trigger or a foreign key may delete rows silently or give them other
  /// rowids.
  private func hidesDeletes() throws(SQLiteError) -> Bool {
    let found = try database.rows(
      """
      SELECT 1 FROM (SELECT sql FROM sqlite_schema UNION ALL SELECT sql FROM sqlite_temp_schema)
      WHERE sql LIKE '%replace%'
      UNION ALL SELECT 1 FROM pragma_foreign_key_list(?) WHERE on_update NOT IN ('NO ACTION', 'RESTRICT')
      """, [.text(compiled.table)])
    return !found.isEmpty
  }

  /// Looks touched rows up, and puts them where they belong.
  private func place(_ rowids: [Int64]) throws(SQLiteError) {
    var found: [SQLiteRow?] = []
    found.reserveCapacity(rowids.count)
    let statement = try database.compiled(compiled.one)
    for rowid in rowids {
      var row: SQLiteRow?
      try database.run(statement, query.arguments + [.integer(rowid)]) { row = self.row($0) }
      found.append(row)
    }
    let old = journal.content
    let step = placing.take(rowids, found, in: old)
    var new = old
    new.apply(step.changes.unreduced) { step.row(at: $0) }
    if try isMissingRows(new.count) { return try load() }
    journal.commit(step.changes.smallest(from: old, to: new), new)
  }

  /// `true` if rows are gone that the database did not tell of.
  private func isMissingRows(_ expected: Int) throws(SQLiteError) -> Bool {
    if !alwaysCounts && hiddenEdition == database.hiddenEdition { return false }
    hiddenEdition = database.hiddenEdition
    var count: Int64 = 0
    try database.run(compiled.count, query.arguments) { count = $0.integer(0) }
    return count != Int64(expected)
  }

  private func row(_ columns: borrowing Columns) -> SQLiteRow {
    let shown = 1..<(1 + compiled.columnCount)
    let ranks = shown.upperBound..<(shown.upperBound + compiled.isDescending.count)
    return SQLiteRow(
      rowid: columns.integer(0), values: columns.values(shown), ranks: columns.values(ranks))
  }

  private func currentDataVersion() throws(SQLiteError) -> Int64 {
    var version: Int64 = 0
    try database.run("PRAGMA data_version", []) { version = $0.integer(0) }
    return version
  }
}
