// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirKernel
import WeirLists
import WeirNetwork
import WeirTrace
import WeirTree
import WeirWorkload

// What clients and stacks wish.
extension World {
  /// `true` if an app runs, and not in the background.
  ///
  /// A property of the device would be given a copy of all of it.
  func isAwake(_ client: Int) -> Bool {
    devices[client].isRunning && devices[client].background == nil
  }

  mutating func handleClientWishes(of client: Int) {
    let number = UInt32(client)
    var place = 0
    var tampered = 0
    while place < clientWishes.count {
      if areClientsTampered, place == tampered, devices[client].tamper != nil {
        devices[client].tamper?.tamper(&clientWishes, from: place)
        tampered = clientWishes.count
        if place == tampered { break }
      }
      switch clientWishes.take(place, leaving: .resynced) {
      case .heard(let registration, let event):
        // What was under way when the stack stopped listening is told to nobody.
        guard let place = devices[client].listen(of: registration) else {
          if !answerStack(read: registration, event, client) {
            stray(event, registration, client)
          }
          break
        }
        let tag = devices[client].listens[place].tag
        let isFirstValue = hear(event, at: place, client)
        devices[client].stack.receive(event, from: tag, at: now, into: &stackWishes)
        if isFirstValue { shareMemory(of: client, .loaded) }
        if !stackWishes.isEmpty { handleStackWishes(of: client) }
      case .send(let journey, let session, let body):
        send(body, from: client, session: session, journey: journey)
      case .settled(let write, let journey, let answer):
        record(
          Step(
            at: now, .answered, client: number, journey: journey, list: devices[client].list,
            x: UInt64(answer.rawValue), y: UInt64(write)))
        if !answerStack(write: write, answer, client) { answered(number, journey) }
      case .ended(let transaction, let journey, let end, let runs):
        if answerStack(transaction: transaction, end, client) { break }
        record(
          Step(
            at: now, .ended, client: number, journey: journey, list: devices[client].list,
            x: UInt64(end.rawValue), y: UInt64(runs)))
        answered(number, journey)
      case .cancelled(let registration, let refusal):
        guard let place = devices[client].listen(of: registration) else {
          answerStack(refused: registration, refusal, client)
          break
        }
        let listen = devices[client].listens.remove(at: place)
        record(
          Step(
            at: now, .cancelled, client: number, list: listen.list, x: UInt64(listen.tag)))
        devices[client].stack.lose(listen.tag, refusal, at: now, into: &stackWishes)
        if !stackWishes.isEmpty { handleStackWishes(of: client) }
      case .resent(let journey):
        record(Step(at: now, .resent, client: number, journey: journey))
      case .resynced:
        record(Step(at: now, .resynced, client: number, list: devices[client].list))
      case .state(let state):
        if state == .connecting {
          devices[client].up.beginConnection()
          devices[client].down.beginConnection()
        }
        if state == .connected || state == .disconnected {
          record(Step(at: now, .linked, client: number, x: state == .connected ? 1 : 0))
        }
        if state == .connected { announce(client) }
        if state == .disconnected {
          lastLoss = now
          touchPresence(of: client)
          breakFilesOff(of: client)
          breakFetchesOff(of: client)
        }
      case .wake(let instant):
        queue.post(WorldEvent.code(WorldEvent.client, 0, number), at: instant)
      case .misbehaved(let point):
        record(Step(at: now, .misbehaved, client: number, x: point.number))
      case .differed(let words):
        differ(words, client)
      }
      place += 1
    }
    clientWishes.empty()
    if !devices[client].requests.justRead.isEmpty { devices[client].requests.justRead.removeAll() }
    if !requests.isEmpty { carryOutRequests(of: client) }
    if !thoughts.isEmpty { planThoughts() }
  }

  /// A listen that is none of the stack's told something: there should be no such listen.
  private mutating func stray(_ event: DataEvent, _ registration: UInt32, _ client: Int) {
    if event.kind == .value { return }
    record(
      Step(
        at: now, .strayed, client: UInt32(client), list: devices[client].list, key: event.key,
        x: UInt64(registration)))
  }

  /// Lets a client that acts in a closed loop think about its next act.
  mutating func answered(_ client: UInt32, _ journey: UInt32) {
    guard journey != 0 else { return }
    devices[Int(client)].acts.removeAll { $0 == journey }
    let work = Int(journeyWork[Int(journey)])
    workload.answered(work: work, client: client, at: now, into: &thoughts)
  }

  /// A listen hears something; returns `true` if it is its first value.
  private mutating func hear(_ event: DataEvent, at place: Int, _ client: Int) -> Bool {
    let listen = devices[client].listens[place]
    if event.kind == .value {
      if listen.isComplete { return false }
      devices[client].listens[place].isComplete = true
      record(
        Step(
          at: now, .completed, client: UInt32(client), list: listen.list, x: UInt64(listen.tag)))
      return true
    } else {
      record(
        Step(
          at: now, .heard, client: UInt32(client), list: listen.list, key: event.key,
          x: event.kind == .removed ? 0 : event.node.fingerprint,
          y: Step.Heard.event.holding(UInt64(event.kind.rawValue))
            | Step.Heard.tag.holding(UInt64(listen.tag))))
      return false
    }
  }

  /// Carries out what the stack wishes; a publication comes before anything else is told to the stack.
  ///
  /// With `isAnswering` the stack was brought an answer, or what it had saved.
  mutating func handleStackWishes(of client: Int, isAnswering: Bool = false) {
    let isOutermost = clientWishes.isEmpty
    for place in stackWishes.indices {
      switch stackWishes[place] {
      case .wake(let instant):
        let life = devices[client].listLife
        queue.post(WorldEvent.code(WorldEvent.batch, life, UInt32(client)), at: instant)
      case .publish: publish(client)
      case .listen(let tag, let path, let query): listen(tag, path, query, client)
      case .unlisten(let tag):
        guard let place = devices[client].listens.firstIndex(where: { $0.tag == tag }) else {
          break
        }
        let listen = devices[client].listens.remove(at: place)
        record(
          Step(at: now, .unlistened, client: UInt32(client), list: listen.list, x: UInt64(tag)))
        devices[client].client.unlisten(listen.registration, at: now, into: &clientWishes)
      case .tell(let news): tell(news, client)
      case .publishSurface(let number): publish(surface: number, of: client)
      case .narrow(let filter, let journey): recordFilter(filter, of: client, journey)
      case .differed(let words): differ(words, client)
      case .failed(let words, let note): fail(words, note, client)
      case .tellSurface(let number, let news): tell(news, surface: number, of: client)
      case .write, .conditionalWrite, .read, .transact, .whenGone, .fetch, .store, .transfer:
        requests.append(stackWishes[place])
      case .over, .note:
        // What is said after a request comes after it, and what is said of an answer after all that came with it.
        if requests.isEmpty, !isAnswering {
          carryOut(stackWishes[place], client)
        } else {
          requests.append(stackWishes[place])
        }
      }
    }
    stackWishes.empty()
    guard isOutermost else { return }
    if !clientWishes.isEmpty { handleClientWishes(of: client) }
    if !requests.isEmpty { carryOutRequests(of: client) }
    if !thoughts.isEmpty { planThoughts() }
  }

  private mutating func listen(_ tag: UInt32, _ path: Path, _ query: Query, _ client: Int) {
    let list = listNumbers[path] ?? Step.nowhere
    record(
      Step(
        at: now, .listened, client: UInt32(client), list: list, x: UInt64(tag),
        y: Step.digest(of: query)), .query(query))
    let registration = devices[client].client.listen(
      to: path, query, at: now, into: &clientWishes)
    devices[client].listens.append(.init(registration: registration, tag: tag, list: list))
  }

  /// The app hears something of its stack.
  mutating func tell(_ news: StackNews, _ client: Int) {
    let number = UInt32(client)
    let list = devices[client].list
    if let step = loadStep(of: news, number, list) {
      noteRefusal(news, client)
      return record(step)
    }
    switch news {
    case .loaded, .lost: break
    case .paged(let call, let new, let hasMore):
      record(
        Step(
          at: now, .paged, client: number, list: list, x: UInt64(call),
          y: Step.Paged.new.holding(new) | Step.Paged.hasMore.holding(hasMore)))
      endPage(call, client)
    case .pageFailed(let call, let error):
      record(
        Step(
          at: now, .pageFailed, client: number, list: list, x: UInt64(call), y: error.number))
      endPage(call, client)
    }
  }

  /// The app may be told that its list was taken away: who is not told opens nothing anew when it may be read again.
  mutating func noteRefusal(_ news: StackNews, _ client: Int) {
    switch news {
    case .loaded(.some), .lost: if isRevoking { devices[client].wasRefused = true }
    case .loaded(nil), .paged, .pageFailed: break
    }
  }

  /// Returns the step that says that a list, or a surface, has loaded or is lost; nil: the news is about a page.
  func loadStep(of news: StackNews, _ number: UInt32, _ list: UInt32) -> Step? {
    switch news {
    case .loaded(let refusal):
      let code = refusal.map { UInt64($0.rawValue) + 1 } ?? 0
      return Step(at: now, .loaded, client: number, list: list, x: code)
    case .lost(let refusal):
      return Step(at: now, .lost, client: number, list: list, x: UInt64(refusal.rawValue) + 1)
    case .paged, .pageFailed: return nil
    }
  }

  /// Lets a client go on that waited for a page.
  private mutating func endPage(_ call: UInt32, _ client: Int) {
    guard let place = devices[client].calls.firstIndex(where: { $0.call == call }) else { return }
    answered(UInt32(client), devices[client].calls.remove(at: place).journey)
  }

  private mutating func publish(_ client: Int) {
    update.removeAll()
    let others = publications.precedents(after: devices[client].shown)
    devices[client].stack.publish(into: &update, rows: &shownRows, like: others)
    if update.isFirst {
      shareMemory(of: client, .published)
      devices[client].rows(into: &shownRows)
    }
    let news = update.news
    let publication = publications.publication(
      of: update, shownRows, after: devices[client].shown)
    // The rows that the stack changes next must not be held by two.
    for section in shownRows.indices { shownRows[section] = [] }
    record(
      publishedStep(publication, UInt32(client), devices[client].list), .publication(publication))
    show(publication, client)
    for item in news { tell(item, client) }
  }

  /// Returns the step that says that a list, or a surface, is published, and how much that changes.
  func publishedStep(
    _ publication: Publication, _ number: UInt32, _ list: UInt32
  ) -> Step {
    let changes = publication.changes
    return Step(
      at: now, .published, client: number, list: list, x: publication.digest,
      y: Step.Published.isFirst.holding(publication.isFirst)
        | Step.Published.deletes.holding(changes.deletes.count)
        | Step.Published.inserts.holding(changes.inserts.count)
        | Step.Published.moves.holding(changes.moves.count)
        | Step.Published.updates.holding(changes.updates.count))
  }

  /// The list view takes a publication in.
  private mutating func show(_ publication: Publication, _ client: Int) {
    let old = devices[client].shown
    devices[client].shown = publication.identity.new
    let fault = publications.show(
      publication, on: &devices[client].view, after: old, isGrouped: devices[client].isGrouped)
    if let fault {
      record(
        Step(
          at: now, .faulted, client: UInt32(client), list: devices[client].list,
          x: UInt64(fault.rule.rawValue)))
    } else if devices[client].view.viewport != nil, let shift = devices[client].view.lastShift,
      shift.isJump
    {
      record(
        Step(
          at: now, .jumped, client: UInt32(client), list: devices[client].list,
          x: UInt64(shift.slide.magnitude)))
    }
  }
}

extension Publication {
  /// Makes the publication that an update of a stack brings about.
  convenience init(_ update: borrowing StackUpdate, sections: [[Row]]) {
    self.init(
      update.changes, reloads: update.reloads, sections: sections, isFirst: update.isFirst,
      hasNews: !update.news.isEmpty, isProvisional: update.isProvisional)
  }
}

extension StackNews.PageError {
  /// The number by which steps say why a page did not come.
  fileprivate var number: UInt64 {
    switch self {
    case .busy: 1
    case .notLoaded: 2
    case .cancelled: 3
    case .refused(let refusal): UInt64(refusal.rawValue) + 4
    }
  }
}
