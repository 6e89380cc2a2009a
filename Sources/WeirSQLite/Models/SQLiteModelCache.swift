// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirModels

/// A cache of models and lists in a file, which outlives the process.
///
///     let cache = try SQLiteModelCache(path: "models.db", formats)
///     cache.perform(.writeList("feed", rows: messages))         // done
///     cache.perform(.deleteModel(messages[0]))                  // done
///     cache.perform(.readList("feed", as: Message.self))        // list, without the first message
///
/// Each job is a transaction: opened again, after whatever end of the process, the cache has what the jobs wrote that were
/// done, and of the one under way all or nothing. What cannot be done is an answer: a locked or full disk, a type without
/// format, and damage, in place of other models than were written. A cache belongs to one thread.
///
/// - Complexity: O(log *n*) for each model and row that a job names. Rows that a list is written with and that did not
///   change are not written again.
public final class SQLiteModelCache: ModelCache {
  let database: SQLiteDatabase
  let formats: ModelFormats
  let statements: ModelStatements

  /// The number that tells files of this layout from others.
  private static let layout = 1

  /// Opens a cache, which is made if it is not there.
  ///
  /// With `isChecked` the whole file is looked through for damage first, which takes as long as reading it.
  ///
  /// - Throws: an error of the kind `corrupt` or `notADatabase` for a damaged file, and of the kind `schema` for one that
  ///   something else has made.
  public init(
    path: String, _ formats: ModelFormats, _ options: SQLiteOptions = SQLiteOptions(),
    isChecked: Bool = true
  ) throws(SQLiteError) {
    self.formats = formats
    database = try SQLiteDatabase(path: path, options)
    if isChecked { try database.check() }
    try Self.prepare(database, options)
    statements = try ModelStatements(database.connection)
  }

  /// Makes the tables of a new file, and refuses the file of another program.
  private static func prepare(
    _ database: SQLiteDatabase, _ options: SQLiteOptions
  ) throws(SQLiteError) {
    let found = try database.rows("PRAGMA user_version")
    if found == [[.integer(Int64(layout))]] { return }
    let tables = try database.rows("SELECT count(*) FROM sqlite_schema")
    guard found == [[0]], tables == [[0]], !options.isReadOnly else {
      throw SQLiteError.foreign("the file is no cache of models, or one of another version")
    }
    do {
      try database.transaction {
        // A number is never given again, so that no list takes a later model for a row that was deleted.
        try database.execute(
          """
          CREATE TABLE model (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, type TEXT NOT NULL,
            projection TEXT NOT NULL, value BLOB NOT NULL, digest INT NOT NULL,
            UNIQUE (id, type, projection))
          """)
        try database.execute(
          "CREATE TABLE list (key TEXT PRIMARY KEY, content BLOB NOT NULL, digest INT NOT NULL)")
        try database.execute("PRAGMA user_version = \(layout)")
      }
    } catch {
      throw error as? SQLiteError ?? SQLiteError.foreign("\(error)")
    }
  }

  /// Does a job, and returns its result.
  public func perform(_ job: CacheJob) -> CacheResult {
    do {
      switch job {
      case .readModel(let id, let type):
        return try id.flatMap { try read($0, as: type) }.map { .model($0) } ?? .nothing
      case .readList(let key, let type):
        return try key.flatMap { try read($0, as: type) }.map { .list($0) } ?? .nothing
      case .writeModels(let models): try write(models)
      case .deleteModel(let model):
        if let id = model.modelID { try database.run(statements.delete, [.text(id.text)]) { _ in } }
      case .writeList(let key, let rows): try write(rows, key)
      }
      return .done
    } catch {
      return .failed(error as? CacheError ?? CacheError("\(error)"))
    }
  }

  /// Looks the whole file through; throws an error of the kind `corrupt` if it is damaged.
  public func check() throws(SQLiteError) { try database.check() }

  /// Returns the name of the format of a type.
  func name(of type: any Model.Type) throws -> String {
    guard let name = formats.name(of: type) else {
      throw CacheError("there is no format for models of the type \(type)")
    }
    return name
  }

  /// Returns the model that bytes stand for.
  func model(_ bytes: [UInt8], _ type: String, under name: String) throws -> any Model {
    guard let model = formats.model(of: bytes, named: type) else {
      throw CacheError("the format '\(type)' does not understand the bytes of '\(name)'")
    }
    return model
  }

  /// Returns the error of something that is kept under a name and is damaged.
  static func damage(_ name: String) -> CacheError { CacheError("'\(name)' is damaged") }
}
