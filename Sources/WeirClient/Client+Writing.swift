// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// The user's writes.
extension Client {
  /// Writes: shows the change at once and asks the server for it, which turns it away unless all demands are met.
  /// - Returns: the number of the write.
  @discardableResult
  public mutating func write(
    _ write: Write, if demands: [WriteDemand] = [], journey: UInt32, at now: Instant,
    into wishes: inout [Wish]
  ) -> UInt32 {
    let id = nextNumber()
    let condition = demands.isEmpty ? nil : WriteGuard.demands(demands)
    self.write(write, condition, id, journey, at: now, into: &wishes)
    plan(into: &wishes)
    return id
  }

  /// Returns the writes that the server has not answered, for the next life of the app.
  public func saved() -> SavedWrites {
    SavedWrites(puts.filter { $0.transactions.isEmpty && $0.answer == nil })
  }

  /// Takes up again what an earlier life of the app has not finished, in the same order and, unless
  /// something was written already, under the same numbers; what was damaged meanwhile is not taken up.
  public mutating func restore(
    _ saved: SavedWrites, at now: Instant, into wishes: inout [Wish]
  ) {
    for old in saved.whole {
      lastNumber = max(lastNumber + 1, old.id)
      write(old.write, old.condition, lastNumber, old.journey, at: now, into: &wishes)
      if let place = puts.lastIndex(where: { $0.id == lastNumber }) {
        puts[place].isRepeated = true
      }
    }
    plan(into: &wishes)
  }

  /// Asks the server to write this when the client is gone.
  /// - Returns: the number under which it is settled, unless the connection breaks first.
  @discardableResult
  public mutating func whenGone(
    _ write: Write, journey: UInt32, at now: Instant, into wishes: inout [Wish]
  ) -> UInt32 {
    add(.whenGone(write), journey, at: now, into: &wishes)
  }

  /// Asks the server to write nothing at or below a path when the client is gone.
  /// - Returns: the number under which it is settled.
  @discardableResult
  public mutating func neverMind(
    _ path: Path, at now: Instant, into wishes: inout [Wish]
  ) -> UInt32 {
    add(.neverMind(path), 0, at: now, into: &wishes)
  }

  private mutating func write(
    _ write: Write, _ condition: WriteGuard?, _ id: UInt32, _ journey: UInt32, at now: Instant,
    into wishes: inout [Wish]
  ) {
    if Signals.cover(write) {
      wishes.append(.settled(write: id, journey: journey, .invalid))
      return
    }
    views.write(id, resolved(write, at: now), isVisible: true, into: &pendingNotices)
    tell(at: now, into: &wishes)
    puts.append(Put(id: id, write: write, journey: journey, condition: condition))
    if isConnected { sendPut(puts.count - 1, at: now, into: &wishes) }
    if !transactions.isEmpty { giveWay(to: write, at: now, into: &wishes) }
  }

  /// Returns the write as it is shown: with every server value as the server will presumably fill
  /// it in.
  func resolved(_ write: Write, at now: Instant) -> Write {
    guard write.hasServerValues else { return write }
    switch write {
    case .set(let path, let node): return .set(path, resolved(node, at: path, at: now))
    case .merge(let path, let parts):
      return .merge(
        path,
        parts.map {
          Write.Part($0.path, resolved($0.node, at: path.appending($0.path), at: now))
        })
    }
  }

  private func resolved(_ node: Node, at path: Path, at now: Instant) -> Node {
    guard node.hasServerValues else { return node }
    let existing = views.engine.known(at: path, includingHidden: false) ?? .null
    return node.resolved(existing: existing, milliseconds: milliseconds(at: now))
  }

  /// Returns the number of the next write, transaction or hook.
  mutating func nextNumber() -> UInt32 {
    lastNumber += 1
    return lastNumber
  }

  mutating func sendPut(_ place: Int, at now: Instant, into wishes: inout [Wish]) {
    if hasToWait(place) { return }
    puts[place].request = nextRequest()
    repeatPut(place, into: &wishes)
    if !isReliable { planRepeat(at: now) }
  }

  /// `true` if a write has to wait until an earlier one is answered.
  ///
  /// A write that may happen but once is never sent again, so that nothing may be sent again behind it either: on a
  /// link that may lose a request it waits for what it stands on, and all that is written after it waits with it.
  private func hasToWait(_ place: Int) -> Bool {
    if isReliable { return false }
    let put = puts[place]
    return puts[..<place].contains {
      $0.answer == nil && ($0.request == 0 || put.isOnce && $0.write.concerns(put.write))
    }
  }

  /// Sends what has waited for an answer that has come.
  mutating func sendWaiting(at now: Instant, into wishes: inout [Wish]) {
    guard !isReliable, isConnected else { return }
    for place in puts.indices where puts[place].request == 0 && puts[place].answer == nil {
      sendPut(place, at: now, into: &wishes)
    }
  }

  func repeatPut(_ place: Int, into wishes: inout [Wish]) {
    let put = puts[place]
    send(
      .write(id: put.request, put.write, guard: put.condition), journey: put.journey,
      into: &wishes)
  }

  /// Sends the writes that have waited for a connection, and the transactions among them in their place.
  mutating func sendPuts(at now: Instant, into wishes: inout [Wish]) {
    for place in puts.indices where puts[place].answer == nil {
      sendTransactions(before: puts[place].id, at: now, into: &wishes)
      sendPut(place, at: now, into: &wishes)
    }
    sendTransactions(before: .max, at: now, into: &wishes)
  }

  /// Marks what was sent to be sent again, because the connection is over; except for transactions,
  /// which may not happen twice.
  ///
  /// A committed write may be on top of one that was sent before it and has no answer: to send that one alone again
  /// would lay the older write over the newer one, so that both are sent again, or neither.
  mutating func losePuts(at now: Instant, into wishes: inout [Wish]) {
    for place in puts.indices {
      if puts[place].request != 0 { puts[place].isRepeated = true }
      puts[place].request = 0
      puts[place].answer?.after = 0
    }
    keepOrderOfPuts()
    let lost = puts.filter { !$0.transactions.isEmpty && $0.answer == nil }
    if lost.isEmpty { return }
    puts.removeAll { !$0.transactions.isEmpty && $0.answer == nil }
    for put in lost { fail(put.transactions, .disconnect) }
    for put in lost { rerun(around: put.write.path, at: now, into: &wishes) }
  }
}

extension Client {
  /// Sees to it that no unanswered write is sent again behind a later one to the same place that was committed.
  private mutating func keepOrderOfPuts() {
    for place in puts.indices where puts[place].answer?.0 == .committed {
      let later = puts[place]
      for earlier in puts.indices[..<place]
      where puts[earlier].answer == nil && puts[earlier].transactions.isEmpty
        && puts[earlier].write.concerns(later.write)
      {
        if later.isOnce {
          // It was decided before the later one: a link keeps the order of requests, or the later one has waited.
          puts[earlier].answer = (.committed, after: 0)
        } else {
          puts[place].answer = nil
          break
        }
      }
    }
  }
}

// Writes for when the client is gone.
extension Client {
  private mutating func add(
    _ content: Hook.Content, _ journey: UInt32, at now: Instant, into wishes: inout [Wish]
  ) -> UInt32 {
    let id = nextNumber()
    hooks.append(Hook(id: id, content: content, journey: journey))
    if isConnected { sendHook(hooks.count - 1, at: now, into: &wishes) }
    plan(into: &wishes)
    return id
  }

  mutating func sendHook(_ place: Int, at now: Instant, into wishes: inout [Wish]) {
    hooks[place].request = nextRequest()
    repeatHook(place, into: &wishes)
    if !isReliable { planRepeat(at: now) }
  }

  func repeatHook(_ place: Int, into wishes: inout [Wish]) {
    let hook = hooks[place]
    switch hook.content {
    case .whenGone(let write):
      send(.whenGone(id: hook.request, write), journey: hook.journey, into: &wishes)
    case .neverMind(let path):
      send(.neverMind(id: hook.request, path), journey: hook.journey, into: &wishes)
    }
  }

  mutating func settleHook(
    _ place: Int, _ answer: Message.Answer, into wishes: inout [Wish]
  ) {
    let hook = hooks.remove(at: place)
    if answer == .committed {
      switch hook.content {
      case .whenGone(let write): promised.remember(write)
      case .neverMind(let path): promised.forget(path)
      }
    }
    wishes.append(.settled(write: hook.id, journey: hook.journey, answer))
  }

  /// Carries out, and shows, what the server promised for when the client is gone, before the
  /// server can say so; the client is gone as far as the server can tell.
  ///
  /// A promise that was sent and not answered belonged to the session that is over; the client cannot know whether it
  /// was done.
  mutating func loseHooks(at now: Instant, into wishes: inout [Wish]) {
    hooks.removeAll { $0.request != 0 }
    for (path, node) in promised.takeAll() {
      let node = resolved(node, at: path, at: now)
      views.serverOverwrite(tag: nil, at: path, node, into: &pendingNotices)
      tell(at: now, into: &wishes)
      if !transactions.isEmpty { giveWay(to: .set(path, node), at: now, into: &wishes) }
    }
  }
}

extension Write {
  /// `true` if one of two writes puts something where the other does.
  fileprivate func concerns(_ other: Write) -> Bool {
    places.contains { place in
      other.places.contains { place.leads(below: $0) || $0.leads(below: place) }
    }
  }

  private var places: [Path] {
    switch self {
    case .set(let path, _): [path]
    case .merge(let base, let parts): parts.map { base.appending($0.path) }
    }
  }
}
