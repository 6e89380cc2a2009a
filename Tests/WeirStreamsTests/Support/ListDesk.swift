// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirStreams
import WeirTestSupport
import WeirTree

/// A list with a server, a clock and a strict list view around it: everything it publishes is checked.
///
/// Times are milliseconds. What the server says to a listen comes in order, after the delay that was set when it
/// was said, so that listens overtake one another.
struct ListDesk {
  /// A publication and its time.
  struct Publication {
    var at: Int64
    var rows: [Row]
    var update: StackUpdate
    var keys: [String] { rows.map(\.key.description) }
  }

  var list: ListStream
  /// What other lists have published, if it is told.
  var notebook: PublicationNotebook?
  var server: FakeServer
  var now: Int64 = 0
  /// The time for which the next answer of the server is under way.
  var delay: Int64 = 0
  private(set) var view = StrictListView<Row>()
  private(set) var rows: [Row] = []
  /// The publications so far.
  private(set) var published: [Publication] = []
  /// The news, with a publication or without one.
  private(set) var news: [StackNews] = []
  /// The listens that the list asked for, and those that it ended.
  private(set) var asked: [(tag: UInt32, query: Query)] = []
  private(set) var ended: [UInt32] = []
  private(set) var alarms: [Int64] = []
  private(set) var twin: NaiveList
  /// The number of lives that the list has had.
  private(set) var lives = 0
  /// The news of this life.
  private(set) var newsOfLife: [StackNews] = []
  /// `true` if nothing was published in this life yet.
  private var isFirst = true
  /// The listens of this life that run, and those that the server took away.
  private(set) var running: [UInt32] = []
  private(set) var refused: [UInt32] = []
  private var isClosed = true
  private var mail: [(at: Int64, batch: FakeServer.Batch)] = []
  /// The time of the first change that has not been published yet.
  private var oldest: Int64?
  private let atMost: Int64

  init(
    _ builder: QueryBuilder = QueryBuilder(Path("list")), wait: Int64 = 0, atMost: Int64 = 0,
    server: FakeServer = FakeServer(), filter: Filter = .everything, showing limit: Int? = nil,
    isOpen: Bool = true
  ) {
    list = ListStream(
      builder, batching: .init(wait: .milliseconds(wait), atMost: .milliseconds(atMost)),
      filter: filter, displayLimit: limit)
    self.server = server
    self.atMost = max(wait, atMost)
    twin = NaiveList(builder, filter: filter, displayLimit: limit)
    if isOpen { open() }
  }

  var keys: [String] { rows.map(\.key.description) }
  private var instant: Instant { Instant.zero + .milliseconds(now) }

  mutating func open() {
    if isClosed || list.refusal != nil { beginLife() }
    isClosed = false
    act { $0.open(at: $1, into: &$2) }
    advance(to: now)
  }

  /// Forgets what is known of the life before; what it asked for may still be given up now.
  private mutating func beginLife() {
    lives += 1
    twin.begin()
    newsOfLife = []
    isFirst = true
    oldest = nil
  }

  /// Lets time pass: mail arrives and alarms ring.
  mutating func advance(to end: Int64) {
    while true {
      let letter = mail.map(\.at).min() ?? .max
      let alarm = alarms.min() ?? .max
      guard min(letter, alarm) <= end else { break }
      now = max(now, min(letter, alarm))
      if letter <= alarm {
        guard let place = mail.firstIndex(where: { $0.at == letter }) else { break }
        deliver(mail.remove(at: place).batch)
      } else {
        alarms.removeAll { $0 == alarm }
        act { $0.wake(at: $1, into: &$2) }
      }
    }
    now = max(now, end)
  }

  /// Lets everything come to rest.
  mutating func settle() { while !mail.isEmpty || !alarms.isEmpty { advance(to: now + 1_000) } }

  mutating func write(_ writes: [(String, Node)]) {
    for batch in server.write(writes.map { (Key($0.0), $0.1) }) { post(batch) }
    advance(to: now)
  }

  mutating func set(_ key: String, _ node: Node) { write([(key, node)]) }
  mutating func remove(_ key: String) { write([(key, .null)]) }

  mutating func loadPage(_ call: UInt32, _ rows: Int) {
    perform(.loadPage(call: call, rows: rows))
  }

  mutating func perform(_ command: StackCommand) {
    twin.perform(command)
    act { $0.perform(command, at: $1, into: &$2) }
    if twin.rows == rows { oldest = nil }
    advance(to: now)
  }

  mutating func setLocal(_ key: String, _ local: Node) {
    twin.setLocal(local, of: Key(key))
    act { $0.setLocal(local, of: Key(key), at: $1, into: &$2) }
    if twin.rows == rows { oldest = nil }
  }

  /// The server takes a listen away, and what it said before is lost.
  mutating func refuse(_ tag: UInt32, _ refusal: Message.Refusal = .forbidden) {
    server.unlisten(tag)
    mail.removeAll { $0.batch.tag == tag }
    running.removeAll { $0 == tag }
    refused.append(tag)
    twin.lose(tag)
    act { $0.lose(tag, refusal, at: $1, into: &$2) }
  }

  /// The list closes; alarms that it asked for are heard of no more, or all the same, by the flag.
  mutating func close(silencesAlarms: Bool = false) {
    act { list, _, wishes in list.close(into: &wishes) }
    isClosed = true
    oldest = nil
    if silencesAlarms { alarms = [] }
    #expect(running.isEmpty, "a closed list listens")
  }

  /// Tells the list something that the server never said.
  mutating func hear(_ events: [DataEvent], from tag: UInt32 = 0) { deliver((tag, events)) }

  private mutating func act(_ body: (inout ListStream, Instant, inout [StackWish]) -> Void) {
    var wishes: [StackWish] = []
    body(&list, instant, &wishes)
    for wish in wishes { take(wish) }
  }

  private mutating func deliver(_ batch: FakeServer.Batch) {
    for event in batch.events {
      var wishes: [StackWish] = []
      list.receive(event, from: batch.tag, at: instant, into: &wishes)
      // The twin hears what the list hears, but it hears it first of a page that takes over.
      twin.receive(event, from: batch.tag)
      for wish in wishes { take(wish) }
    }
    // What was undone before it was published need not be.
    if twin.rows == rows { oldest = nil } else if oldest == nil, list.isLoaded { oldest = now }
  }

  private mutating func post(_ batch: FakeServer.Batch) {
    let latest = mail.filter { $0.batch.tag == batch.tag }.map(\.at).max() ?? now
    let place = mail.firstIndex { $0.at > max(latest, now + delay) } ?? mail.endIndex
    mail.insert((max(latest, now + delay), batch), at: place)
  }

  private mutating func take(_ wish: StackWish) {
    switch wish {
    case .wake(let instant):
      let time = instant.nanoseconds / 1_000_000
      #expect(time > now)
      alarms.append(time)
    case .publish: publish()
    case .listen(let tag, let path, let query):
      #expect(path == list.builder.path && list.owns(tag))
      asked.append((tag, query))
      #expect(!isClosed && !running.contains(tag) && !refused.contains(tag))
      running.append(tag)
      twin.listen(tag, query)
      post(server.listen(tag, query))
    case .unlisten(let tag):
      ended.append(tag)
      #expect(running.contains(tag), "a listen that does not run was given up")
      running.removeAll { $0 == tag }
      server.unlisten(tag)
      mail.removeAll { $0.batch.tag == tag }
      twin.unlisten(tag)
    case .tell(let told): tell(told)
    default: Issue.record("a list asks for nothing beside its listens")
    }
  }

  private mutating func tell(_ told: StackNews) {
    news.append(told)
    newsOfLife.append(told)
  }

  private mutating func publish() {
    #expect(!isClosed, "a closed list publishes")
    let old = rows
    var update = StackUpdate()
    update.reloads = [7]
    var sections: [[Row]] = []
    if let notebook {
      list.publish(into: &update, rows: &sections, like: notebook.precedents(after: old))
      notebook.note(old, update.changes, sections[0])
    } else {
      list.publish(into: &update)
      list.rows(into: &sections)
    }
    rows = sections[0]
    #expect(update.isFirst == isFirst && update.reloads.isEmpty)
    isFirst = false
    #expect(update.changes.checkShape(oldCount: old.count, newCount: rows.count) == nil)
    #expect(update.changes == diff(from: old, to: rows))
    #expect(update.changes.applying(to: old, contents: rows) == rows)
    #expect(view.apply(update.changes, to: rows) == nil)
    #expect(!update.changes.isEmpty || !update.news.isEmpty, "nothing was published")
    #expect(rows == twin.rows)
    if let oldest { #expect(now - oldest <= atMost) }
    oldest = nil
    checkLookUps()
    published.append(Publication(at: now, rows: rows, update: update))
    for told in update.news { tell(told) }
  }

  /// Every way to look into the list tells the same.
  private func checkLookUps() {
    #expect(list.count == rows.count && list.rowCount(in: 0) == rows.count)
    for (place, row) in rows.enumerated() {
      let item = list.item(at: Place(Int32(place)))
      #expect(item.row == row && list.row(at: Place(Int32(place))) == row)
      #expect(list.find(row.key) == place && list.place(of: row.key) == Place(Int32(place)))
      #expect(item.rank == list.order.rank(of: item.key, item.node))
    }
  }
}
