// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that takes everybody who logs in for the first one who did.
///
///     ann logs in, then bob, who may read less
///     // right: bob reads what bob may; wrong: bob reads what ann may
struct LoginMixedUp: ServerTamper {
  private var first: Message.Auth?

  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    var message = message
    if case .authenticate(let id, .some(let auth)) = message.body {
      if first == nil { first = auth }
      message.body = .authenticate(id: id, first)
    }
    messages.append(message)
  }

  static let mutant = Mutant(
    "login-mixed-up", of: "a session that outlives its user", caughtBy: "authority",
    about: "Everybody may what the first one may.", tamper: LoginMixedUp.self)
}
