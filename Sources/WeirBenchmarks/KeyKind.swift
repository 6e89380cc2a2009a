// SPDX-License-Identifier: GPL-3.0-or-later

/// The kind of key that tells rows apart.
package enum KeyKind: String, Hashable, Sendable, CaseIterable {
  /// An integer, in rows of 16 bytes.
  case int
  /// A push id of twenty letters in three words, in rows of 32 bytes: what the house's own rows have.
  case pushID = "push-id"
  /// A text of twenty letters.
  case string
  /// A type that can be hashed; nothing more is known about it.
  case general
}

/// One thing to measure: a pattern of edits on lists of a size whose rows have one kind of key.
package struct DiffCell: Hashable, Sendable {
  /// The edits between the two lists.
  package var pattern: EditPattern
  /// The kind of key that tells rows apart.
  package var keys: KeyKind
  /// The number of rows that the first list has.
  package var rows: Int

  /// Makes a cell.
  package init(_ pattern: EditPattern, _ keys: KeyKind, rows: Int) {
    self.pattern = pattern
    self.keys = keys
    self.rows = rows
  }
}

/// The times of one measurement, in nanoseconds for each row of the first list.
package struct DiffTimes: Hashable, Sendable {
  /// The list diff.
  package var diff: Double
  /// The time of its twin, which hashes every row of both lists no matter what they have in common.
  package var twin: Double
  /// A floor: reading every byte of both lists.
  package var read: Double
  /// A floor: hashing the key of every row of both lists, once.
  package var hash: Double

  /// Makes the times of a measurement.
  package init(diff: Double, twin: Double, read: Double, hash: Double) {
    self.diff = diff
    self.twin = twin
    self.read = read
    self.hash = hash
  }
}
