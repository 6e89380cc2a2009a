// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirKernel
import WeirTrace
import WeirTree

// The pages of an app.
extension World {
  /// A stack wants a page, or nil: no longer the one that it asked for under this tag.
  mutating func fetch(
    _ query: PageQuery?, _ tag: UInt32, _ role: PageRole, _ journey: UInt32, _ client: Int
  ) {
    record(requestedStep(query, tag, role, journey, client), query.map { .question($0) } ?? .none)
    guard let query else { return fetches[client]?.cancel(tag) ?? () }
    if fetches[client] == nil {
      fetches[client] = PageFetches(plan.stacks[devices[client].group].services.fetches)
    }
    var wishes: [PageFetches.Wish] = []
    let isConnected = devices[client].client.isConnected
    fetches[client]?.ask(
      query, tag: tag, journey: journey, isConnected: isConnected, at: now, into: &wishes)
    carryOut(wishes, client)
  }

  /// The server says something to a question.
  mutating func bring(_ reply: PageReply, to id: UInt32, _ client: Int) {
    var wishes: [PageFetches.Wish] = []
    fetches[client]?.receive(id, reply, into: &wishes)
    carryOut(wishes, client)
  }

  /// An app has waited for a page; while it is in the background it waits on.
  mutating func wakeFetches(of client: Int) {
    guard isAwake(client), fetches[client]?.isIdle == false else { return }
    var wishes: [PageFetches.Wish] = []
    fetches[client]?.wake(at: now, into: &wishes)
    carryOut(wishes, client)
  }

  /// The connection of a client is gone, and with it what it asked for.
  mutating func breakFetchesOff(of client: Int) {
    guard fetches[client]?.isIdle == false else { return }
    var wishes: [PageFetches.Wish] = []
    fetches[client]?.breakOff(into: &wishes)
    carryOut(wishes, client)
  }

  private mutating func carryOut(_ wishes: [PageFetches.Wish], _ client: Int) {
    for wish in wishes {
      switch wish {
      case .wake(let due):
        queue.post(WorldEvent.code(WorldEvent.page, 0, UInt32(client)), at: due)
      case .send(let id, let query, let journey):
        let session = devices[client].client.session
        send(.fetch(id: id, query), from: client, session: session, journey: journey)
      case .answer(let tag, let query, let reply, let journey):
        let step = fetchedStep(query, reply, tag, journey, client)
        if case .page(let page, _) = reply {
          record(step, .page(page, of: query))
        } else {
          record(step)
        }
        tell(.fetched(tag: tag, reply), to: client)
      }
    }
  }

  private func requestedStep(
    _ query: PageQuery?, _ tag: UInt32, _ role: PageRole, _ journey: UInt32, _ client: Int
  ) -> Step {
    let (start, offset, key): (UInt64, Int, Key) =
      switch query?.start {
      case .offset(let offset): (0, offset, Step.noKey)
      case .behind(let key): (1, 0, key)
      case .beyond(_, let key): (2, 0, key)
      case .end: (3, 0, Step.noKey)
      case nil: (4, 0, Step.noKey)
      }
    return Step(
      at: now, .requested, client: UInt32(client), journey: journey,
      list: query.flatMap { listNumbers[$0.list.path] } ?? devices[client].list, key: key,
      x: UInt64(clamping: offset),
      y: Step.Requested.start.holding(start)
        | Step.Requested.isBackward.holding(query?.isBackward ?? false)
        | Step.Requested.isFresh.holding(role == .first)
        | Step.Requested.count.holding(UInt64(clamping: query?.count ?? 0))
        | Step.Requested.tag.holding(UInt64(tag))
        | Step.Requested.goesOn.holding(role == .further))
  }

  private func fetchedStep(
    _ query: PageQuery, _ reply: PageReply, _ tag: UInt32, _ journey: UInt32, _ client: Int
  ) -> Step {
    var (offset, rows, hasMore, end) = (0, 0, false, UInt64(0))
    switch reply {
    case .page(let page, _):
      (offset, rows, hasMore) = (page.offset, page.rows.count, page.hasMore)
    case .failed(let failure): end = 1 + UInt64(failure.rawValue)
    }
    return Step(
      at: now, .fetched, client: UInt32(client), journey: journey,
      list: listNumbers[query.list.path] ?? devices[client].list, x: UInt64(clamping: offset),
      y: Step.Fetched.end.holding(end) | Step.Fetched.isLast.holding(reply.isLast)
        | Step.Fetched.hasMore.holding(hasMore) | Step.Fetched.rows.holding(UInt64(clamping: rows))
        | Step.Fetched.tag.holding(UInt64(tag)))
  }
}
