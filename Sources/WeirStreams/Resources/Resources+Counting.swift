// SPDX-License-Identifier: Apache-2.0
public import WeirClient
import WeirCore
import WeirTree

/// A number that a transaction is changing.
struct Tally: Sendable {
  var counter: Int
  var path: Path
  /// The operation that counts.
  var operation: UInt32
}

/// A number that is being counted anew.
struct Recount: Sendable {
  var counter: Counter
  var path: Path
  var collection: Path
  /// The last operation that asked for it.
  var operation: UInt32
  var journey: UInt32
  /// The number that was written last.
  var written: Int64?
  /// `true` if the write has no answer yet; otherwise it is the read.
  var isWriting = false
  /// `true` if something was committed since the number was written, or read for the first time.
  var isOutdated = false
}

// What the driver brings back.
extension Resources {
  /// A transaction is over.
  public mutating func ended(
    _ number: UInt32, _ end: TransactionEnd, into wishes: inout [ResourceWish]
  ) {
    guard let tally = tallies.remove(number) else { return ignore(number, into: &wishes) }
    if end != .committed {
      wishes.append(
        .tell(
          .failed(
            operation: tally.operation, .countInDoubt(counter: tally.counter, at: tally.path))))
    }
    moveInFlight(-1, into: &wishes)
  }

  /// Counts all instances anew and writes how many there are.
  ///
  /// It puts right what went wrong with any counter whose instances are the children of one place. While
  /// other clients move the number by steps it may be off for good by what they do between the read and
  /// the write; where all of them count anew it ends up right.
  /// - Returns: the number under which it is told if that fails.
  @discardableResult
  public mutating func recount(
    _ counter: Counter, in context: ResourceContext, journey: UInt32 = 0,
    into wishes: inout [ResourceWish]
  ) -> UInt32 {
    let number = nextNumber()
    do throws(Problems) {
      let collection = try registry.collection(of: counter.counted, in: context)
      guard let path = try registry.path(of: counter, in: context) else {
        wishes.append(.tell(.uncounted(operation: number, counter: counter.number)))
        return number
      }
      recount(
        .init(counter: counter, path: path, collection: collection), number, journey, into: &wishes)
    } catch {
      wishes.append(.tell(.failed(operation: number, .unresolved(error))))
    }
    return number
  }
}

// How numbers are kept that a write does not carry along.
extension Resources {
  /// Counts what was committed.
  mutating func count(_ operation: Operation, into wishes: inout [ResourceWish]) {
    let (parent, journey) = (operation.call.number, operation.call.journey)
    for step in operation.steps {
      let number = nextNumber()
      tallies.set(.init(counter: step.counter, path: step.path, operation: parent), for: number)
      moveInFlight(1, into: &wishes)
      wishes.append(
        .transact(operation: number, step.path, step: step.step, journey: journey))
    }
    recountAll(of: operation, into: &wishes)
  }

  /// Counts anew what can be, and tells of the rest, where nobody knows whether a row was committed.
  ///
  /// A number that was to be written with the row is as right as before.
  mutating func doubt(_ operation: Operation, into wishes: inout [ResourceWish]) {
    for step in operation.steps {
      wishes.append(
        .tell(
          .failed(
            operation: operation.call.number,
            .countInDoubt(counter: step.counter, at: step.path))))
    }
    recountAll(of: operation, into: &wishes)
  }

  /// Counts anew all that an operation may have changed, where that is how it is counted.
  ///
  /// That is needed after a write that was turned away, too: until its answer, a recount of this client saw its row.
  mutating func recountAll(of operation: Operation, into wishes: inout [ResourceWish]) {
    for count in operation.counts where count.counter.means == .recount {
      recount(count, operation.call.number, operation.call.journey, into: &wishes)
    }
  }

  private mutating func recount(
    _ count: Operation.Count, _ parent: UInt32, _ journey: UInt32,
    into wishes: inout [ResourceWish]
  ) {
    if let running = recountNumbers[count.path] {
      recounts.update(running) {
        $0.isOutdated = true
        $0.operation = parent
      }
      return
    }
    guard let collection = count.collection else { return }
    let number = nextNumber()
    recounts.set(
      Recount(
        counter: count.counter, path: count.path, collection: collection, operation: parent,
        journey: journey), for: number)
    recountNumbers[count.path] = number
    moveInFlight(1, into: &wishes)
    wishes.append(.read(operation: number, collection))
  }

  /// The rows are here: write their number, unless it was written already.
  ///
  /// A number is written until a read that was asked for after the write agrees with it. The client that
  /// writes last has therefore read last, so that the number is right when all are at rest. What is committed while
  /// the recount goes on has it written once more, though the same was written before: another client, which could not
  /// know of it, may have written its own number since.
  mutating func foundRows(_ number: UInt32, _ rows: Node, into wishes: inout [ResourceWish]) {
    guard var recount = recounts[number], !recount.isWriting else {
      return ignore(number, into: &wishes)
    }
    let condition = recount.counter.condition
    let count = Int64(rows.children.lazy.filter { condition.matches($0.value) }.count)
    if count != recount.written {
      recount.written = count
      recount.isWriting = true
      recount.isOutdated = false
      wishes.append(
        .write(operation: number, .set(recount.path, .integer(count)), journey: recount.journey))
    } else if recount.isOutdated {
      recount.isOutdated = false
      recount.written = nil
      wishes.append(.read(operation: number, recount.collection))
    } else {
      return endRecount(number, recount, into: &wishes)
    }
    recounts.set(recount, for: number)
  }

  mutating func settledRecount(
    _ number: UInt32, _ answer: Message.Answer, into wishes: inout [ResourceWish]
  ) {
    guard var recount = recounts[number], recount.isWriting else {
      return ignore(number, into: &wishes)
    }
    guard answer == .committed else { return failRecount(number, into: &wishes) }
    recount.isWriting = false
    // Whatever is found then is written, and with that it is not outdated any more.
    if recount.isOutdated { recount.written = nil }
    recounts.set(recount, for: number)
    wishes.append(.read(operation: number, recount.collection))
  }

  /// Nobody knows whether the number was written: begin anew.
  mutating func repeatRecount(_ number: UInt32, into wishes: inout [ResourceWish]) {
    guard var recount = recounts[number] else { return }
    recount.isWriting = false
    recount.written = nil
    recounts.set(recount, for: number)
    wishes.append(.read(operation: number, recount.collection))
  }

  /// The number cannot be read or written.
  mutating func failRecount(_ number: UInt32, into wishes: inout [ResourceWish]) {
    guard let recount = recounts[number] else { return }
    wishes.append(
      .tell(
        .failed(
          operation: recount.operation,
          .countInDoubt(counter: recount.counter.number, at: recount.path))))
    endRecount(number, recount, into: &wishes)
  }

  private mutating func endRecount(
    _ number: UInt32, _ recount: Recount, into wishes: inout [ResourceWish]
  ) {
    recounts.remove(number)
    recountNumbers[recount.path] = nil
    moveInFlight(-1, into: &wishes)
  }
}
