// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirScenario
import WeirTrace
import WeirTree

// The things that people do with an app with objects, and those that it does by itself.
extension ObjectApp {
  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    // A row that is kept can be opened before its list is heard; all else is done to rows that are.
    let name = ObjectFamily.actions[act.action].name
    if shop(name, at: now, into: &wishes) { return }
    let isOfForm = ["open-form", "fill-in", "discard", "save", "fold-preview"].contains(name)
    if isOpen, !heard.isEmpty || isOfForm && !kept.isEmpty {
      switch name {
      case "open-form": openForm(at: now, into: &wishes)
      case "fill-in": fillIn(at: now, into: &wishes)
      case "discard": discard(at: now, into: &wishes)
      case "save": if save(act.journey, at: now, into: &wishes) { return }
      case "join": if join(act.journey, at: now, into: &wishes) { return }
      case "add-photo": if addPhoto(act.journey, at: now, into: &wishes) { return }
      case "drop-photo": if dropPhoto(act.journey, at: now, into: &wishes) { return }
      case "save-with-photo":
        if save(act.journey, withPhoto: true, at: now, into: &wishes) { return }
      case "sign": if sign(NewerRow.self, act.journey, at: now, into: &wishes) { return }
      case "sign-older": if sign(OlderRow.self, act.journey, at: now, into: &wishes) { return }
      case "change-several": if changeSeveral(act.journey, at: now, into: &wishes) { return }
      case "arrange-sheet": arrangeSheet(into: &wishes)
      case "fill-card": if fillCard(act.journey, at: now, into: &wishes) { return }
      case "fold-preview": foldPreview(at: now, into: &wishes)
      case "part": if part(act.journey, at: now, into: &wishes) { return }
      default: if delete(act.journey, at: now, into: &wishes) { return }
      }
    }
    wishes.append(.over(journey: act.journey))
  }

  /// A row of the list; there is one.
  mutating func anyKey() -> Key { heard.entry(at: chance.index(below: heard.count)).key }

  private mutating func openForm(at now: Instant, into wishes: inout [StackWish]) {
    let key =
      heard.isEmpty ? kept.entry(at: chance.index(below: kept.count)).key : anyKey()
    note(ObjectNotes.opened.holding(), key, into: &wishes)
    closeForm(at: now, into: &wishes)
    let handle = store.open(ListedObject.self, at: place(key))
    form = Form(key: key, handle: handle)
    showForm(into: &wishes)
    openPreview(at: now, into: &wishes)
    var tasks: [ObjectWish] = []
    store.listen(to: handle, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  private mutating func fillIn(at now: Instant, into wishes: inout [StackWish]) {
    guard let form, store[form.handle].isThere == true else { return }
    let text = nextText()
    let stamp = text.fingerprint
    self.form?.typed = stamp
    store[form.handle][ListedObject.word] = text
    note(ObjectNotes.typed.holding(), x: stamp, form.key, into: &wishes)
    showForm(into: &wishes)
    feedTyped(stamp, at: now, into: &wishes)
  }

  private mutating func discard(at now: Instant, into wishes: inout [StackWish]) {
    guard let form, let stamp = form.typed, store[form.handle].hasEdits else { return }
    noteEnd(of: stamp, form.key, isSaved: false, at: now, into: &wishes)
    store[form.handle].revert()
    showForm(into: &wishes)
  }

  /// Saves the form, with a photo or without one; `false` if there is nothing to wait for.
  private mutating func save(
    _ journey: UInt32, withPhoto: Bool = false, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    guard let form, let stamp = form.typed, store[form.handle].hasEdits else { return false }
    if !store[form.handle].conflicts.isEmpty {
      note(ObjectNotes.conflicted.holding(), form.key, into: &wishes)
      switch options.conflicts {
      case .mine: store[form.handle].decide(.mine)
      case .theirs:
        discard(at: now, into: &wishes)
        return false
      }
    }
    let work = Work(journey: journey, key: form.key, begun: now, saves: stamp)
    let row = place(form.key)
    let photo = withPhoto ? nextPhoto(at: now) : nil
    let old = photosInForm
    var (files, tasks): (ObjectFiles, [FileWish]) = (carrying.files, [])
    let isUnderWay = commit(work, into: &wishes) { store, id throws(TransactionFault) in
      try store.require(.something, at: row, in: id)
      try store.save(form.handle, .edits, in: id)
      if let photo {
        _ = try files.upload(
          photo, to: ListedObject.photo, of: row, replacing: old, in: id, of: &store, into: &tasks)
      }
    }
    if isUnderWay {
      carrying.files = files
      carryOut(tasks, at: now, into: &wishes)
    }
    return isUnderWay
  }

  /// Lets a row be led by another one, from whichever side; `false` if there is only one.
  private mutating func join(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let (one, other) = (anyKey(), anyKey())
    if one == other { return false }
    let isFromAbove = chance.index(below: 2) == 0
    let (led, leading) = (place(one), place(other))
    return commit(Work(journey: journey, key: one, begun: now), into: &wishes) {
      store, id throws(TransactionFault) in
      try store.require(.something, at: led, in: id)
      try store.require(.something, at: leading, in: id)
      if isFromAbove {
        let object = store.open(ListedObject.self, at: leading)
        defer { store.forget(object) }
        try store.relate(object, ListedObject.crew, with: led, in: id)
      } else {
        let object = store.open(ListedObject.self, at: led)
        defer { store.forget(object) }
        store[object].relate(ListedObject.lead, to: leading)
        try store.save(object, .edits, in: id)
      }
    }
  }

  /// Takes a relation away, from whichever side; `false` if there is none.
  private mutating func part(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let led = heard.filter { !$0.value[ListedObject.lead.path].isNull }.map(\.key)
    if led.isEmpty { return false }
    let key = led[chance.index(below: led.count)]
    let end = heard[key].flatMap { try? Coding.relationEnd.value(in: $0[ListedObject.lead.path]) }
    let isFromAbove = chance.index(below: 2) == 0
    let row = place(key)
    return commit(Work(journey: journey, key: key, begun: now), into: &wishes) {
      store, id throws(TransactionFault) in
      if isFromAbove, let end {
        let object = store.open(ListedObject.self, at: end.target)
        defer { store.forget(object) }
        try store.unrelate(object, ListedObject.crew, from: row, in: id)
      } else {
        let object = store.open(ListedObject.self, at: row)
        defer { store.forget(object) }
        store[object].relate(ListedObject.lead, to: nil)
        try store.save(object, .edits, in: id)
      }
    }
  }

  /// Deletes a row with its relations.
  private mutating func delete(
    _ journey: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) -> Bool {
    let key = anyKey()
    let row = place(key)
    let files = carrying.files
    let work = Work(journey: journey, key: key, begun: now, releases: true)
    carrying.releases += 1
    return commit(work, into: &wishes) {
      store, id throws(TransactionFault) in
      let object = store.open(ListedObject.self, at: row)
      defer { store.forget(object) }
      try files.delete(object, in: id, of: &store)
    }
  }

  /// Mends the relations of a row that has an end which leads to nothing, if there is one that the rules have not forbidden to
  /// mend as it is.
  mutating func mend(at now: Instant, into wishes: inout [StackWish]) {
    if mending != nil { return }
    let half = heard.filter {
      isHalf($0.key, $0.value) && unmendable[$0.key] != $0.value.fingerprint
    }.map(\.key)
    if half.isEmpty { return }
    let key = half[chance.index(below: half.count)]
    let row = place(key)
    note(ObjectNotes.mending.holding(), key, into: &wishes)
    let stamp = heard[key]?.fingerprint ?? 0
    let isUnderWay = commit(Work(journey: 0, key: key, begun: now), mends: stamp, into: &wishes) {
      store, id throws(TransactionFault) in
      let object = store.open(ListedObject.self, at: row)
      defer { store.forget(object) }
      try store.mend(object, in: id)
    }
    if !isUnderWay { planMending(at: now, into: &wishes) }
  }

  /// Makes a transaction and commits it; `false` if it cannot be made.
  ///
  /// One that mends says how the row looks before.
  mutating func commit(
    _ work: Work, mends stamp: UInt64? = nil, into wishes: inout [StackWish],
    _ make: (inout ObjectStore, TransactionID) throws(TransactionFault) -> Void
  ) -> Bool {
    let id = store.begin()
    var tasks: [ObjectWish] = []
    do throws(TransactionFault) {
      try make(&store, id)
      works[id.number] = work
      if let stamp { mending = (id, work.key, stamp) }
      try store.commit(id, into: &tasks)
      carryOut(tasks, at: work.begun, into: &wishes)
      return true
    } catch {
      try? store.revert(id, into: &tasks)
      works[id.number] = nil
      if work.releases { carrying.releases -= 1 }
      carryOut(tasks, at: work.begun, into: &wishes)
      if work.saves != nil { note(ObjectNotes.unsaved.holding(), work.key, into: &wishes) }
      return false
    }
  }
}

extension ObjectStore {
  /// Closes an object to which nobody listens.
  mutating func forget<Kind>(_ object: ObjectHandle<Kind>) {
    var nothing: [ObjectWish] = []
    close(object.id, into: &nothing)
  }
}

extension TransactionFault {
  /// `true` if the rules forbid it, as they will when it is tried once more.
  var isForbidden: Bool {
    switch self {
    case .refused(.forbidden), .unreadable(_, .forbidden): true
    default: false
    }
  }
}
