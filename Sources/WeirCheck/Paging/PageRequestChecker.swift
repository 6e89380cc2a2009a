// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a pager asks for the page that lies next to those that it has, for one at each end at a time, and
/// that it asks for the same page again when one did not come.
///
/// The next page begins where the rows that came so far end: behind so many, behind the last of them, or beyond its
/// place. A page that the pager has let go may be asked for again as it was. And somebody who asks for a page is told that
/// there are no more rows only where the server has said so.
///
/// An app that keeps its list on the phone may go on, after it was killed, where that list ends. What it shows from there
/// was asked for in an earlier life, and needs no request in this one. But it does not ask again for a page that it has kept.
struct PageRequestChecker: Checker {
  static let promise = Promise(
    "page-requests",
    "A pager asks for the page next to those that it has, and for one at a time.",
    usualCause:
      "Usually the next place was counted from pages instead of rows, or two things asked at once.")
  static let kinds: KindSet = [.requested, .fetched, .opened, .killed, .stored, .paged]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var passes = PagePasses()

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    switch step.kind {
    case .requested: ask(step, evidence)
    case .fetched: passes.bring(step, evidence)
    case .killed: passes.kill(step.client)
    case .stored: passes.keep(step)
    case .paged: if !step.has(Step.Paged.hasMore) { end(step) }
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

  /// Somebody is told that the list has no more rows.
  private mutating func end(_ step: Step) {
    guard let reader = passes[step.client], reader.requests.isEmpty, !verdict.isBroken,
      let pass = reader.passes.last(where: { !$0.pages.isEmpty }), !pass.isBroken,
      !pass.reachesBack
    else { return }
    let reason = "client \(step.client) says that there are no more rows, but the server has some"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  private func breach(_ step: Step, _ query: PageQuery) -> String? {
    let reader = passes[step.client] ?? PagePasses.Reader()
    if step.has(Step.Requested.isFresh) {
      // A refresh under way may be given up for another one, but not doubled.
      return reader.requests.contains(where: \.isFresh)
        ? "begins its list anew while it does so already" : nil
    }
    let goesOn = step.has(Step.Requested.goesOn)
    if reader.requests.contains(where: { $0.isFresh || $0.goesOn && !goesOn }) {
      return "asks for a next page while its first ones are under way"
    }
    guard let number = reader.passes(of: query, goesOn: goesOn).last else {
      return "asks for a next page before it has a first one"
    }
    let pass = reader.passes[number]
    guard let side = pass.side(of: query) else {
      return "asks for \(query.words), which is not next to the pages that it has"
    }
    if reader.keeps, side == .within, reader.hasSavedAll, !pass.isBroken,
      pass.pages.contains(where: { $0.query == query && !$0.isDraft && !$0.rows.isEmpty })
    {
      return "asks again for \(query.words), which it has kept"
    }
    // Pages that did not come, or not in their last version, may be asked for again at both ends.
    let other = reader.requests.first {
      $0.passes.contains(number) && pass.side(of: $0.query) == side
        && (side != .within || $0.query == query)
    }
    return other.map {
      "asks for two pages at one end at once: \($0.query.words) and \(query.words)"
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
