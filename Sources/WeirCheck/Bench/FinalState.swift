// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// All that is there when nothing happens any more, as it is handed to the checkers beside the last step.
package struct FinalState: Sendable {
  /// The listens and the session of one client.
  package struct Holding: Hashable, Sendable {
    /// The number of listens that its app keeps open, whoever in it asked for them.
    package var asked: Int
    /// The number of listens that the client keeps at the server.
    package var atClient: Int
    /// The number of listens that the server serves it.
    package var atServer: Int
    /// `true` if it has a session at the server.
    package var hasSession: Bool
    /// `true` if both ends are in the same session, and nothing between them gets lost.
    package var isConnected: Bool

    /// Makes what a client holds.
    package init(
      asked: Int, atClient: Int, atServer: Int, hasSession: Bool, isConnected: Bool
    ) {
      self.asked = asked
      self.atClient = atClient
      self.atServer = atServer
      self.hasSession = hasSession
      self.isConnected = isConnected
    }
  }

  /// By client.
  package var holdings: [Holding]
  /// By list: what the server holds there.
  package var lists: [Node]

  /// Makes a final state.
  package init(holdings: [Holding] = [], lists: [Node] = []) {
    self.holdings = holdings
    self.lists = lists
  }
}
