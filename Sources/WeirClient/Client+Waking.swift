// SPDX-License-Identifier: Apache-2.0
public import WeirCore
import WeirTree

// The actions that are due when time has passed.
extension Client {
  private static let longestPatience = Interval.seconds(30)
  /// The longest patience once the server is within reach again.
  private static let reachPatience = Interval.seconds(2)

  /// Does what is due at a moment for which the client may have wished.
  public mutating func wake(at now: Instant, into wishes: inout [Wish]) {
    if now >= planned { planned = .never }
    if connection.alarm <= now {
      if connection.state == .disconnected {
        dial(at: now, into: &wishes)
      } else {
        lose(wait: .zero, at: now, into: &wishes)
      }
    }
    if connection.pingAt <= now {
      connection.ping(at: now)
      // A pong that overtakes the answer to a listen would make all lists be asked for again.
      let isAsking = !isReliable && listens.contains { $0.progress != .current }
      if !isAsking { send(.ping, into: &wishes) }
    }
    if repeatAt <= now { repeatUnanswered(at: now, into: &wishes) }
    plan(into: &wishes)
  }

  /// Wishes to be woken when something is due, unless it was wished for already.
  mutating func plan(into wishes: inout [Wish]) {
    let next = min(connection.due, repeatAt)
    guard next < planned else { return }
    planned = next
    wishes.append(.wake(next))
  }

  /// Sees to it that what is sent now is sent again if no answer comes in time.
  mutating func planRepeat(at now: Instant) {
    if repeatAt == .never { repeatAt = now + currentPatience }
  }

  /// Shortens the wait for what is unanswered, because the server is within reach again: it should
  /// not last as long as in worse times.
  ///
  /// On a link that loses messages the patience is only halved, and only after an answer to
  /// something that was asked once, so that it stays near the round-trip time: a request that is
  /// sent again although its answer is under way is answered twice, and if one answer overtakes the
  /// other, everything is asked for again.
  ///
  /// - Parameter wait: The round-trip time just measured, if it is known: twice as long is patience
  ///   enough.
  mutating func hurry(after wait: Interval? = nil, at now: Instant) {
    let half = Interval(nanoseconds: currentPatience.nanoseconds / 2)
    let next = wait.map { $0 + $0 } ?? (hasRepeated ? currentPatience : half)
    if wait != nil { hasRepeated = false }
    currentPatience =
      isReliable ? patience : max(patience, min(next, Self.reachPatience))
    if repeatAt != .never, repeatAt > now + currentPatience { repeatAt = now + currentPatience }
  }

  /// Records that the server has answered for a list; the answer to a request that was sent only
  /// once tells the round-trip time.
  ///
  /// If it was sent twice, the client cannot tell which request was answered.
  mutating func learn(of tag: UInt32, at now: Instant) {
    let isOnlyAnswer =
      !isReliable && tag == lastAsked && !isAskedAgain
      && place(of: tag).map { listens[$0].isOpen } ?? false
    hurry(after: isOnlyAnswer ? now - askedAt : nil, at: now)
  }

  /// Sends again what is unanswered, because the time for answers is over.
  private mutating func repeatUnanswered(at now: Instant, into wishes: inout [Wish]) {
    repeatAt = .never
    let start = wishes.count
    // A question that was asked just now has its own time.
    var later = Instant.never
    switch connection.state {
    case .disconnected: return
    case .connecting:
      send(.hello, into: &wishes)
      wishes.append(.resent(journey: 0))
    case .authenticating: repeatLogin(at: now, into: &wishes)
    case .connected:
      repeatLogin(at: now, into: &wishes)
      if !isReliable, askedAt + currentPatience > now {
        if listens.contains(where: { $0.progress != .current }) {
          later = askedAt + currentPatience
        }
      } else {
        repeatListens(at: now, into: &wishes)
      }
      if !isReliable { repeatRequests(into: &wishes) }
    }
    guard wishes.count > start else {
      if later == .never { hasRepeated = false }
      repeatAt = later
      return
    }
    hasRepeated = true
    currentPatience = min(currentPatience + currentPatience, Self.longestPatience)
    repeatAt = isReliable ? repeatAt : min(later, now + currentPatience)
  }

  private mutating func repeatLogin(at now: Instant, into wishes: inout [Wish]) {
    guard login.request != 0 else { return }
    if login.isRefused {
      logIn(at: now, into: &wishes)
    } else if !isReliable {
      send(.authenticate(id: login.request, login.auth), into: &wishes)
    } else {
      return
    }
    wishes.append(.resent(journey: 0))
  }

  private mutating func repeatListens(at now: Instant, into wishes: inout [Wish]) {
    if !isReliable {
      let before = wishes.count
      askNext(all: true, at: now, into: &wishes)
      if wishes.count > before { wishes.append(.resent(journey: 0)) }
      return
    }
    for place in listens.indices where listens[place].progress != .current {
      guard listens[place].isRefused else { continue }
      ask(place, at: now, into: &wishes)
      wishes.append(.resent(journey: 0))
    }
  }

  private mutating func repeatRequests(into wishes: inout [Wish]) {
    for place in puts.indices where puts[place].request != 0 && puts[place].answer == nil {
      repeatPut(place, into: &wishes)
      wishes.append(.resent(journey: puts[place].journey))
    }
    for place in hooks.indices where hooks[place].request != 0 {
      repeatHook(place, into: &wishes)
      wishes.append(.resent(journey: hooks[place].journey))
    }
  }
}
