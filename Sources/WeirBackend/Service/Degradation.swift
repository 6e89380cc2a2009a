// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirTree

extension Backend {
  /// The temporary troubles of a backend, on top of its options.
  ///
  ///     var degradation = Backend.Degradation()
  ///     degradation.slowness = 10_000  // everything takes ten times as long
  ///     backend.apply(degradation, at: now, into: &wishes)
  ///     backend.apply(Backend.Degradation(), at: later, into: &wishes)  // all is well again
  ///
  /// A backend that is not degraded draws nothing for it. Each kind of chance has a stream of its own, so that more of
  /// one changes nothing of another.
  package struct Degradation: Sendable {
    /// The service time of a request in thousandths of the usual time.
    package var slowness: Int64 = 1_000
    /// The probability that a request is turned away as it arrives.
    package var turnsAway = Ratio.zero
    /// The probability that a write is forbidden although the rules allow it.
    package var rejects = Ratio.zero
    /// The number of requests that a session may make in a while, instead of what the options say.
    package var pace: Pace?
    /// The limit on what a session may write as long as this lasts; what is too much is forbidden.
    package var ration: Ration?
    /// The delay of the copies, instead of the one in the options; see ``Options/mayFallBehind``.
    package var lag: Interval?
    /// The probability that the answer to a committed write is delayed, and the length of the
    /// delay.
    package var delaysAnswers: (chance: Ratio, by: QuantileTable)?
    /// The probability that a connection breaks just when a write is done, so that its writer does
    /// not hear of it.
    package var losesAnswers = Ratio.zero
    /// `true` if a writer is answered before it is told what it wrote.
    package var answersBeforeData = false
    /// The paths that may not be listened to, with all below them.
    package var unreadable: [Path] = []

    /// Makes a degradation that is none.
    package init() {}
  }

  /// The limit on what a session may write for a while.
  package struct Ration: Hashable, Sendable {
    /// The number of writes; nil: any number.
    package var writes: Int?
    /// The number of bytes of keys and leaves; nil: any number.
    package var bytes: Int?

    /// Makes a ration.
    package init(writes: Int? = nil, bytes: Int? = nil) {
      self.writes = writes
      self.bytes = bytes
    }
  }

  /// The chance of everything that a degradation leaves to chance.
  struct FaultChances {
    var turnsAway: RandomStream
    var rejects: RandomStream
    var losses: RandomStream
    var delays: RandomStream

    init(seed: UInt64) {
      turnsAway = RandomStream(seed: seed, "overload", of: "backend")
      rejects = RandomStream(seed: seed, "reject", of: "backend")
      losses = RandomStream(seed: seed, "lost answer", of: "backend")
      delays = RandomStream(seed: seed, "late answer", of: "backend")
    }
  }

  /// An answer that is kept back.
  struct LateAnswer {
    var client: UInt32
    var session: UInt32
    var journey: UInt32
    var body: Message.Body
  }

  /// Replaces the degradation of the backend with a new one.
  ///
  /// Clients that lose the right to a listen are told; copies that are further behind than they now
  /// may be catch up; requests that wait for a pace which is over are taken up at once; answers
  /// that are kept back still come when they are due.
  package mutating func apply(
    _ new: Degradation, at now: Instant, into wishes: inout [Wish]
  ) {
    let old = degradation
    degradation = new
    if old.pace != new.pace {
      // What a session has spent was counted at another rate.
      for client in sessions.indices { sessions[client].spent = .zero }
    }
    if old.ration != new.ration {
      for client in sessions.indices {
        (sessions[client].rationedWrites, sessions[client].rationedBytes) = (0, 0)
      }
    }
    if (new.lag ?? options.lag) < (old.lag ?? options.lag) { catchUpSooner(at: now) }
    guard isUp else { return }
    if old.unreadable != new.unreadable, !new.unreadable.isEmpty {
      for client in sessions.indices where sessions[client].isOpen {
        revoke(of: UInt32(client), at: now, into: &wishes)
      }
    }
    if old.pace != nil, new.pace == nil { admitHeld(until: .never, at: now, into: &wishes) }
    catchUp(at: now, into: &wishes)
    setAlarm(into: &wishes)
  }

  /// `true` if a client may be told for a while what stood before its own write, although it was answered.
  ///
  /// Without degradation the data comes before the answer, and so who was answered sees what it wrote.
  package func mayHide(from client: UInt32) -> Bool {
    let isBehind = (degradation.lag ?? .zero) > .zero && copy(for: client) > 0
    return degradation.answersBeforeData || isBehind
  }

  /// Sees to it that no copy is further behind than it may be.
  private mutating func catchUpSooner(at now: Instant) {
    let latest = now + (degradation.lag ?? options.lag)
    for place in late.indices.dropFirst(lateHead) { late[place].due = min(late[place].due, latest) }
  }

  /// Returns the time for which a request is served that would be served for this long in good
  /// times.
  mutating func length(of service: Interval, into wishes: inout [Wish]) -> Interval {
    var length = service
    if degradation.slowness != 1_000 {
      let product = Int128(service.nanoseconds) * Int128(degradation.slowness) / 1_000
      length = Interval(nanoseconds: Int64(clamping: product))
    }
    if fires(.servesLate, into: &wishes) { length = length + .milliseconds(250) }
    return length
  }

  /// `true` if a write goes beyond what its session may write at present.
  func exceedsRation(_ client: Int, _ bytes: Int) -> Bool {
    guard let ration = degradation.ration else { return false }
    let session = sessions[client]
    return session.rationedWrites >= ration.writes ?? .max
      || bytes > (ration.bytes ?? .max) - session.rationedBytes
  }

  /// Tells a writer that its write is done, unless the answer is kept back.
  mutating func confirm(_ message: Message, at now: Instant, into wishes: inout [Wish]) {
    var wait = Interval.zero
    if let (chance, by) = degradation.delaysAnswers, faultChances.delays.chance(chance) {
      wait = by.draw(&faultChances.delays)
    }
    if fires(.answersLate, into: &wishes) { wait = wait + .milliseconds(400) }
    guard wait > .zero, let id = message.request else {
      return answer(message, .committed, into: &wishes)
    }
    heldCount += 1
    let after = sessions[Int(message.client)].sequence
    lateAnswers.set(
      LateAnswer(
        client: message.client, session: message.session, journey: message.journey,
        body: .answer(id: id, .committed, after: after)),
      for: DueTime(now + wait, heldCount))
  }

  /// Sends the answers that were kept back until now.
  mutating func sendLateAnswers(at now: Instant, into wishes: inout [Wish]) {
    while let first = lateAnswers.first, first.key.moment <= now {
      lateAnswers.remove(first.key)
      let answer = first.value
      let session = sessions[Int(answer.client)]
      guard session.isOpen, session.number == answer.session else { continue }
      send(answer.body, to: answer.client, answer.journey, into: &wishes)
    }
  }

  /// Breaks the connection of a client at the server's end, so that the client will notice.
  mutating func hangUp(on client: Int, at now: Instant, into wishes: inout [Wish]) {
    send(.closed(wait: .zero), to: UInt32(client), 0, into: &wishes)
    end(client, at: now, into: &wishes)
  }
}
