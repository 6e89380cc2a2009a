// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirTree

/// The listeners of a case: the names that it gives them, and the numbers behind them.
struct CaseCast {
  /// One listener at one place.
  struct Role {
    var name: String
    var path: Path
    /// The query that the server is asked for it, if it is asked anything: unordered, if it wants
    /// everything.
    var query: Query
    var registration: UInt32
  }

  private(set) var roles: [Role] = []
  /// The listens that the server was ever asked for.
  private(set) var listens: [(tag: UInt32, path: Path, query: Query)] = []

  mutating func add(_ name: String, at path: Path, _ query: Query, registration: UInt32) {
    let asked = query.showsEverything ? Query() : query
    roles.append(Role(name: name, path: path, query: asked, registration: registration))
  }

  /// Notes that the server was asked for a query under a tag.
  mutating func ask(_ tag: UInt32, _ path: Path, _ query: Query) {
    listens.append((tag, path, query))
  }

  /// Returns the name of a listener.
  func name(of registration: UInt32) -> String {
    roles.first { $0.registration == registration }?.name ?? "nobody"
  }

  /// Returns the name of the first listener that is served by a listen, or its path if no named
  /// listener is.
  func name(_ path: Path, _ query: Query) -> String {
    roles.first { $0.path == path && $0.query == query }?.name ?? path.description
  }

  /// Returns the first listener that is served by the listen with a tag.
  func name(ofTag tag: UInt32) -> String {
    listens.first { $0.tag == tag }.map { name($0.path, $0.query) } ?? "\(tag)"
  }

  /// Returns the first listeners that are served by the same listens as this one, which may listen
  /// at several places.
  func servedTogether(with name: String) -> [String] {
    let served = roles(called: name).map { self.name($0.path, $0.query) }
    return served.isEmpty ? [name] : served
  }

  /// Returns the places where a listener listens: all of them, or the one at a path.
  func roles(called name: String, at path: Path? = nil) -> [Role] {
    roles.filter {
      $0.name.utf8.elementsEqual(name.utf8) && (path == nil || $0.path == path)
    }
  }

  /// Returns the tag of the listen that is meant, nil if there never was one.
  ///
  /// Of a listener at several places the one is meant that lies nearest above what the server speaks of.
  func tag(_ tag: CaseStep.Tag, about place: Path? = nil) -> UInt32? {
    switch tag {
    case .number(let number): return number
    case .listener(let name, let path):
      let all = roles(called: name, at: path)
      var best = all.first
      if let place, all.count > 1 {
        best =
          all.filter { place.keys.starts(with: $0.path.keys) }
          .max { $0.path.keys.count < $1.path.keys.count } ?? best
      }
      guard let best else { return nil }
      return listens.last { $0.path == best.path && $0.query == best.query }?.tag
    }
  }

  /// Returns an event as a case says it; `shown` is what the listener sees.
  func event(_ event: DataEvent, for registration: UInt32, shown: Node?) -> CaseEvent {
    let name = name(of: registration)
    let kind: CaseEvent.Kind =
      switch event.kind {
      case .removed: .removed
      case .added: .added
      case .moved: .moved
      case .changed: .changed
      case .value: .value
      }
    if kind == .value { return CaseEvent(listener: name, kind: kind, node: shown) }
    return CaseEvent(
      listener: name, kind: kind, key: event.key, node: event.node, previous: event.previous)
  }
}

/// The events and requests of one step.
struct CaseReply {
  var events: [CaseEvent] = []
  var wire: [CaseWire] = []
  var answers: [CaseAnswer] = []
  /// The objections of the oracle.
  var objections: [String] = []
}

/// A stage on which the steps of a case are played.
protocol CasePlay {
  /// The listeners.
  var cast: CaseCast { get }
  /// Plays a step, or nothing where it names a listen that never was.
  mutating func play(_ step: CaseStep) -> CaseReply?
  /// Returns the view of a listener, nil if it is over.
  func sight(of registration: UInt32) -> CaseSight?
}

extension CasePlay {
  /// Returns the view of a listener at the first of its places, nil if it is over.
  func sight(of name: String) -> CaseSight? {
    cast.roles(called: name).first.flatMap { sight(of: $0.registration) }
  }
}
