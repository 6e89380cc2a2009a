// SPDX-License-Identifier: GPL-3.0-or-later

/// The statements of a cache of models, compiled once.
struct ModelStatements {
  /// The value of a type under an identity, of the first projection.
  let model: Statement
  /// The number of a value, and 1 if it is what is to be kept.
  let known: Statement
  /// The other values under an identity.
  let others: Statement
  /// The values of some numbers.
  let several: Statement
  /// The number of numbers of the statement for several.
  static let severalCount = 32
  /// Keeps a value in place of the one that was there.
  let keep: Statement
  /// Adds a value.
  let add: Statement
  /// Changes a value by its number.
  let change: Statement
  /// Deletes all values under an identity.
  let delete: Statement
  /// The content of a list.
  let list: Statement
  /// Keeps the content of a list.
  let keepList: Statement

  /// Compiles them.
  init(_ connection: Connection) throws(SQLiteError) {
    let columns = "number, id, type, projection, value, digest FROM model"
    model = try connection.prepare(
      "SELECT \(columns) WHERE id = ? AND type = ? ORDER BY projection LIMIT 1")
    known = try connection.prepare(
      """
      SELECT number, value = ?4 AND digest = ?5 FROM model
      WHERE id = ?1 AND type = ?2 AND projection = ?3
      """)
    others = try connection.prepare("SELECT \(columns) WHERE id = ? AND number <> ?")
    let places = Array(repeating: "?", count: Self.severalCount).joined(separator: ", ")
    several = try connection.prepare("SELECT \(columns) WHERE number IN (\(places))")
    let insert = "INSERT INTO model (id, type, projection, value, digest) VALUES (?, ?, ?, ?, ?)"
    let update = "DO UPDATE SET value = excluded.value, digest = excluded.digest"
    keep = try connection.prepare("\(insert) ON CONFLICT (id, type, projection) \(update)")
    add = try connection.prepare(insert)
    change = try connection.prepare("UPDATE model SET value = ?, digest = ? WHERE number = ?")
    delete = try connection.prepare("DELETE FROM model WHERE id = ?")
    list = try connection.prepare("SELECT content, digest FROM list WHERE key = ?")
    keepList = try connection.prepare(
      """
      INSERT INTO list (key, content, digest) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET content = excluded.content, digest = excluded.digest
      """)
  }
}
