// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a pager does not stop where it could go on: when nothing happens any more, nobody sees the first or the last
/// row of a list of which the server has more on that side, unless the page there did not come.
///
/// It counts as well where an app has let go of pages and somebody has come back to where they were. Where somebody looks is
/// known from the row to which they scrolled last, as long as it is there; a list that has become shorter shows its end.
/// After a jump into the middle of the list it is not known until they scroll again, and whoever scrolls while its page is on
/// the way scrolls what that page takes the place of.
///
/// A row behind which a list goes on may be gone, which its server says. Then the list is loaded anew.
///
/// Of an app that keeps its list on the phone all this is promised as long as its store works.
struct PageMoreChecker: Checker {
  static let promise = Promise(
    "page-more",
    "Who has scrolled to an end of a paged list gets more rows, where there are more.",
    usualCause:
      "Usually a wish for the next page was dropped while another one was under way, or something never ended."
  )
  static let kinds: KindSet = [
    .requested, .fetched, .opened, .closed, .killed, .stored, .noted, .published,
    .rested,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var passes = PagePasses()

  /// The rows at which somebody looks.
  private struct Place: Sendable {
    /// The first of them.
    var top: Key
    /// The number of rows on their screen.
    var count: Int
  }

  /// By client; nil: nobody knows.
  private var seen: [Place?] = []
  /// By client: whether its list goes on behind a row that is gone.
  private var isGone: [Bool] = []
  /// By client: whether somebody has jumped, and the page there has not come.
  private var isJumping: [Bool] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .rested {
      if step.x == 0 { rest(step, history.lists) }
      return
    }
    let client = Int(step.client)
    while seen.count <= client { seen.append(nil) }
    while isGone.count <= client { isGone.append(false) }
    while isJumping.count <= client { isJumping.append(false) }
    switch step.kind {
    case .requested:
      passes.ask(step, evidence)
      // Whoever begins anew is somewhere else.
      if case .question = evidence, step.has(Step.Requested.isFresh) {
        (seen[client], isGone[client]) = (nil, false)
      }
    case .fetched:
      land(step)
      passes.bring(step, evidence)
      if step[Step.Fetched.end] == Self.gone { isGone[client] = true }
    case .stored: passes.keep(step)
    case .noted:
      if PageNotes.scrolled.isSaid(by: step) { scroll(step, history.lists) }
      if PageNotes.opened.isSaid(by: step) { (seen[client], isJumping[client]) = (nil, true) }
    case .published:
      if case .publication(let publication) = evidence {
        move(client, publication.sections.joined().map(\.key))
      }
    default:
      if step.kind == .killed { passes.kill(step.client) } else { passes.forget(step.client) }
      (seen[client], isGone[client], isJumping[client]) = (nil, false, false)
    }
  }

  /// Forgets where somebody looks when the page comes to which they have jumped.
  private mutating func land(_ step: Step) {
    let (client, tag) = (Int(step.client), step[Step.Fetched.tag])
    guard isJumping[client], step[Step.Fetched.end] == 0, let reader = passes[step.client],
      reader.requests.contains(where: { $0.tag == tag && $0.isFresh })
    else { return }
    seen[client] = nil
    if step.has(Step.Fetched.isLast) { isJumping[client] = false }
  }

  private mutating func scroll(_ step: Step, _ lists: ShadowLists) {
    let client = Int(step.client)
    seen[client] = nil
    guard client < lists.shown.count else { return }
    let top = lists.shown[client].sections.joined().dropFirst(Int(step.x)).first?.key
    seen[client] = top.map { Place(top: $0, count: Int(step[Step.Noted.detail])) }
  }

  /// A list shows these rows now, so that its screen may stand elsewhere.
  private mutating func move(_ client: Int, _ rows: [Key]) {
    guard let place = seen[client] else { return }
    let top = rows.firstIndex(of: place.top).map { max(0, min($0, rows.count - place.count)) }
    seen[client] = top.map { Place(top: rows[$0], count: place.count) }
  }

  /// Nothing happens any more.
  private mutating func rest(_ step: Step, _ lists: ShadowLists) {
    for client in seen.indices where client < lists.shown.count {
      guard lists.shown[client].isLoaded, let reader = passes[UInt32(client)],
        reader.requests.isEmpty
      else { continue }
      if isGone[client] {
        blame(
          step, "client \(client) was told that its list goes on behind no row, and leaves it so")
      }
      guard let place = seen[client], let pass = reader.passes.last(where: { !$0.pages.isEmpty }),
        !pass.isBroken, !reader.isStoreBroken,
        !reader.keeps || reader.passes.last?.pages.isEmpty == false
      else { continue }
      let rows = Array(lists.shown[client].sections.joined().map(\.key))
      guard let top = rows.firstIndex(of: place.top) else { continue }
      opportunities += 1
      verdict.reach()
      // Only looked up in.
      let shown = Set(rows)
      let sees = "client \(client) sees the"
      if top + place.count >= rows.count, !pass.ends(amid: shown, atFront: false) {
        blame(step, "\(sees) last of \(rows.count) rows and gets no more, but the server has some")
      }
      if top == 0, !pass.ends(amid: shown, atFront: true) {
        blame(
          step, "\(sees) first of \(rows.count) rows and gets none before it, but there are some")
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
  /// `true` if the list has no rows beyond one of its ends, and the row there is shown.
  fileprivate func ends(amid shown: Set<Key>, atFront: Bool) -> Bool {
    guard atFront ? reachesFront : reachesBack,
      let page = atFront ? pages.first : pages.last
    else { return false }
    guard let key = (atFront ? page.rows.first : page.rows.last)?.key else { return true }
    // A row that another page brought as well may have gone with that one.
    return shown.contains(key) || replaced.contains(key)
      || pages.contains { $0.order != page.order && $0.rows.contains { $0.key == key } }
  }
}
