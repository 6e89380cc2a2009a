// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The store of an app: a value for each key, on the phone, which outlives the app.
///
///     let due = store.ask(.save(key, node), tag: 1, at: now)
///     store.wake(at: due, into: &answers)  // the value stands, and the stack is told
///
/// It reads and writes at the moment at which it answers. What an app that is killed had not been told is saved or is not,
/// as it happens; but of several values for one key, or of all if it works one by one, never a later one without
/// those before it.
public struct LocalStore: Sendable {
  /// The order in which requests are carried out.
  public enum Order: Hashable, Sendable {
    /// One after the other.
    case oneByOne
    /// Those to one key one after the other; whoever loads all waits for all, and all wait for it.
    case byKey
    /// All at once, whichever is quicker first: a value may be overwritten by an older one.
    case free
  }

  /// The manners of a store, as a family states them.
  public struct Rules: Hashable, Sendable {
    /// The time that it takes to load.
    public var reading = Distribution.constant(.milliseconds(1))
    /// The time that it takes to save.
    public var writing = Distribution.constant(.milliseconds(4))
    /// The order in which it does so.
    public var order = Order.oneByOne
    /// The chance that a request fails.
    public var failures = Ratio.zero

    /// Makes the rules of a store that is quick and never fails.
    public init() {}
  }

  /// A request under way.
  private struct Errand: Sendable {
    var due: Instant
    var tag: UInt32
    var request: StoreRequest
    var fails: Bool
  }

  /// The content.
  public private(set) var content = SortedMap<Key, Node>()
  private let order: Order
  private let failures: Ratio
  private let reading: QuantileTable
  private let writing: QuantileTable
  private var chance: RandomStream
  /// The requests under way, the next one first; of those that are due together, the older one.
  private var errands: [Errand] = []

  /// Makes an empty store, whose requests take as long as the tables say.
  public init(
    _ rules: Rules, reading: QuantileTable, writing: QuantileTable, chance: RandomStream
  ) {
    order = rules.order
    failures = rules.failures
    self.reading = reading
    self.writing = writing
    self.chance = chance
  }

  /// `true` if no request is under way.
  public var isIdle: Bool { errands.isEmpty }

  /// Takes a request up, and returns when it wants to be woken for it.
  public mutating func ask(_ request: StoreRequest, tag: UInt32, at now: Instant) -> Instant {
    let isLoad = if case .load = request { true } else { false }
    let takes = isLoad ? reading.draw(&chance) : writing.draw(&chance)
    let last = errands.last { waits(request, for: $0.request) }
    let errand = Errand(
      due: max(now, last?.due ?? now) + takes, tag: tag, request: request,
      fails: chance.chance(failures))
    let place = errands.firstIndex { $0.due > errand.due } ?? errands.count
    errands.insert(errand, at: place)
    return errand.due
  }

  private func waits(_ request: StoreRequest, for other: StoreRequest) -> Bool {
    switch order {
    case .oneByOne: true
    case .free: false
    case .byKey: request.key == nil || other.key == nil || request.key == other.key
    }
  }

  /// Carries out what is due, and adds the answers in that order.
  public mutating func wake(
    at now: Instant, into answers: inout [(tag: UInt32, request: StoreRequest, answer: StoreAnswer)]
  ) {
    let count = errands.firstIndex { $0.due > now } ?? errands.count
    for errand in errands[..<count] {
      let answer = errand.fails ? .failed : carryOut(errand.request)
      answers.append((errand.tag, errand.request, answer))
    }
    errands.removeFirst(count)
  }

  /// The app is killed: nothing is answered any more, and what was to be saved is or is not, as `chance` has it.
  public mutating func kill(_ chance: inout RandomStream) {
    var dropped: [StoreRequest] = []
    for errand in errands where !errand.fails {
      guard case .save = errand.request else { continue }
      let isLate = dropped.contains { waits(errand.request, for: $0) }
      if isLate || chance.chance(Ratio(1, of: 2)) {
        dropped.append(errand.request)
      } else {
        _ = carryOut(errand.request)
      }
    }
    errands.removeAll()
  }

  private mutating func carryOut(_ request: StoreRequest) -> StoreAnswer {
    switch request {
    case .load(let key?): return .value(content[key] ?? .null)
    case .load(nil):
      return .value(Node(content.map { ($0.key, $0.value) }))
    case .save(let key, let node):
      if node.isNull { content.remove(key) } else { content.set(node, for: key) }
      return .saved
    }
  }
}

extension StoreRequest {
  /// The key that it is about; nil: all.
  public var key: Key? {
    switch self {
    case .load(let key): key
    case .save(let key, _): key
    }
  }
}
