// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirTrace
import WeirTree

// The edits of a shopping list: they are shown at once, and brought to the server one by one when there is a connection, also by
// later lives of the app.
extension ObjectApp {
  /// The bits of a tag that tell the writes of one life from those of another one.
  static var ofEra: UInt32 { 127 << 20 }

  /// The place of the receipt of this app.
  private var receiptPlace: Path {
    Path([ObjectNotes.receipts, carrying.files.notes.lastKey ?? Key("somebody")])
  }

  /// Does what a person wants of the shopping list; returns `false` if it is nothing that is done there.
  mutating func shop(_ name: String, at now: Instant, into wishes: inout [StackWish]) -> Bool {
    guard ["add-thing", "tick-off", "take-away", "scroll-things"].contains(name) else {
      return false
    }
    guard isOpen, let rows = shopping?.table.rows.first else { return true }
    if name == "scroll-things" {
      shopping?.top = chance.index(below: max(1, rows.count))
      fitCells(at: now, into: &wishes)
    } else if name == "add-thing" {
      let text = nextText()
      // No two edits have one text, so neither have two things one key.
      let key = Key(
        "\(carrying.files.notes.lastKey ?? Key("x"))-\(text.fingerprint % 1_000_000_007)")
      edit(.add, key, text, at: now, into: &wishes)
    } else if !rows.isEmpty {
      let key = rows[chance.index(below: rows.count)].key
      edit(name == "tick-off" ? .tickOff : .takeAway, key, nextText(), at: now, into: &wishes)
    }
    return true
  }

  private mutating func edit(
    _ deed: Outbox.Deed, _ key: Key, _ text: Node, at now: Instant, into wishes: inout [StackWish]
  ) {
    shopping?.outbox.edits.append(Outbox.Edit(deed: deed, key: key, text: text))
    note(ObjectNotes.edited.holding(deed.rawValue), x: text.fingerprint, key, into: &wishes)
    showTable(at: now, into: &wishes)
    sendEdit(at: now, into: &wishes)
  }

  // MARK: The outbox

  /// Writes the oldest edit, if nothing is waited for and it is known which one was written last.
  mutating func sendEdit(at now: Instant, into wishes: inout [StackWish]) {
    guard let shopping, case .nothing = shopping.outbox.waiting,
      let edit = shopping.outbox.edits.first
    else { return }
    guard let receipt = shopping.outbox.receipt else {
      return lookAtReceipt(at: now, into: &wishes)
    }
    let id = store.begin()
    var tasks: [ObjectWish] = []
    do throws(CollectionFault) {
      try write(edit, over: receipt, shopping.things, in: id)
    } catch {
      try? store.revert(id, into: &tasks)
      carryOut(tasks, at: now, into: &wishes)
      return settleEdit(isDone: false, at: now, into: &wishes)
    }
    self.shopping?.outbox.edits[0].isSent = true
    self.shopping?.outbox.waiting = .end(id)
    if edit.deed == .takeAway { carrying.releases += 1 }
    try? store.commit(id, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  /// Adds all that an edit writes to a transaction.
  private mutating func write(
    _ edit: Outbox.Edit, over receipt: Node, _ things: Values<ListedObject>, in id: TransactionID
  ) throws(CollectionFault) {
    let element = things.place(of: edit.key)
    do throws(TransactionFault) {
      try store.require(receipt.isNull ? .nothing : .just(receipt), at: receiptPlace, in: id)
      try store.set(edit.receipt, at: receiptPlace, in: id)
      // A thing that is taken away may have a photo.
      if edit.deed == .takeAway { try carrying.files.release(in: id, of: &store) }
      if edit.deed == .tickOff {
        try store.require(.something, at: element, in: id)
        try store.set(edit.text, at: element.appending(ObjectNotes.word), in: id)
      }
    } catch {
      throw .transaction(error)
    }
    switch edit.deed {
    case .add:
      let object = store.open(ListedObject.self, at: element)
      defer { store.forget(object) }
      store[object][ListedObject.word] = edit.text
      try things.write(
        object, link: Key("l"), Glimpse(payload: edit.text), in: id, of: &store)
    case .tickOff: break
    case .takeAway: try things.remove(edit.key, in: id, of: &store)
    }
  }

  private mutating func lookAtReceipt(at now: Instant, into wishes: inout [StackWish]) {
    let handle = store.open(Receipt.self, at: receiptPlace)
    shopping?.outbox.waiting = .receipt(handle)
    var tasks: [ObjectWish] = []
    store.load(handle, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  /// Takes in that an object was loaded, which may be the receipt.
  mutating func takeReceipt(
    _ id: ObjectID, _ fault: LoadFault?, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .receipt(let handle)? = shopping?.outbox.waiting, handle.id == id else { return }
    let node = store[handle].shown
    store.forget(handle)
    if fault != nil { return waitForEdit(at: now, into: &wishes) }
    shopping?.outbox.waiting = .nothing
    shopping?.outbox.receipt = node
    guard let edit = shopping?.outbox.edits.first, edit.isSent else {
      return sendEdit(at: now, into: &wishes)
    }
    if node == edit.receipt {
      settleEdit(isDone: true, at: now, into: &wishes)
    } else if shopping?.outbox.isRefused == true {
      settleEdit(isDone: false, at: now, into: &wishes)
    } else {
      sendEdit(at: now, into: &wishes)
    }
  }

  /// Takes in that a transaction has ended; returns `false` if it is none of the outbox.
  mutating func endEdit(
    _ id: TransactionID, _ fault: TransactionFault?, at now: Instant,
    into wishes: inout [StackWish]
  ) -> Bool {
    guard case .end(id)? = shopping?.outbox.waiting else { return false }
    if shopping?.outbox.edits.first?.deed == .takeAway {
      carrying.releases -= 1
      planRecovery(at: now, into: &wishes)
    }
    answerEdit(fault, at: now, into: &wishes)
    return true
  }

  /// Takes in how the write of the first edit has ended.
  private mutating func answerEdit(
    _ fault: TransactionFault?, at now: Instant, into wishes: inout [StackWish]
  ) {
    shopping?.outbox.waiting = .nothing
    shopping?.outbox.tag = nil
    let receipt = fault == nil ? shopping?.outbox.edits.first?.receipt : nil
    shopping?.outbox.receipt = receipt
    switch fault {
    case nil: return settleEdit(isDone: true, at: now, into: &wishes)
    case .refused(.overloaded): return waitForEdit(at: now, into: &wishes)
    case .missing(receiptPlace), .taken(receiptPlace), .changed(receiptPlace): break
    default: shopping?.outbox.isRefused = true
    }
    sendEdit(at: now, into: &wishes)
  }

  /// Ends the first edit, and goes on with the next one.
  private mutating func settleEdit(
    isDone: Bool, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let edit = shopping?.outbox.edits.removeFirst() else { return }
    shopping?.outbox.isRefused = false
    note(
      ObjectNotes.settled.holding(isDone ? 0 : 1), x: edit.text.fingerprint, edit.key,
      into: &wishes)
    showTable(at: now, into: &wishes)
    sendEdit(at: now, into: &wishes)
  }

  /// Tries again in a second.
  private mutating func waitForEdit(at now: Instant, into wishes: inout [StackWish]) {
    shopping?.outbox.waiting = .instant(now + .seconds(1))
    wishes.append(.wake(now + .seconds(1)))
  }

  /// Tries again what was to wait until now.
  mutating func wakeOutbox(at now: Instant, into wishes: inout [StackWish]) {
    guard case .instant(let due)? = shopping?.outbox.waiting, due <= now else { return }
    shopping?.outbox.waiting = .nothing
    sendEdit(at: now, into: &wishes)
  }

  // MARK: Lives

  /// The edits, if there is a shopping list, and else what the list keeps.
  func saved() -> SavedStack? {
    guard let outbox = shopping?.outbox else { return inner.saved() }
    return SavedStack(
      SavedShopping(edits: outbox.edits, tag: outbox.tag, era: era, lastText: lastText))
  }

  /// Takes up the edits of an earlier life, and waits for the answer to one that is still under way.
  mutating func restore(
    _ saved: SavedStack, held: [UInt32], at now: Instant, into wishes: inout [StackWish]
  ) {
    guard let content = saved.content as? SavedShopping else {
      return inner.restore(saved, held: held, at: now, into: &wishes)
    }
    (era, lastText) = ((content.era + (1 << 20)) & Self.ofEra, content.lastText)
    shopping?.outbox.edits = content.edits
    if let tag = content.tag, held.contains(tag) {
      shopping?.outbox.tag = tag
      shopping?.outbox.waiting = .answer(tag)
    }
    showTable(at: now, into: &wishes)
    sendEdit(at: now, into: &wishes)
  }

  /// Takes in the answer to a write of an earlier life.
  mutating func answerEarlier(
    _ tag: UInt32, _ answer: Message.Answer, at now: Instant, into wishes: inout [StackWish]
  ) {
    guard case .answer(tag)? = shopping?.outbox.waiting else { return }
    answerEdit(answer == .committed ? nil : .refused(answer), at: now, into: &wishes)
  }
}
