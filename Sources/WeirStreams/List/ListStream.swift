// SPDX-License-Identifier: Apache-2.0
public import WeirClient
public import WeirCore
import WeirDiff
public import WeirTree

/// A live list of the children that a query shows, in the server's order, published in batches.
///
///     let newest = QueryBuilder(Path("rooms/lobby")).descending().limited(to: 20)
///     var stream = ListStream(newest, batching: .init(wait: .milliseconds(50), atMost: .milliseconds(200)))
///     stream.open(at: now, into: &wishes)                            // .listen(tag: 0, …)
///     stream.receive(event, from: 0, at: now, into: &wishes)         // .wake(later)
///     stream.wake(at: later, into: &wishes)                          // .publish
///     stream.publish(into: &update)                                  // the fewest changes, and what was told
///     stream.perform(.loadPage(call: 1, rows: 20), at: now, into: &wishes)  // twenty older ones, and they stay live
///     stream.close(into: &wishes)                                    // .unlisten(tag: 0)
///     stream.open(at: tomorrow, into: &wishes)                       // .listen(tag: 3, …), a new life
///
/// Data events change the list that is *wanted*; a while later, when no event came for ``WeirClient/Batching/wait`` or the
/// first one is ``WeirClient/Batching/atMost`` old, the wanted list is published with one change set. The first publication
/// waits for the first `value` event, so that a list never appears half loaded.
///
/// The server is asked for one row more than the limit. When that row is there it is held back: it
/// says that the list ``hasMore``, and it is the first to fill a gap. Everything that the list has
/// loaded stays live, pages too, and is at rest one contiguous run of the server's order; see
/// ``perform(_:at:into:)``.
///
/// Each opening begins a life of its own, with the rows that the query asks for and no page, and forgets refusals and
/// local state. The rows of the life before stay as they are until the new one's first publication, which says
/// how they differ.
///
/// - Complexity: an event and its publication are O(log *n*) together; so is each look-up. The first change
///   of a copy is O(*n*).
public struct ListStream: StreamSource {
  /// The time for which changes are gathered.
  public typealias Batching = WeirClient.Batching

  // What each event of each simulated phone touches lies together, and first.

  var isOpen = false
  /// `true` if all rows of the first value are there.
  var isReady = false
  /// `true` if the first publication of this life has happened.
  public internal(set) var isLoaded = false
  /// `true` if the list asks again by itself for rows that it wants to have; not after that was refused, until
  /// it has been full again.
  var mayRefill = true
  /// `true` if a page is under way; to ask for the page itself looks far off.
  private(set) var isPaging = false
  /// The reason that a listen was taken away, or never given; the rows stay as they were then.
  public internal(set) var refusal: Message.Refusal?
  /// The number of the stream among those of one client; the upper bits of its tags.
  public let leaf: UInt32
  /// The listens that show a part of the list each, and together all that is loaded, nearest first.
  var anchors: [UInt32] = []
  var clock: BatchClock
  /// The number of rows that are shown at most, after the filter; nil: all that are loaded.
  public internal(set) var displayLimit: Int?
  /// The news that are told with the next publication.
  var news: [StackNews] = []
  /// The call of the page that is under way, or loaded and not told yet.
  var pageCall: UInt32?
  /// The rows that a page has brought which is loaded and not told yet.
  var pageKeys: [Key] = []
  /// The number of rows that it wants to have: that of its query, close at hand.
  let limit: Int?
  /// The listen at the far end.
  var window: ListenWindow
  /// The rows in memory, which belong to the lists of other phones, too, if these have come to the same.
  var version: RowsVersion
  /// The events that are not taken in yet.
  var waiting = WaitingEvents()
  var draft = ListDraft()

  /// The part of a location that the list shows, once for all copies.
  private let origin: Origin
  /// The page that is under way, which ``turn(to:)`` alone begins and ends.
  @Seldom var page: PageRequest?
  /// The number of listens there were so far.
  var listenCount: UInt32 = 0

  /// What a list shows, which never changes.
  private final class Origin: Sendable {
    let builder: QueryBuilder

    init(_ builder: QueryBuilder) { self.builder = builder }
  }

  /// The part of a location that the list shows.
  public var builder: QueryBuilder { origin.builder }

  /// `true` if another list shows the same part of the same location.
  func hasSameOrigin(as other: ListStream) -> Bool {
    origin === other.origin || builder == other.builder
  }

  /// Makes a stream that has heard nothing yet.
  ///
  /// Streams of one client differ in their `leaf`, so that their listens cannot be confused.
  public init(
    _ builder: QueryBuilder, batching: Batching, filter: Filter = .everything,
    displayLimit: Int? = nil, leaf: UInt32 = 0
  ) {
    invariant(leaf < 1 << 12, "leaf \(leaf) leaves no room for tags")
    origin = Origin(builder)
    limit = builder.limit
    self.leaf = leaf
    self.displayLimit = displayLimit
    let order = StreamOrder(builder.index, isAscending: builder.isAscending)
    version = RowsVersion(LoadedRows(order, filter))
    window = ListenWindow(tag: leaf << 20, query: builder.query)
    clock = BatchClock(batching)
  }
}

// The events that it hears.
extension ListStream {
  /// Starts to listen, in a new life; a list that listens already goes on, unless a listen was taken away.
  public mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen {
      if refusal == nil { return }
      close(into: &wishes)
    }
    if listenCount > 0 { forgetLife() }
    isOpen = true
    window = ListenWindow(tag: nextTag(), query: builder.query)
    wishes.append(.listen(tag: window.tag, builder.path, window.query))
  }

  /// Forgets all but what is shown, and how.
  private mutating func forgetLife() {
    discardDraft()
    loaded.releaseAll()
    anchors.removeAll()
    refusal = nil
    mayRefill = true
    isReady = false
    isLoaded = false
  }

  /// Takes in one data event.
  ///
  /// Events of children that the listen does not show change nothing.
  public mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    discardDraft()
    if isPaging, page?.owns(tag) == true {
      return receivePage(event, from: tag, at: now, into: &wishes)
    }
    guard isOpen, tag == window.tag || isAnchor(tag) else { return }
    switch event.kind {
    case .added:
      if waits(for: tag) { return wait(for: event) }
      let isNew = loaded.hold(event.key, event.node, by: tag)
      if isNew, tag == window.tag { window.count += 1 }
    case .changed, .moved:
      if waits(for: tag) { return wait(for: event) }
      loaded.hold(event.key, event.node, by: tag, isNew: false)
    case .removed:
      if waits(for: tag) { return wait(for: event) }
      let wasThere = loaded.release(event.key, by: tag)
      if wasThere, tag == window.tag { window.count -= 1 }
    case .value:
      if tag == window.tag { isReady = true }
      // What a page brings is published with what it waited for.
      _ = completePage(into: &wishes)
      note(at: now, into: &wishes)
      refillIfNeeded(into: &wishes)
    }
  }

  /// Records that a listen is over: what it showed stays as it is.
  ///
  /// Before the list has loaded the app is told that it never will, and later that it is no longer
  /// kept up to date. A page that was under way fails.
  public mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    if isPaging, let page, page.owns(tag) {
      endPage(.refused(refusal), lost: tag, into: &wishes)
      return
    }
    guard isOpen, tag == window.tag && !window.isLost || isAnchor(tag) else { return }
    if tag == window.tag { window.isLost = true } else { anchors.removeAll { $0 == tag } }
    if isPaging { endPage(.cancelled, lost: nil, into: &wishes) }
    if self.refusal != nil { return }
    self.refusal = refusal
    if !isReady {
      wishes.append(.tell(.loaded(refusal)))
    } else if isLoaded {
      wishes.append(.tell(.lost(refusal)))
    } else {
      news.append(.lost(refusal))
    }
  }

  /// Listens no longer; a page that was under way ends here, and the rows stay as they are.
  public mutating func close(into wishes: inout [StackWish]) {
    guard isOpen else { return }
    discardDraft()
    if isPaging { endPage(.cancelled, lost: nil, into: &wishes) }
    // A page whose rows were not published yet has brought nothing.
    if let call = pageCall { fail(call, .cancelled, into: &wishes) }
    pageCall = nil
    pageKeys = []
    news.removeAll()
    for tag in anchors { wishes.append(.unlisten(tag: tag)) }
    if !window.isLost { wishes.append(.unlisten(tag: window.tag)) }
    isOpen = false
    clock.reset()
  }

  /// Begins a page, or ends the one that is under way.
  mutating func turn(to page: PageRequest?) {
    self.page = page
    isPaging = page != nil
  }

  /// `true` if a listen is its own.
  public func owns(_ tag: UInt32) -> Bool { tag >> 20 == leaf }

  mutating func nextTag() -> UInt32 {
    invariant(listenCount < 1 << 20, "a list listens too often")
    defer { listenCount += 1 }
    return leaf << 20 | listenCount
  }

  private func isAnchor(_ tag: UInt32) -> Bool {
    var (low, high) = (0, anchors.count)
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle] < tag { low = middle + 1 } else { high = middle }
    }
    return low < anchors.count && anchors[low] == tag
  }
}

// The calls of the app.
extension ListStream {
  /// Does what a person wants.
  ///
  /// - `loadPage` makes the list longer by so many rows: the call ends with `paged` when they are published, or
  ///   with `pageFailed`, after which it may be tried again. The new rows are as live as the first.
  /// - `show` lets another filter decide; rows that it rejects are kept and may come back.
  /// - `showAtMost` limits what is shown of what the filter admits.
  public mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {
    takeIn()
    discardDraft()
    switch command {
    case .loadPage(let call, let rows): loadPage(call, rows: rows, into: &wishes)
    case .show(let filter):
      loaded.setFilter(filter)
      if isReady { note(at: now, into: &wishes) }
    case .showAtMost(let limit):
      displayLimit = limit
      if isReady { note(at: now, into: &wishes) }
    case .addOwn, .removeOwn, .act: break
    }
  }

  /// Sets the state of this app for an item; its children are seen by the filter over what is stored.
  ///
  /// It is published like any change of the item: setting what the item shows already is not a
  /// change. It is forgotten when the item leaves the list. Items that are not loaded have none.
  public mutating func setLocal(
    _ local: Node, of key: Key, at now: Instant, into wishes: inout [StackWish]
  ) {
    takeIn()
    discardDraft()
    loaded.setLocal(local, of: key)
    if isReady { note(at: now, into: &wishes) }
  }

  /// The filter that admits rows.
  public var filter: Filter { loaded.filter }
}

// The time of its publications.
extension ListStream {
  /// Handles the alarm: publishes, or waits on if later events have put the moment off.
  public mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    if clock.wake(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Makes the wanted list the published one.
  public mutating func publish(into update: inout StackUpdate) {
    publish(into: &update, like: NoPrecedents())
  }

  /// Makes the wanted list the published one, with the rows of another list if they are the same.
  mutating func publish<Others: Precedents>(
    into update: inout StackUpdate, like others: borrowing Others
  ) {
    update.removeAll()
    if let step = foresee() {
      step.say(in: &update.changes)
      tellNews(into: &update)
      return goOn(to: step.after)
    }
    makeDraft()
    let known = others.rows(after: draft.changes)
    tellNews(into: &update)
    swap(&update.changes, &draft.changes)
    settle(like: known)
    share(update.changes)
  }

  /// Says what is told with a publication.
  private mutating func tellNews(into update: inout StackUpdate) {
    update.isFirst = !isLoaded
    if !isLoaded {
      isLoaded = true
      news.insert(.loaded(nil), at: 0)
    }
    correctPageNews()
    swap(&update.news, &news)
    if !isPaging || page?.call == nil { pageCall = nil }
  }

  /// Records that something may have changed that a publication would show.
  mutating func note(at now: Instant, into wishes: inout [StackWish]) {
    let isQuiet =
      version.rows.touched.isEmpty && !waiting.isWaiting && news.isEmpty && isLoaded
      && shownCount == version.rows.shown.count
    if !isOpen || !isReady || isQuiet { return }
    if clock.note(at: now, into: &wishes) { finishBatch(into: &wishes) }
  }

  /// Publishes, unless nothing would be said.
  private mutating func finishBatch(into wishes: inout [StackWish]) {
    let isSilent = news.isEmpty && isLoaded
    if let step = foresee() {
      if isSilent, step.isSilent { return goOn(to: step.after) }
    } else {
      makeDraft()
      if isSilent, draft.changes.isEmpty {
        settle()
        return share(ChangeSet())
      }
    }
    wishes.append(.publish)
  }

  private mutating func makeDraft() {
    if draft.isReady { return }
    takeInToPublish()
    makeOwn()
    draft.make(of: &version.rows, count: shownCount)
  }

  /// Takes the draft over as the published list.
  private mutating func settle(like known: [Row]? = nil) {
    // Since it was drafted another list may have come to share the rows.
    makeOwn()
    version.rows.publish(draft, count: shownCount, like: known)
    draft.finish()
  }

  /// The number of wanted rows that are to be shown.
  var shownCount: Int {
    var count = version.rows.wanted.count + waiting.growth
    // While events wait, all rows are wanted.
    if window.isFull, waiting.isWaiting ? count > 0 : version.rows.isLastWanted { count -= 1 }
    return displayLimit.map { min(count, max(0, $0)) } ?? count
  }
}

/// No other list.
private struct NoPrecedents: Precedents {
  func rows(after changes: borrowing ChangeSet) -> [Row]? { nil }
}
