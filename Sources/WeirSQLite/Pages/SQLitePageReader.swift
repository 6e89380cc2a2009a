// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirPaging

/// The pages of a query, read from a database of one's own.
///
///     let reader = try SQLitePageReader(database, SQLiteQuery("message", by: [.descending("sent")]))
///     try reader.answer(PageRequest(id: 1, generation: 1, direction: .refresh, key: .offset(40), size: 20))
///
/// It answers two kinds of keys. An offset counts rows: `LIMIT 20 OFFSET 40`, told with the number of all rows, and rows
/// that come or go before the page move it. A position (`.start`, and then what the answers say) names a row's values, so
/// that rows that come and go before it move nothing, whether that row is still there or not; it says what lies beyond
/// both ends of a page. Rows of one rank are ordered by their rowid, and null comes before everything else.
///
/// - Complexity: with an index over the columns of the order a page by position costs the page, and one by offset all
///   rows before it, too.
public struct SQLitePageReader {
  private let database: SQLiteDatabase
  private let arguments: [SQLiteValue]
  private let compiled: CompiledQuery

  /// Makes a reader; it throws what is wrong with the query.
  public init(_ database: SQLiteDatabase, _ query: SQLiteQuery) throws(SQLiteError) {
    self.database = database
    arguments = query.arguments
    compiled = try CompiledQuery(query, in: database)
  }

  /// Returns the page that a request asks for.
  ///
  /// It throws a `PageError.refused` for a key of another kind, or a position of another query, and a ``SQLiteError`` if
  /// the database cannot be read.
  public func answer(_ request: PageRequest) throws -> PageAnswer<SQLiteRow> {
    switch request.key {
    case .offset(let offset): return try page(behind: max(0, offset), request.size)
    case .start: return try page(at: nil, request)
    case .position(let token):
      guard let position = PagePosition(token, columns: compiled.ranks.count) else {
        throw PageError.refused("\(token) is no position in this order")
      }
      return try page(at: position, request)
    case .number, .cursor:
      throw PageError.refused("\(request.key), where an offset or a position is needed")
    }
  }

  private func page(behind offset: Int, _ size: Int) throws -> PageAnswer<SQLiteRow> {
    try reading {
      let rows = try rows(
        "\(compiled.all) LIMIT ? OFFSET ?",
        arguments + [.integer(Int64(size)), .integer(Int64(offset))])
      let counted = try database.rows(compiled.count, arguments)
      guard case .integer(let total)? = counted.first?.first else {
        return PageAnswer(items: rows)
      }
      return PageAnswer(items: rows, total: Int(total))
    }
  }

  private func page(
    at position: PagePosition?, _ request: PageRequest
  ) throws -> PageAnswer<SQLiteRow> {
    let isBackward = request.isBackward
    var (sql, values) = (compiled.start, arguments)
    if let position {
      let (condition, places) = beyond(position, isBackward: isBackward)
      sql += " AND (\(condition))"
      values += places
    }
    let order = compiled.terms.map { "\($0.sql) \($0.isDescending != isBackward ? "DESC" : "ASC")" }
    sql += " ORDER BY \(order.joined(separator: ", ")) LIMIT ?"
    // One more than asked for tells whether this is the end.
    var rows = try rows(sql, values + [.integer(Int64(request.size) + 1)])
    let hasMore = rows.count > request.size
    if hasMore { rows.removeLast() }
    let far: PageLink = hasMore ? link(rows.last) : .end
    let near: PageLink = position == nil ? .end : rows.isEmpty ? .unstated : link(rows.first)
    if isBackward {
      return PageAnswer(items: rows.reversed(), next: near, previous: far)
    }
    return PageAnswer(items: rows, next: far, previous: near)
  }

  /// Returns the condition for rows beyond a position, and its arguments.
  ///
  /// A row is beyond it if it is so in the first column in which they differ. Null is less than everything else.
  private func beyond(
    _ position: PagePosition, isBackward: Bool
  ) -> (sql: String, arguments: [SQLiteValue]) {
    var (cases, arguments): ([String], [SQLiteValue]) = ([], [])
    var (equal, before): ([String], [SQLiteValue]) = ([], [])
    for (term, value) in zip(compiled.terms, position.all) {
      let isLess = term.isDescending != isBackward
      let isNull = if case .null = value { true } else { false }
      let differs: String? =
        switch (isLess, isNull) {
        case (false, true): "\(term.sql) IS NOT NULL"
        case (false, false): "\(term.sql) > ?"
        case (true, true): nil
        case (true, false): "(\(term.sql) < ? OR \(term.sql) IS NULL)"
        }
      if let differs {
        cases.append((equal + [differs]).joined(separator: " AND "))
        arguments += before + (isNull ? [] : [value])
      }
      equal.append("\(term.sql) IS ?")
      before.append(value)
    }
    return (cases.map { "(\($0))" }.joined(separator: " OR "), arguments)
  }

  private func link(_ row: SQLiteRow?) -> PageLink {
    guard let row else { return .end }
    let values = compiled.ranks.map { row.storage[$0.index] }
    return .key(.position(PagePosition(values: values, rowid: row.rowid).token))
  }

  private func rows(
    _ sql: String, _ arguments: [SQLiteValue]
  ) throws(SQLiteError) -> [SQLiteRow] {
    var rows: [SQLiteRow] = []
    try database.run(sql, arguments) { columns in
      rows.append(
        SQLiteRow(
          rowid: columns.integer(0), columns.values(1..<(1 + compiled.storedCount)),
          count: compiled.columnCount))
    }
    return rows
  }

  /// Reads several things as they are at one moment.
  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    guard database.isOutsideTransaction else { return try body() }
    try database.execute("BEGIN")
    do {
      let result = try body()
      try database.execute("COMMIT")
      return result
    } catch {
      if !database.isOutsideTransaction { try database.execute("ROLLBACK") }
      throw error
    }
  }
}
