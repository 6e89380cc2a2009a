// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

/// A row for tests: a number says who it is, another one what it shows.
struct Item: ListRow, Hashable, CustomStringConvertible {
  var id: Int
  var look = 0
  var rowID: Int { id }
  func showsTheSame(as other: Item) -> Bool { look == other.look }
  var description: String { "\(id)" + String(repeating: "'", count: look) }
}

/// Returns rows with these ids, all looking alike.
func items(_ ids: Range<Int>) -> [Item] { ids.map { Item(id: $0) } }
