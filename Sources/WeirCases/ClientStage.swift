// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirClient
internal import WeirCore
internal import WeirTree

/// A whole client on its stage, with a server that says what the case says.
struct ClientStage: CasePlay {
  private var client: Client
  private(set) var cast = CaseCast()
  /// The listens that the server was asked for in this session and has not answered.
  private var unanswered: [UInt32] = []
  /// The number of the server's last push in this session.
  private var sequence: UInt32 = 0
  /// The index in the step's reply of the last value that each registration heard.
  private var values = SortedMap<UInt32, Int>()

  init(quirks: ViewQuirks) {
    var options = Client.Options()
    options.quirks = quirks
    options.hasOracle = true
    client = Client(options: options, chance: RandomStream(seed: 0, "case"))
  }

  func sight(of registration: UInt32) -> CaseSight? {
    client.engine.snapshot(of: registration).map {
      CaseSight(node: $0.node, keys: $0.keys, isComplete: $0.isComplete)
    }
  }

  mutating func play(_ step: CaseStep) -> CaseReply? {
    var wishes: [Client.Wish] = []
    guard act(step.action, into: &wishes) else { return nil }
    var reply = CaseReply()
    values.removeAll()
    for wish in wishes { note(wish, in: &reply) }
    return reply
  }

  /// Carries an action out; false if it names a listen that never was.
  private mutating func act(_ action: CaseStep.Action, into wishes: inout [Client.Wish]) -> Bool {
    let now = Instant.zero
    switch action {
    case .listen(let path, let query, let name):
      let registration = client.listen(to: path, query, at: now, into: &wishes)
      cast.add(name, at: path, query, registration: registration)
    case .unlisten(let name, let path):
      for role in cast.roles(called: name, at: path) {
        client.unlisten(role.registration, at: now, into: &wishes)
      }
    case .write(_, let write, _): client.write(write, journey: 0, at: now, into: &wishes)
    case .transact(let path, let update, let isVisible):
      client.transact(
        at: path, journey: 0, applyLocally: isVisible, update: update, at: now, into: &wishes)
    case .promise(let write): client.whenGone(write, journey: 0, at: now, into: &wishes)
    case .takeBack(let path): client.neverMind(path, at: now, into: &wishes)
    case .connect(let milliseconds):
      (unanswered, sequence) = ([], 0)
      client.goOnline(at: now, into: &wishes)
      hear(.welcome(milliseconds: milliseconds), into: &wishes)
    case .disconnect(true): client.connectionLost(at: now, into: &wishes)
    case .disconnect(false): client.goOffline(at: now, into: &wishes)
    case .answer(let request, let answer):
      hear(.answer(id: request, answer, after: sequence), into: &wishes)
    case .overwrite, .merge, .complete, .cancel:
      guard let push = push(action) else { return false }
      hear(push, into: &wishes)
    // The reader lets none of these into a case of a client.
    case .acknowledge, .revert: return false
    }
    return true
  }

  private mutating func hear(_ body: Message.Body, into wishes: inout [Client.Wish]) {
    client.receive(body, session: client.session, at: .zero, into: &wishes)
  }

  /// Returns the message of the server as it comes over the wire; nil for a listen that never was,
  /// and for a place that no message of that listen can be about.
  private mutating func push(_ action: CaseStep.Action) -> Message.Body? {
    switch action {
    case .overwrite(let path, let node, let tag?):
      guard let (tag, way) = listen(tag, to: path) else { return nil }
      if way.isEmpty {
        if answer(tag) { return .snapshot(tag: tag, sequence: sequence, node) }
        return .overwrite(tag: tag, sequence: nextPush(), node)
      }
      return way.count == 1 ? .change(tag: tag, sequence: nextPush(), way[0], node) : nil
    case .merge(let path, let parts, let tag?):
      guard let (tag, way) = listen(tag, to: path), way.isEmpty,
        parts.allSatisfy({ $0.path.keys.count == 1 })
      else { return nil }
      let entries = parts.map { Message.Entry($0.path.keys[0], $0.node) }
      return .changes(tag: tag, sequence: nextPush(), entries)
    case .complete(let tag):
      guard let tag = cast.tag(tag) else { return nil }
      _ = answer(tag)
      return .unchanged(tag: tag, sequence: sequence)
    case .cancel(let tag):
      guard let tag = cast.tag(tag) else { return nil }
      if answer(tag) { return .refused(tag: tag, .forbidden) }
      return .revoked(tag: tag, sequence: nextPush())
    default: return nil
    }
  }

  /// Returns the tag that is meant, and the way from its place to the path.
  private func listen(_ tag: CaseStep.Tag, to path: Path) -> (tag: UInt32, way: [Key])? {
    guard let tag = cast.tag(tag, about: path),
      let listen = cast.listens.last(where: { $0.tag == tag }),
      path.keys.starts(with: listen.path.keys)
    else { return nil }
    return (tag, Array(path.keys.dropFirst(listen.path.keys.count)))
  }

  /// `true` if this is the answer that a listen still waits for.
  private mutating func answer(_ tag: UInt32) -> Bool {
    guard let place = unanswered.firstIndex(of: tag) else { return false }
    unanswered.remove(at: place)
    return true
  }

  private mutating func nextPush() -> UInt32 {
    sequence += 1
    return sequence
  }

  private mutating func note(_ wish: Client.Wish, in reply: inout CaseReply) {
    switch wish {
    case .send(_, _, let body): note(body, in: &reply)
    case .heard(let registration, let event):
      // What was shown in between, before more was heard, can no longer be told.
      if let place = values[registration] { reply.events[place].node = nil }
      if event.kind == .value { values.set(reply.events.count, for: registration) }
      reply.events.append(
        cast.event(event, for: registration, shown: sight(of: registration)?.node))
    case .cancelled(let registration, _):
      reply.events.append(CaseEvent(listener: cast.name(of: registration), kind: .cancel))
    case .settled(let number, _, let answer):
      reply.answers.append(CaseAnswer(number: number, word: .init(answer)))
    case .ended(let number, _, let end, _):
      reply.answers.append(CaseAnswer(number: number, word: .init(end)))
    case .differed(let words): reply.objections.append(words)
    case .resent, .resynced, .state, .wake, .misbehaved: break
    }
  }

  private mutating func note(_ body: Message.Body, in reply: inout CaseReply) {
    switch body {
    case .hello: reply.wire.append(.hello)
    case .goodbye: reply.wire.append(.goodbye)
    case .ping: reply.wire.append(.ping)
    case .listen(let tag, let path, let query, let known):
      cast.ask(tag, path, query)
      unanswered.append(tag)
      reply.wire.append(.listen(cast.name(path, query), isKnown: known != 0))
    case .unlisten(let tag):
      unanswered.removeAll { $0 == tag }
      reply.wire.append(.unlisten(cast.name(ofTag: tag)))
    case .write(let request, let write, let condition):
      reply.wire.append(.write(request, write, isGuarded: condition != nil))
    case .whenGone(let request, let write): reply.wire.append(.promise(request, write))
    case .neverMind(let request, let path): reply.wire.append(.takeBack(request, path))
    // The rest comes from a server, or from a client with a user who has a name.
    default: break
    }
  }
}

extension CaseAnswer.Word {
  init(_ answer: Message.Answer) {
    switch answer {
    case .committed: self = .committed
    case .overloaded: self = .overloaded
    case .forbidden: self = .forbidden
    case .stale: self = .stale
    case .invalid: self = .invalid
    }
  }

  init(_ end: TransactionEnd) {
    switch end {
    case .committed: self = .committed
    case .abortedByUser: self = .aborted
    case .set: self = .set
    case .disconnect: self = .disconnect
    case .maxRetry: self = .stale
    case .forbidden: self = .forbidden
    case .overloaded: self = .overloaded
    case .invalid: self = .invalid
    }
  }
}
