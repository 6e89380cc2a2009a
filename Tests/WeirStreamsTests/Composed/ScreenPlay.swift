// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirDiff
import WeirLists
import WeirStreams
import WeirTree

/// The stream of a screen with a server for each location, whose answers take their time.
struct ScreenPlay {
  private(set) var screen: Screen
  var stage: Stage<AnyStream>
  /// The time for which the next answer of a server is under way, in milliseconds.
  var delay: Int64 = 0
  /// The time by which each server answers later than the one before it.
  private let step: Int64
  private(set) var servers: [(path: Path, server: FakeServer)] = []
  private var paths: [UInt32: Path] = [:]
  private var mail: [(at: Int64, batch: FakeServer.Batch)] = []

  /// Opens a screen; what the servers say then is still under way.
  init(
    _ screen: Screen, wait: Int64 = 0, delay: Int64 = 0, step: Int64 = 0,
    data: [(String, [(Key, Node)])]
  ) {
    self.screen = screen
    self.delay = delay
    self.step = step
    servers = data.map { (Path($0.0), FakeServer($0.1)) }
    let batching = Batching(wait: .milliseconds(wait), atMost: .milliseconds(wait))
    stage = Stage(AnyStream(screen, batching: batching))
    act { $0.open(at: $1, into: &$2) }
  }

  var now: Int64 { stage.now.nanoseconds / 1_000_000 }

  /// Returns the path of a listen.
  func path(of tag: UInt32) -> Path? { paths[tag] }

  /// The news since the stream last said that it has loaded, without those of pages.
  var newsOfLife: [StackNews] {
    stage.newsOfLife.filter {
      switch $0 {
      case .loaded, .lost: true
      case .paged, .pageFailed: false
      }
    }
  }

  mutating func act(_ body: (inout AnyStream, Instant, inout [StackWish]) -> Void) {
    stage.act(body)
    serve()
  }

  mutating func perform(_ command: StackCommand) { act { $0.perform(command, at: $1, into: &$2) } }

  /// Lets another filter decide.
  mutating func show(_ filter: Filter) {
    screen.filter = filter
    perform(.show(filter))
  }

  /// Lets time pass: mail arrives and alarms ring.
  mutating func advance(to end: Int64) {
    while let at = mail.map(\.at).min(), at <= end,
      let place = mail.firstIndex(where: { $0.at == at })
    {
      stage.advance(to: max(at, now))
      serve()
      let batch = mail.remove(at: place).batch
      stage.hear(batch.tag, batch.events)
      serve()
    }
    stage.advance(to: max(end, now))
    serve()
  }

  /// Lets everything come to rest.
  mutating func settle() {
    while !mail.isEmpty || !stage.alarms.isEmpty { advance(to: now + 1_000) }
  }

  mutating func write(_ path: String, _ writes: [(key: Key, node: Node)]) {
    guard let number = servers.firstIndex(where: { $0.path == Path(path) }) else { return }
    for batch in servers[number].server.write(writes) { post(batch) }
    advance(to: now)
  }

  /// The server refuses a listen, and what it said before is lost.
  mutating func refuse(_ tag: UInt32) {
    guard stage.listens.contains(tag) else { return }
    stage.listens.removeAll { $0 == tag }
    end(tag)
    act { $0.lose(tag, .forbidden, at: $1, into: &$2) }
  }

  /// The lists at the leaves.
  var lists: [ListStream] { Self.lists(stage.stream) }

  private static func lists(_ stream: AnyStream) -> [ListStream] {
    switch stream {
    case .list(let list): [list]
    case .transient: []
    case .union(let union): union.sources.flatMap(lists)
    case .partitioned(let parts): lists(parts.source)
    }
  }

  /// The rows that the screen promises to show of the servers' data, as far as the lists have
  /// loaded it.
  var promised: [[Row]] {
    var sources: [NaiveSource] = []
    for (source, list) in zip(screen.sources, lists) {
      var whole = source
      whole.limit = nil
      let server = servers.first { $0.path == source.path }?.server
      var children = server?.show(whole.query) ?? []
      if !source.isAscending { children.reverse() }
      var naive = NaiveSource(
        order: StreamOrder(source.index, isAscending: source.isAscending), filter: screen.filter,
        limit: screen.displayLimit)
      naive.items = Array(children.prefix(list.loadedKeys.count))
      sources.append(naive)
    }
    let all = NaiveSource.union(sources)
    return screen.grouping.map { all.parts(by: $0).map(\.rows) } ?? [all.rows]
  }

  /// Lets the servers answer what was asked.
  private mutating func serve() {
    let (asked, ended) = (stage.asked, stage.ended)
    stage.asked = []
    stage.ended = []
    for listen in asked {
      paths[listen.tag] = listen.path
      guard let number = servers.firstIndex(where: { $0.path == listen.path }) else { continue }
      post(
        servers[number].server.listen(listen.tag, listen.query), later: step * Int64(number))
    }
    for tag in ended { end(tag) }
  }

  private mutating func end(_ tag: UInt32) {
    for number in servers.indices { servers[number].server.unlisten(tag) }
    mail.removeAll { $0.batch.tag == tag }
  }

  /// Mail of one listen comes in order.
  private mutating func post(_ batch: FakeServer.Batch, later: Int64 = 0) {
    let latest = mail.filter { $0.batch.tag == batch.tag }.map(\.at).max() ?? now
    let at = max(latest, now + delay + later)
    mail.insert((at, batch), at: mail.firstIndex { $0.at > at } ?? mail.endIndex)
  }
}
