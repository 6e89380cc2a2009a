// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirPaging
import WeirTree

/// The pages of an app that keeps nothing: each comes from the network.
struct NetworkPages: PageSupply {
  var journey: UInt32 = 0
  private var pager: Pager<Row>
  private var places: PagerPlaces
  private var wishes: [PagerWish] = []
  /// The questions that wait for an answer, by their tags.
  private var questions: [(tag: UInt32, request: PageRequest, query: PageQuery)] = []
  /// `true` if the next page of a refresh belongs to those that it has brought.
  private var goesOn = false
  private var wantsToPublish = false

  init(_ list: QueryBuilder, _ options: PagerOptions, chance: RandomStream) {
    do throws(Problems) {
      pager = try Pager(options.rules, chance: chance)
    } catch {
      invariantBroken("the options of a pager were checked before: \(error)")
    }
    places = PagerPlaces(list, options.naming)
  }

  var count: Int { pager.items.count }
  var rows: [Row] { pager.items.array }
  func row(at index: Int) -> Row { pager.items[index] }
  var isLoaded: Bool { pager.pages > 0 }
  var hasMore: Bool { pager.hasMore }
  var hasChanges: Bool { pager.hasChanges }
  var visible: Range<Int>? { pager.visible }
  var times: PagerTimes { pager.times }

  var isAppending: Bool {
    pager.state(of: .append).isLoading && !pager.state(of: .refresh).isLoading
  }

  var failure: PageError? {
    if case .failed(let error, _) = pager.state(of: .append) { error } else { nil }
  }

  func isQuiet(_ direction: PageDirection) -> Bool {
    !pager.state(of: direction).isLoading && pager.retryTime(of: direction) == nil
  }

  mutating func open(keepsRows: Bool, at now: Instant, into out: inout [StackWish]) {
    if !isLoaded || !keepsRows { refresh(at: now, into: &out) }
  }

  mutating func close(into out: inout [StackWish]) {
    pager.cancel(at: .zero, into: &wishes)
    carryOut(into: &out)
    questions.removeAll()
  }

  mutating func answer(
    _ answer: StackAnswer, at now: Instant, into out: inout [StackWish]
  ) -> PageFailure? {
    guard case .fetched(let tag, let reply) = answer,
      let place = questions.firstIndex(where: { $0.tag == tag })
    else { return nil }
    let (_, request, query) = questions[place]
    if reply.isLast { questions.remove(at: place) }
    defer { carryOut(into: &out) }
    switch reply {
    case .page(let page, let isLast):
      let isRefresh = pager.state(of: .refresh).isLoading
      let made = places.answer(page, to: query, of: request, isFinal: isLast)
      pager.receive(made, to: Int(tag), at: now, into: &wishes)
      if isRefresh, isLast { goesOn = pager.state(of: .refresh).isLoading }
      return nil
    case .failed(.gone):
      // The row behind which the page was to begin is no more: there is no next page, only a new list. If a new list was
      // to begin there, it begins where each can.
      goesOn = false
      pager.invalidate(fromStart: request.direction == .refresh, at: now, into: &wishes)
      return .gone
    case .failed(let failure):
      pager.fail(Int(tag), PageError(failure), at: now, into: &wishes)
      return failure
    }
  }

  mutating func refresh(at now: Instant, into out: inout [StackWish]) {
    if !pager.state(of: .refresh).isLoading { goesOn = false }
    pager.refresh(at: now, into: &wishes)
    carryOut(into: &out)
  }

  mutating func jump(
    _ chance: inout RandomStream, at now: Instant, into out: inout [StackWish]
  ) -> Bool {
    guard let key = places.someKey(&chance, total: pager.total) else { return false }
    goesOn = false
    pager.jump(to: key, at: now, into: &wishes)
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
    return wantsToPublish
  }

  /// Hands on what the pager wants.
  private mutating func carryOut(into out: inout [StackWish]) {
    for wish in wishes {
      switch wish {
      case .fetch(let request):
        let query = places.query(request)
        let role: PageRole =
          request.direction != .refresh ? .next : goesOn ? .further : .first
        questions.append((UInt32(request.id), request, query))
        out.append(.fetch(tag: UInt32(request.id), query, role, journey: journey))
      case .cancel(let id):
        questions.removeAll { $0.tag == UInt32(id) }
        out.append(.fetch(tag: UInt32(id), nil, .next, journey: journey))
      case .wake(let moment): out.append(.wake(moment))
      case .publish: wantsToPublish = true
      }
    }
    wishes.removeAll()
  }
}
