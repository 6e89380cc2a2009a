// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// The numbers of a client's requests where a server is told of more of them than the client made.
///
///     numbers.arrive(message)          // the client's request 3, as the server's 3
///     numbers.insert(after: message)   // one that the client knows nothing of: the server's 4
///     numbers.arrive(next)             // the client's request 4, as the server's 5
///     numbers.leave(answer)            // the answer to 5 is the answer to 4; that to 4 is nobody's
///
/// A server takes up requests in the order of their numbers, each once, so that nothing can be slipped in
/// between two of them unless all that follow are counted anew.
package struct RequestNumbers: Sendable {
  /// By client: how far its session has come.
  private var sessions: [Session] = []

  package init() {}

  private struct Session: Sendable {
    var number: UInt32 = 0
    /// The last of the client's own numbers.
    var newest: UInt32 = 0
    /// The server's numbers of what the client knows nothing of, rising.
    var inserted: [UInt32] = []
  }

  /// `true` if a message is a request that comes for the first time, so that another may be put behind it.
  package mutating func isNew(_ message: Message) -> Bool {
    follow(message)
    guard let id = message.request else { return false }
    return id > sessions[Int(message.client)].newest
  }

  /// The message as the server is to see it.
  package mutating func arrive(_ message: Message) -> Message {
    follow(message)
    guard let id = message.request else { return message }
    let client = Int(message.client)
    sessions[client].newest = max(sessions[client].newest, id)
    var message = message
    message.body = message.body.numbered(serverNumber(of: id, client))
    return message
  }

  /// Another request of the same client, which comes right behind its newest one.
  package mutating func insert(_ body: Message.Body, after message: Message) -> Message {
    let client = Int(message.client)
    let number = serverNumber(of: sessions[client].newest, client) + 1
    sessions[client].inserted.append(number)
    var inserted = message
    inserted.body = body.numbered(number)
    return inserted
  }

  /// The message as the client is to see it; nil: it concerns nothing that the client asked.
  package func leave(_ message: Message) -> Message? {
    let client = Int(message.client)
    guard case .answer(let id, _, _) = message.body, client < sessions.count,
      sessions[client].number == message.session
    else { return message }
    let inserted = sessions[client].inserted
    if inserted.contains(id) { return nil }
    var message = message
    message.body = message.body.numbered(id - UInt32(inserted.count { $0 < id }))
    return message
  }

  private func serverNumber(of id: UInt32, _ client: Int) -> UInt32 {
    var number = id
    for inserted in sessions[client].inserted where inserted <= number { number += 1 }
    return number
  }

  /// Each session counts its requests from 1.
  private mutating func follow(_ message: Message) {
    let client = Int(message.client)
    while sessions.count <= client { sessions.append(Session()) }
    if sessions[client].number != message.session {
      sessions[client] = Session(number: message.session)
    }
  }
}

extension Message.Body {
  /// The same under another request number.
  func numbered(_ id: UInt32) -> Message.Body {
    switch self {
    case .authenticate(_, let auth): .authenticate(id: id, auth)
    case .write(_, let write, let condition): .write(id: id, write, guard: condition)
    case .whenGone(_, let write): .whenGone(id: id, write)
    case .neverMind(_, let path): .neverMind(id: id, path)
    case .answer(_, let answer, let after): .answer(id: id, answer, after: after)
    default: self
    }
  }
}
