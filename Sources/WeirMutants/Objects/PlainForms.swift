// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirDiff
import WeirRun
import WeirStreams
import WeirTrace
import WeirTree

/// The habits of a plain app with objects; a mutant has one that is wrong.
protocol FormHabits: Sendable {
  /// Returns what stays of what was typed when its row is heard anew.
  static func keeps(_ typed: Node, heard old: Node, now new: Node) -> Node?
  /// `true` if what was typed stays when the save of it was turned away.
  static var keepsRefused: Bool { get }
  /// `true` if the answer to a save ends what was typed since.
  static var endsNewer: Bool { get }
  /// Returns what the form knows of its row from now on.
  static func hears(_ new: Node, over old: Node, saves: Int) -> Node
  /// Returns the row whose news a form hears.
  static func opens(_ key: Key, after old: Key?) -> Key
  /// `true` if what is given up is no longer shown.
  static var givesUp: Bool { get }
  /// Returns the writes by which a relation is changed, each with its parts.
  static func writes(_ own: [Write.Part], _ others: [Write.Part]) -> [[Write.Part]]
  /// `true` if the end that another one held before goes, too.
  static var cutsOld: Bool { get }
  /// `true` if the ends that lead to a row go with it.
  static var cutsDeleted: Bool { get }
  /// `true` if ends that lead to nothing are taken away.
  static var mends: Bool { get }
}

/// The habits of an app with objects that does everything right.
enum RightForms: FormHabits {}

extension FormHabits {
  static func keeps(_ typed: Node, heard old: Node, now new: Node) -> Node? { typed }
  static var keepsRefused: Bool { true }
  static var endsNewer: Bool { false }
  static func hears(_ new: Node, over old: Node, saves: Int) -> Node { new }
  static func opens(_ key: Key, after old: Key?) -> Key { key }
  static var givesUp: Bool { true }
  static func writes(_ own: [Write.Part], _ others: [Write.Part]) -> [[Write.Part]] {
    [own + others]
  }
  static var cutsOld: Bool { true }
  static var cutsDeleted: Bool { true }
  static var mends: Bool { true }
}

/// An app with objects that does the least: its form shows the row as the list has heard it, with what was typed over it, and
/// relations are written as the list knows them.
struct PlainForms<Habits: FormHabits>: StackAround {
  /// A row in a form.
  private struct Form: Sendable {
    /// The row that was opened, and the one that is heard.
    var key: Key
    var heardKey: Key
    var row: Node
    var typed: Node?
    var saves = 0
  }

  /// A write that is not answered.
  private struct Sent: Sendable {
    var journey: UInt32
    var key: Key
    var text: Node?
    var begun: Instant
  }

  var inner: any ClientStack
  private let list: Path
  private var heard = SortedMap<Key, Node>()
  private var form: Form?
  private var sent = SortedMap<UInt32, Sent>()
  private var shown: [Row] = []
  private var tellings: [(rows: [Row], isFirst: Bool)] = []
  private var isOpen = false
  private var hasBegun = false
  private var lastTag: UInt32 = 0
  private var lastText = 0
  private var mendDue: Instant?

  private static var own: UInt32 { 1 << 31 }

  init(_ context: StackContext) {
    inner = AnyStream(context.screen, batching: context.batching).asStack
    list = context.screen.sources[0].path
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    inner.open(at: now, into: &wishes)
    if isOpen { return }
    (isOpen, hasBegun, mendDue) = (true, false, nil)
    heard = SortedMap()
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
    case .added, .changed: heard.set(event.node, for: event.key)
    case .removed: heard.remove(event.key)
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
    guard let form else { return }
    let new = heard[form.heardKey] ?? .null
    self.form?.row = Habits.hears(new, over: form.row, saves: form.saves)
    self.form?.typed = form.typed.flatMap {
      Habits.keeps($0, heard: form.row[ObjectNotes.word], now: new[ObjectNotes.word])
    }
    show(into: &wishes)
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    guard case .settled(let tag, let result) = answer, tag & Self.own != 0 else {
      return inner.answer(answer, at: now, into: &wishes)
    }
    guard let write = sent.remove(tag) else { return }
    if let text = write.text, form?.key == write.key {
      let isDone = result == .committed
      if isDone { form?.saves += 1 }
      let isOver = isDone || !Habits.keepsRefused
      if isOver, form?.typed == text || Habits.endsNewer { form?.typed = nil }
      if isDone { end(text, write.key, isSaved: true, into: &wishes) }
      show(into: &wishes)
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
      // The actions of the family: to open a form, to fill it in, to give up, to save, to join, to part, to delete.
      switch act.action {
      case 0: openForm(act.journey, into: &wishes)
      case 1: fillIn(into: &wishes)
      case 2: giveUp(into: &wishes)
      case 3: save(act.journey, at: now, into: &wishes)
      case 4: join(act.journey, at: now, into: &wishes)
      case 5: part(act.journey, at: now, into: &wishes)
      default: delete(act.journey, at: now, into: &wishes)
      }
    }
    let isUnderWay = wishes[writes...].contains { if case .write = $0 { true } else { false } }
    if !isUnderWay { wishes.append(.over(journey: act.journey)) }
  }

  private func key(_ number: UInt32) -> Key { heard.entry(at: Int(number) % heard.count).key }

  private mutating func openForm(_ journey: UInt32, into wishes: inout [StackWish]) {
    let key = key(journey)
    wishes.append(.note(StackNote(words: ObjectNotes.opened.holding(), key: key)))
    let heardKey = Habits.opens(key, after: form?.heardKey)
    form = Form(key: key, heardKey: heardKey, row: heard[heardKey] ?? .null)
    show(into: &wishes)
  }

  private mutating func fillIn(into wishes: inout [StackWish]) {
    guard let form, !form.row.isNull else { return }
    lastText += 1
    let text = Node.text("plainly typed \(lastText)")
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

  private mutating func save(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    guard let form, let typed = form.typed, heard[form.key] != nil else { return }
    write(
      [Write.Part(Path([form.key, ObjectNotes.word]), typed)],
      Sent(journey: journey, key: form.key, text: typed, begun: now), into: &wishes)
  }

  private mutating func write(
    _ parts: [Write.Part], _ write: Sent, into wishes: inout [StackWish]
  ) {
    if parts.isEmpty { return }
    lastTag += 1
    let tag = lastTag | Self.own
    sent.set(write, for: tag)
    wishes.append(.write(tag: tag, .merge(list, parts), journey: write.journey))
  }

  // MARK: Relations

  /// The end at a place below the list; null if there is none.
  private func end(at path: Path) -> Node {
    guard let key = path.keys.first, let row = heard[key] else { return .null }
    return row[path.dropping(1)]
  }

  /// The place below the list to which an end leads; nil: it leads nowhere.
  private func other(of end: Node) -> Path? {
    guard case .text(let target) = end[Key("t_pth")], case .text(let back) = end[Key("r_prop")],
      let place = try? Path(checking: "\(target)/\(back)")
    else { return nil }
    return place.seen(from: list)
  }

  private func node(to key: Key, back: String) -> Node {
    Node([
      (Key("t_pth"), .text(list.appending(key).keys.map(\.description).joined(separator: "/"))),
      (Key("r_prop"), .text(back)),
    ])
  }

  private func leadPlace(_ key: Key) -> Path { Path([key, ObjectNotes.lead]) }

  /// Writes the change of a relation, in the steps in which the habits do it.
  private mutating func change(
    _ own: [Write.Part], _ others: [Write.Part], _ journey: UInt32, _ key: Key, at now: Instant,
    into wishes: inout [StackWish]
  ) {
    for (step, parts) in Habits.writes(own, others).enumerated() {
      let sent = Sent(journey: step == 0 ? journey : 0, key: key, text: nil, begun: now)
      write(parts, sent, into: &wishes)
    }
  }

  private mutating func join(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    let (one, other) = (key(journey), key(journey / 7 + 1))
    if one == other { return }
    let own = Write.Part(leadPlace(one), node(to: other, back: "crew/\(one)"))
    var others = [Write.Part(Path([other, ObjectNotes.crew, one]), node(to: one, back: "lead"))]
    let old = self.other(of: end(at: leadPlace(one)))
    if Habits.cutsOld, let old, old != others[0].path, old.keys.first != one {
      others.append(Write.Part(old, .null))
    }
    change([own], others, journey, one, at: now, into: &wishes)
  }

  private mutating func part(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    let led = heard.filter { !$0.value[ObjectNotes.lead].isNull }.map(\.key)
    if led.isEmpty { return }
    let key = led[Int(journey) % led.count]
    let others = other(of: end(at: leadPlace(key))).map { [Write.Part($0, .null)] } ?? []
    change(
      [Write.Part(leadPlace(key), .null)], others, journey, key, at: now, into: &wishes)
  }

  private mutating func delete(_ journey: UInt32, at now: Instant, into wishes: inout [StackWish]) {
    let key = key(journey)
    var others: [Write.Part] = []
    if Habits.cutsDeleted {
      let ends = ends(of: key).compactMap { other(of: $0.node) }
      others = ends.filter { $0.keys.first != key }.map { Write.Part($0, .null) }
    }
    write(
      [Write.Part(Path([key]), .null)] + others,
      Sent(journey: journey, key: key, text: nil, begun: now), into: &wishes)
  }

  /// The ends of a row, with their places below the list.
  private func ends(of key: Key) -> [(place: Path, node: Node)] {
    let row = heard[key] ?? .null
    return [(leadPlace(key), row[ObjectNotes.lead])]
      + row[ObjectNotes.crew].children.map { (Path([key, ObjectNotes.crew, $0.key]), $0.value) }
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    inner.wake(at: now, into: &wishes)
    guard isOpen, let due = mendDue, due <= now else { return }
    mendDue = nil
    if !Habits.mends { return }
    for (key, _) in heard {
      for (place, node) in ends(of: key) {
        guard let other = other(of: node), self.other(of: end(at: other)) != place else { continue }
        return write(
          [Write.Part(place, .null)], Sent(journey: 0, key: key, text: nil, begun: now),
          into: &wishes)
      }
    }
  }

  // MARK: What is shown

  private var rows: [Row] {
    guard let form else { return [] }
    return [ObjectNotes.word, ObjectNotes.lead, ObjectNotes.crew].compactMap { field in
      let typed = field == ObjectNotes.word ? form.typed : nil
      let node = typed ?? form.row[field]
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
