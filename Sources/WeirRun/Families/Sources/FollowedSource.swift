// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirSources
import WeirTree

/// A container of sources, and the place of a list that shows it.
final class FollowedSource<Content: ShownContent> {
  private let container: SourceContainer<Content>
  private var cursor = SourceCursor<Content>()
  /// The changes that the list is told next; nil: none.
  private var news: ChangeSet?
  /// The rows of which the list was told last.
  private(set) var shown: [[Row]]

  /// Makes a container of an empty source, which the list shows.
  init(_ empty: any DataSource<Content>) {
    container = SourceContainer(empty)
    shown = Content().shownRows
    _ = cursor.next(in: container)
  }

  /// Follows another source from now on.
  func swap(to source: any DataSource<Content>) { container.swap(to: source) }

  /// Looks for changes of which the list was not told; whether there are any.
  func look() -> Bool {
    if news == nil {
      for event in cursor.all(in: container) { if let changes = event.changes { news = changes } }
    }
    return news != nil
  }

  /// Tells the list what was found, in one batch that list views take.
  func show(into changes: inout ChangeSet) {
    guard look(), let news else { return }
    changes = news.asOneBatch
    self.news = nil
    shown = cursor.content.shownRows
  }
}
