// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A list that changes, and that can be asked at any time how it changed.
///
///     let songs = ManualSource([hello, bye])
///     var cursor = SourceCursor<SharedList<Song>>()
///     cursor.next(in: songs)  // initial: both rows
///     songs.remove(at: 0)
///     cursor.next(in: songs)  // changed: deletes [0]
///     cursor.next(in: songs)  // nil
///
/// A source is pulled: it holds what is in it, the number of that version, and a journal of the last changes. A reader
/// holds the version that it has seen and takes the changes from there on, so nothing can happen unseen between a
/// snapshot and a subscription. Nobody is called while a source changes.
///
/// A source and everything that reads it belong to one thread.
public protocol DataSource<Content>: AnyObject {
  /// The rows, flat or in sections.
  associatedtype Content: SourceContent
  /// The present content, its version, and the last changes, as of the last ``refresh()``.
  var journal: SourceJournal<Content> { get }
  /// The signal that rings when there may be something new.
  var signal: ChangeSignal { get }
  /// Takes in what has happened in the sources below.
  func refresh()
}

extension DataSource {
  /// The present content, version and state, which belong together.
  public var snapshot: SourceSnapshot<Content> {
    refresh()
    return SourceSnapshot(content: journal.content, version: journal.version, state: journal.state)
  }

  /// The present content.
  public var content: Content { snapshot.content }

  /// Returns how the content changed since a version, as one change; `nil` if the journal no longer
  /// reaches back that far or was restarted since.
  ///
  /// - Complexity: O(1) for one change, that of the difference for several.
  public func changes(since version: Int) -> ChangeSet? {
    refresh()
    return journal.changes(since: version)
  }
}

/// The content of a source at one version.
public struct SourceSnapshot<Content: SourceContent> {
  /// The rows.
  public var content: Content
  /// The number of the version; it rises with every change.
  public var version: Int
  /// The state of the source.
  public var state: SourceState
}

/// A source of a flat list.
public typealias ListSource<Element: ListRow & Sendable> = any DataSource<SharedList<Element>>
