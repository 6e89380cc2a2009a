// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirLists
import WeirPaging

/// A pager over a store and a network on a desk: the store answers when it is told to.
struct TieredDesk {
  var pager: TieredPager<Item>
  var now = Instant.zero
  /// The rows and links of the store.
  var store: [Item] = []
  var kept = StoreLinks()
  private(set) var reads: [PageRequest] = []
  private(set) var asks: [PageRequest] = []
  private(set) var saves: [PageSave<Item>] = []
  private(set) var allAsks: [PageRequest] = []
  private(set) var wakes: [Instant] = []
  private(set) var published: [ChangeSet] = []
  private var view = StrictListView<Item>()

  init(_ rules: PagerRules, store: [Item] = []) {
    do {
      pager = try TieredPager(rules, remote: .cursor)
    } catch {
      invariantBroken("the rules of a test are wrong: \(error)")
    }
    self.store = store
  }

  mutating func call(
    _ body: (inout TieredPager<Item>, Instant, inout [TieredWish<Item>]) -> Void
  ) {
    var wishes: [TieredWish<Item>] = []
    body(&pager, now, &wishes)
    for wish in wishes {
      switch wish {
      case .read(let request): reads.append(request)
      case .cancelRead(let id): reads.removeAll { $0.id == id }
      case .ask(let request):
        asks.append(request)
        allAsks.append(request)
      case .cancelAsk(let id): asks.removeAll { $0.id == id }
      case .save(let save): saves.append(save)
      case .wake(let time): wakes.append(time)
      case .publish: break
      }
    }
    #expect(pager.pager.breach == nil)
    var changes = ChangeSet()
    pager.publish(into: &changes)
    if !changes.isEmpty { published.append(changes) }
    #expect(view.apply(changes, to: pager.pager.items.array) == nil)
  }

  /// Lets the store do everything that it was told to.
  mutating func settleStore() {
    while true {
      if !saves.isEmpty {
        write()
      } else if let request = reads.first {
        reads.removeFirst()
        let start = min(request.offset, store.count)
        let end = min(store.count, start + request.size)
        let answer = PageAnswer(items: Array(store[start..<end]), total: store.count)
        call { $0.read(answer, for: request.id, at: $1, into: &$2) }
      } else {
        return
      }
    }
  }

  private mutating func write() {
    let save = saves.removeFirst()
    switch save.direction {
    case .refresh: store = save.rows
    case .append: store += save.rows
    case .prepend: store = save.rows + store
    }
    if let next = save.next { kept.next = next }
    if let previous = save.previous { kept.previous = previous }
    let count = store.count
    call { $0.saved(save.id, count: count, at: $1, into: &$2) }
  }

  /// Lets the network answer its oldest request, and the store keep it.
  @discardableResult
  mutating func answer(_ server: FakePages) -> PageRequest? {
    guard let request = asks.first else { return nil }
    asks.removeFirst()
    call { $0.receive(server.answer(request), to: request.id, at: $1, into: &$2) }
    settleStore()
    return request
  }

  mutating func failAsk(_ error: PageError = .failed("down")) {
    let request = asks.removeFirst()
    call { $0.fail(request.id, error, at: $1, into: &$2) }
  }

  /// Lets the network answer its oldest request, and the store keep it, but read nothing.
  mutating func answerUntilSaved(_ server: FakePages, saves: Bool = true) {
    let request = asks.removeFirst()
    call { $0.receive(server.answer(request), to: request.id, at: $1, into: &$2) }
    if saves { write() }
  }

  mutating func failRead() {
    let request = reads.removeFirst()
    call { $0.failRead(request.id, .failed("disk"), at: $1, into: &$2) }
  }

  mutating func failSave() {
    let save = saves.removeFirst()
    call { $0.fail(save.id, .failed("disk"), at: $1, into: &$2) }
  }

  mutating func start(_ start: TieredStart) {
    call { $0.start(start, at: $1, into: &$2) }
    settleStore()
  }

  mutating func show(_ rows: Range<Int>) {
    call { $0.showed(rows, at: $1, into: &$2) }
    settleStore()
  }

  mutating func next() {
    call { $0.loadNextPageIfNeeded(at: $1, into: &$2) }
    settleStore()
  }

  mutating func refresh() { call { $0.refresh(at: $1, into: &$2) } }

  var ids: [Int] { pager.pager.items.map(\.id) }
}
