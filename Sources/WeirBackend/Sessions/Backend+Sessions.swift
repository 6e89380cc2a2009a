// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTree

extension Backend {
  /// Begins a session for a client; an older one of it is over with that.
  mutating func begin(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    let client = Int(message.client)
    if message.session < sessions[client].number || sessions[client].isVacant { return }
    if message.session == sessions[client].number {
      if sessions[client].isOpen { welcome(message, at: now, into: &wishes) }
      return
    }
    if sessions[client].isOpen { end(client, at: now, into: &wishes) }
    sessions[client] = Session()
    sessions[client].number = message.session
    sessions[client].isOpen = true
    sessions[client].heard = now
    wishes.append(.began(client: message.client, session: message.session))
    if let timeout = options.sessionTimeout { inspect(client, at: now + timeout) }
    welcome(message, at: now, into: &wishes)
    setAlarm(into: &wishes)
  }

  private func welcome(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    send(
      .welcome(milliseconds: milliseconds(at: now)), to: message.client, message.journey,
      into: &wishes)
  }

  /// Returns the time on the server's clock.
  func milliseconds(at now: Instant) -> Int64 { PushIDs.epoch + now.nanoseconds / 1_000_000 }

  /// Closes a client's session whose connection broke, now that the server has noticed.
  package mutating func closeSession(
    of client: UInt32, session: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    guard isUp, Int(client) < sessions.count, sessions[Int(client)].number == session else {
      return
    }
    end(Int(client), at: now, into: &wishes)
    setAlarm(into: &wishes)
  }

  /// Ends a session, if there is one, and does what is to be done when its client is gone.
  mutating func end(_ client: Int, at now: Instant, into wishes: inout [Wish]) {
    guard sessions[client].isOpen else { return }
    let orphan = close(client, into: &wishes)
    fire(orphan, at: now, into: &wishes)
  }

  /// Forgets a session but for its number and what is to be done now.
  private mutating func close(_ client: Int, into wishes: inout [Wish]) -> Orphan {
    let session = sessions[client]
    copies[copy(for: UInt32(client))].listeners.removeAll(of: UInt32(client))
    if session.inspection < .never {
      inspections.remove(DueTime(session.inspection, UInt64(client)))
    }
    sessions[client] = Session()
    sessions[client].number = session.number
    wishes.append(.ended(client: UInt32(client), session: session.number))
    return Orphan(
      client: UInt32(client), session: session.number, auth: session.auth, hooks: session.hooks)
  }

  /// Stops the server without notice: sessions and requests are lost, the tree stays as committed.
  package mutating func crash(at now: Instant, into wishes: inout [Wish]) {
    isUp = false
    station.empty()
    jobs.lose()
    held.removeAll()
    lateAnswers.removeAll()
    pages.crash()
    for client in sessions.indices where sessions[client].isOpen {
      let orphan = close(client, into: &wishes)
      if !orphan.hooks.isEmpty { orphans.append(orphan) }
    }
  }

  /// Starts the server again; what was to be done when the lost clients are gone is done now.
  package mutating func restart(at now: Instant, into wishes: inout [Wish]) {
    guard !isUp else { return }
    isUp = true
    let lost = orphans
    orphans.removeAll()
    for orphan in lost { fire(orphan, at: now, into: &wishes) }
    catchUp(at: now, into: &wishes)
    setAlarm(into: &wishes)
  }

  /// Does what is due at a moment that was wished for.
  package mutating func wake(at now: Instant, into wishes: inout [Wish]) {
    if alarm <= now { alarm = .never }
    guard isUp else { return }
    endSilentSessions(at: now, into: &wishes)
    catchUp(at: now, into: &wishes)
    admitHeld(until: now, at: now, into: &wishes)
    sendLateAnswers(at: now, into: &wishes)
    answerOwedPages(at: now, into: &wishes)
    setAlarm(into: &wishes)
  }

  private mutating func inspect(_ client: Int, at moment: Instant) {
    sessions[client].inspection = moment
    inspections.set(Order.Nothing(), for: DueTime(moment, UInt64(client)))
  }

  private mutating func endSilentSessions(at now: Instant, into wishes: inout [Wish]) {
    guard let timeout = options.sessionTimeout else { return }
    while let first = inspections.first?.key, first.moment <= now {
      inspections.remove(first)
      let client = Int(first.number)
      let end = sessions[client].heard + timeout
      if end <= now {
        send(.closed(wait: .zero), to: UInt32(client), 0, into: &wishes)
        self.end(client, at: now, into: &wishes)
      } else {
        inspect(client, at: end)
      }
    }
  }

  /// Wishes to be woken at the earliest moment at which something is due, unless that was wished for.
  mutating func setAlarm(into wishes: inout [Wish]) {
    var next = min(inspections.first?.key.moment ?? .never, held.first?.key.moment ?? .never)
    next = min(next, lateAnswers.first?.key.moment ?? .never, pages.next)
    if lateHead < late.count { next = min(next, late[lateHead].due) }
    guard isUp, next < alarm else { return }
    alarm = next
    wishes.append(.wake(next))
  }
}
