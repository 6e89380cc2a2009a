// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// The place of one reader in the journal of a source.
///
///     var cursor = SourceCursor<SharedList<Song>>()
///     while let event = cursor.next(in: songs) { show(event) }
///
/// It is a value: a copy reads the same events again. A reader belongs to one source from its first event on.
///
/// - Complexity: a step is as large as its change; one difference for a reader that lags behind by more than the
///   journal keeps.
public struct SourceCursor<Content: SourceContent> {
  @usableFromInline var seenContent = Content()
  @usableFromInline var seenVersion: Int?
  @usableFromInline var state = SourceState.live
  @usableFromInline let initial: InitialPolicy

  /// Makes a reader that has seen nothing.
  public init(initial: InitialPolicy = .send) { self.initial = initial }

  /// The content that the reader has.
  @inlinable
  public var content: Content { seenContent }
  /// The version that the reader has seen, or `nil` before the first event.
  @inlinable
  public var version: Int? { seenVersion }

  /// Returns the next event, or `nil` if the reader has seen all.
  @inlinable
  public mutating func next(in source: some DataSource<Content>) -> SourceEvent<Content>? {
    source.refresh()
    return next(in: source.journal)
  }

  /// Returns the next event of a journal, or `nil` if the reader has seen all.
  @inlinable
  mutating func next(in journal: SourceJournal<Content>) -> SourceEvent<Content>? {
    guard let seen = version else {
      seenVersion = journal.version
      seenContent = journal.content
      if initial == .send { return .initial(content) }
      return stateEvent(journal.state)
    }
    if seen == journal.version { return stateEvent(journal.state) }
    guard let entry = journal.entry(after: seen) else { return catchUp(with: journal) }
    seenVersion = seen + 1
    seenContent = entry.content
    switch entry.kind {
    case .change(let changes): return .changed(changes, content)
    case .restart: return .restarted(content)
    case .state: return stateEvent(entry.state) ?? next(in: journal)
    }
  }

  /// Returns everything that the reader has not seen, with changes that follow one another told as
  /// one.
  ///
  /// Changes that cancel each other out are not told.
  public mutating func all(in source: some DataSource<Content>) -> [SourceEvent<Content>] {
    var events: [SourceEvent<Content>] = []
    // The content before the changes at the end, and how many they are.
    var run = (start: content, count: 0)
    func join() {
      guard run.count > 1, case .changed(_, let content)? = events.last else { return }
      // A row that went and came again stays, which single changes do not know of one another.
      events[events.count - 1] = .changed(content.difference(from: run.start), content)
    }
    while true {
      let before = content
      guard let event = next(in: source) else { break }
      if event.changes == nil {
        join()
        run.count = 0
        events.append(event)
        continue
      }
      if run.count == 0 { run.start = before } else { events.removeLast() }
      run.count += 1
      events.append(event)
    }
    join()
    return events.filter { $0.changes?.isEmpty != true }
  }

  /// Goes to the present version with one difference.
  @inlinable
  mutating func catchUp(with journal: SourceJournal<Content>) -> SourceEvent<Content>? {
    let changes = journal.content.difference(from: content)
    seenVersion = journal.version
    seenContent = journal.content
    return changes.isEmpty ? stateEvent(journal.state) : .changed(changes, content)
  }

  @inlinable
  mutating func stateEvent(_ new: SourceState) -> SourceEvent<Content>? {
    if new == state { return nil }
    state = new
    switch new {
    case .live: return .recovered
    case .failed(let failure): return .failed(failure)
    }
  }
}

/// The first thing that a reader is told.
public enum InitialPolicy: Hashable, Sendable {
  /// The content when reading began, as an event of its own.
  case send
  /// Nothing: the reader took the content from a snapshot of its own, and wants changes alone.
  case skip
}
