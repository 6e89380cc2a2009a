// SPDX-License-Identifier: GPL-3.0-or-later
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

  // The versions with which the rows agree.
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
      try takeIn()
      journal.setState(.live)
    } catch {
      isStale = true
      journal.setState(.failed(SourceFailure(error.description)))
    }
  }

  /// `true` if nothing can have happened since the last time.
  private func isUpToDate() throws(SQLiteError) -> Bool {
    if isStale || watch.isTouched || schemaEdition != database.schemaEdition { return false }
    return try currentDataVersion() == dataVersion
  }

  /// Places the rows that were touched, or reads all if that is not enough.
  private func takeIn() throws(SQLiteError) {
    if !isStale, schemaEdition == database.schemaEdition, let placed = try placeTouched() {
      journal.commit(placed.changes, placed.list)
    } else {
      try load()
    }
    isStale = false
  }

  /// Places the rows that were touched; `nil` if others have committed or rows are gone besides.
  private func placeTouched() throws(SQLiteError) -> Placed? {
    let rowids = watch.take()
    if database.isInMemory { return try place(rowids) }
    var result = Result<Placed?, SQLiteError>.success(nil)
    // While the statement stands on its row, every look-up sees the state of that version, and takes no lock of its own.
    try database.run(compiled.version) { version in
      guard version.integer(0) == dataVersion else { return }
      do throws(SQLiteError) {
        result = .success(try place(rowids))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads all rows, and tells the difference.
  private func load() throws(SQLiteError) {
    // What somebody commits from now on changes the version again, and is read the next time.
    dataVersion = try currentDataVersion()
    schemaEdition = database.schemaEdition
    database.forgetStatements()
    compiled = try CompiledQuery(query, in: database)
    database.connection.recorder.remove(watch)
    watch = ChangeRecorder.Watch(table: compiled.table)
    database.connection.recorder.add(watch)
    alwaysCounts = try hidesDeletes()
    // After the question, which has the word itself that statements are suspected for.
    hiddenEdition = database.hiddenEdition
    var rows: [SQLiteRow] = []
    try database.run(compiled.all, query.arguments) { rows.append(row($0)) }
    loadCount += 1
    placing = RowPlacing(rows, by: compiled.ranks)
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

  /// Looks touched rows up, and finds where they belong; `nil` if others are gone besides.
  private func place(_ rowids: [Int64]) throws(SQLiteError) -> Placed? {
    let found = try lookUp(rowids)
    let old = journal.content
    let step = placing.take(rowids, found, in: old)
    let changes = step.changes.unreduced
    var new = old
    new.apply(changes) { step.row(at: $0) }
    if try isMissingRows(new.count) { return nil }
    return Placed(changes: step.changes.smallest(of: changes, from: old, to: new), list: new)
  }

  /// Returns the rows of these rowids, which ascend; `nil` for those that are not shown.
  private func lookUp(_ rowids: [Int64]) throws(SQLiteError) -> [SQLiteRow?] {
    var found: [SQLiteRow?] = []
    found.reserveCapacity(rowids.count)
    guard let first = rowids.first, let last = rowids.last else { return found }
    // What was just inserted usually lies side by side.
    if rowids.count > 1, last == first.addingReportingOverflow(Int64(rowids.count - 1)).partialValue
    {
      found = Array(repeating: nil, count: rowids.count)
      try database.run(compiled.range, query.arguments + [.integer(first), .integer(last)]) {
        let row = self.row($0)
        found[Int(row.rowid - first)] = row
      }
      return found
    }
    var index = 0
    while rowids.count - index >= CompiledQuery.severalCount {
      let part = rowids[index..<(index + CompiledQuery.severalCount)]
      found += try lookUpSeveral(part)
      index = part.endIndex
    }
    for rowid in rowids[index...] {
      var row: SQLiteRow?
      try database.run(compiled.one, query.arguments + [.integer(rowid)]) { row = self.row($0) }
      found.append(row)
    }
    return found
  }

  /// Returns the rows of as many rowids as one statement takes, which is quicker than one by one.
  private func lookUpSeveral(_ rowids: ArraySlice<Int64>) throws(SQLiteError) -> [SQLiteRow?] {
    var rows: [SQLiteRow] = []
    try database.run(compiled.several, query.arguments + rowids.map { .integer($0) }) {
      rows.append(row($0))
    }
    var next = 0
    return rowids.map { rowid in
      guard next < rows.count, rows[next].rowid == rowid else { return nil }
      next += 1
      return rows[next - 1]
    }
  }

  /// `true` if rows are gone that the database did not tell of.
  private func isMissingRows(_ expected: Int) throws(SQLiteError) -> Bool {
    if !alwaysCounts && hiddenEdition == database.hiddenEdition { return false }
    hiddenEdition = database.hiddenEdition
    var count: Int64 = 0
    try database.run(compiled.count, query.arguments) { count = $0.integer(0) }
    return count != Int64(expected)
  }

  /// The effect of what was committed.
  private struct Placed {
    var changes: ChangeSet
    var list: SharedList<SQLiteRow>
  }

  private func row(_ columns: borrowing Columns) -> SQLiteRow {
    SQLiteRow(
      rowid: columns.integer(0), columns.values(1..<(1 + compiled.storedCount)),
      count: compiled.columnCount, by: compiled.ranks)
  }

  private func currentDataVersion() throws(SQLiteError) -> Int64 {
    var version: Int64 = 0
    if database.isInMemory { return version }
    try database.run(compiled.version) { version = $0.integer(0) }
    return version
  }
}
