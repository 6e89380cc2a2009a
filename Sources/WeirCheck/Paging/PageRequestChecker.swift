import WeirCore
import WeirTrace
import WeirTree

/// Promises that a pager asks for the page that lies next to those that it has, for one at each end at a time, and
/// that it asks for the same page again when one did not come.
///
/// The next page begins where the rows that came so far end: behind so many, behind the last of them, or beyond its
/// place. A page that the pager has let go may be asked for again as it was.
struct PageRequestChecker: Checker {
  static let promise = Promise(
    "page-requests",
    "A pager asks for the page next to those that it has, and for one at a time.",
    usualCause:
      "Usually the next place was counted from pages instead of rows, or two things asked at once.")
  static let kinds: KindSet = [.requested, .fetched, .opened, .killed]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var passes = PagePasses()

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .requested: ask(step, evidence)
    case .fetched: passes.bring(step, evidence)
    case .killed: passes.kill(step.client)
    default: passes.forget(step.client)
    }
  }

  private mutating func ask(_ step: Step, _ evidence: Evidence) {
    guard case .question(let query) = evidence else {
      passes.ask(step, evidence)
      return
    }
    opportunities += 1
    verdict.reach()
    if let reason = breach(step, query) {
      let reason = "client \(step.client) \(reason)"
      verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
    passes.ask(step, evidence)
  }

  private func breach(_ step: Step, _ query: PageQuery) -> String? {
    let isFresh = step.has(Step.Requested.isFresh)
    let reader = passes[step.client]
    let pass = (reader?.passes.count ?? 0) - 1
    let open = reader?.requests.filter { $0.pass == pass } ?? []
    if isFresh {
      // A refresh under way may be given up for another one, but not doubled.
      return open.contains { $0.isFresh } ? "begins its list anew while it does so already" : nil
    }
    guard let reader, pass >= 0 else { return "asks for a next page before it has a first one" }
    if let other = open.first(where: { $0.query.isBackward == query.isBackward && !$0.isFresh }) {
      return "asks for two pages at one end at once: \(other.query.words) and \(query.words)"
    }
    if open.contains(where: \.isFresh) {
      return "asks for a next page while its first one is under way"
    }
    let pages = reader.passes[pass].pages
    guard let first = pages.first, let last = pages.last else {
      return "asks for a next page before it has a first one"
    }
    if pages.contains(where: { $0.query == query }) { return nil }
    return isNext(query, first: first, last: last)
      ? nil : "asks for \(query.words), which is not next to the pages that it has"
  }

  /// `true` if a page lies behind the last one, or before the first one.
  private func isNext(
    _ query: PageQuery, first: PagePasses.Page, last: PagePasses.Page
  ) -> Bool {
    switch query.start {
    case .offset(let offset):
      return !query.isBackward && offset == last.offset + last.rows.count
        || !query.isBackward && offset + query.count == first.offset
        || query.isBackward && offset == first.offset
    case .behind(let key):
      return key == (query.isBackward ? first.rows.first : last.rows.last)?.key
    case .beyond(let value, let key):
      guard let row = query.isBackward ? first.rows.first : last.rows.last else { return false }
      let index = query.list.index
      return row.key == key && (index == .key || index.sortValue(of: row.node) == value)
    case .end: return false
    }
  }
}

extension PageQuery {
  /// The place of the page in words.
  var words: String {
    let side = isBackward ? "before" : "behind"
    return switch start {
    case .offset(let offset): "\(count) rows \(side) the first \(offset)"
    case .behind(let key), .beyond(_, let key): "\(count) rows \(side) '\(key)'"
    case .end: "\(count) rows \(side) the last"
    }
  }
}
