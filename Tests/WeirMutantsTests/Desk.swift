// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirCore
import WeirDiff
import WeirMutants
import WeirStreams
import WeirTree

/// A stack with a server of its own that answers at once or when told, and a hand on the clock.
///
/// It judges all that the stack does by the promises of a list, each under the name of the checker that judges it
/// in a run, and shares no code with any stack.
struct Desk {
  struct Heard {
    var tag: UInt32
    var path: Path
    var query: Query
    var shown: [(key: Key, node: Node)] = []
    var isAnswered = false
    var isLost = false
    /// `true` if it is one of those with which the list was opened.
    var isFirst = false
  }

  var stack: any ClientStack
  var screen: Screen
  let batching: Batching
  var data: [Path: [Key: Node]] = [:]
  var listens: [Heard] = []
  var now = Instant.zero
  var alarms: [Instant] = []
  /// Whether new listens are answered, refused, or neither yet.
  var answers = Answers.atOnce
  /// What was found wrong, by checker, and where first.
  var broken: [String: String] = [:]
  var sections: [[Row]] = []
  var news: [StackNews] = []
  var publications = 0
  /// What was told in this life of the stack.
  var newsOfLife: [StackNews] = []
  var publicationsOfLife = 0
  var isOpen = false
  /// The number of times it was opened.
  var lives = 0
  /// `true` if a listen was refused in this life, and whether one that had told its first value was.
  var wasRefused = false
  var wasLost = false
  var calls: [UInt32] = []
  /// By call: what was shown when it was made, and how many children had gone or changed.
  private var atCall: [UInt32: (keys: Set<Key>, losses: Int)] = [:]
  private var losses = 0
  private var publishedAt = Instant.zero
  private var isOpening = false
  private var unpublishedSince: Instant?

  enum Answers { case atOnce, later, refused }

  init(_ mutant: Mutant, _ screen: Screen, wait: Int64 = 0, atMost: Int64 = 0) {
    self.init(screen, wait: wait, atMost: atMost) { mutant.makeStack(screen: $0, batching: $1) }
  }

  init(
    _ screen: Screen, wait: Int64 = 0, atMost: Int64 = 0,
    _ make: (Screen, Batching) -> any ClientStack
  ) {
    self.screen = screen
    batching = .init(wait: .milliseconds(wait), atMost: .milliseconds(atMost))
    stack = make(screen, batching)
    stack.rows(into: &sections)
  }

  mutating func blame(_ checker: String, _ words: String) {
    if broken[checker] == nil { broken[checker] = "at \(now): \(words)" }
  }

  // What happens.

  mutating func open() {
    isOpen = true
    lives += 1
    newsOfLife = []
    publicationsOfLife = 0
    (wasRefused, wasLost) = (false, false)
    var wishes: [StackWish] = []
    stack.open(at: now, into: &wishes)
    isOpening = true
    take(wishes)
    isOpening = false
  }

  /// Closes the list, and stops its clock.
  mutating func close() {
    var wishes: [StackWish] = []
    stack.close(into: &wishes)
    take(wishes)
    if listens.contains(where: { !$0.isLost }) { blame("leak", "a closed list listens") }
    listens = []
    alarms = []
    unpublishedSince = nil
  }

  /// Writes several children at once; null removes.
  mutating func set(_ path: Path, _ children: [(String, Node)]) {
    for (key, node) in children {
      if data[path]?[Key(key)] != nil { losses += 1 }
      data[path, default: [:]][Key(key)] = node.isNull ? nil : node
    }
    for tag in listens.filter({ $0.path == path }).map(\.tag) { refresh(tag) }
  }

  /// Brings a listen up to date, in the order in which the server does.
  mutating func refresh(_ tag: UInt32) {
    guard let place = listens.firstIndex(where: { $0.tag == tag }), !listens[place].isLost,
      listens[place].isAnswered || answers == .atOnce
    else { return }
    let isFirst = !listens[place].isAnswered
    listens[place].isAnswered = true
    let old = listens[place].shown
    let new = visible(listens[place].query, data[listens[place].path] ?? [:])
    let index = listens[place].query.index
    listens[place].shown = new
    let before = { (key: Key) in
      new.firstIndex { $0.key == key }.flatMap { $0 > 0 ? new[$0 - 1].key : nil }
    }
    var events: [DataEvent] = []
    for (key, node) in old where !new.contains(where: { $0.key == key }) {
      events.append(DataEvent(.removed, key, node))
    }
    for (key, node) in new where !old.contains(where: { $0.key == key }) {
      events.append(DataEvent(.added, key, node, after: before(key)))
    }
    let changed = new.filter { item in old.contains { $0.key == item.key && $0.node != item.node } }
    for (key, node) in changed {
      guard let was = old.first(where: { $0.key == key })?.node else { continue }
      if index.sortValue(of: was) != index.sortValue(of: node) {
        events.append(DataEvent(.moved, key, node, after: before(key)))
      }
    }
    for (key, node) in changed { events.append(DataEvent(.changed, key, node, after: before(key))) }
    if events.isEmpty, !isFirst { return }
    for event in events + [.value] {
      guard listens.contains(where: { $0.tag == tag }) else { return }
      if event.kind == .value, sections != wantedSections() {
        unpublishedSince = unpublishedSince ?? now
      }
      var wishes: [StackWish] = []
      stack.receive(event, from: tag, at: now, into: &wishes)
      take(wishes)
    }
    // In a later life a source that has not loaded yet may show what it showed before.
    let isLoading = isOpening || listens.contains { $0.isFirst && !$0.isAnswered }
    if sections == wantedSections() || lives > 1 && isLoading { unpublishedSince = nil }
  }

  /// Answers the oldest listens that wait for it.
  mutating func answer(_ count: Int = 1) {
    for tag in listens.filter({ !$0.isAnswered }).prefix(count).map(\.tag) {
      let was = answers
      answers = .atOnce
      refresh(tag)
      answers = was
    }
  }

  mutating func lose(_ path: Path) {
    for tag in listens.filter({ $0.path == path && !$0.isLost }).map(\.tag) { lose(tag) }
  }

  private mutating func lose(_ tag: UInt32) {
    guard let place = listens.firstIndex(where: { $0.tag == tag }) else { return }
    listens[place].isLost = true
    wasRefused = true
    if listens[place].isAnswered, listens[place].isFirst { wasLost = true }
    if !listens[place].isAnswered { listens.remove(at: place) }
    var wishes: [StackWish] = []
    stack.lose(tag, .forbidden, at: now, into: &wishes)
    take(wishes)
  }

  mutating func perform(_ command: StackCommand) {
    switch command {
    case .show(let filter): screen.filter = filter
    case .showAtMost(let limit): screen.displayLimit = limit
    case .loadPage(let call, _):
      calls.append(call)
      atCall[call] = (Set(sections.joined().map(\.key)), losses)
    case .addOwn, .removeOwn, .act: break
    }
    var wishes: [StackWish] = []
    stack.perform(command, at: now, into: &wishes)
    take(wishes)
  }

  mutating func page(_ rows: Int) { perform(.loadPage(call: UInt32(calls.count) + 1, rows: rows)) }

  mutating func pass(_ milliseconds: Int64) {
    let end = now + .milliseconds(milliseconds)
    while let next = alarms.min(), next <= end {
      alarms.removeAll { $0 == next }
      now = max(now, next)
      var wishes: [StackWish] = []
      stack.wake(at: now, into: &wishes)
      take(wishes)
    }
    now = end
    if let since = unpublishedSince, now > since + batching.atMost {
      blame("staleness", "a change that was heard at \(since) is not shown")
    }
  }

  private mutating func take(_ wishes: [StackWish]) {
    for wish in wishes {
      switch wish {
      case .wake(let instant): alarms.append(instant)
      case .publish: publish()
      case .listen(let tag, let path, let query):
        listens.append(Heard(tag: tag, path: path, query: query, isFirst: isOpening))
        if answers == .atOnce { refresh(tag) } else if answers == .refused { lose(tag) }
      case .unlisten(let tag): listens.removeAll { $0.tag == tag && !$0.isLost }
      case .tell(let one): hear(one)
      default: invariantBroken("a list asks for nothing beside its listens")
      }
    }
  }

  private mutating func publish() {
    publications += 1
    publicationsOfLife += 1
    if publicationsOfLife > 1, screen.sources.count == 1, now < publishedAt + batching.wait {
      blame("bounded-work", "published at \(publishedAt), and now again")
    }
    publishedAt = now
    var update = StackUpdate()
    stack.publish(into: &update)
    var after: [[Row]] = []
    stack.rows(into: &after)
    if update.isFirst != (publicationsOfLife == 1) { blame("grammar", "first told wrongly") }
    let deletes = update.changes.deletes
    if deletes != deletes.sorted() { blame("grammar", "\(deletes) are deleted out of order") }
    if let words = breach(update, from: sections, to: after) { blame("lists", words) }
    sections = after
    if sections == wantedSections() { unpublishedSince = nil }
    for one in update.news { hear(one) }
  }

  private mutating func hear(_ one: StackNews) {
    news.append(one)
    newsOfLife.append(one)
    switch one {
    case .lost: if !wasRefused { blame("initial-load", "lost, but nobody refused") }
    case .loaded(let refusal):
      if refusal != nil, !wasRefused { blame("initial-load", "refused, but nobody refused") }
      if listens.contains(where: { $0.isFirst && !$0.isAnswered && !$0.isLost }) {
        blame("initial-load", "loaded before all had answered")
      }
    case .paged(let call, let new, let hasMore):
      if !calls.contains(call) { blame("pages", "page \(call) was not asked for") }
      if hasMore, new == 0 { blame("pages", "a page brought nothing, but there is more") }
      let isPlain =
        screen.sources.count == 1 && screen.filter == .everything && screen.displayLimit == nil
      if isPlain, let then = atCall[call], then.losses == losses {
        let shown = sections.joined().count { !then.keys.contains($0.key) }
        if new > shown { blame("pages", "a page tells of \(new) new rows, and \(shown) are shown") }
      }
    case .pageFailed(let call, _):
      if !calls.contains(call) { blame("pages", "page \(call) was not asked for") }
    }
  }
}
