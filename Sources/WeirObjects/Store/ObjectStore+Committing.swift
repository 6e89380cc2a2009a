// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// Committing: the files of a transaction are brought, what it depends on is read, and then all of it is written.
extension ObjectStore {
  /// The stages of a transaction that is not over.
  public enum Stage: Sendable, Hashable, CaseIterable {
    /// The app adds to it.
    case open
    /// It was committed, and files of it are on their way to the service.
    case bringing
    /// What it depends on is read.
    case checking
    /// It was written, and nobody has answered.
    case writing
  }

  /// Returns the stage of a transaction; nil: it is over.
  public func stage(of id: TransactionID) -> Stage? { transactions[id.number]?.stage }

  /// Commits a transaction: waits for its files, reads what it depends on, and then writes all of it.
  ///
  /// One without anything to write ends at once.
  public mutating func commit(
    _ id: TransactionID, into wishes: inout [ObjectWish]
  ) throws(TransactionFault) {
    try change(id) { transaction throws(TransactionFault) in
      try transaction.addFiles()
      transaction.stage = .bringing
      if transaction.checks.contains(where: \.isDemanded) {
        transaction.origin = (transaction.writes, transaction.checks)
      }
    }
    bringOn(id.number, into: &wishes)
  }

  /// Gives up a transaction that was committed: it ends as cancelled, and what it was to save are edits again.
  ///
  /// Returns `false` if it was not committed, or was sent already: nobody knows then whether it is done.
  @discardableResult
  public mutating func cancel(_ id: TransactionID, into wishes: inout [ObjectWish]) -> Bool {
    switch stage(of: id) {
    case .bringing, .checking:
      fail(id.number, .cancelled, into: &wishes)
      return true
    case .open, .writing, nil: return false
    }
  }

  /// Commits a transaction, unless its files are not there and what it depends on is not read within so much time: then it ends
  /// as too late, and nothing is written.
  ///
  /// A write that was sent has all the time that it needs, as nobody knows whether it was done.
  public mutating func commit(
    _ id: TransactionID, within time: Interval, at now: Instant, into wishes: inout [ObjectWish]
  ) throws(TransactionFault) {
    try change(id) { $0.deadline = now + time }
    try commit(id, into: &wishes)
  }

  /// Takes in that a file of a transaction is at the service, as ``FileWish/brought(_:_:)`` tells, or the reason why it will
  /// never be there; then its transaction ends.
  public mutating func take(
    _ brought: FileTransferID, _ fault: FileFault?, into wishes: inout [ObjectWish]
  ) {
    for number in transactions.keys.sorted() {
      guard var transaction = transactions[number],
        let place = transaction.files.firstIndex(where: { $0.transfer == brought })
      else { continue }
      transaction.files[place].state = fault.map { .failed($0) } ?? .there
      transactions[number] = transaction
      if transaction.stage == .bringing { bringOn(number, into: &wishes) }
    }
  }

  /// Waits for the files of a transaction, and goes on when all are there.
  private mutating func bringOn(_ number: Int, into wishes: inout [ObjectWish]) {
    guard let files = transactions[number]?.files else { return }
    for file in files {
      if case .failed(let fault) = file.state { return fail(number, .file(fault), into: &wishes) }
    }
    if files.contains(where: { $0.state == .coming }) { return }
    transactions[number]?.stage = .checking
    readOn(number, into: &wishes)
  }

  /// Reads what is to be looked at next, or writes if that is nothing.
  private mutating func readOn(_ number: Int, into wishes: inout [ObjectWish]) {
    guard var transaction = transactions[number] else { return }
    let checks = transaction.checks
    (transaction.checks, transaction.readings) = ([], [])
    for check in checks {
      let paths = check.paths
      let reading = transaction.readings.count
      transaction.readings.append(
        OpenTransaction.Reading(check: check, found: Array(repeating: nil, count: paths.count)))
      for (place, path) in paths.enumerated() {
        let tag = nextTag()
        reads[tag] = .check(transaction: number, reading: reading, place: place)
        wishes.append(.read(tag: tag, path))
      }
    }
    transactions[number] = transaction
    if checks.isEmpty { write(number, into: &wishes) }
  }

  /// Takes in what was read for a check.
  mutating func take(
    _ found: Result<Node, ReadRefusal>, _ number: Int, _ reading: Int, _ place: Int,
    into wishes: inout [ObjectWish]
  ) {
    guard var transaction = transactions[number] else { return }
    switch found {
    case .success(let node): transaction.readings[reading].found[place] = node
    case .failure(let refused):
      let path = transaction.readings[reading].check.paths[place]
      return fail(number, .unreadable(path, refused.refusal), into: &wishes)
    }
    if transaction.readings.contains(where: { $0.found.contains { $0 == nil } }) {
      transactions[number] = transaction
      return
    }
    do throws(TransactionFault) {
      for reading in transaction.readings {
        let found = reading.found.compactMap(\.self)
        try reading.check.finish(found, in: &transaction.writes, then: &transaction.checks)
        transaction.demands += reading.check.demands(of: found)
      }
    } catch {
      return fail(number, error, into: &wishes)
    }
    transactions[number] = transaction
    readOn(number, into: &wishes)
  }

  private mutating func write(_ number: Int, into wishes: inout [ObjectWish]) {
    guard var transaction = transactions[number] else { return }
    if transaction.writes.isEmpty {
      transactions[number] = nil
      end(transaction, nil, into: &wishes)
      wishes.append(.ended(TransactionID(number: number), nil))
      return
    }
    transaction.stage = .writing
    transactions[number] = transaction
    let tag = nextTag()
    writes[tag] = number
    wishes.append(
      .write(tag: tag, .merge(.root, transaction.writes.parts), if: transaction.demands))
  }

  /// Begins again with a transaction that was turned away, as a place was not what was read of it any more; false if it
  /// demanded nothing, or has begun again often enough.
  private mutating func beginAgain(_ number: Int, into wishes: inout [ObjectWish]) -> Bool {
    guard var transaction = transactions[number], let origin = transaction.origin,
      transaction.refusals < Self.mostRefusals
    else { return false }
    (transaction.writes, transaction.checks) = origin
    (transaction.demands, transaction.stage) = ([], .checking)
    transaction.refusals += 1
    transactions[number] = transaction
    readOn(number, into: &wishes)
    return true
  }

  /// The number of times a transaction begins again at most.
  private static let mostRefusals = 25

  /// The transaction that was written with a tag, and is not answered; nil: there is none.
  public func transaction(writtenAs tag: UInt32) -> TransactionID? {
    writes[tag].map { TransactionID(number: $0) }
  }

  /// Takes in the answer to a write.
  public mutating func settle(
    _ tag: UInt32, _ answer: Message.Answer, into wishes: inout [ObjectWish]
  ) {
    guard let number = writes.removeValue(forKey: tag) else { return }
    if answer == .stale, beginAgain(number, into: &wishes) { return }
    if answer != .committed { return fail(number, .refused(answer), into: &wishes) }
    guard let transaction = transactions.removeValue(forKey: number) else { return }
    end(transaction, nil, into: &wishes)
    wishes.append(.ended(TransactionID(number: number), nil))
  }

  mutating func fail(
    _ number: Int, _ fault: TransactionFault, into wishes: inout [ObjectWish]
  ) {
    guard let transaction = transactions.removeValue(forKey: number) else { return }
    for tag in reads.keys.sorted() {
      if case .check(number, _, _)? = reads[tag] { forgetRead(tag) }
    }
    end(transaction, fault, into: &wishes)
    wishes.append(.ended(TransactionID(number: number), fault))
  }

  /// Lets the objects and files of a transaction know how it ended.
  mutating func end(
    _ transaction: OpenTransaction, _ fault: TransactionFault?, into wishes: inout [ObjectWish]
  ) {
    for file in transaction.files {
      wishes.append(.filed(file.transfer, fault.map { FileFault(of: file, $0) }))
    }
    for (number, save) in transaction.saves where objects[number] != nil {
      objects[number]?.object.end(save, isDone: fault == nil) { transaction.writes[$0] }
      wishes.append(.changed(ObjectID(number: number)))
      if fault == nil { beginListening(number, into: &wishes) }
    }
    if fault != nil { return }
    for number in transaction.removals where objects[number] != nil {
      objects[number]?.object.remove()
      wishes.append(.changed(ObjectID(number: number)))
    }
  }
}

extension FileFault {
  /// The fault of a file whose transaction was not written.
  fileprivate init(of file: OpenTransaction.File, _ fault: TransactionFault) {
    switch fault {
    case .cancelled: self = .cancelled
    case .refused(let answer): self = .refused(answer)
    case .missing(file.object), .missing(file.outermost): self = .gone
    case .file(let fault): self = fault
    default: self = .unwritten
    }
  }
}
