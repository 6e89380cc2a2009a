// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The part of its resources that an app that is killed keeps.
public struct SavedResources: Sendable {
  var operations = SortedMap<UInt32, Operation>()
  var lines: [Path: Line] = [:]
  var tallies = SortedMap<UInt32, Tally>()
  var recounts = SortedMap<UInt32, Recount>()
  var lastNumber: UInt32 = 0

  /// The number of operations and counts.
  public var count: Int { operations.count + tallies.count + recounts.count }

  /// The operations and counts whose write waits for an answer, by rising numbers.
  public var unanswered: [UInt32] {
    let rows = operations.filter { $0.value.phase == .writing }.map(\.key)
    return (rows + recounts.filter { $0.value.isWriting }.map(\.key)).sorted()
  }
}

extension Resources {
  /// Returns what the next life of the app needs to bring to an end what this one began.
  ///
  /// | waits for | in the next life |
  /// |---|---|
  /// | the hook | forgotten: nothing was written, and the hook is gone |
  /// | its turn, a read | goes on: reads are asked for again |
  /// | the server's answer | goes on: the client saves its writes, too; ``lost(_:into:)`` for those it did not |
  /// | a transaction of a counter | told as in doubt: the client saves no transactions |
  /// | a recount | goes on with a new read |
  public func saved() -> SavedResources {
    var saved = SavedResources()
    for (number, operation) in operations where operation.phase != .asked {
      saved.operations.set(operation, for: number)
    }
    saved.lines = lines
    saved.tallies = tallies
    saved.recounts = recounts
    saved.lastNumber = lastNumber
    return saved
  }

  /// Takes up what an earlier life of the app has not finished, before anything else is done.
  public mutating func restore(_ saved: SavedResources, into wishes: inout [ResourceWish]) {
    invariant(
      lastNumber == 0 && inFlight == 0, "resources are restored after \(lastNumber) operations")
    lastNumber = saved.lastNumber
    operations = saved.operations
    lines = saved.lines
    recounts = saved.recounts
    for (number, recount) in saved.recounts { recountNumbers[recount.path] = number }
    let count = operations.count + recounts.count
    if count > 0 { moveInFlight(count, into: &wishes) }
    for (_, tally) in saved.tallies {
      wishes.append(
        .tell(
          .failed(
            operation: tally.operation, .countInDoubt(counter: tally.counter, at: tally.path))))
    }
    for (number, operation) in saved.operations where operation.phase == .reading {
      wishes.append(.read(operation: number, operation.call.path))
    }
    for (number, recount) in saved.recounts where !recount.isWriting {
      wishes.append(.read(operation: number, recount.collection))
    }
  }
}
