// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

/// A row for tests: one letter says who it is, a number what it shows.
struct Letter: ListRow, Hashable, CustomStringConvertible {
  var id: Int
  var look = 0
  var rowID: Int { id }
  func showsTheSame(as other: Letter) -> Bool { look == other.look }
  var description: String { "\(id)" + String(repeating: "'", count: look) }
}

/// One row for each letter, all looking alike but those followed by an apostrophe.
func letters(_ text: String) -> [Letter] {
  var rows: [Letter] = []
  for scalar in text.unicodeScalars {
    if scalar == "'" {
      rows[rows.count - 1].look += 1
    } else {
      rows.append(Letter(id: Int(scalar.value)))
    }
  }
  return rows
}

/// Returns `count` rows with ids of their own.
func rows(_ count: Int, from first: Int = 0) -> [Letter] {
  (first..<(first + count)).map { Letter(id: $0) }
}
