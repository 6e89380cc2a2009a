// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// The user's credentials, and the state of the login.
struct Login: Sendable {
  var auth: Message.Auth?
  /// The number of the request that says so, 0 if none is open.
  var request: UInt32 = 0
  /// `true` if the server was too busy to listen.
  var isRefused = false

  init(auth: Message.Auth?) { self.auth = auth }
}
