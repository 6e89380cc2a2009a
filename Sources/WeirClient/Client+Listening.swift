// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// Listeners, and the requests to the server for them.
extension Client {
  /// Begins a listen, whose listener hears at once what is known.
  /// - Returns: the registration.
  public mutating func listen(
    to path: Path, _ query: Query, at now: Instant, into wishes: inout [Wish]
  ) -> UInt32 {
    if Signals.cover(path) { return signals.listen(to: path, query, into: &wishes) }
    let registration = views.listen(to: path, query, into: &pendingNotices)
    tell(at: now, into: &wishes)
    plan(into: &wishes)
    return registration
  }

  /// Ends a listen.
  /// - Returns: `true` if it was open.
  @discardableResult
  public mutating func unlisten(
    _ registration: UInt32, at now: Instant, into wishes: inout [Wish]
  ) -> Bool {
    if registration & Signals.mark != 0 { return signals.unlisten(registration, into: &wishes) }
    let isKnown = views.unlisten(registration, into: &pendingNotices)
    tell(at: now, into: &wishes)
    settle(at: now, into: &wishes)
    plan(into: &wishes)
    return isKnown
  }

  /// The number of wishes of the views that a client keeps room for.
  private static let room = 16

  /// Hands on what the views have said.
  /// - Returns: `true` if there was anything.
  @discardableResult
  mutating func tell(
    refusal: Message.Refusal = .forbidden, at now: Instant, into wishes: inout [Wish]
  ) -> Bool {
    if pendingNotices.isEmpty { return false }
    for place in pendingNotices.indices {
      switch pendingNotices[place] {
      case .heard(let registration, let event):
        if hidden.isEmpty || !hidden.contains(registration) {
          wishes.append(.heard(registration: registration, event))
        }
      case .listen(let tag, let path, let query):
        listens.append(Listen(tag: tag, path: path, query: query))
        if isConnected { ask(listens.count - 1, at: now, into: &wishes) }
      case .unlisten(let tag): stopAsking(tag, into: &wishes)
      case .cancelled(let registration):
        if let place = hidden.firstIndex(of: registration) {
          hidden.remove(at: place)
        } else {
          wishes.append(.cancelled(registration: registration, refusal))
        }
      }
    }
    // A whole list is told once; an idle client does not keep the room for it.
    pendingNotices.removeAll(keepingCapacity: pendingNotices.capacity <= Self.room)
    if !hasDiffered, let words = views.difference {
      hasDiffered = true
      wishes.append(.differed(words))
    }
    return true
  }

  /// Returns the index of the listen of a tag.
  func place(of tag: UInt32) -> Int? {
    var (low, high) = (0, listens.count)
    while low < high {
      let middle = (low + high) / 2
      if listens[middle].tag < tag { low = middle + 1 } else { high = middle }
    }
    return low < listens.count && listens[low].tag == tag ? low : nil
  }

  /// Asks the server for a listen.
  ///
  /// Only the first question of a session says what is known: to all others, of which an answer may have
  /// been lost or be late, the server has to say everything.
  mutating func ask(_ place: Int, at now: Instant, into wishes: inout [Wish]) {
    let isFirst = listens[place].progress == .unsent
    if isFirst { listens[place].progress = .asked }
    listens[place].isRefused = false
    isAskedAgain = listens[place].isOpen
    listens[place].isOpen = true
    lastAsked = listens[place].tag
    askedAt = now
    let (tag, path, query) = (listens[place].tag, listens[place].path, listens[place].query)
    let isKnown = isFirst && !listens[place].isForgotten
    let known = isKnown ? views.engine.fingerprint(ofServerDataOf: tag) : 0
    if isFirst { listens[place].known = known }
    send(.listen(tag: tag, path, query, known: known), into: &wishes)
    if !isReliable { planRepeat(at: now) }
  }

  private mutating func stopAsking(_ tag: UInt32, into wishes: inout [Wish]) {
    guard let place = place(of: tag) else { return }
    let listen = listens.remove(at: place)
    if isConnected, listen.progress != .unsent { send(.unlisten(tag: tag), into: &wishes) }
  }

  /// Sends as part of the session.
  func send(_ body: Message.Body, journey: UInt32 = 0, into wishes: inout [Wish]) {
    wishes.append(.send(journey: journey, session: connection.session, body))
  }
}
