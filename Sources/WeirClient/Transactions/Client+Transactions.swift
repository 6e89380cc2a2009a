// SPDX-License-Identifier: Apache-2.0
public import WeirCore
public import WeirTree

// Writes that depend on the data that they find.
extension Client {
  /// Changes the node at a path, depending on its content.
  ///
  /// The update runs at once on what is known, and again whenever the server turns out to hold something
  /// else, until it is carried out.
  /// - Returns: the number of the transaction.
  @discardableResult
  public mutating func transact(
    at path: Path, journey: UInt32, applyLocally: Bool, update: TransactionUpdate,
    at now: Instant, into wishes: inout [Wish]
  ) -> UInt32 {
    let id = nextNumber()
    var transaction = Transaction(
      id: id, path: path, journey: journey, isVisible: applyLocally, update: update)
    if Signals.cover(path) {
      end(transaction, .invalid, into: &wishes)
      return id
    }
    guard run(&transaction, excluding: [], at: now) else {
      end(transaction, .abortedByUser, into: &wishes)
      return id
    }
    tell(at: now, into: &wishes)
    attach(&transaction, at: now, into: &wishes)
    transactions.append(transaction)
    sendTransactions(before: .max, at: now, into: &wishes)
    plan(into: &wishes)
    return id
  }

  /// Keeps the data at a transaction's path for as long as it runs, without telling any listener.
  private mutating func attach(
    _ transaction: inout Transaction, at now: Instant, into wishes: inout [Wish]
  ) {
    let registration = views.listen(to: transaction.path, Query(), into: &pendingNotices)
    hidden.append(registration)
    transaction.registration = registration
    tell(at: now, into: &wishes)
  }

  private mutating func detach(
    _ transaction: Transaction, at now: Instant, into wishes: inout [Wish]
  ) {
    guard let registration = transaction.registration else { return }
    views.unlisten(registration, into: &pendingNotices)
    hidden.removeAll { $0 == registration }
    tell(at: now, into: &wishes)
  }

  private func end(
    _ transaction: Transaction, _ end: TransactionEnd, into wishes: inout [Wish]
  ) {
    wishes.append(
      .ended(
        transaction: transaction.id, journey: transaction.journey, end, runs: transaction.runs))
  }

  /// Runs an update on what is known, without the writes excluded, and puts the result in place of
  /// the last one.
  /// - Returns: `true` if the update wants to write something.
  private mutating func run(
    _ transaction: inout Transaction, excluding writes: [UInt32], at now: Instant
  ) -> Bool {
    let found = believed(at: transaction.path, excluding: writes)
    transaction.runs += 1
    guard let result = transaction.update.apply(to: found) else { return false }
    transaction.found = found.fingerprint
    transaction.result = result
    let old = transaction.write
    transaction.write = nextNumber()
    let shown = result.resolved(existing: found, milliseconds: milliseconds(at: now))
    views.write(
      transaction.write, .set(transaction.path, shown), isVisible: transaction.isVisible,
      into: &pendingNotices)
    if old != 0 { views.revert(old, into: &pendingNotices) }
    return true
  }

  private func believed(at path: Path, excluding writes: [UInt32]) -> Node {
    views.engine.known(at: path, includingHidden: true, excluding: writes) ?? .null
  }

  /// Returns the highest path of a transaction at or above `path`; that one itself where there is
  /// none.
  private func top(over path: Path) -> Path {
    var top = path
    for transaction in transactions where path.leads(below: transaction.path) {
      if transaction.path.keys.count < top.keys.count { top = transaction.path }
    }
    return top
  }

  /// Returns the places of the transactions at or below a path, in the order in which they were
  /// begun.
  private func group(below top: Path) -> [Int] {
    transactions.indices.filter { transactions[$0].path.leads(below: top) }
  }
}

// The sending of transactions.
extension Client {
  /// Sends what was run, if it is older than `number`: all transactions at and below the highest path as
  /// one write, unless one of them is on its way already.
  mutating func sendTransactions(
    before number: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    guard isConnected else { return }
    var place = 0
    while place < transactions.count, transactions[place].id < number {
      let top = top(over: transactions[place].path)
      let group = group(below: top)
      guard group.allSatisfy({ transactions[$0].isRun }) else {
        place += 1
        continue
      }
      if isOutdated(group) {
        // It sends all that can be sent when it is through.
        return rerun(around: top, at: now, into: &wishes)
      }
      send(group, as: top, at: now, into: &wishes)
      place = 0
    }
  }

  /// `true` if one of the transactions was run on something else than what is known now.
  private func isOutdated(_ group: [Int]) -> Bool {
    var writes = group.map { transactions[$0].write }
    for place in group {
      let found = believed(at: transactions[place].path, excluding: writes)
      if found.fingerprint != transactions[place].found { return true }
      writes.removeFirst()
    }
    return false
  }

  private mutating func send(
    _ group: [Int], as top: Path, at now: Instant, into wishes: inout [Wish]
  ) {
    var node = believed(at: top, excluding: group.map { transactions[$0].write })
    let condition = node.fingerprint
    for place in group {
      let path = transactions[place].path.dropping(top.keys.count)
      node.set(transactions[place].result, at: path)
      transactions[place].progress = .sent
      transactions[place].sends += 1
    }
    puts.append(
      Put(
        id: transactions[group[0]].id, write: .set(top, node),
        journey: transactions[group[0]].journey, condition: .unchanged(condition),
        transactions: group.map { transactions[$0].id }))
    sendPut(puts.count - 1, at: now, into: &wishes)
  }
}

// The ends of transactions.
extension Client {
  /// Takes in the server's answer to a write that carried transactions.
  mutating func concludeTransactions(
    _ put: Put, _ answer: Message.Answer, at now: Instant, into wishes: inout [Wish]
  ) {
    switch answer {
    case .committed: return commit(put, at: now, into: &wishes)
    case .stale:
      for place in transactions.indices where put.transactions.contains(transactions[place].id) {
        transactions[place].progress = transactions[place].doom.map { .failed($0) } ?? .run
      }
    default: fail(put.transactions, TransactionEnd(answer))
    }
    rerun(around: put.write.path, at: now, into: &wishes)
  }

  private mutating func commit(_ put: Put, at now: Instant, into wishes: inout [Wish]) {
    let done = transactions.filter { put.transactions.contains($0.id) }
    transactions.removeAll { put.transactions.contains($0.id) }
    for transaction in done { letGo(transaction.write, of: put, true) }
    let hasChanged = tell(at: now, into: &wishes)
    for transaction in done { detach(transaction, at: now, into: &wishes) }
    if hasChanged {
      rerun(around: put.write.path, at: now, into: &wishes)
    } else {
      sendTransactions(before: .max, at: now, into: &wishes)
    }
    for transaction in done { end(transaction, .committed, into: &wishes) }
  }

  /// Transactions are to end so, as soon as ``rerun(around:at:into:)`` comes to them.
  mutating func fail(_ ids: [UInt32], _ end: TransactionEnd) {
    for place in transactions.indices where ids.contains(transactions[place].id) {
      transactions[place].progress = .failed(end)
    }
  }

  /// Runs again what was not sent yet, and ends what has failed, because something at the path may
  /// have changed.
  mutating func rerun(around path: Path, at now: Instant, into wishes: inout [Wish]) {
    let top = top(over: path)
    let group = group(below: top)
    guard !group.isEmpty else { return }
    var waiting = group.filter { transactions[$0].isRun }.map { transactions[$0].write }
    var ended: [(transaction: Transaction, end: TransactionEnd)] = []
    for place in group {
      let old = transactions[place].write
      guard let end = rerun(place, excluding: waiting, at: now) else {
        waiting.removeAll { $0 == old }
        continue
      }
      ended.append((transactions[place], end))
      views.revert(old, into: &pendingNotices)
      waiting.removeAll { $0 == old }
    }
    transactions.removeAll { one in ended.contains { $0.transaction.id == one.id } }
    tell(at: now, into: &wishes)
    for (transaction, _) in ended { detach(transaction, at: now, into: &wishes) }
    sendTransactions(before: .max, at: now, into: &wishes)
    for (transaction, end) in ended { self.end(transaction, end, into: &wishes) }
  }

  /// Runs one again; returns how it ends, if it does.
  private mutating func rerun(
    _ place: Int, excluding writes: [UInt32], at now: Instant
  ) -> TransactionEnd? {
    switch transactions[place].progress {
    case .sent: return nil
    case .failed(let end): return end
    case .run:
      if transactions[place].sends >= Transaction.mostSends { return .maxRetry }
      var transaction = transactions[place]
      let isWanted = run(&transaction, excluding: writes, at: now)
      transactions[place] = transaction
      return isWanted ? nil : .abortedByUser
    }
  }

  /// Lets transactions lose that a write of the user, or of the server on the user's behalf,
  /// touches: those on their way lose as soon as the server turns them away.
  mutating func giveWay(to write: Write, at now: Instant, into wishes: inout [Wish]) {
    switch write {
    case .set(let path, _): giveWay(at: path, at: now, into: &wishes)
    case .merge(let path, let parts):
      for part in parts { giveWay(at: path.appending(part.path), at: now, into: &wishes) }
    }
  }

  private mutating func giveWay(at path: Path, at now: Instant, into wishes: inout [Wish]) {
    var hasChanged = false
    for place in transactions.indices where transactions[place].concerns(path) {
      if transactions[place].isSent {
        transactions[place].doom = .set
      } else {
        transactions[place].progress = .failed(.set)
      }
      hasChanged = true
    }
    if hasChanged { rerun(around: path, at: now, into: &wishes) }
  }
}
