// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirTrace
import WeirTree

// Transactions that change several rows at one instant: they set and take away marks, merge with others, ask for what has to be
// there, change relations, and are sometimes reverted.
extension ObjectApp {
  /// Marks several rows in one transaction, or in two that are merged; `false` if there is nothing to wait for.
  mutating func changeSeveral(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let keys = chosenKeys()
    if keys.count < 2 { return false }
    let id = begin(into: &wishes)
    var tasks: [ObjectWish] = []
    var wanted = marks(keys)
    do throws(TransactionFault) {
      try mark(wanted, in: id)
      if chance.index(below: 2) == 0 { try merge(&wanted, keys, into: id, &wishes) }
      if chance.index(below: 3) == 0 { try require(keys, in: id) }
      if chance.index(below: 4) == 0 { try join(keys[0], to: keys[1], in: id) }
      if chance.index(below: 6) == 0 {
        try store.revert(id, into: &tasks)
        enter(.reverted, id, into: &wishes)
        commitAgain(id, into: &wishes)
        carryOut(tasks, at: now, into: &wishes)
        return false
      }
      for (key, mark) in wanted {
        let stamp = mark.isNull ? 0 : mark.fingerprint
        note(ObjectNotes.wanted.holding(UInt64(id.number)), x: stamp, key, into: &wishes)
      }
      enter(.committing, id, into: &wishes)
      works[id.number] = Work(journey: journey, key: keys[0], begun: now, isWatched: true)
      try store.commit(id, into: &tasks)
    } catch {
      invariantBroken("a transaction of rows that are there is not taken: \(error)")
    }
    commitAgain(id, into: &wishes)
    carryOut(tasks, at: now, into: &wishes)
    return true
  }

  /// Two to four rows, each once.
  private mutating func chosenKeys() -> [Key] {
    var keys: [Key] = []
    for _ in 0..<4 {
      let key = anyKey()
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private mutating func begin(into wishes: inout [StackWish]) -> TransactionID {
    let id = store.begin()
    enter(.begun, id, into: &wishes)
    return id
  }

  /// The marks that some of the rows are to have: of the first one a new one, and of others perhaps none any more.
  private mutating func marks(_ keys: [Key]) -> SortedMap<Key, Node> {
    var marks = SortedMap<Key, Node>()
    for key in keys {
      let isTaken = !marks.isEmpty && chance.index(below: 4) == 0
      marks.set(isTaken ? .null : nextText(), for: key)
    }
    return marks
  }

  private mutating func mark(
    _ marks: SortedMap<Key, Node>, in id: TransactionID
  ) throws(TransactionFault) {
    for (key, mark) in marks {
      try store.require(.something, at: place(key), in: id)
      try store.set(mark, at: place(key).appending(ObjectNotes.mark), in: id)
    }
  }

  /// Merges another transaction into one, and takes in what both want together.
  private mutating func merge(
    _ wanted: inout SortedMap<Key, Node>, _ keys: [Key], into id: TransactionID,
    _ wishes: inout [StackWish]
  ) throws(TransactionFault) {
    let other = begin(into: &wishes)
    // The first row is left alone, so that something is marked in any case.
    let theirs = marks(Array(keys.dropFirst()))
    try mark(theirs, in: other)
    let isTheirs = chance.index(below: 2) == 0
    try store.merge(other, into: id, isTheirs ? .theirs : .ours)
    enter(.merged, other, into: &wishes)
    for (key, mark) in theirs where isTheirs || wanted[key] == nil { wanted.set(mark, for: key) }
  }

  /// Asks that the marks are those that the list has heard.
  private mutating func require(_ keys: [Key], in id: TransactionID) throws(TransactionFault) {
    let key = keys[chance.index(below: keys.count)]
    let node = heard[key]?[ObjectNotes.mark] ?? .null
    let path = place(key).appending(ObjectNotes.mark)
    try store.require(node.isNull ? .nothing : .just(node), at: path, in: id)
  }

  private mutating func join(
    _ one: Key, to other: Key, in id: TransactionID
  ) throws(TransactionFault) {
    let object = store.open(ListedObject.self, at: place(one))
    defer { store.forget(object) }
    store[object].relate(ListedObject.lead, to: place(other))
    try store.save(object, .edits, in: id)
  }

  /// Tries to commit what is over or under way, which has to be refused.
  private mutating func commitAgain(_ id: TransactionID, into wishes: inout [StackWish]) {
    var tasks: [ObjectWish] = []
    do throws(TransactionFault) {
      try store.commit(id, into: &tasks)
      enter(.committedAgain, id, into: &wishes)
    } catch {}
  }

  /// Says that a transaction has come to a stage.
  func enter(
    _ stage: TransactionStage, _ id: TransactionID, into wishes: inout [StackWish]
  ) {
    wishes.append(
      .note(
        StackNote(words: ObjectNotes.stage.holding(stage.rawValue), x: UInt64(id.number))))
  }
}
