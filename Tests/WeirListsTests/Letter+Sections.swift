// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff

import WeirLists

/// The rows of each section, the sections parted by `|`: `sections("ab|c")`; nothing at all for `-`.
func sections(_ text: String) -> [[Letter]] {
  if text == "-" { return [] }
  var parts: [[Letter]] = []
  var part = ""
  for scalar in text.unicodeScalars {
    if scalar == "|" {
      parts.append(letters(part))
      part = ""
    } else {
      part.unicodeScalars.append(scalar)
    }
  }
  return parts + [letters(part)]
}

/// Sections of so many rows, none of which is like another.
func sections(_ counts: [Int], from first: Int = 0) -> [[Letter]] {
  var next = first
  return counts.map { count in
    defer { next += count }
    return rows(count, from: next)
  }
}

/// A place.
func at(_ section: Int32, _ row: Int32) -> Place { Place(section: section, row: row) }

/// A move of a row.
func move(_ from: Place, _ to: Place) -> ChangeSet.Move { .init(from: from, to: to) }

/// A move of a section.
func moveSection(_ from: Int32, _ to: Int32) -> SectionChanges.Move { .init(from: from, to: to) }
