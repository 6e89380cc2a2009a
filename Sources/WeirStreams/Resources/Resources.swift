// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

/// The things of an app in the tree: it creates, updates and destroys them, counts them, and asks the
/// app's hooks before and tells them after.
///
///     let number = resources.create(Resource(message, fields: fields), in: context, at: now, into: &wishes)
///     // .ask(call): the app's hook may look at it, and answers
///     resources.proceed(number, into: &wishes)
///     // .write(number, …): the row, and the server's increment of its counter, in one write
///     // .tell(.did(call)): it shows; call.resource.key is its key
///     resources.settled(number, .committed, into: &wishes)
///     // .tell(.logged(…)), .tell(.persisted(call, nil))
///
/// It is a machine: it holds no client, and whoever drives it carries out its wishes in order and brings
/// the answers back under their numbers.
///
/// **What writes at once and what waits.** An operation writes as soon as its hook lets it, without a
/// connection, too, unless it has to know what stands there: an update or a removal that a counter by
/// steps or the log depends on, and a creation under a key of the app's own that such a counter depends
/// on. These are read first, and ``pending`` says that they wait. Operations on one path write in the order
/// in which their hooks let them, and one that reads waits until those before it were answered: otherwise
/// a creation that is turned away would leave the step of the removal behind it.
///
/// **What survives a restart** says ``saved()``.
public struct Resources: Sendable {
  /// The kinds that there are.
  public let registry: ResourceRegistry
  /// The number of operations, counts and holds that are under way.
  public internal(set) var inFlight = 0
  /// The number of answers that came for which nothing waited.
  public internal(set) var ignoredAnswers = 0

  var ids: PushIDs
  var lastNumber: UInt32 = 0
  var operations = SortedMap<UInt32, Operation>()
  /// The order of writing on each path; only looked up in.
  var lines: [Path: Line] = [:]
  /// The creations under new keys whose hooks have not answered, by where they lie; only looked up in.
  var unborn: [Path: UInt32] = [:]
  var tallies = SortedMap<UInt32, Tally>()
  var recounts = SortedMap<UInt32, Recount>()
  /// The recount of each number; only looked up in.
  var recountNumbers: [Path: UInt32] = [:]

  /// Makes a machine for an app that starts; `chance` makes the keys of what it creates, and is
  /// another one in each life of the app.
  public init(_ registry: ResourceRegistry, chance: RandomStream) {
    self.registry = registry
    ids = PushIDs(chance: chance)
  }
}

// What somebody may ask.
extension Resources {
  /// Something that has not ended, and what it waits for.
  public struct Pending: Equatable, Sendable {
    /// The thing that something waits for.
    public enum Reason: UInt8, Sendable {
      /// The answer of the app's hook.
      case hook
      /// Earlier operations on the same path.
      case turn
      /// The read of what stands there; without a connection that may take long.
      case read
      /// The server's answer to the write.
      case answer
      /// A counter's transaction or recount.
      case count
    }

    /// Its number.
    public let operation: UInt32
    /// The place where it writes.
    public let path: Path
    /// The thing that it waits for.
    public let waitsFor: Reason
  }

  /// All that has not ended, by rising numbers.
  public var pending: [Pending] {
    var all = operations.map { number, operation in
      let reason: Pending.Reason =
        switch operation.phase {
        case .asked: .hook
        case .turn: .turn
        case .reading: .read
        case .writing: .answer
        }
      return Pending(operation: number, path: operation.call.path, waitsFor: reason)
    }
    all += tallies.map { Pending(operation: $0.key, path: $0.value.path, waitsFor: .count) }
    all += recounts.map { Pending(operation: $0.key, path: $0.value.path, waitsFor: .count) }
    return all.sorted { $0.operation < $1.operation }
  }
}

// The indicator of what is under way.
extension Resources {
  /// Something else is under way, such as the first load of a list.
  public mutating func hold(into wishes: inout [ResourceWish]) { moveInFlight(1, into: &wishes) }

  /// Notes that something that was held is through.
  public mutating func letGo(into wishes: inout [ResourceWish]) { moveInFlight(-1, into: &wishes) }

  mutating func moveInFlight(_ step: Int, into wishes: inout [ResourceWish]) {
    inFlight += step
    invariant(inFlight >= 0, "more was let go than was held")
    wishes.append(.tell(.inFlight(inFlight)))
  }

  mutating func nextNumber() -> UInt32 {
    lastNumber += 1
    return lastNumber
  }

  /// An answer came for which nothing waits.
  mutating func ignore(_ number: UInt32, into wishes: inout [ResourceWish]) {
    ignoredAnswers += 1
    wishes.append(.tell(.ignored(operation: number)))
  }
}
