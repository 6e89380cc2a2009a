import WeirCore
public import WeirDiff
public import WeirTrace
public import WeirTree

/// The checkers that every run carries.
///
/// They judge promises from the trace alone.
///
///     checkers.observe(step)                       // every step but publications
///     checkers.observe(step, changes, rows: rows)  // publications
///     checkers.findings                            // held, broken or not reached
public struct Checkers: Sendable {
  private var lists = ShadowLists()
  private var convergence = ConvergenceChecker()
  private var fidelity = ListFidelityChecker()
  private var readYourWrites = ReadYourWritesChecker()
  private var transactions: TransactionChecker
  private var hooks = HookChecker()

  /// Checkers that have seen nothing.
  ///
  /// `transactAction` is the number by which steps call a transaction.
  public init(transactAction: UInt64) {
    transactions = TransactionChecker(action: transactAction)
  }

  /// Takes in a step.
  public mutating func observe(_ step: Step) {
    switch step.kind {
    case .opened: lists.open(step)
    case .wrote: readYourWrites.write(step, lists)
    case .answered: readYourWrites.answer(step)
    case .committed where step.list != Step.nowhere:
      let before = lists.commit(step)
      readYourWrites.commit(step, before: before, lists)
    case .faulted: fidelity.fault(step)
    case .meant: transactions.mean(step)
    case .skipped: transactions.skip(step)
    case .touched: readYourWrites.touch(step)
    case .counted: transactions.count(step)
    case .ended: transactions.end(step)
    case .armed: hooks.arm(step)
    case .parted: hooks.part(step)
    case .fired: hooks.fire(step)
    case .cancelled: lists.cancel(step)
    case .killed:
      lists.close(step)
      readYourWrites.forget(step)
      transactions.kill(step)
    case .rested:
      convergence.rest(step, lists)
      transactions.rest(step)
      hooks.rest(step)
    default: break
    }
  }

  /// Takes in a publication with the list that goes with it.
  public mutating func observe(_ step: Step, _ changes: borrowing ChangeSet, rows: [Row]) {
    let client = Int(step.client)
    fidelity.publish(step, from: lists.shown[client].rows, by: changes, to: rows)
    readYourWrites.publish(
      step, from: lists.shown[client].rows, by: changes, to: rows, lists)
    lists.publish(step, rows)
  }

  /// What each checker says, in the order of the report.
  public var findings: [Finding] {
    [
      Finding(
        checker: "converge", verdict: convergence.verdict,
        opportunities: convergence.opportunities),
      Finding(
        checker: "lists", verdict: fidelity.verdict, opportunities: fidelity.opportunities),
      Finding(
        checker: "read-your-writes", verdict: readYourWrites.verdict,
        opportunities: readYourWrites.opportunities),
      Finding(
        checker: "transactions", verdict: transactions.verdict,
        opportunities: transactions.opportunities),
      Finding(checker: "hooks", verdict: hooks.verdict, opportunities: hooks.opportunities),
    ]
  }

  /// How long after the last commit to its list each client showed the final rows, in nanoseconds.
  public var convergenceDelays: [Int64] { convergence.delays }
}
