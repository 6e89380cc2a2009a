// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirTree

/// A player of views on its stage.
struct CaseStage<Player: CasePlayer>: CasePlay {
  private var player: Player
  private(set) var cast = CaseCast()
  private var nextRegistration: UInt32 = 0

  init(_ player: Player) { self.player = player }

  mutating func play(_ step: CaseStep) -> CaseReply? {
    if case .listen(let path, let query, let name) = step.action {
      // Players count their registrations from 0.
      cast.add(name, at: path, query, registration: nextRegistration)
      nextRegistration += 1
    }
    guard let operations = operations(of: step.action) else { return nil }
    var reply = CaseReply()
    for operation in operations { carryOut(operation, into: &reply) }
    return reply
  }

  func sight(of registration: UInt32) -> CaseSight? { player.sight(of: registration) }

  private mutating func carryOut(_ operation: CaseOperation, into reply: inout CaseReply) {
    for wish in player.play(operation) {
      switch wish {
      case .listen(let tag, let path, let query):
        cast.ask(tag, path, query)
        reply.wire.append(.listen(cast.name(path, query), isKnown: false))
      case .unlisten(let tag): reply.wire.append(.unlisten(cast.name(ofTag: tag)))
      case .heard(let registration, let event):
        reply.events.append(
          cast.event(event, for: registration, shown: player.sight(of: registration)?.node))
      case .cancelled(let registration):
        reply.events.append(CaseEvent(listener: cast.name(of: registration), kind: .cancel))
      }
    }
  }

  /// Returns the operations for the player, one after the other; nil if the step names a listen
  /// that never was.
  private func operations(of action: CaseStep.Action) -> [CaseOperation]? {
    if case .unlisten(let name, let path) = action {
      return cast.roles(called: name, at: path).map { .unlisten($0.registration) }
    }
    return operation(of: action).map { [$0] }
  }

  private func operation(of action: CaseStep.Action) -> CaseOperation? {
    switch action {
    case .listen(let path, let query, _): return .listen(path, query)
    case .overwrite(let path, let node, nil): return .overwrite(tag: nil, path, node)
    case .overwrite(let path, let node, let tag?):
      return cast.tag(tag, about: path).map { overwrite(under: $0, path, node) }
    case .merge(let path, let parts, nil): return .merge(tag: nil, path, parts)
    case .merge(let path, let parts, let tag?):
      return cast.tag(tag, about: path).map { .merge(tag: $0, path, parts) }
    case .complete(let tag): return cast.tag(tag).map { .complete(tag: $0) }
    case .cancel(let tag): return cast.tag(tag).map { .cancel(tag: $0) }
    case .write(let id, let write, let isVisible):
      return .write(id, write, isVisible: isVisible)
    case .acknowledge(let id): return .acknowledge(id)
    case .revert(let id): return .revert(id)
    // The reader lets none of these into a case of views.
    case .unlisten, .connect, .disconnect, .transact, .promise, .takeBack, .answer: return nil
    }
  }

  /// Returns the operation that a client makes of data under a tag: one child of what the tag
  /// listens to comes by itself.
  private func overwrite(under tag: UInt32, _ path: Path, _ node: Node) -> CaseOperation {
    if let listen = cast.listens.first(where: { $0.tag == tag }), let key = path.keys.last,
      key != .priority, path.keys.dropLast().elementsEqual(listen.path.keys)
    {
      return .change(tag: tag, key, node)
    }
    return .overwrite(tag: tag, path, node)
  }
}
