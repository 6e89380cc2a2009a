// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirDiff

/// A paged list of an app, over an API of its own.
///
///     let feed = PagedList<Message>(pageSize: 20) { request in
///       try await api.messages(offset: request.offset, limit: request.size)
///     }
///     await feed.refresh()
///     for await change in feed.changes { show(change.items, change.changes) }
///
/// It drives a ``Pager`` in real time: requests are tasks, and what the pager gives up is cancelled. A list that nobody
/// holds any more cancels all of them.
public actor PagedList<Row: ListRow & Sendable> where Row.RowID: Sendable {
  /// Loads a page.
  public typealias Request = @Sendable (PageRequest) async throws -> PageAnswer<Row>

  private var pager: Pager<Row>
  private let request: Request
  private let time: PagedTime
  private var requests: [(id: Int, task: Task<Void, Never>)] = []
  private var wakes: [(id: Int, task: Task<Void, Never>)] = []
  private var listeners: [(id: Int, stream: AsyncStream<PagedChange<Row>>.Continuation)] = []
  private var waiters: [(direction: PageDirection, waiter: CheckedContinuation<Void, Never>)] = []
  private var lastID = 0
  /// The error that a request threw last.
  public private(set) var lastError: (any Error)?

  /// Makes a list over an API that takes offsets.
  ///
  /// A page size below 1 stops the app.
  public init(pageSize: Int, request: @escaping Request) {
    do {
      pager = try Pager(PagerRules(pageSize: pageSize))
    } catch {
      invariantBroken("\(error)")
    }
    self.request = request
    time = PagedTime(ContinuousClock())
  }

  /// Makes a list with rules of its own.
  ///
  /// Tests hand a clock in that they move themselves; `chance` shortens the waits before new attempts, and should
  /// differ from device to device.
  public init<C: Clock>(
    _ rules: PagerRules, chance: RandomStream? = nil, clock: C = ContinuousClock(),
    request: @escaping Request
  ) throws(Problems) where C.Duration == Duration {
    pager = try Pager(rules, chance: chance)
    self.request = request
    time = PagedTime(clock)
  }

  deinit {
    for (_, task) in requests { task.cancel() }
    for (_, task) in wakes { task.cancel() }
    for (_, stream) in listeners { stream.finish() }
  }
}

extension PagedList {
  /// The rows that are loaded.
  public var items: PagedRows<Row> { pager.items }
  /// The number of rows of the whole list, if the server has said it.
  public var total: Int? { pager.total }
  /// `true` if there are more rows on the server.
  public var hasMore: Bool { pager.hasMore }
  /// The times that a person feels.
  public var times: PagerTimes { pager.times }
  /// Returns the state of the loads in one direction.
  public func state(of direction: PageDirection) -> LoadState { pager.state(of: direction) }

  /// The changes of the list from now on; the first one holds all rows that are there.
  ///
  /// Each use is a stream of its own.
  public nonisolated var changes: AsyncStream<PagedChange<Row>> {
    let (stream, continuation) = AsyncStream<PagedChange<Row>>.makeStream()
    Task { await self.add(continuation) }
    return stream
  }

  /// Loads the first page, and returns when it has come or failed.
  public func load() async {
    perform { $0.load(at: $1, into: &$2) }
    await settle(.refresh)
  }

  /// Loads the list again, and returns when it has come or failed.
  public func refresh() async {
    perform { $0.refresh(at: $1, into: &$2) }
    await settle(.refresh)
  }

  /// Loads the next page, if there is one, and returns when it has come or failed.
  public func loadNextPage() async {
    perform { $0.loadNextPageIfNeeded(at: $1, into: &$2) }
    await settle(.append)
  }

  /// Loads the page before the first one, if there is one, and returns when it has come or failed.
  public func loadPreviousPage() async {
    perform { $0.loadPreviousPageIfNeeded(at: $1, into: &$2) }
    await settle(.prepend)
  }

  /// Tries again what has failed, and returns when that has come or failed.
  public func retry() async {
    perform { $0.retry(at: $1, into: &$2) }
    for direction in PageDirection.allCases { await settle(direction) }
  }

  /// Takes note of the rows that are visible; pages that they need are loaded.
  public func showed(_ rows: Range<Int>) { perform { $0.showed(rows, at: $1, into: &$2) } }

  /// Takes note that the list has changed on the server; it is loaded again.
  public func invalidate() { perform { $0.invalidate(at: $1, into: &$2) } }

  /// Gives up what is under way.
  public func cancel() { perform { $0.cancel(at: $1, into: &$2) } }

  /// Changes rows without the server; see ``Pager/remove(_:isOnServer:at:into:)`` and its neighbours.
  public func edit(
    _ body: @Sendable (inout Pager<Row>, Instant, inout [PagerWish]) -> Void
  ) { perform(body) }
}

extension PagedList {
  /// Makes a call to the pager, does what it wishes, and tells what changed.
  private func perform(_ body: (inout Pager<Row>, Instant, inout [PagerWish]) -> Void) {
    var wishes: [PagerWish] = []
    let before = PageDirection.allCases.map { pager.state(of: $0) }
    body(&pager, time.now(), &wishes)
    for wish in wishes { carryOut(wish) }
    let after = PageDirection.allCases.map { pager.state(of: $0) }
    if wishes.contains(.publish) || before != after { tell() }
    let done = waiters.filter { !pager.state(of: $0.direction).isLoading }
    waiters.removeAll { !pager.state(of: $0.direction).isLoading }
    for (_, waiter) in done { waiter.resume() }
  }

  private func carryOut(_ wish: PagerWish) {
    switch wish {
    case .fetch(let page): start(page)
    case .cancel(let id):
      for request in requests where request.id == id { request.task.cancel() }
      requests.removeAll { $0.id == id }
    case .wake(let instant): wake(at: instant)
    case .publish: break
    }
  }

  private func start(_ page: PageRequest) {
    let task = Task { [weak self, request] in
      do {
        let answer = try await request(page)
        await self?.end(page.id, .success(answer))
      } catch {
        await self?.end(page.id, .failure(error))
      }
    }
    requests.append((page.id, task))
  }

  private func end(_ id: Int, _ result: Result<PageAnswer<Row>, any Error>) {
    // What was given up ends, too, and nobody waits for it.
    guard requests.contains(where: { $0.id == id }) else { return }
    requests.removeAll { $0.id == id }
    switch result {
    case .success(let answer):
      var answer = answer
      answer.isFinal = true
      perform { $0.receive(answer, to: id, at: $1, into: &$2) }
    case .failure(let error):
      lastError = error
      let reason =
        error as? PageError
        ?? (error is CancellationError ? .noAnswer : .failed(String(describing: error)))
      perform { $0.fail(id, reason, at: $1, into: &$2) }
    }
  }

  private func wake(at instant: Instant) {
    lastID += 1
    let id = lastID
    let task = Task { [weak self, time] in
      do { try await time.sleep(instant) } catch { return }
      await self?.wakeUp(id)
    }
    wakes.append((id, task))
  }

  private func wakeUp(_ id: Int) {
    wakes.removeAll { $0.id == id }
    perform { $0.wake(at: $1, into: &$2) }
  }

  private func add(_ listener: AsyncStream<PagedChange<Row>>.Continuation) {
    lastID += 1
    let id = lastID
    listeners.append((id, listener))
    listener.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.removeListener(id) }
    }
    let all = ChangeSet(inserts: pager.items.indices.map { Place(Int32($0)) })
    listener.yield(change(all))
  }

  private func removeListener(_ id: Int) { listeners.removeAll { $0.id == id } }

  private func tell() {
    var changes = ChangeSet()
    pager.publish(into: &changes)
    for (_, listener) in listeners { listener.yield(change(changes)) }
  }

  private func change(_ changes: ChangeSet) -> PagedChange<Row> {
    PagedChange(
      items: pager.items, changes: changes, total: pager.total, hasMore: pager.hasMore,
      refresh: pager.state(of: .refresh), append: pager.state(of: .append),
      prepend: pager.state(of: .prepend))
  }

  /// Waits until nothing is under way in a direction.
  private func settle(_ direction: PageDirection) async {
    if !pager.state(of: direction).isLoading { return }
    await withCheckedContinuation { waiters.append((direction, $0)) }
  }
}
