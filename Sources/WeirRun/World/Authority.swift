// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirBackend
package import WeirCheck
import WeirClient
package import WeirCore
package import WeirTree

/// The rights of all clients, held against what the server does.
///
///     authority.arrive(message)                           // what a client asks for, as it said it
///     authority.ruling(on: .snapshot(…), to: 3, at: now)  // may client 3 hear this?
///     authority.commit(write, of: 3, at: now, root)       // might client 3 write this?
///
/// It asks the rules with the names under which the scenario has its clients log in, and with the data as it was
/// before each write, whatever the server believes of either. A listen is judged when the server answers it and when
/// the rules change, for at no other time does the server ask; what is pushed later must belong to one that was
/// judged well.
package struct Authority: Sendable {
  /// The requests of one client in its session.
  private struct Asked: Sendable {
    var session: UInt32 = 0
    /// The writes of its requests, by their numbers; nil: no write, or judged already.
    var requests: [Wanted?] = []
    // Only looked up in, or changed as a whole.
    var listens: [UInt32: Listen] = [:]
    /// The lists of its questions for pages.
    var questions: [UInt32: Path] = [:]
  }

  private struct Wanted: Sendable {
    var write: Write
    var act: Ruling.Act
  }

  private struct Listen: Sendable {
    var path: Path
    /// `true` if the rules allowed it when the server was asked last.
    var mayHear = false
  }

  private var permissions: Permissions?
  private var unreadable: [Path] = []
  /// The data after the last commit.
  private var root: Node
  private let users: [Message.Auth?]
  private var asked: [Asked]

  /// Rights under these rules, nil allowing everything; `users` are the names of the clients.
  package init(_ permissions: Permissions?, root: Node, users: [Message.Auth?]) {
    self.permissions = permissions
    self.root = root
    self.users = users
    asked = Array(repeating: Asked(), count: users.count)
  }

  /// A client's message reaches the server.
  package mutating func arrive(_ message: Message) {
    let client = Int(message.client)
    if case .hello = message.body, message.session > asked[client].session {
      asked[client] = Asked(session: message.session)
    }
    guard message.session == asked[client].session else { return }
    switch message.body {
    case .listen(let tag, let path, _, _):
      if asked[client].listens[tag] == nil { asked[client].listens[tag] = Listen(path: path) }
    case .unlisten(let tag): asked[client].listens[tag] = nil
    case .fetch(let id, let query): asked[client].questions[id] = query.list.path
    case .write(let id, let write, _): ask(write, .write, id, client)
    case .whenGone(let id, let write): ask(write, .leaveBehind, id, client)
    default: break
    }
  }

  private mutating func ask(_ write: Write, _ act: Ruling.Act, _ id: UInt32, _ client: Int) {
    // Who asks again asks for the same, and may have been answered already.
    guard id >= asked[client].requests.count else { return }
    while asked[client].requests.count < id { asked[client].requests.append(nil) }
    asked[client].requests.append(Wanted(write: write, act: act))
  }

  /// The word of the rules on a message of the server; nil: none.
  ///
  /// With `mayRefuse` a write may be refused for another reason than the rules.
  package mutating func ruling(
    on body: Message.Body, to client: Int, session: UInt32, at now: Instant,
    mayRefuse: Bool
  ) -> Ruling? {
    guard session == asked[client].session else { return nil }
    switch body {
    case .snapshot(let tag, _, _), .unchanged(let tag, _):
      guard let listen = asked[client].listens[tag] else { return nil }
      let isAllowed = allowsRead(listen.path, client, at: now)
      asked[client].listens[tag]?.mayHear = isAllowed
      return Ruling(.hear, at: listen.path, isAllowed: isAllowed, isDone: true)
    case .overwrite(let tag, _, _), .change(let tag, _, _, _), .changes(let tag, _, _):
      guard let listen = asked[client].listens[tag] else { return nil }
      return Ruling(.hear, at: listen.path, isAllowed: listen.mayHear, isDone: true)
    case .page(let id, let reply):
      guard let path = asked[client].questions[id] else { return nil }
      if reply.isLast { asked[client].questions[id] = nil }
      let isAllowed = allowsRead(path, client, at: now)
      switch reply {
      case .page: return Ruling(.hear, at: path, isAllowed: isAllowed, isDone: true)
      case .failed(.forbidden):
        return Ruling(.hear, at: path, isAllowed: isAllowed, isDone: false)
      case .failed: return nil
      }
    case .refused(let tag, .forbidden), .revoked(let tag, _):
      guard let listen = asked[client].listens.removeValue(forKey: tag) else { return nil }
      return Ruling(
        .hear, at: listen.path, isAllowed: allowsRead(listen.path, client, at: now), isDone: false)
    case .answer(let id, let answer, _):
      guard id < asked[client].requests.count, let wanted = asked[client].requests[Int(id)] else {
        return nil
      }
      asked[client].requests[Int(id)] = nil
      // What is committed was judged with its commit.
      let isDone = answer == .committed
      guard isDone ? wanted.act == .leaveBehind : answer == .forbidden && !mayRefuse else {
        return nil
      }
      return Ruling(
        wanted.act, at: wanted.write.path,
        isAllowed: allowsWrite(resolved(wanted.write, at: now), client, at: now), isDone: isDone)
    default: return nil
    }
  }

  /// A write was committed, after which the data are `newRoot`; nil: it is nobody's.
  package mutating func commit(
    _ write: Write, of client: UInt32, at now: Instant, _ newRoot: Node
  ) -> Ruling? {
    defer { root = newRoot }
    guard Int(client) < users.count else { return nil }
    return Ruling(
      .write, at: write.path, isAllowed: allowsWrite(write, Int(client), at: now, newRoot),
      isDone: true)
  }

  /// The server does what a client wanted done when it is gone, or leaves it undone.
  package func fire(_ write: Write, of client: UInt32, isDone: Bool, at now: Instant) -> Ruling {
    Ruling(
      .fire, at: write.path,
      isAllowed: allowsWrite(resolved(write, at: now), Int(client), at: now), isDone: isDone)
  }

  /// Other rules hold from now on, or other lists can be read by nobody.
  package mutating func change(to permissions: Permissions?, at now: Instant) {
    self.permissions = permissions
    askAnew(at: now)
  }

  /// Nobody can read these and what is below them, from now on.
  package mutating func hide(_ paths: [Path], at now: Instant) {
    unreadable = paths
    askAnew(at: now)
  }

  private mutating func askAnew(at now: Instant) {
    for client in asked.indices {
      for (tag, listen) in asked[client].listens where listen.mayHear {
        let isAllowed = allowsRead(listen.path, client, at: now)
        asked[client].listens[tag]?.mayHear = isAllowed
      }
    }
  }

  private func allowsRead(_ path: Path, _ client: Int, at now: Instant) -> Bool {
    if unreadable.contains(where: { path.leads(below: $0) }) { return false }
    return permissions?.allowsRead(at: path, auth: users[client], now: now, root: root) ?? true
  }

  private func allowsWrite(_ write: Write, _ client: Int, at now: Instant) -> Bool {
    var newRoot = root
    write.apply(to: &newRoot)
    return allowsWrite(write, client, at: now, newRoot)
  }

  private func allowsWrite(
    _ write: Write, _ client: Int, at now: Instant, _ newRoot: Node
  ) -> Bool {
    let paths =
      switch write {
      case .set(let path, _): [path]
      case .merge(let path, let parts): parts.map { path.appending($0.path) }
      }
    return permissions?.allowsWrite(
      of: paths.map { ($0, newRoot[$0]) }, auth: users[client], now: now, before: root,
      after: newRoot) ?? true
  }

  /// The write with what only the server knows: the time, and what a number was.
  private func resolved(_ write: Write, at now: Instant) -> Write {
    guard write.hasServerValues else { return write }
    return write.resolved(
      on: root, milliseconds: PushIDs.epoch + now.nanoseconds / 1_000_000)
  }
}
