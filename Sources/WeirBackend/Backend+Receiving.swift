// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTree

extension Backend {
  /// Handles a message from a client.
  package mutating func receive(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    let client = Int(message.client)
    guard isUp, client < sessions.count else { return }
    if case .hello = message.body { return begin(message, at: now, into: &wishes) }
    guard message.session == sessions[client].number, message.session > 0 else { return }
    guard sessions[client].isOpen else { return repeatThatItIsOver(message, into: &wishes) }
    sessions[client].heard = now
    switch message.body {
    case .ping:
      send(.pong(sequence: sessions[client].sequence), to: message.client, 0, into: &wishes)
    case .goodbye: end(client, at: now, into: &wishes)
    case .unlisten(let tag):
      sessions[client].close(tag)
      copies[copy(for: message.client)].listeners.remove(message.client, tag)
    case .listen(let tag, _, _, let known):
      // A request that waits already is not put in line a second time: on a link that loses
      // messages a long line would be kept long by those who ask whether they were lost in it.
      if known == 0 {
        if sessions[client].isAsking(tag) { break }
        sessions[client].ask(tag)
      }
      pace(message, at: now, into: &wishes)
    case .authenticate(let id, _), .write(let id, _, _), .whenGone(let id, _),
      .neverMind(let id, _):
      receive(request: id, message, at: now, into: &wishes)
    case .fetch(let id, _):
      if sessions[client].note(question: id) { pace(message, at: now, into: &wishes) }
    default: break  // only a server says such things
    }
    setAlarm(into: &wishes)
  }

  private func repeatThatItIsOver(_ message: Message, into wishes: inout [Wish]) {
    if case .goodbye = message.body { return }
    wishes.append(
      .send(
        to: message.client, session: message.session, journey: 0, .closed(wait: .zero)))
  }

  /// Takes a numbered request once, and answers one again that was answered before.
  private mutating func receive(
    request id: UInt32, _ message: Message, at now: Instant, into wishes: inout [Wish]
  ) {
    let client = Int(message.client)
    if id == sessions[client].expected {
      sessions[client].expected += 1
      pace(message, at: now, into: &wishes)
    } else if let failure = sessions[client].failure(of: id) {
      answer(message, failure, into: &wishes)
    } else if id > 0, id < sessions[client].applied {
      answer(message, .committed, into: &wishes)
    }
    // Otherwise it is in work, or ahead of one that got lost: the client will send it again.
  }

  /// Admits a request if its session makes no more of them than it may.
  private mutating func pace(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    if !degradation.turnsAway.isZero, faultChances.turnsAway.chance(degradation.turnsAway) {
      wishes.append(.refused(client: message.client, journey: message.journey))
      return refuse(message, at: now, into: &wishes)
    }
    if case .listen = message.body, fires(.turnsAway, into: &wishes) {
      wishes.append(.refused(client: message.client, journey: message.journey))
      return refuse(message, at: now, into: &wishes)
    }
    guard let pace = degradation.pace ?? options.pace else {
      return admit(message, at: now, into: &wishes)
    }
    guard let due = pace.due(at: now, spent: &sessions[Int(message.client)].spent) else {
      wishes.append(.refused(client: message.client, journey: message.journey))
      return refuse(message, at: now, into: &wishes)
    }
    if due <= now { return admit(message, at: now, into: &wishes) }
    heldCount += 1
    held.set(message, for: DueTime(due, heldCount))
  }

  /// Admits what was held back and is due by then, the earliest first.
  mutating func admitHeld(until end: Instant, at now: Instant, into wishes: inout [Wish]) {
    while let first = held.first, first.key.moment <= end {
      held.remove(first.key)
      if isOfOpenSession(first.value) { admit(first.value, at: now, into: &wishes) }
    }
  }

  func isOfOpenSession(_ message: Message) -> Bool {
    let session = sessions[Int(message.client)].number
    return message.session == session && sessions[Int(message.client)].isOpen
  }

  private mutating func admit(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    let job = jobs.add(message, at: now)
    switch station.admit(job, at: now) {
    case .serving(let service):
      let end = now + length(of: service, into: &wishes)
      serve(job, waited: .zero, until: end, into: &wishes)
    case .waiting: break
    case .refused:
      jobs.remove(job)
      wishes.append(.refused(client: message.client, journey: message.journey))
      refuse(message, at: now, into: &wishes)
    }
  }

  private mutating func serve(
    _ job: UInt32, waited: Interval, until end: Instant, into wishes: inout [Wish]
  ) {
    jobs.serve(job)
    let (client, journey) = jobs.owner(of: job)
    wishes.append(
      .taken(
        client: client, journey: journey, waited: waited, waiting: station.queueLength))
    wishes.append(.serve(job: job, until: end))
  }

  private mutating func refuse(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    if case .listen(let tag, _, _, let known) = message.body {
      if known == 0 { sessions[Int(message.client)].answer(tag) }
      send(.refused(tag: tag, .overloaded), to: message.client, message.journey, into: &wishes)
    } else if case .fetch = message.body {
      refuse(page: message, .overloaded, into: &wishes)
    } else if let id = message.request {
      sessions[Int(message.client)].fail(id, .overloaded)
      answer(message, .overloaded, into: &wishes)
      carryOutParked(of: Int(message.client), at: now, into: &wishes)
    }
  }

  /// Carries out a job that a server has finished, and lets the server take up the next.
  package mutating func finish(_ job: UInt32, at now: Instant, into wishes: inout [Wish]) {
    let isLost = jobs.isLost(job)
    let message = jobs.remove(job)
    if isLost { return }
    if isOfOpenSession(message) {
      if case .listen(let tag, let path, let query, let known) = message.body {
        if known == 0 { sessions[Int(message.client)].answer(tag) }
        listen(message, tag, path, query, known: known, at: now, into: &wishes)
      } else if case .fetch = message.body {
        serve(page: message, at: now, into: &wishes)
      } else {
        takeEffect(message, at: now, into: &wishes)
      }
    }
    if let next = station.release() {
      let end = now + length(of: next.service, into: &wishes)
      serve(next.request, waited: now - next.since, until: end, into: &wishes)
    }
    setAlarm(into: &wishes)
  }

  private mutating func takeEffect(
    _ message: Message, at now: Instant, into wishes: inout [Wish]
  ) {
    let client = Int(message.client)
    if message.request == sessions[client].applied {
      carryOut(message, at: now, into: &wishes)
    } else {
      sessions[client].parked.append(message)
    }
    carryOutParked(of: client, at: now, into: &wishes)
  }

  /// Goes on with what had to wait for an earlier request of the same session.
  private mutating func carryOutParked(
    of client: Int, at now: Instant, into wishes: inout [Wish]
  ) {
    while sessions[client].isOpen {
      let applied = sessions[client].applied
      if applied < sessions[client].expected, sessions[client].failure(of: applied) != nil {
        sessions[client].applied += 1
      } else if let place = sessions[client].parked.firstIndex(where: { $0.request == applied }) {
        carryOut(sessions[client].parked.remove(at: place), at: now, into: &wishes)
      } else {
        return
      }
    }
  }

  /// Sends to a client as part of its session.
  func send(
    _ body: Message.Body, to client: UInt32, _ journey: UInt32, into wishes: inout [Wish]
  ) {
    let session = sessions[Int(client)].number
    wishes.append(.send(to: client, session: session, journey: journey, body))
  }

  /// Answers a numbered request.
  func answer(_ message: Message, _ answer: Message.Answer, into wishes: inout [Wish]) {
    guard let id = message.request else { return }
    let after = sessions[Int(message.client)].sequence
    send(
      .answer(id: id, answer, after: after), to: message.client, message.journey, into: &wishes)
  }

  /// Returns the number of the next push to `client`.
  mutating func nextSequence(of client: UInt32) -> UInt32 {
    sessions[Int(client)].sequence += 1
    return sessions[Int(client)].sequence
  }
}
