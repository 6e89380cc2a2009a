// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirPaging

/// The pages of a table in a database file, for a paged list.
///
///     let newest = SQLiteQuery("message", by: [.descending("sent")])
///     let pages = try SQLitePages(path: "chat.db", newest)
///     let rules = PagerRules(pageSize: 20, keys: .position)
///     let list = try PagedList<SQLiteRow>(rules) { try await pages.answer($0) }
///     await list.load()
///
/// It opens the file for itself, and reads it on no thread that anybody waits on. With `keys: .offset` it counts rows
/// instead; see ``SQLitePageReader``.
public actor SQLitePages {
  private let reader: SQLitePageReader

  /// Opens a file; it throws what is wrong with it, or with the query.
  public init(
    path: String, _ query: SQLiteQuery,
    _ options: SQLiteOptions = SQLiteOptions(isReadOnly: true)
  ) throws(SQLiteError) {
    reader = try SQLitePageReader(SQLiteDatabase(path: path, options), query)
  }

  /// Returns the page that a request asks for; see ``SQLitePageReader/answer(_:)``.
  public func answer(_ request: PageRequest) throws -> PageAnswer<SQLiteRow> {
    try reader.answer(request)
  }
}
