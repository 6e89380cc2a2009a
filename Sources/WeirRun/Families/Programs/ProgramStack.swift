// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirTree

/// The stack of one phone, as the program behind it says.
///
/// It hands on what it is told, a line for each call and for each batch of events, and turns the answers into wishes. Of
/// the list it keeps the rows that are shown, each with the fingerprint of what the program said that it shows.
struct ProgramStack: ClientStack {
  private let conversation: Conversation
  private let number: Int
  private let context: StackContext
  private let actions: [String]
  /// `true` once the program knows of this start of the app.
  private var isStarted = false
  /// `true` while the line 'start' is answered, before the list is opened.
  private var isStarting = false
  /// `true` while the line 'open' is answered.
  private var isOpening = false
  private var isLoaded = false
  private var shown: [Row] = []
  /// The editions that are still to be published, the oldest first.
  private var editions: [Edition] = []
  /// The events of a batch that is not complete.
  private var events: [DataEvent] = []
  // Only looked up in.
  /// The listens that are open.
  private var listens: Set<UInt32> = []
  // Only looked up in.
  /// The writes that are under way.
  private var writes: Set<UInt32> = []
  // Only looked up in.
  /// The journeys of the actions of this life.
  private var journeys: Set<UInt32> = []
  // Only looked up in.
  private var refusals: [UInt32: Message.Refusal] = [:]
  private var workspace = DiffWorkspace()

  private struct Edition: Sendable {
    var rows: [Row]
    /// The change as the program says it; nil: whatever makes the one list of the other.
    var changes: ChangeSet?
    var isFirst: Bool
  }

  init(_ conversation: Conversation, _ context: StackContext, actions: [String]) {
    self.conversation = conversation
    self.number = context.number
    self.context = context
    self.actions = actions
  }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if !isStarted {
      isStarted = true
      context.run.talk.forget(number, of: context.group)
      isStarting = true
      var chance = context.chance
      say(into: &wishes) { line, phone in
        line.begin("start", client: phone.number, at: now)
        line.member("chance", Int(chance.next() >> 11))
        line.member("screen", phone.context.screen)
        line.object("batch") {
          $0.member("wait", Int(phone.context.batching.wait.nanoseconds))
          $0.member("at-most", Int(phone.context.batching.atMost.nanoseconds))
        }
      }
    }
    isStarting = false
    isLoaded = false
    refusals = [:]
    isOpening = true
    say(into: &wishes) { $0.begin("open", client: $1.number, at: now) }
    isOpening = false
  }

  mutating func close(into wishes: inout [StackWish]) {
    events.removeAll()
    context.run.talk.forgiveLosses(number, of: context.group)
    say(into: &wishes) { $0.begin("close", client: $1.number, at: nil) }
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    if event.kind != .value { return events.append(event) }
    say(into: &wishes) { line, phone in
      line.begin("hear", client: phone.number, at: now)
      line.member("tag", Int(tag))
      line.objects("events", phone.events) { line, event in
        line.member("is", word: event.kind.word)
        line.member("key", event.key)
        line.member("value", event.node)
        if event.kind != .removed { line.member("after", event.previous) }
      }
    }
    events.removeAll(keepingCapacity: true)
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    events.removeAll()
    refusals[tag] = refusal
    listens.remove(tag)
    owe(.loss(tag))
    say(into: &wishes) { line, phone in
      line.begin("lose", client: phone.number, at: now)
      line.member("tag", Int(tag))
      line.member("why", word: refusal == .forbidden ? "forbidden" : "overloaded")
    }
  }

  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {
    say(into: &wishes) { $0.begin("wake", client: $1.number, at: now) }
  }

  mutating func perform(_ command: StackCommand, at now: Instant, into wishes: inout [StackWish]) {
    switch command {
    case .loadPage(let call, let rows):
      owe(.page(call))
      say(into: &wishes) { line, phone in
        line.begin("page", client: phone.number, at: now)
        line.member("call", Int(call))
        line.member("rows", rows)
      }
    case .act(let act):
      journeys.insert(act.journey)
      owe(.act(act.journey))
      say(into: &wishes) { line, phone in
        line.begin("act", client: phone.number, at: now)
        line.member("action", text: phone.actions[act.action])
        line.member("journey", Int(act.journey))
        line.member("row", act.row)
        line.member("fields", act.fields)
      }
    // No scenario lets people do these: they belong to families that know them.
    case .show, .showAtMost, .addOwn, .removeOwn: break
    }
  }

  mutating func answer(_ answer: StackAnswer, at now: Instant, into wishes: inout [StackWish]) {
    // Nothing else is asked for.
    guard case .settled(let tag, let answer) = answer else { return }
    writes.remove(tag)
    say(into: &wishes) { line, phone in
      line.begin("settle", client: phone.number, at: now)
      line.member("tag", Int(tag))
      line.member("answer", word: answer.word)
    }
  }

  mutating func publish(into update: inout StackUpdate) {
    guard !editions.isEmpty else { return }
    let edition = editions.removeFirst()
    if let changes = edition.changes {
      update.changes = changes
    } else {
      diff(from: shown, to: edition.rows, into: &update.changes, workspace: &workspace)
    }
    update.isFirst = edition.isFirst
    if edition.isFirst { update.news.append(.loaded(nil)) }
    shown = edition.rows
  }

  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { shown.count }
  func row(at place: Place) -> Row { shown[Int(place.row)] }
}

// The answers of the program.
extension ProgramStack {
  /// Says a line, and turns the answer into wishes.
  private mutating func say(
    into wishes: inout [StackWish], _ write: (inout LineWriter, ProgramStack) -> Void
  ) {
    do throws(ProgramFault) {
      let phone = self
      let answer = try conversation.ask { write(&$0, phone) }
      for wish in answer { try carryOut(wish, into: &wishes) }
    } catch {
      wishes.append(.failed(error.words, ProgramNotes.failed(error.kind)))
    }
  }

  private mutating func carryOut(
    _ wish: ProgramWish, into wishes: inout [StackWish]
  ) throws(ProgramFault) {
    if isStarting {
      switch wish {
      case .listen, .show:
        throw against(
          "the line 'start' is answered by 'listen' or 'show', but no list is open before the line 'open'; "
            + "a program that is a line behind with everything must answer each line before it reads the next one"
        )
      default: break
      }
    }
    switch wish {
    case .listen(let tag, let path, let query):
      if !listens.insert(tag).inserted {
        throw against("the listen \(tag) is open already; take another number, or unlisten first")
      }
      // Who is asked to open the list has not thought of it himself.
      if !isOpening { context.run.talk.forgiveLosses(number, of: context.group) }
      let list = context.screen.sources[0]
      wishes.append(
        .listen(tag: tag, path ?? list.path, query ?? (path == nil ? list.query : Query())))
    case .unlisten(let tag):
      if listens.remove(tag) == nil {
        throw against(
          "there is no listen \(tag); say 'unlisten' once, and not of one that was lost")
      }
      wishes.append(.unlisten(tag: tag))
    case .wake(let instant): wishes.append(.wake(instant))
    case .show(let keys, let values, let changes):
      editions.append(
        Edition(rows: try rows(keys, values), changes: changes, isFirst: !isLoaded))
      isLoaded = true
      wishes.append(.publish)
    case .lost(let tag):
      guard let refusal = refusals[tag] else {
        throw against(
          "no listen \(tag) was lost in this life; say 'lost' after the line 'lose', with the number that it names"
        )
      }
      _ = context.run.talk.pay(.loss(tag), number, of: context.group)
      wishes.append(.tell(isLoaded ? .lost(refusal) : .loaded(refusal)))
      isLoaded = true
    case .paged(let call, let new, let hasMore):
      try pay(call)
      wishes.append(.tell(.paged(call: call, new: new, hasMore: hasMore)))
    case .pageFailed(let call, let error):
      try pay(call)
      wishes.append(.tell(.pageFailed(call: call, error)))
    case .write(let tag, let write, let journey):
      if !writes.insert(tag).inserted {
        throw against("the write \(tag) is under way already; take another number")
      }
      if journey != 0, !journeys.contains(journey) {
        throw against(
          "a write for the journey \(journey), which no line 'act' has named in this life of the phone; "
            + "take that of the 'act', or leave it out")
      }
      wishes.append(.write(tag: tag, write, journey: journey))
    case .over(let journey):
      if !context.run.talk.pay(.act(journey), number, of: context.group) {
        throw against(
          "no action of the journey \(journey) is under way; say 'over' once for each line 'act', with its journey"
        )
      }
      wishes.append(.over(journey: journey))
    }
  }

  private func owe(_ kind: ProgramDebt.Kind) {
    context.run.talk.owe(
      ProgramDebt(
        kind: kind, client: number, group: context.group, command: conversation.command,
        line: conversation.lineCount + 1))
  }

  private func pay(_ call: UInt32) throws(ProgramFault) {
    if context.run.talk.pay(.page(call), number, of: context.group) { return }
    throw against(
      "no page \(call) is asked for; say 'paged' or 'page-failed' once for each line 'page', with its call"
    )
  }

  /// The rows that are shown: each with what was said of it now, or when it was shown before.
  private func rows(
    _ keys: [Key], _ values: [(key: Key, stamp: UInt64)]
  ) throws(ProgramFault) -> [Row] {
    var stamps: [Key: UInt64] = [:]
    for row in editions.last?.rows ?? shown { stamps[row.key] = row.stamp }
    for value in values { stamps[value.key] = value.stamp }
    var rows: [Row] = []
    rows.reserveCapacity(keys.count)
    for key in keys {
      guard let stamp = stamps[key] else {
        throw against(
          "the row '\(key)' is shown, but what it shows was not said; put it into 'values'")
      }
      rows.append(Row(key: key, stamp: stamp))
    }
    // Only looked up in.
    let known = values.isEmpty ? [] : Set(keys)
    if let other = values.first(where: { !known.contains($0.key) }) {
      throw against("'values' says what '\(other.key)' shows, which is not shown; leave it out")
    }
    return rows
  }

  private func against(_ words: String) -> ProgramFault {
    conversation.fault(words)
  }
}

extension DataEvent.Kind {
  fileprivate var word: String {
    switch self {
    case .removed: "removed"
    case .added: "added"
    case .moved: "moved"
    case .changed: "changed"
    case .value: "value"
    }
  }
}

extension Message.Answer {
  fileprivate var word: String {
    switch self {
    case .committed: "committed"
    case .overloaded: "overloaded"
    case .forbidden: "forbidden"
    case .stale: "stale"
    case .invalid: "invalid"
    }
  }
}
