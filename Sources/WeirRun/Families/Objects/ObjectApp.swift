// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirObjects
import WeirTrace
import WeirTree

/// An app that shows the rows of a list, and one of them in a form, in which people type and save.
///
/// The list is a stream. The form listens to its row for itself, and what is typed stays in the app until it is saved. Rows
/// lead each other by relations, whose ends the app changes at one instant; if the list is quiet and still has an end that
/// leads to nothing, the app mends it.
struct ObjectApp: StackAround {
  var inner: any ClientStack
  let list: Path
  /// `true` if the list shows all rows, so that a row which is not heard is not there.
  let showsEverything: Bool
  let options: ObjectOptions
  var store: ObjectStore
  var chance: RandomStream
  var isOpen = false
  /// The row that is open in the form; nil: none.
  var form: Form?
  private var fields = ToldRows()
  /// The rows of which the form has kept something, which can be opened before the list is heard.
  var kept = SortedMap<Key, Bool>()
  /// The rows of the list, as they were heard.
  var heard = SortedMap<Key, Node>()
  /// By the numbers of their transactions: what is under way; only looked up in.
  var works: [Int: Work] = [:]
  /// The transaction that mends a row, and the row as it was before.
  var mending: (id: TransactionID, key: Key, stamp: UInt64)?
  /// The rows that the rules did not let it mend, as they were: it tries again when they have changed.
  var unmendable = SortedMap<Key, UInt64>()
  /// The photos that are under way.
  var carrying: Carrying
  /// The moment at which the list has been quiet for long enough to be mended.
  private var mendDue: Instant?
  var lastText: UInt32 = 0
  /// The live preview of the form, if the app shows one.
  let preview: FormPreview?
  /// The sheet of the form, if the app shows one.
  var sheet: FormSheet?
  /// The shopping list, if there is a table of it.
  var shopping: ShoppingList?
  /// The bits by which the tags of writes differ from those of earlier lives.
  var era: UInt32 = 0

  /// A row in a form.
  struct Form: Sendable {
    var key: Key
    var handle: ObjectHandle<ListedObject>
    /// The stamp of what was typed and is neither saved nor given up.
    var typed: UInt64?
  }

  /// Something that is under way.
  struct Work: Sendable {
    /// The journey of who waits for it; 0: nobody does.
    var journey: UInt32
    var key: Key
    var begun: Instant
    /// The stamp of the text that it saves; nil: it saves none.
    var saves: UInt64?
    /// `true` if it takes files away, from their row or with it.
    var releases = false
    /// `true` if it was written once.
    var isSent = false
    /// `true` if it is told at which stage its transaction is.
    var isWatched = false
  }

  /// The bit that tells the tags of the form and of the store from those of the list.
  static let own: UInt32 = 1 << 31

  init(
    _ inner: any ClientStack, of list: QueryBuilder, _ options: ObjectOptions,
    _ chance: RandomStream, notedAs name: Key
  ) {
    (self.inner, self.options, self.chance) = (inner, options, chance)
    store = ObjectStore(options.keep ? .persistent : .none)
    carrying = Carrying(notedAs: name)
    preview = options.preview ? FormPreview() : nil
    sheet = options.sheet ? FormSheet() : nil
    (self.list, showsEverything) = (list.path, list.query.showsEverything)
    if options.table > 0 { shopping = ShoppingList(at: list.path, size: options.table) }
  }

  // MARK: Lives

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
    if isOpen { return }
    isOpen = true
    forgetHeard()
    fields.begin()
    showForm(into: &wishes)
    openSheet(into: &wishes)
    planRecovery(at: now, into: &wishes)
    loadKept(into: &wishes)
    openTable(at: now, into: &wishes)
  }

  mutating func close(into wishes: inout [StackWish]) {
    inner.close(into: &wishes)
    guard isOpen else { return }
    isOpen = false
    closeForm(at: .zero, into: &wishes)
    fields.end()
    sheet?.leave()
    closeTable(into: &wishes)
    // Nobody waits any more for that which was begun, but it goes on.
    for number in works.keys.sorted() {
      guard let work = works[number] else { continue }
      wishes.append(.over(journey: work.journey))
      works[number]?.journey = 0
    }
    leaveFiles(into: &wishes)
  }

  /// Closes the form, and what was typed into it is gone.
  mutating func closeForm(at now: Instant, into wishes: inout [StackWish]) {
    guard let form else { return }
    closePreview(of: form.key, into: &wishes)
    self.form = nil
    var tasks: [ObjectWish] = []
    store.close(form.handle.id, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  /// The place of a row.
  func place(_ key: Key) -> Path { list.appending(key) }

  /// A text that nobody typed before.
  mutating func nextText() -> Node {
    lastText += 1
    return .text("typed \(lastText) \(chance.below(1_000_000))")
  }

  // MARK: What is heard

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    if tag & Self.own != 0, tag & Self.ofIndex != 0 {
      return hearIndex(event, from: tag & ~(Self.own | Self.ofIndex), at: now, into: &wishes)
    }
    if tag & Self.own != 0 {
      var tasks: [ObjectWish] = []
      store.hear(event, from: tag & ~Self.own, into: &tasks)
      return carryOut(tasks, at: now, into: &wishes)
    }
    switch event.kind {
    case .added, .changed:
      heard.set(event.node, for: event.key)
      readCard(event.node[CardValues.name], of: event.key, into: &wishes)
    case .removed: heard.remove(event.key)
    case .moved: break
    case .value: planMending(at: now, into: &wishes)
    }
    inner.receive(event, from: tag, at: now, into: &wishes)
  }

  private mutating func forgetHeard() {
    (heard, unmendable, mendDue) = (SortedMap(), SortedMap(), nil)
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    if tag & Self.own == 0 {
      // The list grows old, and nobody may mend what they do not see.
      forgetHeard()
      return inner.lose(tag, refusal, at: now, into: &wishes)
    }
    if tag & Self.ofIndex != 0 {
      return loseIndex(tag & ~(Self.own | Self.ofIndex), refusal, at: now, into: &wishes)
    }
    var tasks: [ObjectWish] = []
    store.lose(tag & ~Self.own, refusal, into: &tasks)
    carryOut(tasks, at: now, into: &wishes)
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    var answer = answer
    if case .settled(let tag, let result) = answer, tag & Self.own != 0 {
      if tag & Self.ofEra != era { return answerEarlier(tag, result, at: now, into: &wishes) }
      answer = .settled(tag: tag & ~Self.ofEra, result)
    }
    if let tag = answer.tag, tag & Self.own != 0, tag & Self.ofFile != 0 {
      return answerFiles(answer, at: now, into: &wishes)
    }
    var tasks: [ObjectWish] = []
    switch answer {
    case .found(let tag, let node, _) where tag & Self.own != 0:
      store.take(.success(node), of: tag & ~Self.own, into: &tasks)
    case .refused(let tag, let refusal) where tag & Self.own != 0:
      store.take(.failure(ReadRefusal(refusal)), of: tag & ~Self.own, into: &tasks)
    case .settled(let tag, let answer) where tag & Self.own != 0:
      store.settle(tag & ~Self.own, answer, into: &tasks)
    case .stored(let tag, let answer) where tag & Self.own != 0:
      take(answer, tag & ~Self.own, into: &tasks)
    default: return inner.answer(answer, at: now, into: &wishes)
    }
    carryOut(tasks, at: now, into: &wishes)
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    inner.wake(at: now, into: &wishes)
    wakeFiles(at: now, into: &wishes)
    wakeOutbox(at: now, into: &wishes)
    wakePreview(at: now, into: &wishes)
    guard isOpen, let due = mendDue, due <= now else { return }
    mendDue = nil
    mend(at: now, into: &wishes)
  }

  /// `true` if a row has an end that leads to nothing, or to one that does not lead back.
  func isHalf(_ key: Key, _ node: Node) -> Bool {
    let object = place(key)
    let ends =
      [(ListedObject.lead.path, node[ListedObject.lead.path])]
      + node[ListedObject.crew.path].children.map {
        (ListedObject.crew.path.appending($0.key), $0.value)
      }
    return ends.contains { path, node in
      guard let end = try? Coding.relationEnd.value(in: node) else { return false }
      guard let other = end.target.seen(from: list)?.lastKey, let row = heard[other] else {
        return true
      }
      let back = try? Coding.relationEnd.value(in: row[end.back])
      return back.map { $0.target.appending($0.back) } != object.appending(path)
    }
  }

  /// Sets the clock at which the app looks whether there is something to mend.
  mutating func planMending(at now: Instant, into wishes: inout [StackWish]) {
    if !showsEverything { return }
    let wait = UInt64(max(1, options.mendAfter.nanoseconds))
    let due = now + Interval(nanoseconds: Int64(wait + chance.below(wait)))
    mendDue = due
    wishes.append(.wake(due))
  }

  // MARK: What the objects want

  /// Carries out what the objects want to have done and told.
  mutating func carryOut(
    _ tasks: [ObjectWish], at now: Instant, into wishes: inout [StackWish]
  ) {
    for task in tasks {
      switch task {
      case .listen(let tag, let path):
        wishes.append(.listen(tag: tag | Self.own, path, Query()))
      case .unlisten(let tag): wishes.append(.unlisten(tag: tag | Self.own))
      case .read(let tag, let path): wishes.append(.read(tag: tag | Self.own, path))
      case .write(let tag, let write, let demands):
        let ownTag = tag | Self.own | era
        if case .end(let id)? = shopping?.outbox.waiting, store.transaction(writtenAs: tag) == id {
          shopping?.outbox.tag = ownTag
        }
        wishes.append(Self.write(ownTag, write, demands, journey: takeJourney(of: tag)))
      case .changed(let id):
        if shopping?.cells.contains(where: { $0.handle.id == id }) == true {
          showCells(into: &wishes)
        }
        guard id == form?.handle.id else { continue }
        showForm(into: &wishes)
        feedHeard(at: now, into: &wishes)
        noteFound(at: now, into: &wishes)
      case .ended(let id, let fault): end(id, fault, at: now, into: &wishes)
      case .keep(let place, let node): keep(node, at: place, into: &wishes)
      case .recall(let tag, let place): recall(tag, place, into: &wishes)
      case .filed(let id, let fault): endFile(id, fault, at: now, into: &wishes)
      case .loaded(let id, let fault): takeReceipt(id, fault, at: now, into: &wishes)
      case .lost: break
      }
    }
  }

  static func write(
    _ tag: UInt32, _ write: Write, _ demands: [WriteDemand], journey: UInt32
  ) -> StackWish {
    demands.isEmpty
      ? .write(tag: tag, write, journey: journey)
      : .conditionalWrite(tag: tag, write, if: demands, journey: journey)
  }

  /// The journey of a write; one that begins again is on none, as a journey has one answer.
  private mutating func takeJourney(of tag: UInt32) -> UInt32 {
    guard let id = store.transaction(writtenAs: tag), let work = works[id.number], !work.isSent
    else { return 0 }
    works[id.number]?.isSent = true
    return work.journey
  }

  /// Takes in how a transaction has ended.
  private mutating func end(
    _ id: TransactionID, _ fault: TransactionFault?, at now: Instant,
    into wishes: inout [StackWish]
  ) {
    if endEdit(id, fault, at: now, into: &wishes) { return }
    if let mended = mending, mended.id == id {
      mending = nil
      if fault?.isForbidden == true {
        unmendable.set(mended.stamp, for: mended.key)
        note(ObjectNotes.unmended.holding(), mended.key, into: &wishes)
      }
      if isOpen { planMending(at: now, into: &wishes) }
    }
    guard let work = works.removeValue(forKey: id.number) else { return }
    if work.releases {
      carrying.releases -= 1
      planRecovery(at: now, into: &wishes)
    }
    if work.isWatched { enter(fault == nil ? .done : .refused, id, into: &wishes) }
    if let stamp = work.saves, work.journey != 0 {
      if fault == nil {
        noteEnd(of: stamp, work.key, isSaved: true, at: now, into: &wishes)
        let time = UInt64((now - work.begun).nanoseconds)
        note(ObjectNotes.saved.holding(), x: time, work.key, into: &wishes)
      } else {
        note(ObjectNotes.unsaved.holding(), work.key, into: &wishes)
        if work.key == form?.key { feed(.refused, stamp, at: now, into: &wishes) }
        noteFound(at: now, into: &wishes)
      }
    }
    wishes.append(.over(journey: work.journey))
  }

  /// Says that an edit is over which the row turns out to have already: its save was done, sent again and then refused.
  private mutating func noteFound(at now: Instant, into wishes: inout [StackWish]) {
    guard let form, let stamp = form.typed, !store[form.handle].hasEdits,
      !works.keys.sorted().contains(where: { works[$0]?.saves == stamp })
    else { return }
    noteEnd(of: stamp, form.key, isSaved: true, at: now, into: &wishes)
  }

  /// Says that an edit is over.
  mutating func noteEnd(
    of stamp: UInt64, _ key: Key, isSaved: Bool, at now: Instant, into wishes: inout [StackWish]
  ) {
    if form?.key == key, form?.typed == stamp {
      form?.typed = nil
      feedEnd(at: now, into: &wishes)
    }
    note(ObjectNotes.ended.holding(isSaved ? 0 : 1), x: stamp, key, into: &wishes)
  }

  func note(_ words: UInt64, x: UInt64 = 0, _ key: Key, into wishes: inout [StackWish]) {
    wishes.append(.note(StackNote(words: words, x: x, key: key)))
  }

  // MARK: What is shown

  /// The fields of the row in the form, one below the other.
  private var shownFields: [Row] {
    guard let form, store[form.handle].isThere != nil else { return [] }
    let node = store[form.handle].shown
    return [ObjectNotes.word, ObjectNotes.lead, ObjectNotes.crew].compactMap { field in
      node[field].isNull ? nil : Row(key: field, stamp: node[field].fingerprint)
    }
  }

  /// Shows the form, if it is to show something else.
  mutating func showForm(into wishes: inout [StackWish]) {
    let rows = shownFields
    showSheet(into: &wishes)
    guard isOpen, fields.differs(from: rows) else { return }
    fields.tell(rows)
    wishes.append(.publishSurface(1))
  }

  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    switch surface {
    case sheetNumber: sheet?.publish(into: &update)
    case 1: fields.publish(into: &update)
    case 2: shopping?.told.publish(into: &update)
    default: shopping?.toldCells.publish(into: &update)
    }
    rows(ofSurface: surface, into: &sections)
  }

  func rows(ofSurface surface: Int, into sections: inout [[Row]]) {
    switch surface {
    case sheetNumber: sections = sheet?.shown ?? []
    case 1: sections = [fields.shown]
    case 2: sections = [shopping?.told.shown ?? []]
    default: sections = [shopping?.toldCells.shown ?? []]
    }
  }
}

extension StackAnswer {
  /// The tag of what was asked, where it is of those that apps with objects ask; nil: it is not.
  fileprivate var tag: UInt32? {
    switch self {
    case .found(let tag, _, _), .refused(let tag, _), .settled(let tag, _),
      .transferred(let tag, _):
      tag
    case .ended, .fetched, .stored: nil
    }
  }
}
