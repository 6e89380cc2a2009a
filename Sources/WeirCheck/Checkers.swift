import WeirCore
public import WeirTrace
public import WeirTree

/// The checkers that a run carries, all of them unless it says which.
///
/// They judge promises from the trace alone.
///
///     checkers.observe(step)               // most steps
///     checkers.observe(step, viewing)      // a list is opened: with what it promises to show
///     checkers.observe(step, query)        // a stack listens: with what it asks for
///     checkers.observe(step, node)         // a commit: with the row
///     checkers.observe(step, write)        // a resource writes: with all of what it writes
///     checkers.observe(step, publication)  // a list is published: with the rows
///     checkers.observe(step, ruling)       // the server does or refuses what takes a right: with what the rules say
///     checkers.observe(step, census)       // nothing happens any more: with what is there
///     checkers.findings                    // held, broken or not reached
public struct Checkers: Sendable {
  /// Those that watch.
  public let watching: CheckerSet

  var lists = ShadowLists()
  var convergence = ConvergenceChecker()
  var fidelity = ListFidelityChecker()
  var readYourWrites = ReadYourWritesChecker()
  var transactions: TransactionChecker
  var hooks = HookChecker()
  var grammar = GrammarChecker()
  var contiguity = ContiguityChecker()
  var pages = PageChecker()
  var initialLoad = InitialLoadChecker()
  var staleness = StalenessChecker()
  var resources: ResourceChecker
  var counters: CounterChecker

  var ledger = RowLedger()
  var deeds = Deeds()
  var sightings = Sightings()
  var lostWrites = LostWriteChecker()
  var atMostOnce = AtMostOnceChecker()
  var writeOrder = WriteOrderChecker()
  var monotonicReads = MonotonicReadChecker()
  var monotonicWrites = CausalChecker(.monotonicWrites)
  var writesFollowReads = CausalChecker(.writesFollowReads)
  var valueLast = ValueLastChecker()
  var anomalies = AnomalyChecker()
  var boundedWork = BoundedWorkChecker()
  var leak = LeakChecker()
  var linear = LinearChecker()
  var authority = AuthorityChecker()
  /// The number of steps that were seen.
  var order = 0

  /// Checkers that have seen nothing.
  ///
  /// `transactAction` is the number by which steps call a transaction; `ground` says where resources lie.
  public init(
    transactAction: UInt64, ground: ResourceGround = ResourceGround(), only: CheckerSet = .all
  ) {
    watching = only
    transactions = TransactionChecker(action: transactAction)
    resources = ResourceChecker(ground)
    counters = CounterChecker(ground)
  }

  /// Whether one of these watches.
  func watch(_ checkers: CheckerSet) -> Bool { !watching.isDisjoint(with: checkers) }

  /// Takes in a step.
  public mutating func observe(_ step: Step) {
    if watching.isEmpty { return }
    order += 1
    if readYourWrites.isInDoubt {
      readYourWrites.settle(at: step.at, isOver: step.kind == .rested)
    }
    remember(step)
    if watch(.boundedWork) { bound(step) }
    if watch(.valueLast) { listen(step) }
    if watch(.first) { look(step) }
  }

  /// What the checkers of lists and operations make of a step.
  private mutating func look(_ step: Step) {
    switch step.kind {
    case .wrote:
      if watch(.readYourWrites) { readYourWrites.write(step, lists) }
      if watch(.hooks) { hooks.touch(step) }
      if watch(.pages) { pages.touch(step) }
    case .answered:
      if watch(.readYourWrites) { readYourWrites.answer(step) }
      if watch(.contiguity) { contiguity.answer(step) }
    case .faulted: if watch(.lists) { fidelity.fault(step) }
    case .meant: if watch(.transactions) { transactions.mean(step) }
    case .skipped: if watch(.transactions) { transactions.skip(step) }
    case .touched:
      if watch(.readYourWrites) { readYourWrites.touch(step) }
      if watch(.hooks) { hooks.touch(step) }
      if watch(.counters) { counters.hide(step) }
      if watch(.pages) { pages.touch(step) }
    case .counted: if watch(.transactions) { transactions.count(step) }
    case .ended: if watch(.transactions) { transactions.end(step) }
    case .linked: if watch(.hooks) { hooks.link(step) }
    case .filtered: if watch(.hooks) { hooks.forget(step) }
    case .armed: if watch(.hooks) { hooks.arm(step) }
    case .parted: if watch(.hooks) { hooks.part(step) }
    case .fired: if watch(.hooks) { hooks.fire(step) }
    case .cancelled:
      if watch(.readYourWrites) { readYourWrites.forget(step) }
      if watch(.staleness) { staleness.cancel(step) }
      if watch(.initialLoad) { initialLoad.cancel(step) }
      if watch(.pages) { pages.cancel(step) }
    case .heard:
      if watch(.initialLoad) { initialLoad.hear(step) }
      if watch(.staleness) { staleness.hear(step) }
      if watch(.pages) { pages.hear(step) }
    case .completed:
      if watch(.initialLoad) { initialLoad.complete(step) }
      if watch(.staleness) { staleness.complete(step) }
    case .unlistened:
      if watch(.initialLoad) { initialLoad.unlisten(step) }
      if watch(.staleness) { staleness.unlisten(step) }
    case .loaded: if watch(.initialLoad) { initialLoad.load(step, lists.shown[Int(step.client)]) }
    case .lost: if watch(.initialLoad) { initialLoad.lose(step) }
    case .asked: if watch(.pages) { pages.ask(step, lists) }
    case .paged:
      if watch(.pages) { pages.end(step, lists) }
      if watch(.contiguity) { contiguity.page(step) }
    case .pageFailed: if watch(.pages) { pages.end(step, lists) }
    case .operated:
      if watch(.resources) { resources.operate(step) }
      if watch(.counters) { counters.operate(step) }
    case .reported:
      if watch(.resources) { resources.report(step) }
      if watch(.counters) { counters.report(step) }
    case .tallied: if watch(.counters) { counters.tally(step) }
    case .paused: if watch(.staleness) { staleness.pause(step) }
    case .killed: kill(step)
    case .closed:
      readYourWrites.forget(step)
      initialLoad.close(step)
      staleness.forget(step)
      hooks.forget(step)
    case .pending: convergence.wait(step)
    case .rested: rest(step)
    default: break
    }
  }

  private mutating func kill(_ step: Step) {
    readYourWrites.forget(step)
    transactions.kill(step)
    pages.kill(step)
    initialLoad.close(step)
    staleness.forget(step)
    hooks.forget(step)
    resources.kill(step)
    counters.kill(step)
  }

  private mutating func rest(_ step: Step) {
    var orders = ServerOrders()
    if watch(.converge) { convergence.rest(step, lists, &orders) }
    if watch(.contiguity) { contiguity.rest(step, lists, &orders) }
    if watch(.transactions) { transactions.rest(step) }
    if watch(.hooks) { hooks.rest(step) }
    if watch(.pages) { pages.rest(step) }
    if watch(.initialLoad) { initialLoad.rest(step) }
    if watch(.resources) { resources.rest(step) }
    if watch(.counters) { counters.rest(step, lists) }
  }

  /// Takes in that a client opens a list, with what it promises to show.
  public mutating func observe(_ step: Step, _ viewing: Viewing) {
    if watching.isEmpty { return }
    order += 1
    lists.open(step, viewing)
    if watch(.contiguity) { contiguity.open(step, viewing, lists) }
    if watch(.initialLoad) { initialLoad.open(step) }
    if watch(.pages) { pages.begin(step) }
    if watch(.valueLast) { valueLast.cause(step) }
  }

  /// Takes in that a stack listens, with what it asks for.
  public mutating func observe(_ step: Step, _ query: Query) {
    if watching.isEmpty { return }
    order += 1
    lists.listen(step, query)
    if watch(.initialLoad) { initialLoad.listen(step) }
    if watch(.staleness) { staleness.listen(step) }
    if watch(.valueLast) { valueLast.cause(step) }
    if watch(.boundedWork) { boundedWork.cause(step) }
    guard watch(.pages) else { return }
    let viewing = lists.shown[Int(step.client)].viewing
    let listen = ShadowListen(tag: step.x, list: step.list, query: query)
    if let source = viewing.source(of: listen) {
      pages.listen(step, query, of: viewing.screen.sources[source])
    }
  }

  /// Takes in a commit, with the row as it is now.
  public mutating func observe(_ step: Step, _ node: Node) {
    if watching.isEmpty { return }
    order += 1
    let before = lists.commit(step, node)
    if watch(.readYourWrites) {
      readYourWrites.commit(step, before: before.fingerprint, lists)
    }
    if watch(.resources) { resources.commit(step, before: before, after: node) }
    if watch(.counters) { counters.commit(step, before: before, after: node) }
    if watch(.historic) { enter(step) }
    if watch(.boundedWork) { boundedWork.cause(step) }
  }

  /// Takes in what a client writes on behalf of a resource.
  public mutating func observe(_ step: Step, _ write: Write) {
    if watching.isEmpty { return }
    order += 1
    if watch(.resources) { resources.write(step, write) }
    if watch(.counters) { counters.write(step, lists) }
    if watch(.historic) { note(step, stamp: nil, isPlain: true) }
    if watch(.valueLast) { valueLast.cause(step) }
  }

  /// Takes in a publication, with the list as it is now.
  public mutating func observe(_ step: Step, _ publication: borrowing Publication) {
    if watching.isEmpty { return }
    order += 1
    let shown = lists.shown[Int(step.client)]
    if watch(.grammar) {
      grammar.publish(step, from: shown.sections, by: publication, after: shown.publications)
    }
    if watch(.lists) {
      fidelity.publish(
        step, from: shown.sections, by: publication.changes, to: publication.sections)
    }
    if watch(.readYourWrites) {
      readYourWrites.publish(
        step, from: shown.sections, by: publication.changes, to: publication.sections, lists)
    }
    if watch(.hooks) {
      hooks.publish(
        step, from: shown.sections, by: publication.changes, to: publication.sections,
        shown.viewing.screen)
    }
    if watch(.staleness) { staleness.publish(step, publication, shown) }
    if watch(.sighted) { see(step, publication, shown) }
    if watch(.boundedWork) {
      boundedWork.observe(step, lists, sightings, deeds)
      boundedWork.publish(step, shown)
    }
    lists.publish(step, publication.sections)
  }

  /// Takes in that the server does or refuses what takes a right, with what the rules say of it.
  public mutating func observe(_ step: Step, _ ruling: Ruling) {
    if watch(.authority) { authority.judge(step, ruling) }
  }

  /// Takes in that nothing happens any more, with what is there.
  public mutating func observe(_ step: Step, _ census: Census) {
    observe(step)
    if watch(.leak) { leak.rest(step, census, lists) }
    if watch(.lostWrites) { lostWrites.rest(step, census, lists, ledger) }
    if watch(.linearizable) { linear.rest(step, census, order: order, deeds, ledger) }
  }

  /// How long after the last commit to its list each client showed the final rows, in nanoseconds.
  public var convergenceDelays: [Int64] { convergence.delays }
  /// How long clients showed half of an atomic change, in nanoseconds.
  public var fractures: [Int64] { anomalies.fractures }
  /// How often a plain write went over a version that its writer had not seen.
  public var staleOverwrites: Int { anomalies.staleOverwrites }
  /// How often two clients each wrote what the other had seen an older version of.
  public var writeSkews: Int { anomalies.writeSkews }
  /// How often a row went back because the server had turned its client's own write away.
  public var rollbacks: Int { sightings.rollbacks }
}
