// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTree

/// The reasons that a client is away: how many of those who sent it away have not let it come back.
///
/// A person who leaves for ten seconds is away for ten, though the app is killed meanwhile and comes back after
/// five. The client is back when the last of them lets it go.
package struct Absence: Sendable {
  /// The number of those that want it offline.
  private(set) var leaves = 0
  /// The number of those that want its app dead.
  private(set) var kills = 0
  /// The number of those that want its app in the background.
  private(set) var pauses = 0

  package init() {}

  /// The person has not come yet and opened the app: to come ends that as it would a kill.
  package static let beforeArrival: Absence = {
    var absence = Absence()
    absence.kill()
    return absence
  }()

  /// `true` if the person is offline.
  package var isOffline: Bool { leaves > 0 }

  package mutating func leave() { leaves += 1 }
  package mutating func kill() { kills += 1 }
  mutating func pause() { pauses += 1 }

  /// One of those who wanted it offline does no longer; true: nobody does.
  package mutating func endLeave() -> Bool {
    leaves -= 1
    return leaves == 0
  }

  /// One of those who wanted the app dead does no longer; true: nobody does.
  package mutating func endKill() -> Bool {
    kills -= 1
    return kills == 0
  }

  /// One of those who wanted the app in the background does no longer; true: nobody does.
  mutating func endPause() -> Bool {
    pauses -= 1
    return pauses == 0
  }
}

/// The messages that an app in the background would have heard, in order.
///
/// Its connection stays, and what comes in waits in the device. If the server ends the session meanwhile, for the
/// client was silent for too long, that waits too: it is what the app hears last.
struct Background: Sendable {
  /// A thing that has come.
  enum Arrival: Sendable {
    case message(Message)
    /// The connection broke in this session.
    case lost(session: Int)
  }

  var arrivals: [Arrival] = []
  /// `true` if the person came online meanwhile.
  var isWantedOnline = false
  /// `true` if the person wants to see the list again that they had closed.
  var isListWanted = false
}
