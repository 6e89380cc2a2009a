// SPDX-License-Identifier: Apache-2.0
import WeirTree

/// A write on its way to the server.
struct Put: Sendable {
  let id: UInt32
  let write: Write
  let journey: UInt32
  /// The condition under which the server carries it out; nil: none.
  var condition: WriteGuard?
  /// The transactions that it carries out; none for a write of the user.
  var transactions: [UInt32] = []
  /// Its number in the session, 0 if it was not sent there.
  var request: UInt32 = 0
  /// `true` if it was sent in an earlier session, and may have been carried out there.
  var isRepeated = false
  /// The server's answer, once it is here, and the push that has to be heard before it counts.
  var answer: (Message.Answer, after: UInt32)?
  /// `true` if the answer came before that to a listen about it, which tells what holds after the write.
  var isOvertaken = false

  /// `true` if it may not happen twice: a transaction, or an increment.
  var isOnce: Bool { !transactions.isEmpty || write.hasServerValues }
}

/// Something about what is to be done when the client is gone, on its way to the server.
struct Hook: Sendable {
  /// The content of a request.
  enum Content: Sendable {
    case whenGone(Write)
    case neverMind(Path)
  }

  let id: UInt32
  let content: Content
  let journey: UInt32
  /// Its number in the session, 0 if it was not sent there.
  var request: UInt32 = 0
}
