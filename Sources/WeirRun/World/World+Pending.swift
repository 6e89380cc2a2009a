// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirCore
import WeirTrace

extension World {
  /// The time is over: who still waits, and for what.
  mutating func recordPending() {
    let requests = backend.busyServers + backend.queueLength
    if inFlight.count + requests > 0 {
      record(Step(at: now, .pending, x: UInt64(inFlight.count), y: UInt64(requests)))
    }
    for client in devices.indices {
      let (summary, isRunning) = (devices[client].client.summary(), devices[client].isRunning)
      let pending = summary.pending
      if isRunning, summary.isConnected, pending.isNothing { continue }
      let state = isRunning ? 1 + UInt64(summary.state.rawValue) : 0
      let word =
        Step.Pending.listens.holding(pending.listens) | Step.Pending.writes.holding(pending.writes)
        | Step.Pending.hooks.holding(pending.hooks)
        | Step.Pending.transactions.holding(pending.transactions)
      record(
        Step(
          at: now, .pending, client: UInt32(client), list: devices[client].list, x: state, y: word))
    }
  }
}
