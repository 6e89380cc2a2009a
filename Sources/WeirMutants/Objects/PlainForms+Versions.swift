// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirTree

// Rows as the list knows them, which apps of two versions sign.
extension PlainForms {
  /// Signs a row as an app of these versions does, which makes it one of them if it is older.
  mutating func sign(
    _ journey: UInt32, as versions: StoredVersions, into wishes: inout [StackWish]
  ) {
    let key = key(journey)
    let row = heard[key] ?? .null
    let text = Node.text("signed on journey \(journey)")
    let isNewer = versions == SignedRows.newerVersions
    let fields = isNewer ? [Path([SignedRows.seal])] : SignedRows.older
    var parts = fields.map { Write.Part(Path([key]).appending($0), text) }
    let stored = StoredVersions(row[SignedRows.versions])
    if Habits.isOlder(stored, than: versions) {
      if isNewer { parts += moves(of: row, key, from: stored) }
      let mark = Habits.marks(versions).node
      parts.append(Write.Part(Path([key, SignedRows.versions]), mark))
    }
    write(parts, Sent(journey: journey, key: key), into: &wishes)
  }

  /// Returns what moves the fields that an older app has stored in a row.
  private func moves(of row: Node, _ key: Key, from stored: StoredVersions) -> [Write.Part] {
    zip(SignedRows.older, SignedRows.newer)
      .filter { !row[$0.0].isNull && Habits.moves($0.0, from: stored) }
      .flatMap { older, newer in
        [
          Write.Part(Path([key]).appending(newer), row[older]),
          Write.Part(Path([key]).appending(older), .null),
        ]
      }
  }
}
