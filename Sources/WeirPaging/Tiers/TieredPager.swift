// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirDiff

/// A list that is read from a store, which is filled from a network.
///
///     var list = try TieredPager<Message>(PagerRules(pageSize: 20), remote: .cursor)
///     list.start(.launch, at: now, into: &wishes)   // .read(first page), .ask(first page)
///     list.receive(answer, to: 1, at: now, into: &wishes)  // .save(…)
///     list.saved(1, count: 20, at: now, into: &wishes)  // .read(first page again)
///
/// People see what is in the store and nothing else. Where the store ends, the network is asked for what comes then,
/// once for each time that rows are missing.
///
/// - Until a refresh from the network has succeeded, nothing is asked for at the ends: its keys are not known.
/// - Rows that the network adds at an end do not touch those that are shown, so that the list stays where it is.
/// - An end that the network states is an end until the next refresh.
public struct TieredPager<Row: ListRow & Sendable>: Sendable where Row.RowID: Sendable {
  /// The pager that reads the store.
  public private(set) var pager: Pager<Row>
  /// The keys beyond both ends of the store; nil before the first refresh from the network has succeeded.
  public private(set) var links: StoreLinks?

  private let remote: PageKeyKind
  private var loads = AllLoads()
  private var saves: [PageSave<Row>] = []
  private var lastID = 0
  private var generation = 0
  private var wantsNext = false
  private var wantsPrevious = false
  private var chance: RandomStream?

  /// Makes a list over a store; `remote` is the kind of key that the network takes.
  ///
  /// The rules count for both, but for the kind of key: a store is read by offsets.
  public init(
    _ rules: PagerRules, remote: PageKeyKind, chance: RandomStream? = nil
  ) throws(Problems) {
    var rules = rules
    rules.keys = .offset
    rules.initialKey = nil
    pager = try Pager(rules, chance: chance)
    self.remote = remote
    self.chance = chance
  }
}

extension TieredPager {
  /// Returns the state of the loads from the network in one direction; those from the store are the pager's.
  public func remoteState(of direction: PageDirection) -> LoadState { loads[direction].state }

  /// Returns the time at which a failed load from the network is tried again; nil if it waits to be told.
  public func remoteRetryTime(of direction: PageDirection) -> Instant? {
    let time = loads[direction].retryAt
    return time == .never ? nil : time
  }

  /// `true` if the store or the network has rows after those that are shown.
  public var hasMore: Bool { pager.hasMore || links.map { Self.key($0.next) != nil } ?? true }

  /// Begins: shows what is in the store, and loads it anew if it may be old.
  public mutating func start(
    _ start: TieredStart, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    if case .skip(let links) = start { self.links = links }
    call(&wishes) { $0.load(at: now, into: &$1) }
    if start == .launch { refresh(at: now, into: &wishes) }
  }

  /// Loads the store anew from the network; a refresh under way is joined.
  public mutating func refresh(at now: Instant, into wishes: inout [TieredWish<Row>]) {
    if loads[.refresh].open != nil || isSaving(.refresh) { return }
    generation += 1
    for direction in [PageDirection.append, .prepend] { stop(direction, into: &wishes) }
    ask(.refresh, remote.start, size: pager.rules.firstSize, at: now, into: &wishes)
  }

  /// Opens the list at a place in the middle of what is in the store.
  public mutating func jump(
    toOffset offset: Int, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    call(&wishes) { $0.jump(to: .offset(offset), at: now, into: &$1) }
  }

  /// Takes note of the visible rows.
  public mutating func showed(
    _ rows: Range<Int>, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    call(&wishes) { $0.showed(rows, at: now, into: &$1) }
    moveOn(at: now, into: &wishes)
  }

  /// Loads the next page, from the store if it has one, else from the network.
  public mutating func loadNextPageIfNeeded(
    at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    call(&wishes) { $0.loadNextPageIfNeeded(at: now, into: &$1) }
    wantsNext = true
    forgive(.append)
    moveOn(at: now, into: &wishes)
  }

  /// Loads the page before the first one, from the store if it has one, else from the network.
  public mutating func loadPreviousPageIfNeeded(
    at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    call(&wishes) { $0.loadPreviousPageIfNeeded(at: now, into: &$1) }
    wantsPrevious = true
    forgive(.prepend)
    moveOn(at: now, into: &wishes)
  }

  /// Tries again what has failed, in the store and in the network.
  public mutating func retry(at now: Instant, into wishes: inout [TieredWish<Row>]) {
    call(&wishes) { $0.retry(at: now, into: &$1) }
    for direction in PageDirection.allCases {
      guard case .failed = loads[direction].state else { continue }
      loads[direction].failures = 0
      resume(direction, at: now, into: &wishes)
    }
  }

  /// Tries again what is due.
  public mutating func wake(at now: Instant, into wishes: inout [TieredWish<Row>]) {
    call(&wishes) { $0.wake(at: now, into: &$1) }
    for direction in PageDirection.allCases where now >= loads[direction].retryAt {
      resume(direction, at: now, into: &wishes)
    }
  }

  /// Gives up every load of the store and of the network, under way or waiting for its next attempt; the rows stay, and
  /// nothing is loaded until the next call.
  ///
  /// A page on its way into the store arrives there without a word. Nobody knows then where the store ends, so that
  /// nothing is asked for at its ends before the next refresh has succeeded.
  public mutating func cancel(at now: Instant, into wishes: inout [TieredWish<Row>]) {
    call(&wishes) { $0.cancel(at: now, into: &$1) }
    for direction in PageDirection.allCases {
      stop(direction, into: &wishes)
      loads[direction].rest()
    }
    wantsNext = false
    wantsPrevious = false
    if saves.isEmpty { return }
    saves.removeAll()
    links = nil
  }

  /// Takes in a page of the store.
  public mutating func read(
    _ answer: PageAnswer<Row>, for id: Int, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    let count = pager.items.count
    call(&wishes) { $0.receive(answer, to: id, at: now, into: &$1) }
    if pager.items.count > count {
      wantsNext = false
      wantsPrevious = false
    }
    moveOn(at: now, into: &wishes)
  }

  /// Takes note that the store could not be read.
  public mutating func failRead(
    _ id: Int, _ error: PageError, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    call(&wishes) { $0.fail(id, error, at: now, into: &$1) }
  }

  /// Takes in a page of the network, which goes into the store first.
  ///
  /// An answer that is not waited for any more is dropped.
  public mutating func receive(
    _ answer: PageAnswer<Row>, to id: Int, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    guard let direction = loads.direction(of: id), let request = loads[direction].open else {
      return
    }
    let beyond = direction == .prepend ? answer.previous : answer.next
    let leadsBack = beyond == .key(request.key)
    if answer.key.map({ $0 != request.key }) ?? false || leadsBack {
      return fail(id, .doesNotContinue, at: now, into: &wishes)
    }
    let save = PageSave(
      id: id, direction: direction, rows: answer.items,
      next: direction == .prepend ? nil : answer.next,
      previous: direction == .append ? nil : answer.previous)
    loads[direction].open = nil
    saves.append(save)
    wishes.append(.save(save))
  }

  /// Takes note that the network, or the store that was to keep its answer, failed.
  public mutating func fail(
    _ id: Int, _ error: PageError, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    let saving = saves.first { $0.id == id }?.direction
    guard let direction = loads.direction(of: id) ?? saving else { return }
    saves.removeAll { $0.id == id }
    loads[direction].stop()
    loads[direction].failures += 1
    let failures = loads[direction].failures
    loads[direction].state = .failed(error, attempt: failures)
    guard error.mayPass, failures <= pager.rules.retry.attempts else { return }
    let time = now + pager.rules.retry.wait(after: failures, &chance)
    loads[direction].retryAt = time
    wishes.append(.wake(time))
  }

  /// Takes note that a page of the network is in the store, which has `count` rows now.
  public mutating func saved(
    _ id: Int, count: Int, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    guard let index = saves.firstIndex(where: { $0.id == id }) else { return }
    let save = saves.remove(at: index)
    var links = self.links ?? StoreLinks()
    if let next = save.next { links.next = next }
    if let previous = save.previous { links.previous = previous }
    self.links = links
    loads[save.direction].rest()
    switch save.direction {
    case .refresh:
      // What failed at the ends of the old list says nothing of the new one.
      for direction in [PageDirection.append, .prepend] {
        if case .failed = loads[direction].state { loads[direction].rest() }
      }
      call(&wishes) { $0.outdate(total: count, at: now, into: &$1) }
    case .append: call(&wishes) { $0.setTotal(count, at: now, into: &$1) }
    case .prepend: call(&wishes) { $0.grewBefore(by: save.rows.count, at: now, into: &$1) }
    }
    if wantsNext, pager.hasMore { call(&wishes) { $0.loadNextPageIfNeeded(at: now, into: &$1) } }
    if wantsPrevious, pager.hasPrevious {
      call(&wishes) { $0.loadPreviousPageIfNeeded(at: now, into: &$1) }
    }
    moveOn(at: now, into: &wishes)
  }

  /// Hands out the changes of the rows since the last call.
  public mutating func publish(into changes: inout ChangeSet) { pager.publish(into: &changes) }
}

extension TieredPager {
  /// Makes a call to the pager of the store, and passes its wishes on.
  private mutating func call(
    _ wishes: inout [TieredWish<Row>], _ body: (inout Pager<Row>, inout [PagerWish]) -> Void
  ) {
    var inner: [PagerWish] = []
    body(&pager, &inner)
    for wish in inner {
      switch wish {
      case .fetch(let request): wishes.append(.read(request))
      case .cancel(let id): wishes.append(.cancelRead(id))
      case .wake(let time): wishes.append(.wake(time))
      case .publish: wishes.append(.publish)
      }
    }
  }

  /// Asks the network for what comes beyond the store, where that is wanted and nothing stands against it.
  private mutating func moveOn(at now: Instant, into wishes: inout [TieredWish<Row>]) {
    guard let links, pager.isLoaded, !pager.isOutdated, !pager.state(of: .refresh).isLoading,
      loads[.refresh].open == nil, !isSaving(.refresh)
    else { return }
    if loads[.append].state == .idle, wantsNext || pager.isEndNear, !pager.hasMore {
      if let key = Self.key(links.next) {
        ask(.append, key, size: pager.rules.pageSize, at: now, into: &wishes)
      } else {
        wantsNext = false
      }
    }
    if loads[.prepend].state == .idle, wantsPrevious || pager.isBeginningNear,
      !pager.hasPrevious
    {
      if let key = Self.key(links.previous) {
        ask(.prepend, key, size: pager.rules.pageSize, at: now, into: &wishes)
      } else {
        wantsPrevious = false
      }
    }
  }

  private mutating func ask(
    _ direction: PageDirection, _ key: PageKey, size: Int, at now: Instant,
    into wishes: inout [TieredWish<Row>]
  ) {
    lastID += 1
    let request = PageRequest(
      id: lastID, generation: generation, direction: direction, key: key, size: size,
      isBackward: direction == .prepend)
    loads[direction].open = request
    loads[direction].state = .loading
    loads[direction].retryAt = .never
    wishes.append(.ask(request))
  }

  private mutating func resume(
    _ direction: PageDirection, at now: Instant, into wishes: inout [TieredWish<Row>]
  ) {
    loads[direction].retryAt = .never
    loads[direction].state = .idle
    if direction == .refresh { return refresh(at: now, into: &wishes) }
    if direction == .append { wantsNext = true } else { wantsPrevious = true }
    moveOn(at: now, into: &wishes)
  }

  /// Gives up a request to the network; what is on its way into the store arrives there.
  private mutating func stop(
    _ direction: PageDirection, into wishes: inout [TieredWish<Row>]
  ) {
    guard let open = loads[direction].open else { return }
    wishes.append(.cancelAsk(open.id))
    loads[direction].stop()
  }

  private mutating func forgive(_ direction: PageDirection) {
    guard case .failed = loads[direction].state, loads[direction].retryAt == .never else { return }
    loads[direction].rest()
  }

  private func isSaving(_ direction: PageDirection) -> Bool {
    saves.contains { $0.direction == direction }
  }

  private static func key(_ link: PageLink) -> PageKey? {
    if case .key(let key) = link { return key }
    return nil
  }
}
