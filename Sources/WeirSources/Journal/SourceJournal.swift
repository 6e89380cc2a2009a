// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff

/// The content of a source with its version and its last changes.
///
///     var journal = SourceJournal(SharedList([a, b]))
///     journal.commit(ChangeSet(deletes: [0]), SharedList([b]))
///     journal.changes(since: 0)  // deletes [0]
///
/// Every entry keeps the content after it, which costs little because versions share what they have in common. A
/// reader that lags behind by more entries than are kept goes on with a difference.
public struct SourceJournal<Content: SourceContent> {
  // Others read these under their public names; code that is compiled into them writes them here.
  @usableFromInline var presentContent: Content
  @usableFromInline var presentVersion = 0
  @usableFromInline var presentState = SourceState.live

  /// The number of entries that are kept at most.
  public let capacity: Int
  /// The content before the first entry that is kept.
  @usableFromInline var start: Content
  @usableFromInline var entries: [Entry] = []

  /// One step from a version to the next.
  @usableFromInline
  struct Entry {
    @usableFromInline var kind: Kind
    @usableFromInline var content: Content
    @usableFromInline var state: SourceState

    @inlinable
    init(_ kind: Kind, _ content: Content, _ state: SourceState) {
      self.kind = kind
      self.content = content
      self.state = state
    }
  }

  /// The kinds of a step.
  @usableFromInline
  enum Kind {
    /// The content changed.
    case change(ChangeSet)
    /// The content is another one, and readers shall begin again.
    case restart
    /// The source failed or recovered.
    case state
  }

  /// Makes a journal that has only a beginning.
  public init(_ content: Content = Content(), capacity: Int = 64) {
    invariant(capacity > 0, "a journal of \(capacity) entries")
    presentContent = content
    start = content
    self.capacity = capacity
  }

  /// The present content.
  @inlinable
  public var content: Content { presentContent }
  /// The number of the present version.
  @inlinable
  public var version: Int { presentVersion }
  /// The present state.
  @inlinable
  public var state: SourceState { presentState }

  /// Writes a change down; one that changes nothing leaves the version as it is.
  @inlinable
  public mutating func commit(_ changes: ChangeSet, _ content: Content) {
    presentContent = content
    if !changes.isEmpty { add(.change(changes)) }
  }

  /// Writes down that readers shall begin again, with this content.
  public mutating func restart(_ content: Content) {
    presentContent = content
    add(.restart)
  }

  /// Writes a change of state down, if it is one.
  @inlinable
  public mutating func setState(_ state: SourceState) {
    if state == self.state { return }
    presentState = state
    add(.state)
  }

  /// Returns the entry that follows a version, or `nil` if it is no longer kept.
  @inlinable
  func entry(after version: Int) -> Entry? {
    let index = version - (self.version - entries.count)
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// Returns how the content changed since a version, as one change; `nil` if the entries no longer
  /// reach back that far or readers had to begin again.
  public func changes(since version: Int) -> ChangeSet? {
    let first = version - (self.version - entries.count)
    guard first >= 0, first <= entries.count else { return nil }
    var only: ChangeSet?
    var count = 0
    for entry in entries[first...] {
      switch entry.kind {
      case .restart: return nil
      case .state: continue
      case .change(let changes):
        only = changes
        count += 1
      }
    }
    if count < 2 { return only ?? ChangeSet() }
    // A row that went and came again stays, which single changes do not know of one another.
    return content.difference(from: first > 0 ? entries[first - 1].content : start)
  }

  @inlinable
  mutating func add(_ kind: Kind) {
    presentVersion += 1
    entries.append(Entry(kind, content, state))
    if entries.count > capacity { start = entries.removeFirst().content }
  }
}
