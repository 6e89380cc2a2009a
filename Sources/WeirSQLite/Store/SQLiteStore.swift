// SPDX-License-Identifier: GPL-3.0-or-later

/// A cache of bytes by key that outlives the process.
///
///     let store = try SQLiteStore(path: "cache.db")
///     try store.set(bytes, for: "rooms/lobby")
///     try store.transaction { … }   // all of it or nothing
///
/// Opened again, after whatever end of the process, it has what was committed last. A damaged file is an error of the
/// kind `corrupt` or `notADatabase`, when it is opened or when the damage is met, and never other bytes than were stored; it
/// is for the app to throw the file away.
public final class SQLiteStore {
  private let database: SQLiteDatabase

  /// Opens a store, which is made if it is not there.
  ///
  /// With `isChecked` the whole file is looked through for damage first, which takes as long as reading it.
  public init(
    path: String, _ options: SQLiteOptions = SQLiteOptions(), isChecked: Bool = true
  ) throws(SQLiteError) {
    database = try SQLiteDatabase(path: path, options)
    if isChecked { try check() }
    if !options.isReadOnly {
      try database.execute(
        "CREATE TABLE IF NOT EXISTS store (key TEXT PRIMARY KEY, value BLOB NOT NULL, digest INT)")
    }
  }

  /// Returns the bytes of a key, or `nil` if there are none.
  public func value(for key: String) throws(SQLiteError) -> [UInt8]? {
    let rows = try database.rows("SELECT value, digest FROM store WHERE key = ?", [.text(key)])
    guard let row = rows.first else { return nil }
    guard case .blob(let bytes) = row[0], row[1] == StoredDigest.of(bytes, key) else {
      throw SQLiteError.damaged("the bytes of '\(key)' are not those that were stored")
    }
    return bytes
  }

  /// Gives a key other bytes.
  public func set(_ bytes: [UInt8], for key: String) throws(SQLiteError) {
    try database.execute(
      """
      INSERT INTO store (key, value, digest) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, digest = excluded.digest
      """, [.text(key), .blob(bytes), StoredDigest.of(bytes, key)])
  }

  /// Forgets a key; returns `true` if there was one.
  @discardableResult
  public func remove(_ key: String) throws(SQLiteError) -> Bool {
    try database.execute("DELETE FROM store WHERE key = ?", [.text(key)]) > 0
  }

  /// Returns the keys that begin with `prefix`, in the order of their bytes.
  public func keys(beginningWith prefix: String = "") throws(SQLiteError) -> [String] {
    let rows = try database.rows(
      "SELECT key FROM store WHERE key >= ? ORDER BY key", [.text(prefix)])
    var keys: [String] = []
    for row in rows {
      guard case .text(let key)? = row.first, key.utf8.starts(with: prefix.utf8) else { break }
      keys.append(key)
    }
    return keys
  }

  /// Runs `body` as one transaction, which is rolled back if it throws.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try database.transaction(body)
  }

  /// Looks the whole file through; throws an error of the kind `corrupt` if it is damaged.
  public func check() throws(SQLiteError) { try database.check() }
}
