// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// A stage play for the checkers: steps in milliseconds, and lists as texts.
///
///     var play = Play()
///     play.commit(10, "a", 1)                // the server has the row a with the content 1
///     play.show(1, 20, [("a", 1)])       // client 1 shows it; the change set is made as it should be
///     play.rest(100)
///     play.verdict("converge")
struct Play {
  /// What was played; the checkers see it when somebody asks, so that a play can be copied and go on in two ways.
  private var played: [(step: Step, evidence: Evidence)] = []
  private var ground = Ground(transactAction: 6)
  private var watching = CheckerSet.all
  private var shown: [[[Row]]]
  private var journey: UInt32 = 0
  private var version: UInt64 = 0
  let screen: Screen

  /// The list that everybody opens, unless the play says otherwise.
  static let list = QueryBuilder(Path("room"))

  /// Two clients open one list; `window` is theirs.
  init(window: Query) {
    var list = Self.list
    list.isAscending = if case .last = window.limit { false } else { true }
    list.limit = window.limit == .none ? nil : window.limit.count
    self.init(Screen(list))
  }

  /// Two clients open one list, and keep resources.
  init(ground: Ground) {
    self.init()
    (played, self.ground) = ([], ground)
    for client: UInt32 in 0...1 { open(0, client) }
  }

  /// Two clients open one list, and the second one's app shows it once more on a surface beside it, whose number is 2.
  init(surface name: String) {
    self.init()
    var surfaces = SurfaceNumbers(clients: 2)
    surfaces.add(name, of: 1)
    (played, ground) = ([], Ground(transactAction: 6, surfaces: surfaces))
    shown.append([])
    open(0, 0)
    open(0, 1, isListening: false)
    open(0, 2, isListening: false)
    listen(0, 1, 0, screen.sources[0].query)
  }

  /// Two clients open one list; only some checkers watch.
  init(only: CheckerSet) {
    self.init()
    (played, watching) = ([], only)
    for client: UInt32 in 0...1 { open(0, client) }
  }

  /// Two clients open what a screen shows, and listen there unless the play says otherwise.
  init(_ screen: Screen = Screen(list), isListening: Bool = true) {
    self.screen = screen
    shown = [[], []]
    for client: UInt32 in 0...1 { open(0, client, isListening: isListening) }
  }

  /// A client opens its list, whose sources are the lists 0, 1, 2…, or those from another number on.
  mutating func open(
    _ ms: Int64, _ client: UInt32, isListening: Bool = true, wait: Interval = .zero,
    list: UInt32 = 0, pace: ListPace = .live
  ) {
    switch screen.grouping {
    case .fixed(let filters)?: shown[Int(client)] = filters.map { _ in [] }
    case .byValue?: shown[Int(client)] = []
    case nil: shown[Int(client)] = [[]]
    }
    observe(
      Step(at: Self.at(ms), .opened, client: client, list: list),
      .screen(
        OpenedScreen(
          screen, lists: screen.sources.indices.map { list + UInt32($0) }, wait: wait,
          atMost: .milliseconds(50), pace: pace)))
    guard isListening else { return }
    for (number, source) in screen.sources.enumerated() {
      listen(ms, client, UInt64(number) << 20, source.query, list: UInt32(number))
    }
  }

  static func at(_ ms: Int64) -> Instant { Instant.zero + .milliseconds(ms) }

  /// The row with this content; 0 for none.
  static func node(_ content: UInt64) -> Node { content == 0 ? .null : .integer(Int64(content)) }

  /// A client listens under a tag.
  mutating func listen(
    _ ms: Int64, _ client: UInt32, _ tag: UInt64, _ query: Query, list: UInt32 = 0
  ) {
    observe(
      Step(at: Self.at(ms), .listened, client: client, list: list, x: tag), .query(query))
  }

  /// The server commits a row, of nobody's journey unless one is given; content 0: it is gone.
  mutating func commit(
    _ ms: Int64, _ key: String, _ content: UInt64, by client: UInt32 = Step.nobody,
    journey: UInt32 = 0, version: UInt64? = nil
  ) {
    if let version { self.version = version - 1 }
    commit(ms, key, Self.node(content), by: client, journey: journey)
  }

  /// The server commits a row of any content; `isSame`: by the same write as the row before.
  mutating func commit(
    _ ms: Int64, _ key: String, _ node: Node, by client: UInt32 = Step.nobody,
    journey: UInt32 = 0, list: UInt32 = 0, isSame: Bool = false
  ) {
    if !isSame { version += 1 }
    observe(
      Step(
        at: Self.at(ms), .committed, client: client, journey: journey, list: list, key: Key(key),
        x: node.fingerprint, y: version), .row(node))
  }

  /// A client writes a row and is told the number of its journey, which is that of the write, too.
  mutating func write(
    _ ms: Int64, _ client: UInt32, _ key: String, _ content: UInt64, isEdit: Bool = false
  ) -> UInt32 {
    journey += 1
    observe(
      Step(
        at: Self.at(ms), .wrote, client: client, journey: journey, list: 0, key: Key(key),
        x: Self.node(content).fingerprint, y: UInt64(isEdit ? 1 : 0) << 32 | UInt64(journey)))
    return journey
  }

  /// A client has the answer to a write.
  mutating func answer(_ ms: Int64, _ client: UInt32, _ journey: UInt32, isOverloaded: Bool = false)
  {
    observe(
      Step(
        at: Self.at(ms), .answered, client: client, journey: journey, list: 0,
        x: isOverloaded ? 1 : 0, y: UInt64(journey)))
  }

  /// A client publishes rows, by a right change set or by the one that is given.
  mutating func show(
    _ client: UInt32, _ ms: Int64, _ rows: [(String, UInt64)], by changes: ChangeSet? = nil
  ) {
    let new = rows.map { Row(key: Key($0.0), stamp: Self.node($0.1).fingerprint) }
    publish(client, ms, [new], by: changes)
  }

  /// A client publishes rows in sections.
  mutating func publish(
    _ client: UInt32, _ ms: Int64, _ sections: [[Row]], by changes: ChangeSet? = nil,
    reloads: [Place] = [], isFirst: Bool? = nil, hasNews: Bool = false,
    identity: Publication.Identity = .none
  ) {
    var made = ChangeSet()
    if changes == nil, let old = shown[Int(client)].first, let new = sections.first {
      var workspace = DiffWorkspace()
      diff(from: old, to: new, into: &made, workspace: &workspace)
    }
    let count = publications[client] ?? 0
    shown[Int(client)] = sections
    publications[client] = count + 1
    observe(
      Step(at: Self.at(ms), .published, client: client, list: 0),
      .publication(
        Publication(
          changes ?? made, reloads: reloads, sections: sections, isFirst: isFirst ?? (count == 0),
          hasNews: hasNews || made.isEmpty && changes == nil, identity: identity)))
  }

  private var publications: [UInt32: Int] = [:]

  /// A client writes on behalf of a resource.
  mutating func write(_ step: Step, _ write: Write) { observe(step, .write(write)) }

  /// A list view faults.
  mutating func fault(_ ms: Int64, _ client: UInt32, rule: UInt64) {
    observe(Step(at: Self.at(ms), .faulted, client: client, list: 0, x: rule))
  }

  /// Anything else happens to a client.
  mutating func happen(
    _ ms: Int64, _ kind: Step.Kind, _ client: UInt32, journey: UInt32 = 0, _ key: String = "-",
    list: UInt32 = 0, x: UInt64 = 0, y: UInt64 = 0
  ) {
    if kind == .killed { publications[client] = 0 }
    observe(
      Step(
        at: Self.at(ms), kind, client: client, journey: journey, list: list, key: Key(key), x: x,
        y: y))
  }

  /// A client begins a transaction, and is told the number of its journey.
  mutating func transact(_ ms: Int64, _ client: UInt32) -> UInt32 {
    journey += 1
    happen(ms, .meant, client, journey: journey, x: 6)
    return journey
  }

  /// Nothing more happens.
  mutating func rest(_ ms: Int64, open: UInt64 = 0) {
    observe(Step(at: Self.at(ms), .rested, x: open))
  }

  /// Nothing more happens, and these rows are what the server has.
  mutating func rest(
    _ ms: Int64, rows: [(String, UInt64)], holdings: [FinalState.Holding] = []
  ) {
    let rows = Node(rows.map { (Key($0.0), Self.node($0.1)) })
    observe(
      Step(at: Self.at(ms), .rested), .rest(FinalState(holdings: holdings, lists: [rows])))
  }

  private mutating func observe(_ step: Step, _ evidence: Evidence = .none) {
    played.append((step, evidence))
  }

  /// Checkers that have seen the play.
  private var checkers: Checkers {
    var checkers = Checkers(on: ground, watching: watching)
    for (step, evidence) in played { checkers.observe(step, evidence) }
    return checkers
  }

  /// What each checker says.
  var findings: [Finding] { checkers.findings }

  /// What the checkers counted or timed for a metric.
  func measured(_ metric: String) -> [Int64] {
    checkers.measured.first { $0.metric == metric }?.values ?? []
  }

  /// The number of rows and writes of which more is remembered than their end.
  var remembered: Int { checkers.remembered }

  /// The number of times a row went back because its client's own write was turned away.
  var rollbacks: Int { checkers.rollbacks }

  /// What a checker found broken, if it did.
  func breach(_ name: String) -> Breach? { verdict(name)?.breach }

  /// What a checker says.
  func verdict(_ name: String) -> Verdict? {
    findings.first { $0.checker == name }?.verdict
  }

  /// What a checker says, in words.
  func words(_ name: String) -> String { verdict(name).map { "\($0)" } ?? "no such checker" }
}
