import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that a pager does not stop where it could go on: when nothing happens any more, nobody sees the first or the last
/// row of a list of which the server has more on that side, unless the page there did not come.
///
/// It counts as well where an app has let go of pages and somebody has come back to where they were. Where somebody looks is
/// known from where they scrolled to last, and from a list that has become shorter since. Rows that came before theirs since
/// then put them farther down, so that nothing is said of the beginning.
///
/// A row behind which a list goes on may be gone, which its server says. Then the list is loaded anew.
///
/// Of an app that keeps its list on the phone all this is promised as long as its store works.
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
  /// The place at which somebody looks.
  private struct Place: Sendable {
    /// The rows that they see, as far as there are so many.
    var rows: Range<Int>
    /// The first row of the list when they came to its beginning; nil: they are elsewhere.
    var first: Key?
  }

  /// By client; nil: nobody knows.
  private var seen: [Place?] = []
  /// By client: whether its list goes on behind a row that is gone.
  private var isGone: [Bool] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .rested {
      if step.x == 0 { rest(step, history.lists) }
      return
    }
    let client = Int(step.client)
    while seen.count <= client { seen.append(nil) }
    while isGone.count <= client { isGone.append(false) }
    switch step.kind {
    case .requested:
      passes.ask(step, evidence)
      // Whoever begins anew is somewhere else.
      if case .question = evidence, step.has(Step.Requested.isFresh) {
        (seen[client], isGone[client]) = (nil, false)
      }
    case .fetched:
      passes.bring(step, evidence)
      if step[Step.Fetched.end] == Self.gone { isGone[client] = true }
    case .stored: passes.keep(step)
    case .noted: if PageNotes.scrolled.isSaid(by: step) { scroll(step, history.lists) }
    case .published:
      guard case .publication(let publication) = evidence, let place = seen[client] else { return }
      let rows = publication.sections.reduce(0) { $0 + $1.count }
      let top = max(0, min(place.rows.lowerBound, rows - place.rows.count))
      seen[client]?.rows = top..<top + place.rows.count
    default:
      if step.kind == .killed { passes.kill(step.client) } else { passes.forget(step.client) }
      (seen[client], isGone[client]) = (nil, false)
    }
  }

  private mutating func scroll(_ step: Step, _ lists: ShadowLists) {
    let client = Int(step.client)
    let top = Int(step.x)
    var first: Key?
    if top == 0, client < lists.shown.count {
      first = lists.shown[client].sections.first { !$0.isEmpty }?.first?.key
    }
    seen[client] = Place(rows: top..<top + Int(step[Step.Noted.detail]), first: first)
  }

  /// Nothing happens any more.
  private mutating func rest(_ step: Step, _ lists: ShadowLists) {
    for client in seen.indices where client < lists.shown.count {
      guard lists.shown[client].isLoaded, let reader = passes[UInt32(client)],
        reader.requests.isEmpty
      else { continue }
      if isGone[client] {
        blame(step, "client \(client) was told that its list goes on behind no row, and leaves it so")
      }
      guard let place = seen[client], let pass = reader.passes.last(where: { !$0.pages.isEmpty }),
        !pass.isBroken, !reader.isStoreBroken,
        !reader.keeps || reader.passes.last?.pages.isEmpty == false
      else { continue }
      opportunities += 1
      verdict.reach()
      let rows = lists.shown[client].sections.joined()
      // Only looked up in.
      let shown = Set(rows.map(\.key))
      let sees = "client \(client) sees the"
      if place.rows.upperBound >= rows.count, !pass.ends(amid: shown, atFront: false) {
        blame(step, "\(sees) last of \(rows.count) rows and gets no more, but the server has some")
      }
      if let first = place.first, first == rows.first?.key, !pass.ends(amid: shown, atFront: true) {
        blame(step, "\(sees) first of \(rows.count) rows and gets none before it, but there are some")
      }
    }
  }

  private mutating func blame(_ step: Step, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  /// The words of a row that is gone.
  private static let gone = UInt64(PageFailure.gone.rawValue) + 1
}

extension PagePasses.Pass {
  /// `true` if the list has no rows beyond one of its ends, and all rows of the page there are shown.
  fileprivate func ends(amid shown: Set<Key>, atFront: Bool) -> Bool {
    guard atFront ? reachesFront : reachesBack,
      let page = atFront ? pages.first : pages.last
    else { return false }
    return page.rows.allSatisfy { shown.contains($0.key) || replaced.contains($0.key) }
  }
}
