// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirPaging
import WeirTree

/// The pages of an app that keeps its list on the phone: people see what is kept there, and the network fills it.
///
/// Each page of the network goes into the store before it is shown, one after the other. What is kept is one list with the
/// place at which the network goes on, so that whatever was saved last is a beginning of one pass.
struct StoredPages: PageSupply {
  var journey: UInt32 = 0
  private var pager: TieredPager<KeptRow>
  private var places: PagerPlaces
  private let showsLatest: Bool
  private let naming: PagerOptions.Naming
  private var wishes: [TieredWish<KeptRow>] = []
  /// The questions to the network, by their tags.
  private var questions: [(tag: UInt32, request: PageRequest, query: PageQuery)] = []
  /// The number of the last request to the store.
  private var lastTag: UInt32 = 0
  /// The pages that are read, by the tags of their requests.
  private var reads: [(tag: UInt32, request: PageRequest)] = []
  /// The request that finds out what is kept, before anything else is done.
  private var look: UInt32?
  /// The page that is being saved, with the list that is kept then; nil for a page that nobody waits for any more.
  private var saving: (tag: UInt32, id: Int?, list: KeptList)?
  /// The pages that wait for it.
  private var waiting: [PageSave<KeptRow>] = []
  /// The list that is kept, as far as it is known.
  private var kept = KeptList()
  /// The shape in which this app keeps lists; nil: that of the list that it finds.
  private var shape: Int64?
  /// `true` if the app is newer than the one that kept the list.
  private let isUpdated: Bool
  private var wantsToPublish = false

  init(_ list: QueryBuilder, _ options: PagerOptions, chance: RandomStream) {
    var chance = chance
    isUpdated = chance.chance(options.updates)
    do throws(Problems) {
      pager = try TieredPager(options.rules, remote: options.remoteKeys, chance: chance)
    } catch {
      invariantBroken("the options of a pager were checked before: \(error)")
    }
    places = PagerPlaces(list, options.naming)
    showsLatest = options.duplicates == .latest
    naming = options.naming
  }

  var count: Int { pager.pager.items.count }
  var rows: [Row] { pager.pager.items.map(\.row) }
  func row(at index: Int) -> Row { pager.pager.items[index].row }
  /// A store without rows says nothing until the network has.
  var isLoaded: Bool {
    count > 0 || pager.pager.pages > 0 && pager.links != nil && !pager.pager.isOutdated
  }
  var hasMore: Bool { pager.hasMore }
  var hasChanges: Bool { pager.pager.hasChanges }
  var visible: Range<Int>? { pager.pager.visible }
  var times: PagerTimes { pager.pager.times }

  var isAppending: Bool {
    pager.pager.state(of: .append).isLoading && !pager.pager.state(of: .refresh).isLoading
  }

  var failure: PageError? {
    var states = [pager.pager.state(of: .append), pager.remoteState(of: .append)]
    if pager.links == nil { states.append(pager.remoteState(of: .refresh)) }
    for state in states { if case .failed(let error, _) = state { return error } }
    return nil
  }

  func isQuiet(_ direction: PageDirection) -> Bool {
    if direction == .refresh, look != nil { return false }
    return !pager.pager.state(of: direction).isLoading
      && pager.pager.retryTime(of: direction) == nil
      && !pager.remoteState(of: direction).isLoading
      && pager.remoteRetryTime(of: direction) == nil
  }

  mutating func open(keepsRows: Bool, at now: Instant, into out: inout [StackWish]) {
    if pager.links != nil {
      if !keepsRows { refresh(at: now, into: &out) }
    } else if keepsRows, pager.pager.pages == 0 {
      let tag = nextTag()
      look = tag
      out.append(.store(tag: tag, .load(KeptList.key)))
    } else {
      start(.launch, at: now, into: &out)
    }
  }

  mutating func close(into out: inout [StackWish]) {
    pager.cancel(at: .zero, into: &wishes)
    carryOut(into: &out)
    questions.removeAll()
    reads.removeAll()
    waiting.removeAll()
    saving?.id = nil
    look = nil
  }

  mutating func answer(
    _ answer: StackAnswer, at now: Instant, into out: inout [StackWish]
  ) -> PageFailure? {
    defer { carryOut(into: &out) }
    switch answer {
    case .fetched(let tag, let reply): return receive(reply, tag, at: now)
    case .stored(let tag, let answer) where tag == look: found(answer, at: now)
    case .stored(let tag, let answer) where tag == saving?.tag: saved(answer, at: now, into: &out)
    case .stored(let tag, let answer): read(answer, tag, at: now)
    case .settled, .found, .refused, .ended, .transferred: break
    }
    return nil
  }

  mutating func refresh(at now: Instant, into out: inout [StackWish]) {
    if look != nil { return start(.launch, at: now, into: &out) }
    pager.refresh(at: now, into: &wishes)
    carryOut(into: &out)
  }

  mutating func jump(
    _ chance: inout RandomStream, at now: Instant, into out: inout [StackWish]
  ) -> Bool {
    guard isLoaded, !kept.rows.isEmpty else { return false }
    pager.jump(toOffset: chance.index(below: kept.rows.count), at: now, into: &wishes)
    carryOut(into: &out)
    return true
  }

  mutating func loadNextPage(at now: Instant, into out: inout [StackWish]) {
    pager.loadNextPageIfNeeded(at: now, into: &wishes)
    carryOut(into: &out)
  }

  mutating func showed(_ rows: Range<Int>, at now: Instant, into out: inout [StackWish]) {
    pager.showed(rows, at: now, into: &wishes)
    carryOut(into: &out)
  }

  mutating func wake(at now: Instant, into out: inout [StackWish]) {
    pager.wake(at: now, into: &wishes)
    carryOut(into: &out)
  }

  mutating func publish(into changes: inout ChangeSet) { pager.publish(into: &changes) }

  mutating func takePublishWish() -> Bool {
    defer { wantsToPublish = false }
    return wantsToPublish && isLoaded
  }
}

// What the network and the store say.
extension StoredPages {
  private mutating func start(
    _ start: TieredStart, at now: Instant, into out: inout [StackWish]
  ) {
    look = nil
    pager.start(start, at: now, into: &wishes)
    carryOut(into: &out)
  }

  /// Takes in what the network answered; a page that a newer version will follow is not worth keeping.
  private mutating func receive(
    _ reply: PageReply, _ tag: UInt32, at now: Instant
  ) -> PageFailure? {
    guard let place = questions.firstIndex(where: { $0.tag == tag }), reply.isLast else {
      return nil
    }
    let (_, request, query) = questions.remove(at: place)
    switch reply {
    case .page(let page, _):
      let links = places.answer(page, to: query, of: request, isFinal: true)
      let answer = PageAnswer(
        items: page.rows.map { KeptRow(entry: $0) },
        next: naming == .offset ? Self.link(behind: page) : links.next, previous: .end)
      pager.receive(answer, to: request.id, at: now, into: &wishes)
      return nil
    case .failed(let failure):
      pager.fail(request.id, PageError(failure), at: now, into: &wishes)
      // The row behind which the page was to begin is no more: there is no next page, only a new list.
      if failure == .gone { pager.refresh(at: now, into: &wishes) }
      return failure
    }
  }

  private static func link(behind page: ListPage) -> PageLink {
    page.hasMore ? .key(.offset(page.offset + page.rows.count)) : .end
  }

  /// Goes on from the list that is kept, or begins.
  private mutating func found(_ answer: StoreAnswer, at now: Instant) {
    look = nil
    kept = list(in: answer) ?? KeptList()
    let start: TieredStart =
      kept.rows.isEmpty ? .launch : .skip(StoreLinks(next: link(kept.next), previous: .end))
    pager.start(start, at: now, into: &wishes)
  }

  private mutating func read(_ answer: StoreAnswer, _ tag: UInt32, at now: Instant) {
    guard let place = reads.firstIndex(where: { $0.tag == tag }) else { return }
    let request = reads.remove(at: place).request
    if answer == .failed {
      return pager.failRead(request.id, .failed("store"), at: now, into: &wishes)
    }
    let rows = list(in: answer)?.rows ?? []
    let start = min(request.offset, rows.count)
    let end = min(rows.count, start + request.size)
    pager.read(
      PageAnswer(items: Array(rows[start..<end]), total: rows.count), for: request.id, at: now,
      into: &wishes)
  }

  private mutating func saved(
    _ answer: StoreAnswer, at now: Instant, into out: inout [StackWish]
  ) {
    guard let (_, id, list) = saving else { return }
    saving = nil
    if answer == .saved {
      kept = list
      if let id { pager.saved(id, count: list.rows.count, at: now, into: &wishes) }
    } else if let id {
      pager.fail(id, .failed("store"), at: now, into: &wishes)
    }
    saveNext(into: &out)
  }

  /// Returns the list that the store holds; nil: none that this app can read.
  private mutating func list(in answer: StoreAnswer) -> KeptList? {
    guard case .value(let node) = answer, let found = KeptList.shape(of: node) else { return nil }
    if shape == nil { shape = found + (isUpdated ? 1 : 0) }
    return shape.flatMap { KeptList(node, shape: $0) }
  }
}

// What the pager wants.
extension StoredPages {
  private mutating func carryOut(into out: inout [StackWish]) {
    for wish in wishes {
      switch wish {
      case .read(let request):
        let tag = nextTag()
        reads.append((tag, request))
        out.append(.store(tag: tag, .load(KeptList.key)))
      case .cancelRead(let id): reads.removeAll { $0.request.id == id }
      case .ask(let request):
        let (tag, query) = (UInt32(request.id), places.query(request))
        questions.append((tag, request, query))
        let role: PageRole = request.direction == .refresh ? .first : .next
        out.append(.fetch(tag: tag, query, role, journey: journey))
      case .cancelAsk(let id):
        questions.removeAll { $0.tag == UInt32(id) }
        out.append(.fetch(tag: UInt32(id), nil, .next, journey: journey))
      case .save(let save):
        waiting.append(save)
        saveNext(into: &out)
      case .wake(let moment): out.append(.wake(moment))
      case .publish: wantsToPublish = true
      }
    }
    wishes.removeAll()
  }

  /// Saves the next page, if none is being saved: what is kept then depends on what was saved before.
  private mutating func saveNext(into out: inout [StackWish]) {
    guard saving == nil, !waiting.isEmpty else { return }
    let save = waiting.removeFirst()
    invariant(save.direction != .prepend, "a kept list begins where the list does")
    var list = kept
    list.take(
      save.rows, isFirst: save.direction == .refresh, next(save.next), latest: showsLatest)
    let tag = nextTag()
    saving = (tag, save.id, list)
    let shape = shape ?? (isUpdated ? 1 : 0)
    self.shape = shape
    out.append(.store(tag: tag, .save(KeptList.key, list.node(shape: shape))))
  }

  private mutating func nextTag() -> UInt32 {
    lastTag += 1
    return lastTag
  }

  private func next(_ link: PageLink?) -> KeptList.Next {
    switch link {
    case .key(.offset(let offset)): .offset(offset)
    case .key(.cursor(let token)), .key(.position(let token)): .row(places.row(of: token))
    case .key(.start), .key(.number), .end, .unstated, nil: .end
    }
  }

  private mutating func link(_ next: KeptList.Next) -> PageLink {
    switch next {
    case .end: .end
    case .offset(let offset): .key(.offset(offset))
    case .row(let row): .key(places.key(behind: row))
    }
  }
}
