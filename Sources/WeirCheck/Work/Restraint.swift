// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace

/// The bounds of what one client does when little is asked of it, over spans of time instead of instants.
///
/// In each 10 s the messages that belong to no journey — sessions, logins, listens, pings — are at most
/// (*s* + 16) · (4*l* + 8), where *l* is the most listens that it had and *s* counts what may cause some: what
/// its person does, requests sent again, listens begun, lost or taken away, and servers that crash. A connection
/// that fails causes none.
///
/// In each 10 s it loses at most 16 + 4*c* connections, those counted that never came about, where *c* is how often it
/// went away and came back: who waits longer after each, as clients should, loses 11 in the first 10 s and fewer later.
///
/// And in a silence, in which neither a message nor the loss of a connection reaches it, it sends again at 16 instants
/// at most, and at 16 more in every further 30 s: who doubles its patience does so at about 10.
struct Restraint: Sendable {
  private static let span = Interval.seconds(10)
  private static let silence = Interval.seconds(30)

  /// The work of one client of late.
  private struct Work: Sendable {
    /// The number of the span that is counted.
    var span: Int64 = 0
    var messages = 0
    var stimuli = 0
    var listens = 0
    var losses = 0
    /// The number of times that it went away, and the last moment at which its person did something.
    var comings = 0
    var meantAt = Instant.never
    /// The beginning of the silence.
    var quietSince = Instant.zero
    var repeats = 0
    var repeatedAt = Instant.zero
  }

  private var work: [Work] = []
  /// The number of the last span, and what happened in it that may cause work everywhere.
  private var span: Int64 = 0
  private var commonStimuli = 0

  private mutating func place(of step: Step) -> Int {
    let client = Int(step.client)
    while work.count <= client { work.append(Work()) }
    return client
  }

  /// Turns to the span of a moment.
  private mutating func turn(to moment: Instant) {
    let span = moment.nanoseconds / Self.span.nanoseconds
    if self.span != span { (self.span, commonStimuli) = (span, 0) }
  }

  /// The place of a client, whose span is the one of the step from now on.
  private mutating func enter(_ step: Step) -> Int {
    let client = place(of: step)
    turn(to: step.at)
    if work[client].span != span {
      (work[client].span, work[client].messages, work[client].stimuli) = (span, 0, 0)
      (work[client].listens, work[client].losses, work[client].comings) = (0, 0, 0)
    }
    return client
  }

  /// Something happens that may cause work, at one client or, as nobody's, at all.
  mutating func cause(_ step: Step) {
    if step.client == Step.nobody { return causeEverywhere(step) }
    let client = enter(step)
    work[client].stimuli += 1
    switch step.kind {
    case .killed, .paused, .disturbed, .calmed, .misbehaved: work[client].comings += 1
    case .meant: work[client].meantAt = step.at
    default: break
    }
  }

  /// Something happens that may cause work at every client.
  mutating func causeEverywhere(_ step: Step) {
    turn(to: step.at)
    commonStimuli += 1
  }

  /// A message, or word of a lost connection, reaches a client.
  mutating func reach(_ step: Step) {
    let client = place(of: step)
    work[client].quietSince = step.at
    work[client].repeats = 0
  }

  /// A message that belongs to no journey is sent by a client or to it; returns what is wrong with that.
  mutating func send(_ step: Step, listens: Int) -> String? {
    let client = enter(step)
    work[client].messages += 1
    work[client].listens = max(work[client].listens, listens)
    let stimuli = work[client].stimuli + commonStimuli
    let bound = (stimuli + 16) * (4 * work[client].listens + 8)
    guard work[client].messages > bound else { return nil }
    return
      "client \(client) takes part in \(work[client].messages) messages of no journey in 10 s, "
      + "where \(bound) are enough"
  }

  /// A client has lost a connection, or could not make one; returns what is wrong with that.
  mutating func lose(_ step: Step) -> String? {
    reach(step)
    let client = enter(step)
    work[client].losses += 1
    if work[client].meantAt == step.at { work[client].comings += 1 }
    let bound = 16 + 4 * (work[client].comings + commonStimuli)
    guard work[client].losses > bound else { return nil }
    return
      "client \(client) loses \(work[client].losses) connections in 10 s, where \(bound) are enough"
  }

  /// A client sends a request again; returns what is wrong with that.
  mutating func send(again step: Step) -> String? {
    let client = enter(step)
    if work[client].repeatedAt == step.at, work[client].repeats > 0 { return nil }
    work[client].repeatedAt = step.at
    work[client].repeats += 1
    let quiet = step.at - work[client].quietSince
    let bound = 16 * (1 + Int(quiet.nanoseconds / Self.silence.nanoseconds))
    guard work[client].repeats > bound else { return nil }
    return
      "client \(client) sends again \(work[client].repeats) times in \(quiet) of silence, "
      + "where \(bound) are enough"
  }

  /// An app is killed, and another one knows nothing of its patience.
  mutating func kill(_ step: Step) { reach(step) }
}
