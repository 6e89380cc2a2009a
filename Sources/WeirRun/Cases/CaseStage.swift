internal import WeirTree

/// A player on its stage: the names that a case gives to listeners, and the numbers behind them.
struct CaseStage<Player: CasePlayer> {
  /// What was heard and asked in one step.
  struct Reply {
    var events: [CaseEvent] = []
    var wire: [CaseWire] = []
  }

  private struct Listener {
    var name: String
    var path: Path
    /// What the server is asked for it, where it is asked anything: in any order, if it wants everything.
    var query: Query
  }

  private var player = Player()
  /// By registration, for those are counted from 0.
  private var listeners: [Listener] = []
  /// The listens that the server was ever asked for.
  private var listens: [(tag: UInt32, path: Path, query: Query)] = []

  /// Plays a step, or nothing where it names a listen that never was.
  mutating func play(_ step: CaseStep) -> Reply? {
    if case .listen(let path, let query, let name) = step.action {
      let asked = query.showsEverything ? Query() : query
      listeners.append(Listener(name: name, path: path, query: asked))
    }
    guard let operation = operation(of: step.action) else { return nil }
    var reply = Reply()
    for wish in player.play(operation) {
      switch wish {
      case .listen(let tag, let path, let query):
        listens.append((tag, path, query))
        reply.wire.append(CaseWire(isListen: true, listener: name(path, query)))
      case .unlisten(let tag):
        for listen in listens where listen.tag == tag {
          reply.wire.append(CaseWire(isListen: false, listener: name(listen.path, listen.query)))
        }
      case .heard(let registration, let event):
        reply.events.append(self.event(event, for: registration))
      case .cancelled(let registration):
        reply.events.append(
          CaseEvent(listener: listeners[Int(registration)].name, kind: .cancel))
      }
    }
    return reply
  }

  /// What a listener sees, nil if it is over.
  func sight(of name: String) -> CaseSight? {
    registration(of: name).flatMap { player.sight(of: $0) }
  }

  /// The name of the first listener that is served by the same listen as this one.
  func servedTogether(with name: String) -> String {
    guard let registration = registration(of: name) else { return name }
    let listener = listeners[Int(registration)]
    return self.name(listener.path, listener.query)
  }

  private func registration(of name: String) -> UInt32? {
    listeners.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map { UInt32($0) }
  }

  private func name(_ path: Path, _ query: Query) -> String {
    listeners.first { $0.path == path && $0.query == query }?.name ?? path.description
  }

  private func tag(_ tag: CaseStep.Tag) -> UInt32? {
    switch tag {
    case .number(let number): return number
    case .listener(let name):
      guard let registration = registration(of: name) else { return nil }
      let listener = listeners[Int(registration)]
      return listens.last { $0.path == listener.path && $0.query == listener.query }?.tag
    }
  }

  private func operation(of action: CaseStep.Action) -> CaseOperation? {
    switch action {
    case .listen(let path, let query, _): return .listen(path, query)
    case .unlisten(let name): return registration(of: name).map { .unlisten($0) }
    case .overwrite(let path, let node, nil): return .overwrite(tag: nil, path, node)
    case .overwrite(let path, let node, let tag?):
      return self.tag(tag).map { overwrite(under: $0, path, node) }
    case .merge(let path, let parts, nil): return .merge(tag: nil, path, parts)
    case .merge(let path, let parts, let tag?):
      return self.tag(tag).map { .merge(tag: $0, path, parts) }
    case .complete(let tag): return self.tag(tag).map { .complete(tag: $0) }
    case .cancel(let tag): return self.tag(tag).map { .cancel(tag: $0) }
    case .write(let id, let write, let isVisible):
      return .write(id, write, isVisible: isVisible)
    case .acknowledge(let id): return .acknowledge(id)
    case .revert(let id): return .revert(id)
    }
  }

  /// What a client makes of data under a tag: one child of what the tag listens to comes by itself.
  private func overwrite(under tag: UInt32, _ path: Path, _ node: Node) -> CaseOperation {
    if let listen = listens.first(where: { $0.tag == tag }), let key = path.keys.last,
      key != .priority, path.keys.dropLast().elementsEqual(listen.path.keys)
    {
      return .change(tag: tag, key, node)
    }
    return .overwrite(tag: tag, path, node)
  }

  private func event(_ event: DataEvent, for registration: UInt32) -> CaseEvent {
    let name = listeners[Int(registration)].name
    let kind: CaseEvent.Kind =
      switch event.kind {
      case .removed: .removed
      case .added: .added
      case .moved: .moved
      case .changed: .changed
      case .value: .value
      }
    if kind == .value {
      return CaseEvent(listener: name, kind: kind, node: player.sight(of: registration)?.node)
    }
    return CaseEvent(
      listener: name, kind: kind, key: event.key, node: event.node, previous: event.previous)
  }
}
