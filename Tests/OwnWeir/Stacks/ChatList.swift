public import WeirKit

/// The newest messages of a room, as an app keeps them: put your own list in its place.
///
/// It is told what the database says and what people do, each with the moment at which that happens, and answers with
/// wishes: listen here, show this. It looks at no clock and calls nobody, so that a seed gives the same run each time.
struct ChatList: ClientStack {
  private let list: QueryBuilder
  private var heard: [Key: UInt64] = [:]
  private var shown: [Row] = []
  private var tag: UInt32 = 0
  private var isOpen = false
  private var isLoaded = false
  private var workspace = DiffWorkspace()

  /// Makes the list of a client whose app starts.
  init(_ context: StackContext) { list = context.screen.sources[0] }

  mutating func open(at now: Instant, into wishes: inout [StackWish]) {
    if isOpen { return }
    (isOpen, isLoaded, heard) = (true, false, [:])
    tag += 1
    wishes.append(.listen(tag: tag, list.path, list.query))
  }

  mutating func close(into wishes: inout [StackWish]) {
    if isOpen { wishes.append(.unlisten(tag: tag)) }
    isOpen = false
  }

  mutating func receive(
    _ event: DataEvent, from tag: UInt32, at now: Instant, into wishes: inout [StackWish]
  ) {
    switch event.kind {
    case .added, .changed, .moved: heard[event.key] = event.node.fingerprint
    case .removed: heard[event.key] = nil
    // A batch of events is complete.
    case .value: if !isLoaded || wanted != shown { wishes.append(.publish) }
    }
  }

  mutating func lose(
    _ tag: UInt32, _ refusal: Message.Refusal, at now: Instant, into wishes: inout [StackWish]
  ) {
    wishes.append(.tell(isLoaded ? .lost(refusal) : .loaded(refusal)))
    (isOpen, isLoaded) = (false, true)
  }

  mutating func publish(into update: inout StackUpdate) {
    let next = wanted
    diff(from: shown, to: next, into: &update.changes, workspace: &workspace)
    update.isFirst = !isLoaded
    if !isLoaded { update.news.append(.loaded(nil)) }
    isLoaded = true
    shown = next
  }

  /// The rows that are to be shown: the first so many of the list's order.
  private var wanted: [Row] {
    let rows = heard.map { Row(key: $0.key, stamp: $0.value) }
    let sorted = rows.sorted { list.isAscending ? $0.key < $1.key : $1.key < $0.key }
    return Array(sorted.prefix(list.limit ?? sorted.count))
  }

  mutating func perform(
    _ command: StackCommand, at now: Instant, into wishes: inout [StackWish]
  ) {}
  mutating func wake(at now: Instant, into wishes: inout [StackWish]) {}
  var sectionCount: Int { 1 }
  func rowCount(in section: Int) -> Int { shown.count }
  func row(at place: Place) -> Row { shown[Int(place.row)] }
}

extension Catalogue {
  /// All that comes with Weir, and the stacks of this package: `stack: chat` in a scenario.
  public static let own = Catalogue.complete
    .adding("chat", "The newest messages of a room.") { ChatList($0) }
}
