// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a paged list shows the pages of one pass, side by side in their order, each row once and with a content
/// that a page brought; that it never goes back to an older pass; that the page which came last is among them; and that in the end it shows what
/// came last.
///
/// Pages that lie far from the newest one may have been let go, as long as those that are left lie side by side.
///
/// An app that keeps its list on the phone shows what is kept there before anything is fetched, and each page once it has
/// been saved. So its list may be old, and shorter than the pages that came: but it is a run of the rows of one pass, be it
/// one of an earlier life of the app, with contents that this pass brought. What it has shown was saved, so that it never
/// goes back to an older pass, not even after it was killed. In the end it shows rows of the pass that came last, unless the
/// store failed; how many of them depends on how far somebody has scrolled.
struct PageRowsChecker: Checker {
  static let promise = Promise(
    "page-rows",
    "A paged list shows the pages of one pass, side by side, each row once.",
    usualCause:
      "Usually a page that was asked for before a refresh came after it, or was laid at the wrong end."
  )
  static let kinds: KindSet = [
    .requested, .fetched, .published, .opened, .closed, .killed, .rested, .stored,
  ]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var passes = PagePasses()
  /// By client: the last pass of which its list showed something.
  private var shown: [Int] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .rested { return rest(step, history.lists) }
    while shown.count <= Int(step.client) { shown.append(0) }
    switch step.kind {
    case .requested: passes.ask(step, evidence)
    case .fetched: passes.bring(step, evidence)
    case .stored: passes.keep(step)
    case .killed:
      passes.kill(step.client)
      if passes[step.client]?.keeps != true { shown[Int(step.client)] = 0 }
    case .published:
      if case .publication(let publication) = evidence, history.shown.opened.pace == .read {
        publish(step, publication)
      }
    default: passes.forget(step.client)
    }
  }

  private mutating func publish(_ step: Step, _ publication: Publication) {
    let reader = passes[step.client] ?? PagePasses.Reader()
    let client = Int(step.client)
    opportunities += 1
    verdict.reach()
    guard !verdict.isBroken else { return }
    let rows = Array(publication.sections.joined())
    if rows.isEmpty, reader.passes.allSatisfy(\.pages.isEmpty) { return }
    var reason = "shows rows of no page"
    var goesBack = false
    for number in reader.passes.indices where !reader.passes[number].pages.isEmpty {
      guard let difference = difference(rows, reader.passes[number], of: reader) else {
        if number < shown[client] {
          goesBack = true
          continue
        }
        shown[client] = number
        return
      }
      if number >= shown[client] { reason = difference }
    }
    if goesBack { reason = "goes back to pages that it had asked for before a refresh" }
    reason = "client \(step.client) \(reason)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }

  /// Nothing happens any more: what came is shown, unless something that belongs to it did not come.
  private mutating func rest(_ step: Step, _ lists: ShadowLists) {
    guard step.x == 0, !verdict.isBroken else { return }
    for client in passes.readers.indices where client < lists.shown.count {
      guard lists.shown[client].isLoaded, passes.readers[client].requests.isEmpty,
        let pass = passes.readers[client].passes.last, !pass.isBroken, !pass.pages.isEmpty,
        !passes.readers[client].isStoreBroken,
        let difference = difference(
          Array(lists.shown[client].sections.joined()), pass, of: passes.readers[client])
      else { continue }
      let reason = "client \(client) \(difference), when nothing happens any more"
      return verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
    }
  }

  /// The difference between a list and the pages of a pass; nil: it shows them.
  private func difference(
    _ rows: [Row], _ pass: PagePasses.Pass, of reader: PagePasses.Reader
  ) -> String? {
    if reader.keeps { return Self.keptDifference(rows, pass) }
    guard let newest = pass.newest else { return rows.isEmpty ? nil : "shows rows of no page" }
    var first: String?
    // All of them, and if that is not it, fewer at either end.
    for low in 0...newest {
      for high in (newest..<pass.pages.count).reversed() {
        guard let words = Self.difference(rows, pass, low...high) else { return nil }
        first = first ?? words
      }
    }
    return first
  }

  /// The difference between a list that an app keeps and a pass of which it is a run of rows.
  ///
  /// A row that the pass was brought twice stands where it came first.
  private static func keptDifference(_ rows: [Row], _ pass: PagePasses.Pass) -> String? {
    let brought = pass.pages.flatMap { $0.rows.map(\.key) }
    guard let first = rows.first else {
      return brought.isEmpty ? nil : "shows nothing of its pages"
    }
    guard let start = brought.firstIndex(of: first.key) else {
      return "shows '\(first.key)' of no page"
    }
    // Only looked up in.
    var seen = Set(brought[..<start])
    var place = start
    for row in rows {
      while place < brought.count, brought[place] != row.key {
        let isExcused = seen.contains(brought[place]) || pass.replaced.contains(brought[place])
        guard isExcused else {
          return "shows '\(row.key)' where its pages have '\(brought[place])'"
        }
        place += 1
      }
      guard place < brought.count else {
        return "shows '\(row.key)' behind the rows of its pages, or out of their order"
      }
      guard seen.insert(row.key).inserted else { return "shows a row twice" }
      if pass.brought[row.key]?.contains(row.stamp) != true {
        return "shows a content of '\(row.key)' that no page brought"
      }
      place += 1
    }
    return nil
  }

  /// The difference between a list and some pages of a pass.
  ///
  /// A row that two of them brought stands where either did, and one that another page of the pass brought as well may have
  /// gone with it.
  private static func difference(
    _ rows: [Row], _ pass: PagePasses.Pass, _ range: ClosedRange<Int>
  ) -> String? {
    let brought = pass.pages[range].flatMap { $0.rows.map(\.key) }
    // Only looked up in.
    let shown = Set(rows.map(\.key))
    var elsewhere = pass.replaced
    for (number, page) in pass.pages.enumerated() where !range.contains(number) {
      for row in page.rows { elsewhere.insert(row.key) }
    }
    var place = 0
    for row in rows {
      while place < brought.count, brought[place] != row.key {
        let isExcused = shown.contains(brought[place]) || elsewhere.contains(brought[place])
        guard isExcused else {
          return "shows '\(row.key)' where its pages have '\(brought[place])'"
        }
        place += 1
      }
      guard place < brought.count else {
        return "shows '\(row.key)' behind the rows of its pages, or out of their order"
      }
      if pass.brought[row.key]?.contains(row.stamp) != true {
        return "shows a content of '\(row.key)' that no page brought"
      }
      place += 1
    }
    let missing = brought.first { !shown.contains($0) && !elsewhere.contains($0) }
    if let missing { return "does not show '\(missing)' of its pages" }
    return shown.count == rows.count ? nil : "shows a row twice"
  }
}
