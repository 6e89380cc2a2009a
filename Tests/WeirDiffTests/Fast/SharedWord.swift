// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

/// A row that holds a reference, of which fewer are kept in one part of a list than of plain bytes.
struct SharedWord: ListRow, Sendable, Equatable {
  var id: Int
  var text: String
  var rowID: Int { id }
  func showsTheSame(as other: SharedWord) -> Bool { text == other.text }
}
