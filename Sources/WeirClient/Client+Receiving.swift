// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// The messages of the server.
extension Client {
  /// Handles a message from the server.
  ///
  /// Anything in it that makes no sense, or belongs to another session, is ignored.
  public mutating func receive(
    _ body: Message.Body, session: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    guard session == connection.session else { return }
    switch connection.state {
    case .disconnected: return
    case .connecting:
      if case .welcome(let milliseconds) = body {
        receiveWelcome(milliseconds, at: now, into: &wishes)
      } else if case .closed(let wait) = body {
        lose(wait: wait, at: now, into: &wishes)
      }
    case .authenticating, .connected: receive(body, at: now, into: &wishes)
    }
    settle(at: now, into: &wishes)
    if !buggify.isOff { misbehave(at: now, into: &wishes) }
    plan(into: &wishes)
  }

  private mutating func receive(
    _ body: Message.Body, at now: Instant, into wishes: inout [Wish]
  ) {
    switch body {
    case .change(let tag, let sequence, let key, let node):
      guard accept(sequence, at: now, into: &wishes), isCurrent(tag, into: &wishes) else { return }
      if transactions.isEmpty, hidden.isEmpty,
        views.hear(tag: tag, key, node, into: &wishes)
      {
        return
      }
      views.serverChange(tag: tag, key, node, into: &pendingNotices)
      absorb(tag, key, at: now, into: &wishes)
    case .changes(let tag, let sequence, let entries):
      guard accept(sequence, at: now, into: &wishes), isCurrent(tag, into: &wishes) else { return }
      views.serverChanges(tag: tag, entries, into: &pendingNotices)
      absorb(tag, nil, at: now, into: &wishes)
    case .snapshot(let tag, let sequence, let node):
      guard acceptAnswer(sequence, to: tag, at: now, into: &wishes) else { return }
      receiveAll(node, tag, at: now, into: &wishes)
    case .overwrite(let tag, let sequence, let node):
      guard sequence > heard else { return }
      if sequence - heard > 1 { markStale(except: tag, at: now, into: &wishes) }
      heard = sequence
      // A push is no answer: a request that is still under way will be served as well.
      let isOpen = isReliable && place(of: tag).map { listens[$0].isOpen } ?? false
      receiveAll(node, tag, at: now, into: &wishes)
      if isOpen, let place = place(of: tag) { listens[place].isOpen = true }
    case .unchanged(let tag, let sequence):
      receiveUnchanged(tag, sequence, at: now, into: &wishes)
    case .refused(let tag, let refusal): refuse(tag, refusal, at: now, into: &wishes)
    case .revoked(let tag, let sequence):
      guard sequence > heard else { return }
      _ = accept(sequence, at: now, into: &wishes)
      // A request that is still under way may be served, though it is no longer needed.
      if let place = place(of: tag), listens[place].isOpen {
        send(.unlisten(tag: tag), into: &wishes)
      }
      cancel(tag, .forbidden, at: now, into: &wishes)
    case .answer(let id, let answer, let after):
      receiveAnswer(id, answer, after: after, at: now, into: &wishes)
    case .pong(let sequence):
      guard sequence > heard else { return }
      heard = sequence
      markStale(except: nil, at: now, into: &wishes)
    case .closed(let wait): lose(wait: wait, at: now, into: &wishes)
    default: break  // only a client says such things, or it was said before
    }
  }

  /// `true` if the next push of a tag can be applied to what is known.
  ///
  /// Pushes of a tag that is not needed any more show that the server has not heard so. On a link that keeps
  /// the order they are as good as ever for the view that the tag was for, if it is still there.
  ///
  /// It changes nothing, but where it stands it must not be copied.
  private mutating func isCurrent(_ tag: UInt32, into wishes: inout [Wish]) -> Bool {
    if let place = place(of: tag) { return listens[place].progress == .current }
    if !isReliable { send(.unlisten(tag: tag), into: &wishes) }
    return isReliable
  }

  /// Hands on what a push has changed, then runs the transactions again that saw the old data.
  private mutating func absorb(
    _ tag: UInt32, _ key: Key?, at now: Instant, into wishes: inout [Wish]
  ) {
    if transactions.isEmpty {
      tell(at: now, into: &wishes)
      return
    }
    guard let location = views.engine.path(of: tag) else { return }
    let path = key.map { location.appending($0) } ?? location
    if tell(at: now, into: &wishes) { rerun(around: path, at: now, into: &wishes) }
  }

  /// Takes in all that a query shows; a gap before it does not matter to its own list.
  private mutating func receiveAll(
    _ node: Node, _ tag: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    learn(of: tag, at: now)
    if let place = place(of: tag) {
      answered(place)
    } else if !isReliable {
      return send(.unlisten(tag: tag), into: &wishes)
    }
    guard let path = views.engine.path(of: tag) else { return }
    views.serverOverwrite(tag: tag, at: path, node, into: &pendingNotices)
    absorb(tag, nil, at: now, into: &wishes)
    askNext(at: now, into: &wishes)
  }

  /// Takes in the first answer to a listen in a session: it shows what is known already.
  private mutating func receiveUnchanged(
    _ tag: UInt32, _ sequence: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    let place = place(of: tag)
    let isAnswer = place.map { listens[$0].progress == .asked } ?? false
    guard acceptAnswer(sequence, to: isAnswer ? tag : nil, at: now, into: &wishes) else { return }
    learn(of: tag, at: now)
    guard isAnswer, let place else { return }
    // A listen below may have changed what is known here since the question, and so driven out of a window
    // what belongs into it.
    if views.engine.fingerprint(ofServerDataOf: tag) != listens[place].known {
      return ask(place, at: now, into: &wishes)
    }
    answered(place)
    views.listenComplete(tag: tag, into: &pendingNotices)
    absorb(tag, nil, at: now, into: &wishes)
    askNext(at: now, into: &wishes)
  }

  private mutating func answered(_ place: Int) {
    listens[place].progress = .current
    listens[place].isRestoring = false
    listens[place].isRefused = false
    listens[place].isForgotten = false
    listens[place].isOpen = false
  }

  private mutating func refuse(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [Wish]
  ) {
    guard let place = place(of: tag), listens[place].progress != .current else { return }
    // Being too busy is no answer yet: writes have to wait on.
    if refusal == .overloaded {
      listens[place].isRefused = true
      planRepeat(at: now)
    } else {
      cancel(tag, refusal, at: now, into: &wishes)
    }
  }

  /// Records that the server no longer serves a listen.
  private mutating func cancel(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [Wish]
  ) {
    guard let place = place(of: tag) else { return }
    let path = listens.remove(at: place).path
    views.cancel(tag: tag, into: &pendingNotices)
    if tell(refusal: refusal, at: now, into: &wishes), !transactions.isEmpty {
      rerun(around: path, at: now, into: &wishes)
    }
  }

  /// `true` if a push is the next one; notes a gap before it.
  private mutating func accept(
    _ sequence: UInt32, at now: Instant, into wishes: inout [Wish]
  ) -> Bool {
    guard sequence > heard else { return false }
    let isNext = sequence - heard == 1
    heard = sequence
    if !isNext { markStale(except: nil, at: now, into: &wishes) }
    return isNext
  }

  /// `true` if an answer is not older than what was heard; notes the pushes before it that were missed.
  ///
  /// An answer says what holds after the push whose number it carries, and has none of its own. Were it counted, each
  /// answer that is lost would make all lists doubtful again, and a client with many of them would never be through.
  private mutating func acceptAnswer(
    _ sequence: UInt32, to tag: UInt32?, at now: Instant, into wishes: inout [Wish]
  ) -> Bool {
    guard sequence >= heard else { return false }
    if sequence > heard { markStale(except: tag, at: now, into: &wishes) }
    heard = sequence
    return true
  }

  /// Marks all lists but one as stale because pushes were missed.
  ///
  /// Only one of them is asked for at once. Answers that overtake one another are gaps again, and a client with
  /// several lists on a link that reorders would never be through.
  mutating func markStale(
    except fresh: UInt32?, at now: Instant, into wishes: inout [Wish]
  ) {
    var isAsking = false
    var isNew = false
    for place in listens.indices where listens[place].tag != fresh {
      if listens[place].progress == .current {
        listens[place].progress = .stale
        isNew = true
        if isReliable { ask(place, at: now, into: &wishes) }
      } else if listens[place].progress == .stale {
        isAsking = true
      }
    }
    guard isNew else { return }
    if !isAsking { askNext(at: now, into: &wishes) }
    wishes.append(.resynced)
  }

  /// Asks for the next list that is not to be trusted, in turn, on a link that loses messages.
  ///
  /// Those whose first answer may still be under way are asked for again only if `all` are.
  mutating func askNext(all: Bool = false, at now: Instant, into wishes: inout [Wish]) {
    if isReliable { return }
    var next: Int?
    for place in listens.indices {
      let progress = listens[place].progress
      guard progress == .stale || all && progress != .current else { continue }
      if next == nil { next = place }
      if listens[place].tag > lastAsked {
        next = place
        break
      }
    }
    if let next { ask(next, at: now, into: &wishes) }
  }
}
