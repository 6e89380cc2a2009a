// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// Reading once: objects that are loaded, and what transactions depend on.
extension ObjectStore {
  /// Reads an object once, however long that takes.
  public mutating func load<Kind>(_ handle: ObjectHandle<Kind>, into wishes: inout [ObjectWish]) {
    _ = read(handle, into: &wishes)
  }

  /// Reads an object once, for which somebody waits for so long at most.
  ///
  ///     store.load(ann, within: .seconds(30), at: now, into: &wishes)
  ///     // set a clock for store.nextDeadline, and then:
  ///     store.wake(at: now, into: &wishes)   // .loaded(ann, .late)
  ///
  /// A load ends once: with what was read, the reason why nothing was, or as too late. What comes after that is not heard.
  public mutating func load<Kind>(
    _ handle: ObjectHandle<Kind>, within time: Interval = .seconds(30), at now: Instant,
    into wishes: inout [ObjectWish]
  ) {
    if let tag = read(handle, into: &wishes) { deadlines.set(now + time, for: tag) }
  }

  private mutating func read<Kind>(
    _ handle: ObjectHandle<Kind>, into wishes: inout [ObjectWish]
  ) -> UInt32? {
    guard let place = self[handle.id].object.place else {
      wishes.append(.loaded(handle.id, .noPlace))
      return nil
    }
    let tag = nextTag()
    reads[tag] = .load(handle.id.number)
    wishes.append(.read(tag: tag, place))
    return tag
  }

  /// The next instant at which the store is to be woken; nil: there is none.
  public var nextDeadline: Instant? {
    let checking = transactions.keys.sorted().compactMap { transactions[$0] }
      .filter { $0.stage == .bringing || $0.stage == .checking }
    return (deadlines.map(\.value) + checking.compactMap(\.deadline)).min()
  }

  /// Ends what somebody has waited for long enough: loads, and transactions that were still to be written.
  public mutating func wake(at now: Instant, into wishes: inout [ObjectWish]) {
    for (tag, _) in deadlines.filter({ $0.value <= now }) {
      guard case .load(let number)? = reads[tag] else { continue }
      forgetRead(tag)
      wishes.append(.loaded(ObjectID(number: number), .late))
    }
    for number in transactions.keys.sorted() {
      guard let transaction = transactions[number],
        transaction.stage == .bringing || transaction.stage == .checking,
        let deadline = transaction.deadline, deadline <= now
      else { continue }
      fail(number, .late, into: &wishes)
    }
  }

  mutating func forgetRead(_ tag: UInt32) {
    reads[tag] = nil
    deadlines.remove(tag)
  }

  /// Takes in what was read, or why it was not.
  public mutating func take(
    _ found: Result<Node, ReadRefusal>, of tag: UInt32, into wishes: inout [ObjectWish]
  ) {
    let read = reads[tag]
    forgetRead(tag)
    switch read {
    case .load(let number):
      var fault: LoadFault?
      switch found {
      case .success(let node):
        if let place = objects[number]?.object.place { keep(node, at: place, into: &wishes) }
        hear(node, number, into: &wishes)
      case .failure(let refused): fault = .refused(refused.refusal)
      }
      wishes.append(.loaded(ObjectID(number: number), fault))
    case .check(let number, let reading, let place):
      take(found, number, reading, place, into: &wishes)
    case nil: return
    }
  }
}

/// The reason for which an object was not loaded.
public enum LoadFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server does not let it be read.
  case refused(Message.Refusal)
  /// Nobody answered in time.
  case late
  /// The object has no place.
  case noPlace

  /// The reason, in words.
  public var description: String {
    switch self {
    case .refused(let refusal): "\(refusal)"
    case .late: "nobody answered in time"
    case .noPlace: "the object has no place"
    }
  }
}
