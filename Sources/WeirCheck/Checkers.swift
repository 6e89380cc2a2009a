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

  /// Checkers that have seen nothing.
  public init() {}

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
    case .rested: convergence.rest(step, lists)
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
    ]
  }

  /// How long after the last commit to its list each client showed the final rows, in nanoseconds.
  public var convergenceDelays: [Int64] { convergence.delays }
}
