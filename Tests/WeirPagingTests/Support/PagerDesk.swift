// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirPaging

/// A pager on a desk: each call is followed by everything that must always hold.
///
/// A strict list view performs all that is published, and must show the rows of the pager.
struct PagerDesk {
  var pager: Pager<Item>
  var now = Instant.zero
  /// The requests that are neither answered nor given up, in the order of their numbers.
  private(set) var open: [PageRequest] = []
  /// Everything that was wished for since the last call.
  private(set) var wishes: [PagerWish] = []
  /// Every request that was ever made.
  private(set) var requests: [PageRequest] = []
  /// The change set that was published last.
  private(set) var published = ChangeSet()
  private(set) var wakes: [Instant] = []
  private var view = StrictListView<Item>()
  private var slots = StrictListView<PageSlot<Item>>()
  /// Wishes that were not taken yet.
  private var untaken: [PagerWish] = []
  /// The call that began a refresh last.
  private(set) var lastCall = Call.load
  /// `false` to publish by hand.
  var publishes = true

  enum Call { case load, refresh, invalidate }

  init(_ rules: PagerRules, seed: UInt64 = 1) {
    do {
      pager = try Pager(rules, chance: RandomStream(seed: seed, "retry"))
    } catch {
      invariantBroken("the rules of a test are wrong: \(error)")
    }
  }

  /// Makes a call, and looks at what must hold after it.
  mutating func call(
    _ body: (inout Pager<Item>, Instant, inout [PagerWish]) -> Void,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let before = (Array(pager.items), pager.total, pager.hasMore)
    wishes = []
    body(&pager, now, &wishes)
    untaken += wishes
    for wish in wishes {
      switch wish {
      case .fetch(let request):
        #expect(request.id > requests.last?.id ?? 0, sourceLocation: location)
        requests.append(request)
        open.append(request)
      case .cancel(let id): open.removeAll { $0.id == id }
      case .wake(let time): wakes.append(time)
      case .publish: break
      }
    }
    #expect(pager.breach == nil, sourceLocation: location)
    let isNew =
      before.0 != Array(pager.items) || before.1 != pager.total || before.2 != pager.hasMore
    if isNew { #expect(wishes.contains(.publish), sourceLocation: location) }
    if publishes { publish(location) }
  }

  mutating func publish(_ location: SourceLocation = #_sourceLocation) {
    if pager.rules.placeholders { return publishSlots(location) }
    pager.publish(into: &published)
    let fault = view.apply(published, to: Array(pager.items))
    #expect(fault == nil, sourceLocation: location)
    #expect(view.rows == Array(pager.items), sourceLocation: location)
  }

  private mutating func publishSlots(_ location: SourceLocation) {
    pager.publishSlots(into: &published)
    let rows = (0..<pager.slotCount).map { pager.slot(at: $0) }
    #expect(slots.apply(published, to: rows) == nil, sourceLocation: location)
    #expect(slots.rows.map(\.rowID) == rows.map(\.rowID), sourceLocation: location)
  }

  /// Returns the wishes since the last time.
  mutating func takeWishes() -> [PagerWish] {
    defer { untaken = [] }
    return untaken
  }

  mutating func load() {
    lastCall = .load
    call { $0.load(at: $1, into: &$2) }
  }
  mutating func refresh() {
    lastCall = .refresh
    call { $0.refresh(at: $1, into: &$2) }
  }
  mutating func invalidate() {
    lastCall = .invalidate
    call { $0.invalidate(at: $1, into: &$2) }
  }
  mutating func next() { call { $0.loadNextPageIfNeeded(at: $1, into: &$2) } }
  mutating func previous() { call { $0.loadPreviousPageIfNeeded(at: $1, into: &$2) } }
  mutating func show(_ rows: Range<Int>) { call { $0.showed(rows, at: $1, into: &$2) } }
  mutating func retry() { call { $0.retry(at: $1, into: &$2) } }
  mutating func cancel() { call { $0.cancel(at: $1, into: &$2) } }

  mutating func wake(at time: Instant) {
    now = time
    call { $0.wake(at: $1, into: &$2) }
  }

  mutating func receive(_ answer: PageAnswer<Item>, to id: Int) {
    if answer.isFinal { open.removeAll { $0.id == id } }
    call { $0.receive(answer, to: id, at: $1, into: &$2) }
  }

  mutating func fail(_ id: Int, _ error: PageError = .failed("down")) {
    open.removeAll { $0.id == id }
    call { $0.fail(id, error, at: $1, into: &$2) }
  }

  /// Answers the oldest open request with rows of a list whose server counts by offsets, and returns the request.
  @discardableResult
  mutating func answer(from list: [Item], total: Int? = nil) -> PageRequest? {
    guard let request = open.first else { return nil }
    receive(slice(of: list, for: request, total: total), to: request.id)
    return request
  }

  /// Returns the answer of a server that counts by offsets.
  func slice(
    of list: [Item], for request: PageRequest, total: Int? = nil
  ) -> PageAnswer<Item> {
    let start = min(request.offset, list.count)
    let end = min(start + request.size, list.count)
    return PageAnswer(items: Array(list[start..<end]), total: total ?? list.count)
  }

  var ids: [Int] { pager.items.map(\.id) }
  /// Rows, pages, total and indicator, as the tables of the original write them.
  var summary: String {
    "\(pager.items.count) / \(pager.pages) / \(pager.total ?? 0) / \(pager.showsNextPageIndicator)"
  }
}
