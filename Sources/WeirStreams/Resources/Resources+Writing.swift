// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

// What the driver brings back.
extension Resources {
  /// A read was answered.
  public mutating func found(
    _ number: UInt32, _ node: Node, into wishes: inout [ResourceWish]
  ) {
    if recounts[number] != nil { return foundRows(number, node, into: &wishes) }
    guard let operation = operations[number], operation.phase == .reading else {
      return ignore(number, into: &wishes)
    }
    write(number, over: node, into: &wishes)
    advance(operation.call.path, into: &wishes)
  }

  /// A read was refused.
  public mutating func refused(
    _ number: UInt32, _ refusal: Message.Refusal, into wishes: inout [ResourceWish]
  ) {
    if let recount = recounts[number], !recount.isWriting {
      return failRecount(number, into: &wishes)
    }
    guard let operation = operations[number], operation.phase == .reading else {
      return ignore(number, into: &wishes)
    }
    wishes.append(.tell(.failed(operation: number, .unread(refusal))))
    end(operation, into: &wishes)
    advance(operation.call.path, into: &wishes)
  }

  /// A write was answered for good.
  public mutating func settled(
    _ number: UInt32, _ answer: Message.Answer, into wishes: inout [ResourceWish]
  ) {
    if recounts[number] != nil { return settledRecount(number, answer, into: &wishes) }
    guard let operation = operations[number], operation.phase == .writing else {
      return ignore(number, into: &wishes)
    }
    if answer == .committed {
      if let action = operation.action { wishes.append(.tell(.logged(action))) }
      wishes.append(.tell(.persisted(operation.call, nil)))
      count(operation, into: &wishes)
    } else {
      fail(operation, .rejected(answer), into: &wishes)
      recountAll(of: operation, into: &wishes)
    }
    end(operation, into: &wishes)
    advance(operation.call.path, into: &wishes)
  }

  /// The client does not hold a write any more, and nobody knows how it ended.
  ///
  /// A client that was killed does not save a write that was answered already. Whoever restores both brings
  /// this for each write that ``SavedResources/unanswered`` names and the client does not hold.
  public mutating func lost(_ number: UInt32, into wishes: inout [ResourceWish]) {
    if recounts[number]?.isWriting == true { return repeatRecount(number, into: &wishes) }
    guard let operation = operations[number], operation.phase == .writing else {
      return ignore(number, into: &wishes)
    }
    fail(operation, .answerLost, into: &wishes)
    doubt(operation, into: &wishes)
    end(operation, into: &wishes)
    advance(operation.call.path, into: &wishes)
  }

  private func fail(
    _ operation: Operation, _ failure: ResourceFailure, into wishes: inout [ResourceWish]
  ) {
    wishes.append(.tell(.failed(operation: operation.call.number, failure)))
    wishes.append(.tell(.persisted(operation.call, failure)))
  }
}

// How operations write.
extension Resources {
  /// Lets every operation on a path go on whose turn has come.
  mutating func advance(_ path: Path, into wishes: inout [ResourceWish]) {
    while let line = lines[path], let number = line.next,
      let operation = operations[number], operation.phase == .turn
    {
      if operation.readsFirst {
        // What it would find now may yet be undone.
        if line.written > 0 { return }
        operations.update(number) { $0.phase = .reading }
        wishes.append(.read(operation: number, path))
        return
      }
      write(number, over: operation.isFresh ? .null : nil, into: &wishes)
    }
  }

  /// Writes, over what is known to stand there; nil: nobody looked.
  private mutating func write(
    _ number: UInt32, over before: Node?, into wishes: inout [ResourceWish]
  ) {
    guard var operation = operations[number] else { return }
    let path = operation.call.path
    let after = operation.result(on: before ?? .null)
    var places = operation.fields.map { (path: path.appending($0.path), content: $0.content) }
    let isEmpty = places.isEmpty || operation.call.verb == .create && after.isNull
    if let before {
      places += steps(of: &operation, from: before, to: after)
    }
    let write = isEmpty ? nil : Write(places, isWhole: operation.call.verb != .update)
    let problems = write?.problems ?? []
    guard let write, problems.isEmpty else {
      let failure = isEmpty ? ResourceFailure.nothingToWrite : .illegal(Problems(problems))
      wishes.append(.tell(.failed(operation: number, failure)))
      return end(operation, into: &wishes)
    }
    operation.action = ResourceAction(
      call: operation.call,
      old: operation.call.verb == .create ? .nothing : before.map { ResourceState($0) } ?? .unknown,
      new: before == nil && operation.call.verb == .update
        ? .part(operation.call.resource.fields) : ResourceState(after),
      extra: operation.extra)
    operation.phase = .writing
    // A creation there whose hook is still thinking will not be the first.
    if let other = unborn[path] { operations.update(other) { $0.isFresh = false } }
    lines[path]?.advance()
    wishes.append(.write(operation: number, write, journey: operation.call.journey))
    for counter in operation.uncounted {
      wishes.append(.tell(.uncounted(operation: number, counter: counter)))
    }
    wishes.append(.tell(.did(operation.call)))
    operations.set(operation, for: number)
  }

  /// The steps of the counters: those by the server, to be written along; those by transaction are kept.
  private func steps(
    of operation: inout Operation, from before: Node, to after: Node
  ) -> [(path: Path, content: Node)] {
    var places: [(path: Path, content: Node)] = []
    for count in operation.counts {
      let step = Operation.step(count.counter, from: before, to: after)
      if step == 0 { continue }
      switch count.counter.means {
      case .increment: places.append((count.path, .deferred(.increment(step))))
      case .transaction:
        operation.steps.append(.init(counter: count.counter.number, path: count.path, step: step))
      case .recount: break
      }
    }
    return places
  }

  private mutating func end(_ operation: Operation, into wishes: inout [ResourceWish]) {
    let (number, path) = (operation.call.number, operation.call.path)
    operations.remove(number)
    lines[path]?.remove(number)
    if lines[path]?.isEmpty == true { lines[path] = nil }
    moveInFlight(-1, into: &wishes)
  }
}
