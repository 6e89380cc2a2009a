// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The views of a client, with the oracle beside them where one is wanted.
///
///     var views = JudgedViews(hasOracle: true)
///     views.serverChange(tag: 1, key, node, into: &wishes)
///     views.difference  // nil, as long as both say the same
///
/// Every operation is carried out by both, and what they say is compared wish by wish. Without the oracle
/// it costs a look at one flag.
public struct JudgedViews: Sendable {
  /// The engine, which alone is believed.
  public private(set) var engine: ViewEngine
  /// The first operation on which the two differ, with both answers.
  public private(set) var difference: String?
  /// The number of operations that were compared.
  public private(set) var comparisons = 0

  private var oracle: ViewOracle?
  private var answers: [ViewOracle.Wish] = []

  /// Makes views that know nothing.
  public init(hasOracle: Bool, quirks: ViewQuirks = []) {
    engine = ViewEngine(quirks: quirks)
    oracle = hasOracle ? ViewOracle(quirks: quirks) : nil
  }

  /// Lets the engine share memory with another one; the oracle, if there is one, keeps its own.
  public mutating func share(with other: ViewEngine) { engine.share(with: other) }

  /// The wishes of the engine.
  public typealias Wish = ViewEngine.Wish

  /// Lets the oracle do what the engine did, and compares.
  @inline(never)
  private mutating func judge(
    _ wishes: [Wish], from start: Int, _ operation: String,
    _ repeated: (inout ViewOracle, inout [ViewOracle.Wish]) -> Void
  ) {
    guard difference == nil, var oracle else { return }
    answers.removeAll(keepingCapacity: true)
    repeated(&oracle, &answers)
    self.oracle = oracle
    comparisons += 1
    let said = wishes[start...].map { $0.forOracle }
    guard said != answers else { return }
    let place = zip(said, answers).prefix { $0 == $1 }.count
    let one = place < said.count ? "\(said[place])" : "nothing"
    let other = place < answers.count ? "\(answers[place])" : "nothing"
    difference = "on \(operation), wish \(place): the engine says \(one), the oracle says \(other)"
  }
}

extension ViewEngine.Wish {
  /// The wish as the oracle would say it.
  fileprivate var forOracle: ViewOracle.Wish {
    switch self {
    case .listen(let tag, let path, let query): .listen(tag: tag, path, query)
    case .unlisten(let tag): .unlisten(tag: tag)
    case .heard(let registration, let event): .heard(registration: registration, event)
    case .cancelled(let registration): .cancelled(registration: registration)
    }
  }
}

// The operations of the engine.
extension JudgedViews {
  /// Listens; see ``ViewEngine/listen(to:_:into:)``.
  public mutating func listen(
    to path: Path, _ query: Query, into wishes: inout [Wish]
  ) -> UInt32 {
    let start = wishes.count
    let registration = engine.listen(to: path, query, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "listen to \(path)") {
        _ = $0.listen(to: path, query, into: &$1)
      }
    }
    return registration
  }

  /// Ends a registration; see ``ViewEngine/unlisten(_:into:)``.
  @discardableResult
  public mutating func unlisten(_ registration: UInt32, into wishes: inout [Wish]) -> Bool {
    let start = wishes.count
    let isKnown = engine.unlisten(registration, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "unlisten \(registration)") {
        $0.unlisten(registration, into: &$1)
      }
    }
    return isKnown
  }

  /// Takes in the node at a path; see ``ViewEngine/serverOverwrite(tag:at:_:into:)``.
  @discardableResult
  public mutating func serverOverwrite(
    tag: UInt32?, at path: Path, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    let start = wishes.count
    let isKnown = engine.serverOverwrite(tag: tag, at: path, node, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "overwrite of \(path)") {
        $0.serverOverwrite(tag: tag, at: path, node, into: &$1)
      }
    }
    return isKnown
  }

  /// Takes in one child; see ``ViewEngine/serverChange(tag:_:_:into:)``.
  @discardableResult
  public mutating func serverChange(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    let start = wishes.count
    let isKnown = engine.serverChange(tag: tag, key, node, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "change of '\(key)' under tag \(tag)") {
        $0.serverChange(tag: tag, key, node, into: &$1)
      }
    }
    return isKnown
  }

  /// Takes in one child and tells at once what it changes, if there is no oracle to ask and the engine can; returns `false`,
  /// and does nothing, otherwise.
  mutating func hear(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [some EventWish]
  ) -> Bool {
    oracle == nil && engine.hear(tag: tag, key, node, into: &wishes)
  }

  /// Takes in several children; see ``ViewEngine/serverChanges(tag:_:into:)``.
  @discardableResult
  public mutating func serverChanges(
    tag: UInt32, _ entries: [Message.Entry], into wishes: inout [Wish]
  ) -> Bool {
    let start = wishes.count
    let isKnown = engine.serverChanges(tag: tag, entries, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "\(entries.count) changes under tag \(tag)") {
        $0.serverChanges(tag: tag, entries, into: &$1)
      }
    }
    return isKnown
  }

  /// Records that nothing changed under a tag; see ``ViewEngine/listenComplete(tag:into:)``.
  @discardableResult
  public mutating func listenComplete(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    let start = wishes.count
    let isKnown = engine.listenComplete(tag: tag, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "completion of tag \(tag)") {
        $0.listenComplete(tag: tag, into: &$1)
      }
    }
    return isKnown
  }

  /// Records that the server ended a listen; see ``ViewEngine/cancel(tag:into:)``.
  @discardableResult
  public mutating func cancel(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    let start = wishes.count
    let isKnown = engine.cancel(tag: tag, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "cancel of tag \(tag)") { $0.cancel(tag: tag, into: &$1) }
    }
    return isKnown
  }

  /// Takes in a write of the user; see ``ViewEngine/write(_:_:isVisible:into:)``.
  public mutating func write(
    _ id: UInt32, _ write: Write, isVisible: Bool, into wishes: inout [Wish]
  ) {
    let start = wishes.count
    engine.write(id, write, isVisible: isVisible, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "write \(id) at \(write.path)") {
        $0.write(id, write, isVisible: isVisible, into: &$1)
      }
    }
  }

  /// Records that a write was carried out; see ``ViewEngine/acknowledge(_:into:)``.
  @discardableResult
  public mutating func acknowledge(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    let start = wishes.count
    let isKnown = engine.acknowledge(id, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "acknowledgement of write \(id)") {
        $0.acknowledge(id, into: &$1)
      }
    }
    return isKnown
  }

  /// Records that a write was refused; see ``ViewEngine/revert(_:into:)``.
  @discardableResult
  public mutating func revert(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    let start = wishes.count
    let isKnown = engine.revert(id, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "revert of write \(id)") { $0.revert(id, into: &$1) }
    }
    return isKnown
  }

  /// Takes in parts below a path; see ``ViewEngine/serverMerge(tag:at:_:into:)``.
  @discardableResult
  public mutating func serverMerge(
    tag: UInt32?, at path: Path, _ parts: [Write.Part], into wishes: inout [Wish]
  ) -> Bool {
    let start = wishes.count
    let isKnown = engine.serverMerge(tag: tag, at: path, parts, into: &wishes)
    if oracle != nil {
      judge(wishes, from: start, "merge at \(path)") {
        $0.serverMerge(tag: tag, at: path, parts, into: &$1)
      }
    }
    return isKnown
  }
}

extension Client {
  /// The number of operations of the views that the oracle has compared.
  public var comparisons: Int { views.comparisons }
}
