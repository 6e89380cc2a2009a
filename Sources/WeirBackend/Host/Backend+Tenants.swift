// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

// Clients that come and go.
extension Backend {
  /// Admits one more client, and returns its number and the first session that it may begin.
  ///
  /// The number may have been somebody else's, who was retired. Sessions go on counting from that client's, so that nothing
  /// of it that is still under way is taken for the new one's: `Client.Options.firstSession` there.
  package mutating func admit() -> (client: UInt32, firstSession: UInt32) {
    if let client = vacant.popLast() {
      sessions[Int(client)].isVacant = false
      return (client, sessions[Int(client)].number + 1)
    }
    sessions.append(Session())
    for copy in copies.indices { copies[copy].listeners.admit() }
    return (UInt32(sessions.count - 1), 1)
  }

  /// Retires a client that will not come back: its session ends, with what it wanted done then, and its number is free.
  ///
  /// A client that is retired already, or that there never was, stays as it is.
  package mutating func retire(_ client: UInt32, at now: Instant, into wishes: inout [Wish]) {
    guard Int(client) < sessions.count, !sessions[Int(client)].isVacant else { return }
    end(Int(client), at: now, into: &wishes)
    sessions[Int(client)].isVacant = true
    vacant.append(client)
    setAlarm(into: &wishes)
  }

  /// The number of clients that were admitted and not retired.
  package var clientCount: Int { sessions.count - vacant.count }
}
