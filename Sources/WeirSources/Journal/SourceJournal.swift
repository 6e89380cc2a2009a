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
  /// The present content.
  public private(set) var content: Content
  /// The number of the present version.
  public private(set) var version = 0
  /// The present state.
  public private(set) var state = SourceState.live
  /// The number of entries that are kept at most.
  public let capacity: Int
  /// The content before the first entry that is kept.
  private var start: Content
  private var entries: [Entry] = []

  /// One step from a version to the next.
  struct Entry {
    var kind: Kind
    var content: Content
    var state: SourceState
  }

  /// The kinds of a step.
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
    self.content = content
    start = content
    self.capacity = capacity
  }

  /// Writes a change down; one that changes nothing leaves the version as it is.
  public mutating func commit(_ changes: ChangeSet, _ content: Content) {
    self.content = content
    if !changes.isEmpty { add(.change(changes)) }
  }

  /// Writes down that readers shall begin again, with this content.
  public mutating func restart(_ content: Content) {
    self.content = content
    add(.restart)
  }

  /// Writes a change of state down, if it is one.
  public mutating func setState(_ state: SourceState) {
    if state == self.state { return }
    self.state = state
    add(.state)
  }

  /// Returns the entry that follows a version, or `nil` if it is no longer kept.
  func entry(after version: Int) -> Entry? {
    let index = version - (self.version - entries.count)
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// Returns how the content changed since a version, as one change; `nil` if the entries no longer
  /// reach back that far or readers had to begin again.
  public func changes(since version: Int) -> ChangeSet? {
    let first = version - (self.version - entries.count)
    guard first >= 0, first <= entries.count else { return nil }
    var whole: (changes: ChangeSet, counts: [Int])?
    var old: [Int] = []
    for index in first..<entries.count {
      let entry = entries[index]
      switch entry.kind {
      case .restart: return nil
      case .state: continue
      case .change(let changes):
        let new = entry.content.rowCounts
        guard let earlier = whole else {
          whole = (changes, new)
          old = (index > 0 ? entries[index - 1].content : start).rowCounts
          continue
        }
        let joined = earlier.changes.followed(
          by: changes, old: old, middle: earlier.counts, new: new)
        whole = (joined, new)
      }
    }
    return whole?.changes ?? ChangeSet()
  }

  private mutating func add(_ kind: Kind) {
    version += 1
    entries.append(Entry(kind: kind, content: content, state: state))
    if entries.count > capacity { start = entries.removeFirst().content }
  }
}
