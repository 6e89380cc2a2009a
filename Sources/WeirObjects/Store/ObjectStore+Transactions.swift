// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

// Transactions: what is added to one is written at one instant, once all has been read that it depends on.
extension ObjectStore {
  /// Begins a transaction, which has to be committed, reverted or merged into another one.
  public mutating func begin() -> TransactionID {
    let number = nextNumber()
    transactions[number] = OpenTransaction()
    return TransactionID(number: number)
  }

  /// The transactions that were begun and are neither committed nor reverted, in the order in which they were begun.
  ///
  /// One that is still here when the app has done with it was forgotten.
  public var unfinished: [TransactionID] {
    transactions.keys.sorted().filter { transactions[$0]?.stage == .open }
      .map { TransactionID(number: $0) }
  }

  /// Writes a node; the last one at a path counts.
  public mutating func set(
    _ node: Node, at path: Path, in id: TransactionID
  ) throws(TransactionFault) {
    guard transactions[id.number]?.stage == .open else { throw .over }
    // In its place, for a write alone changes nothing if it does not fit: a copy would have its own of what it changes.
    try transactions[id.number]?.writes.set(node, at: path)
  }

  /// Asks that something, nothing, or just this node is at a path when the transaction is committed.
  ///
  /// It is read right before, and the server demands it of the write: what comes between that reading and the write turns the
  /// write away, and the place is read again. A write that is sent again, as its answer was lost, is turned away if it
  /// contradicts what it asked for itself, such as nothing at the place where it has put something.
  public mutating func require(
    _ expectation: Expectation, at path: Path, in id: TransactionID
  ) throws(TransactionFault) {
    try change(id) { transaction in
      switch expectation {
      case .something: transaction.checks.append(.exists(path))
      case .nothing: transaction.checks.append(.isMissing(path))
      case .just(let node): transaction.checks.append(.matches(path, node))
      }
    }
  }

  /// The node that has to be at a path.
  public enum Expectation: Sendable, Hashable {
    /// Anything.
    case something
    /// Nothing.
    case nothing
    /// Just this.
    case just(Node)
  }

  /// Adds what the app makes of what is at a path when the transaction is committed, seen from that path.
  public mutating func set(
    from path: Path, in id: TransactionID,
    _ make: @escaping @Sendable (Node) throws(TransactionFault) -> [Write.Part]
  ) throws(TransactionFault) {
    try change(id) { $0.checks.append(.custom(path, make)) }
  }

  /// Saves an object: all of its fields, its edits alone, or one field.
  ///
  /// What is saved is what it shows now; what is edited later is not in it. An object that has nothing to save adds nothing.
  public mutating func save<Kind>(
    _ handle: ObjectHandle<Kind>, _ scope: Object<Kind>.Scope = .everything, in id: TransactionID
  ) throws(TransactionFault) {
    var object = self[handle]
    let saving: Object<Kind>.Saving
    do throws(SaveFaults) { saving = try object.saving(scope) } catch { throw .unsaved(error) }
    guard let place = object.place else { return }
    let save = nextNumber()
    try change(id) { transaction throws(TransactionFault) in
      var writes = transaction.writes
      for part in saving.parts { try writes.set(part.node, at: place.appending(part.path)) }
      transaction.writes = writes
      for part in saving.ends {
        let end = RelationEnd(part.node)
        transaction.checks.append(
          .relate(place.appending(part.path), end, owner: place, glimpse: .null))
      }
      if !Kind.versions.isEmpty, !saving.isEmpty {
        transaction.checks.append(.migrate(place, to: Kind.versions, Kind.migrate))
      }
      for inner in saving.inner {
        transaction.checks.append(
          .migrate(place.appending(inner.path), to: inner.versions, inner.migrate))
      }
      transaction.saves.append((handle.id.number, save))
      if scope == .everything { transaction.wholes.append(place) }
    }
    object.send(scope, in: save)
    self[handle] = object
  }

  /// Saves one field of an object, and leaves the others as they are.
  ///
  ///     try store.save(ann, only: Profile.motto, in: transaction)
  public mutating func save<Kind, Value>(
    _ handle: ObjectHandle<Kind>, only field: Field<Kind, Value>, in id: TransactionID
  ) throws(TransactionFault) {
    try save(handle, .field(field.path), in: id)
  }

  /// Gives an object a place, if it has none; who listens to it hears of the place once the object was saved there.
  public mutating func put<Kind>(_ handle: ObjectHandle<Kind>, at place: Path) {
    invariant(self[handle].place == nil, "object \(handle.id.number) has a place already")
    self[handle].place = place
  }

  /// Deletes an object, and the other ends of its relations; `withLinks`, also all that its links lead to, such as the rows of
  /// ``Values`` and ``References``, and the links.
  ///
  /// What lies inside of the object or around it is not taken for a thing that mentions it. An object of a kind with files is
  /// refused, unless ``ObjectFiles/release(in:of:)`` was called for the transaction: nobody would take the files away.
  public mutating func delete<Kind>(
    _ handle: ObjectHandle<Kind>, withLinks: Bool = false, in id: TransactionID
  ) throws(TransactionFault) {
    guard let place = self[handle].place else { throw .unsaved(SaveFaults([.noPlace])) }
    let (ends, sets) = (Kind.fields.paths(of: .end), Kind.fields.paths(of: .ends))
    try change(id) { transaction throws(TransactionFault) in
      try transaction.release(Kind.self, at: place)
      if ends.isEmpty && sets.isEmpty {
        try transaction.writes.set(.null, at: place)
      } else {
        transaction.checks.append(.remove(place, ends: ends, sets: sets))
      }
      if withLinks { transaction.checks.append(.unlink(Links.links(of: place), of: place)) }
      transaction.removals.append(handle.id.number)
    }
  }

  /// Takes away the ends of an object's relations whose other ends are not there, or lead elsewhere.
  ///
  /// Two who change relations at once, and each read before the other one wrote, can leave such ends, and so can anybody who
  /// removes an object without its relations. Whoever meets one mends it; to mend what is whole writes nothing.
  public mutating func mend<Kind>(
    _ handle: ObjectHandle<Kind>, in id: TransactionID
  ) throws(TransactionFault) {
    guard let place = self[handle].place else { throw .unsaved(SaveFaults([.noPlace])) }
    let (ends, sets) = (Kind.fields.paths(of: .end), Kind.fields.paths(of: .ends))
    try change(id) { $0.checks.append(.mend(place, ends: ends, sets: sets)) }
  }

  /// Adds a relation to those of an object, with the end at the other side.
  ///
  /// If the other object may have one only, the one that it had goes.
  public mutating func relate<Kind, Target>(
    _ handle: ObjectHandle<Kind>, _ relations: Relations<Kind, Target>, with target: Path,
    _ glimpse: Glimpse = Glimpse(), in id: TransactionID
  ) throws(TransactionFault) {
    try relate(handle, relations, target, glimpse, isThere: true, id)
  }

  /// Takes a relation of an object away, with the end at the other side.
  public mutating func unrelate<Kind, Target>(
    _ handle: ObjectHandle<Kind>, _ relations: Relations<Kind, Target>, from target: Path,
    in id: TransactionID
  ) throws(TransactionFault) {
    try relate(handle, relations, target, Glimpse(), isThere: false, id)
  }

  private mutating func relate<Kind, Target>(
    _ handle: ObjectHandle<Kind>, _ relations: Relations<Kind, Target>, _ target: Path,
    _ glimpse: Glimpse, isThere: Bool, _ id: TransactionID
  ) throws(TransactionFault) {
    guard let owner = self[handle].place, let key = target.lastKey else {
      throw .unsaved(SaveFaults([.noPlace]))
    }
    let end = RelationEnd(to: target, back: relations.back.place(of: owner), glimpse)
    let path = owner.appending(relations.field.path).appending(key)
    try change(id) {
      $0.checks.append(.relate(path, isThere ? end : nil, owner: owner, glimpse: .null))
    }
  }

  /// Changes a transaction that is open; what does not fit changes nothing.
  mutating func change(
    _ id: TransactionID, _ body: (inout OpenTransaction) throws(TransactionFault) -> Void
  ) throws(TransactionFault) {
    guard var transaction = transactions[id.number], transaction.stage == .open else { throw .over }
    try body(&transaction)
    transactions[id.number] = transaction
  }

  /// The one of two writes at one path that stays when transactions are merged.
  public enum MergeStrategy: Sendable, Hashable, CaseIterable {
    /// That of the transaction which is merged into the other.
    case theirs
    /// That of the transaction which takes the other in.
    case ours
  }

  /// Takes another transaction into one, so that both are written at one instant; the other one is over.
  ///
  /// The strategy counts for what they make of what is there (``set(from:in:_:)``), too.
  ///
  /// If they do not fit, both stay as they are.
  public mutating func merge(
    _ other: TransactionID, into id: TransactionID, _ strategy: MergeStrategy = .theirs
  ) throws(TransactionFault) {
    guard other != id, let theirs = transactions[other.number], theirs.stage == .open else {
      throw .over
    }
    try change(id) { transaction throws(TransactionFault) in
      let (ours, isOurs) = (transaction.writes, strategy == .ours)
      try transaction.writes.merge(theirs.writes, isOurs ? .old : .new)
      // What comes last counts.
      transaction.checks =
        isOurs
        ? theirs.checks.map { $0.yielding(to: ours) } + transaction.checks
        : transaction.checks.map { $0.yielding(to: theirs.writes) } + theirs.checks
      transaction.saves += theirs.saves
      transaction.wholes += theirs.wholes
      transaction.files += theirs.files
      transaction.notes = transaction.notes ?? theirs.notes
      transaction.removals += theirs.removals
    }
    transactions[other.number] = nil
  }

  /// Drops a transaction that was not committed; what it was to save are edits again.
  public mutating func revert(
    _ id: TransactionID, into wishes: inout [ObjectWish]
  ) throws(TransactionFault) {
    guard let transaction = transactions[id.number], transaction.stage == .open else {
      throw .over
    }
    transactions[id.number] = nil
    end(transaction, .cancelled, into: &wishes)
  }
}
