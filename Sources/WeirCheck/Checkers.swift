import WeirCore
public import WeirTrace
public import WeirTree

/// The checkers that every run carries.
///
/// They judge promises from the trace alone.
///
///     checkers.observe(step)               // most steps
///     checkers.observe(step, viewing)      // a list is opened: with what it promises to show
///     checkers.observe(step, query)        // a stack listens: with what it asks for
///     checkers.observe(step, node)         // a commit: with the row
///     checkers.observe(step, write)        // a resource writes: with all of what it writes
///     checkers.observe(step, publication)  // a list is published: with the rows
///     checkers.findings                    // held, broken or not reached
public struct Checkers: Sendable {
  private var lists = ShadowLists()
  private var convergence = ConvergenceChecker()
  private var fidelity = ListFidelityChecker()
  private var readYourWrites = ReadYourWritesChecker()
  private var transactions: TransactionChecker
  private var hooks = HookChecker()
  private var grammar = GrammarChecker()
  private var contiguity = ContiguityChecker()
  private var pages = PageChecker()
  private var initialLoad = InitialLoadChecker()
  private var staleness = StalenessChecker()
  private var resources: ResourceChecker
  private var counters: CounterChecker

  /// Checkers that have seen nothing.
  ///
  /// `transactAction` is the number by which steps call a transaction; `ground` says where resources lie.
  public init(transactAction: UInt64, ground: ResourceGround = ResourceGround()) {
    transactions = TransactionChecker(action: transactAction)
    resources = ResourceChecker(ground)
    counters = CounterChecker(ground)
  }

  /// Takes in a step.
  public mutating func observe(_ step: Step) {
    switch step.kind {
    case .wrote: readYourWrites.write(step, lists)
    case .answered: readYourWrites.answer(step)
    case .faulted: fidelity.fault(step)
    case .meant: transactions.mean(step)
    case .skipped: transactions.skip(step)
    case .touched: readYourWrites.touch(step)
    case .counted: transactions.count(step)
    case .ended: transactions.end(step)
    case .armed: hooks.arm(step)
    case .parted: hooks.part(step)
    case .fired: hooks.fire(step)
    case .cancelled:
      lists.cancel(step)
      staleness.cancel(step)
    case .heard:
      initialLoad.hear(step)
      staleness.hear(step)
    case .completed:
      initialLoad.complete(step)
      staleness.complete(step)
    case .unlistened:
      lists.unlisten(step)
      initialLoad.unlisten(step)
      staleness.unlisten(step)
    case .loaded:
      initialLoad.load(step, lists.shown[Int(step.client)])
      lists.load(step)
    case .asked: pages.ask(step)
    case .paged:
      pages.end(step)
      contiguity.page(step)
    case .pageFailed: pages.end(step)
    case .filtered: lists.filter(step)
    case .operated:
      resources.operate(step)
      counters.operate(step)
    case .reported:
      resources.report(step)
      counters.report(step)
    case .tallied: counters.tally(step)
    case .paused: staleness.pause(step)
    case .killed: kill(step)
    case .pending: convergence.wait(step)
    case .rested: rest(step)
    default: break
    }
  }

  private mutating func kill(_ step: Step) {
    lists.close(step)
    readYourWrites.forget(step)
    transactions.kill(step)
    pages.kill(step)
    initialLoad.close(step)
    staleness.forget(step)
    resources.kill(step)
    counters.kill(step)
  }

  private mutating func rest(_ step: Step) {
    var orders = ServerOrders()
    convergence.rest(step, lists, &orders)
    contiguity.rest(step, lists, &orders)
    transactions.rest(step)
    hooks.rest(step)
    pages.rest(step)
    initialLoad.rest(step)
    resources.rest(step)
    counters.rest(step, lists)
  }

  /// Takes in that a client opens a list, with what it promises to show.
  public mutating func observe(_ step: Step, _ viewing: Viewing) {
    lists.open(step, viewing)
    contiguity.open(step, viewing, lists)
    initialLoad.open(step)
  }

  /// Takes in that a stack listens, with what it asks for.
  public mutating func observe(_ step: Step, _ query: Query) {
    lists.listen(step, query)
    initialLoad.listen(step)
    staleness.listen(step)
    let viewing = lists.shown[Int(step.client)].viewing
    let listen = ShadowListen(tag: step.x, list: step.list, query: query)
    if let source = viewing.source(of: listen) {
      pages.listen(step, query, of: viewing.screen.sources[source])
    }
  }

  /// Takes in a commit, with the row as it is now.
  public mutating func observe(_ step: Step, _ node: Node) {
    let before = lists.commit(step, node)
    readYourWrites.commit(step, before: before.fingerprint, lists)
    resources.commit(step, before: before, after: node)
    counters.commit(step, before: before, after: node)
  }

  /// Takes in what a client writes on behalf of a resource.
  public mutating func observe(_ step: Step, _ write: Write) { resources.write(step, write) }

  /// Takes in a publication, with the list as it is now.
  public mutating func observe(_ step: Step, _ publication: borrowing Publication) {
    let shown = lists.shown[Int(step.client)]
    grammar.publish(step, from: shown.sections, by: publication, after: shown.publications)
    fidelity.publish(
      step, from: shown.sections, by: publication.changes, to: publication.sections)
    readYourWrites.publish(
      step, from: shown.sections, by: publication.changes, to: publication.sections, lists)
    staleness.publish(step, publication, shown)
    lists.publish(step, publication.sections)
  }

  /// What each checker says, in the order of the report.
  public var findings: [Finding] {
    func finding(_ name: String, _ verdict: Verdict, _ opportunities: Int) -> Finding {
      Finding(checker: name, verdict: verdict, opportunities: opportunities)
    }
    return [
      finding("converge", convergence.verdict, convergence.opportunities),
      finding("lists", fidelity.verdict, fidelity.opportunities),
      finding("read-your-writes", readYourWrites.verdict, readYourWrites.opportunities),
      finding("transactions", transactions.verdict, transactions.opportunities),
      finding("hooks", hooks.verdict, hooks.opportunities),
      finding("grammar", grammar.verdict, grammar.opportunities),
      finding("contiguity", contiguity.verdict, contiguity.opportunities),
      finding("pages", pages.verdict, pages.opportunities),
      finding("initial-load", initialLoad.verdict, initialLoad.opportunities),
      finding("staleness", staleness.verdict, staleness.opportunities),
      finding("resources", resources.verdict, resources.opportunities),
      finding("counters", counters.verdict, counters.opportunities),
    ]
  }

  /// How long after the last commit to its list each client showed the final rows, in nanoseconds.
  public var convergenceDelays: [Int64] { convergence.delays }
}
