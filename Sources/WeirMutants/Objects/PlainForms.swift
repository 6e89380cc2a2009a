// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirStreams
import WeirTrace
import WeirTree

/// An app with objects that does the least: its form shows the row as the list has heard it, with what was typed over it, and
/// relations are written as the list knows them.
struct PlainForms<Habits: FormHabits>: StackAround {
  /// A row in a form.
  private struct Form: Sendable {
    /// The row that was opened, and the one that is heard.
    var key: Key
    var heardKey: Key
    var row: Node
    /// The row as it was heard last, whatever the form made of that.
    var told: Node
    var news = 0
    var typed: Node?
    var saves = 0
  }

  /// A write that is not answered.
  struct Sent: Sendable {
    var journey: UInt32
    var key: Key
    var text: Node?
    /// The parts that are written when this is answered.
    var next: [Write.Part] = []
  }

  var inner: any ClientStack
  let list: Path
  var heard = SortedMap<Key, Node>()
  /// The row of which the batch told last.
  private var lastHeard: Key?
  private var form: Form?
  /// By key: the row as a form showed it when it was left.
  private var kept = SortedMap<Key, Node>()
  private var sent = SortedMap<UInt32, Sent>()
  private var shown: [Row] = []
  private var tellings: [(rows: [Row], isFirst: Bool)] = []
  var isOpen = false
  private var hasBegun = false
  private var lastTag: UInt32 = 0
  private var lastText = 0
  var mendDue: Instant?

  private static var own: UInt32 { 1 << 31 }

  init(_ context: StackContext) {
    inner = AnyStream(context.screen, batching: context.batching).asStack
    list = context.screen.sources[0].path
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
    if isOpen { return }
    (isOpen, hasBegun, mendDue) = (true, false, nil)
    (heard, kept) = (SortedMap(), SortedMap())
    show(into: &wishes)
  }

  mutating func close(into wishes: inout [StackWish]) {
    inner.close(into: &wishes)
    (isOpen, form, tellings) = (false, nil, [])
    for (_, write) in sent { wishes.append(.over(journey: write.journey)) }
    sent = SortedMap()
  }

  // MARK: What is heard

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch event.kind {
    case .added, .changed:
      heard.set(event.node, for: event.key)
      lastHeard = event.key
    case .removed:
      heard.remove(event.key)
      lastHeard = event.key
    case .moved: break
    case .value:
      mendDue = now + .seconds(2)
      wishes.append(.wake(now + .seconds(2)))
    }
    inner.receive(event, from: tag, at: now, into: &wishes)
    if event.kind == .value { hear(into: &wishes) }
  }

  /// The form hears of its row.
  private mutating func hear(into wishes: inout [StackWish]) {
    guard var form else { return }
    let new = heard[form.heardKey] ?? .null
    if new == form.told { return }
    form.told = new
    form.news += 1
    if !Habits.misses(form.news, isLast: lastHeard == form.heardKey) {
      form.typed = form.typed.flatMap {
        Habits.keeps($0, heard: form.row[ObjectNotes.word], now: new[ObjectNotes.word])
      }
      form.row = Habits.hears(new, over: form.row, saves: form.saves)
    }
    self.form = form
    show(into: &wishes)
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    guard case .settled(let tag, let result) = answer, tag & Self.own != 0 else {
      return inner.answer(answer, at: now, into: &wishes)
    }
    guard let write = sent.remove(tag) else { return }
    if let text = write.text, form?.key == write.key {
      let isDone = Habits.isDone(result)
      if isDone { form?.saves += 1 }
      let isOver = isDone || !Habits.keepsRefused
      let isSame = form?.typed.map { Habits.isSame($0, asSaved: text) } ?? false
      if isOver, isSame || Habits.endsNewer { form?.typed = nil }
      if isDone { end(text, write.key, isSaved: true, into: &wishes) }
      show(into: &wishes)
    }
    if !write.next.isEmpty {
      self.write(write.next, Sent(journey: 0, key: write.key), into: &wishes)
    }
    wishes.append(.over(journey: write.journey))
  }

  private func end(_ text: Node, _ key: Key, isSaved: Bool, into wishes: inout [StackWish]) {
    wishes.append(
      .note(
        StackNote(
          words: ObjectNotes.ended.holding(isSaved ? 0 : 1), x: text.fingerprint, key: key)))
  }

  // MARK: People

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    guard case .act(let act) = command else {
      return inner.perform(command, at: now, into: &wishes)
    }
    let writes = wishes.count
    if isOpen, !heard.isEmpty {
      // The actions of the family: to open a form, to fill it in, to give up, to save, to join, to part, to delete, to sign.
      switch act.action {
      case 0: openForm(act.journey, into: &wishes)
      case 1: fillIn(into: &wishes)
      case 2: giveUp(into: &wishes)
      case 3: save(act.journey, into: &wishes)
      case 4: join(act.journey, into: &wishes)
      case 5: part(act.journey, into: &wishes)
      case 6: delete(act.journey, into: &wishes)
      case 8: sign(act.journey, as: SignedRows.newerVersions, into: &wishes)
      case 9: sign(act.journey, as: SignedRows.olderVersions, into: &wishes)
      default: break
      }
    }
    let isUnderWay = wishes[writes...].contains {
      switch $0 {
      case .write, .conditionalWrite: true
      default: false
      }
    }
    if !isUnderWay { wishes.append(.over(journey: act.journey)) }
  }

  func key(_ number: UInt32) -> Key { heard.entry(at: Int(number) % heard.count).key }

  private mutating func openForm(_ journey: UInt32, into wishes: inout [StackWish]) {
    let key = key(journey)
    wishes.append(.note(StackNote(words: ObjectNotes.opened.holding(), key: key)))
    let heardKey = Habits.opens(key, after: form?.heardKey)
    if let form { kept.set(form.row, for: form.heardKey) }
    let row = heard[heardKey] ?? .null
    form = Form(
      key: key, heardKey: heardKey, row: Habits.begins(with: row, kept: kept[heardKey]), told: row)
    show(into: &wishes)
  }

  private mutating func fillIn(into wishes: inout [StackWish]) {
    guard let form, !form.row.isNull else { return }
    lastText += 1
    let text = Habits.types(lastText)
    self.form?.typed = text
    wishes.append(
      .note(
        StackNote(words: ObjectNotes.typed.holding(), x: text.fingerprint, key: form.key)))
    show(into: &wishes)
  }

  private mutating func giveUp(into wishes: inout [StackWish]) {
    guard let form, let typed = form.typed else { return }
    end(typed, form.key, isSaved: false, into: &wishes)
    if Habits.givesUp { self.form?.typed = nil }
    show(into: &wishes)
  }

  private mutating func save(_ journey: UInt32, into wishes: inout [StackWish]) {
    guard let form, let typed = form.typed, Habits.savesGone || heard[form.key] != nil else {
      return
    }
    let isThere = WriteDemand(.something, at: list.appending(form.key))
    write(
      [Write.Part(Habits.saves(form.key), typed)],
      Sent(journey: journey, key: form.key, text: typed), if: Habits.savesGone ? [] : [isThere],
      into: &wishes)
  }

  mutating func write(
    _ parts: [Write.Part], _ write: Sent, if demands: [WriteDemand] = [],
    into wishes: inout [StackWish]
  ) {
    if parts.isEmpty { return }
    lastTag += 1
    let tag = lastTag | Self.own
    sent.set(write, for: tag)
    let content = Write.merge(list, parts)
    wishes.append(
      demands.isEmpty
        ? .write(tag: tag, content, journey: write.journey)
        : .conditionalWrite(tag: tag, content, if: demands, journey: write.journey))
  }

  // MARK: What is shown

  private var rows: [Row] {
    guard let form else { return [] }
    return [ObjectNotes.word, ObjectNotes.lead, ObjectNotes.crew].compactMap { field in
      let typed = field == ObjectNotes.word ? form.typed : nil
      let stored = form.row[field]
      let node = typed ?? (field == ObjectNotes.crew ? Habits.shows(crew: stored) : stored)
      return node.isNull ? nil : Row(key: field, stamp: node.fingerprint)
    }
  }

  private mutating func show(into wishes: inout [StackWish]) {
    let rows = rows
    guard isOpen, !hasBegun || rows != tellings.last?.rows ?? shown else { return }
    tellings.append((rows, !hasBegun))
    hasBegun = true
    wishes.append(.publishSurface(1))
  }

  mutating func publish(
    surface: Int, into update: inout StackUpdate, rows sections: inout [[Row]]
  ) {
    update.removeAll()
    let (rows, isFirst) = tellings.removeFirst()
    update.isFirst = isFirst
    update.changes = diff(from: shown, to: rows)
    shown = rows
    sections = [rows]
  }

  func rows(ofSurface surface: Int, into sections: inout [[Row]]) { sections = [shown] }
}
