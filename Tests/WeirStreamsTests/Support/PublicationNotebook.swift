// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirDiff
import WeirTree

/// Everything that some lists have published, for others to take over.
final class PublicationNotebook {
  /// A publication, with the rows on both sides of it.
  private struct Entry {
    var old: [Row]
    var changes: ChangeSet
    var new: [Row]
  }

  /// What is made of the rows before a list is told of them.
  private let lie: ([Row], ChangeSet) -> [Row]
  private var entries: [Entry] = []
  /// The number of times that a list was told of rows.
  private(set) var hints = 0

  init(lie: @escaping ([Row], ChangeSet) -> [Row] = { rows, _ in rows }) { self.lie = lie }

  func note(_ old: [Row], _ changes: ChangeSet, _ new: [Row]) {
    entries.append(Entry(old: old, changes: changes, new: new))
  }

  func precedents(after rows: [Row]) -> After { After(rows: rows, notebook: self) }

  /// What was published after some rows.
  struct After: Precedents {
    let rows: [Row]
    let notebook: PublicationNotebook

    func rows(after changes: borrowing ChangeSet) -> [Row]? {
      for entry in notebook.entries where entry.old == rows && entry.changes == copy changes {
        notebook.hints += 1
        return notebook.lie(entry.new, entry.changes)
      }
      return nil
    }
  }
}
