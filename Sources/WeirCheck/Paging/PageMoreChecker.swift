import WeirCore
import WeirTrace
import WeirTree

/// Promises that a pager does not stop where it could go on: when nothing happens any more, nobody sees the last row of a list
/// of which the server has more, unless the page behind it did not come.
///
/// Where somebody looks is known from where they scrolled to last, and from a list that has become shorter since. Rows that
/// came before theirs since then put them farther up, so that nothing is said of them.
struct PageMoreChecker: Checker {
  static let promise = Promise(
    "page-more",
    "Who has scrolled to the end of a paged list gets more rows, where there are more.",
    usualCause:
      "Usually a wish for the next page was dropped while another one was under way, or something never ended."
  )
  static let kinds: KindSet = [
    .requested, .fetched, .opened, .closed, .killed, .stored, .noted, .published, .rested,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var passes = PagePasses()
  /// By client: the rows that somebody sees, as far as there are so many; nil: nobody knows.
  private var seen: [Range<Int>?] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .rested {
      if step.x == 0 { rest(step, history.lists) }
      return
    }
    let client = Int(step.client)
    while seen.count <= client { seen.append(nil) }
    switch step.kind {
    case .requested:
      passes.ask(step, evidence)
      // Whoever begins anew is somewhere else.
      if case .question = evidence, step.has(Step.Requested.isFresh) { seen[client] = nil }
    case .fetched: passes.bring(step, evidence)
    case .stored: passes.keep(step)
    case .noted:
      if PageNotes.scrolled.isSaid(by: step) {
        let top = Int(step.x)
        seen[client] = top..<top + Int(step[Step.Noted.detail])
      }
    case .published:
      guard case .publication(let publication) = evidence, let range = seen[client] else { return }
      let rows = publication.sections.reduce(0) { $0 + $1.count }
      let top = max(0, min(range.lowerBound, rows - range.count))
      seen[client] = top..<top + range.count
    case .killed:
      passes.kill(step.client)
      seen[client] = nil
    default:
      passes.forget(step.client)
      seen[client] = nil
    }
  }

  /// Nothing happens any more.
  private mutating func rest(_ step: Step, _ lists: ShadowLists) {
    for (client, range) in seen.enumerated() where client < lists.shown.count {
      guard let range, lists.shown[client].isLoaded, let reader = passes[UInt32(client)],
        reader.requests.isEmpty, !reader.keeps,
        let pass = reader.passes.last(where: { !$0.pages.isEmpty }), !pass.isBroken
      else { continue }
      let count = lists.shown[client].sections.reduce(0) { $0 + $1.count }
      opportunities += 1
      verdict.reach()
      if range.upperBound < count || pass.reachesBack || verdict.isBroken { continue }
      let reason =
        "client \(client) sees the last of \(count) rows and gets no more, but the server has some"
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
  }
}
