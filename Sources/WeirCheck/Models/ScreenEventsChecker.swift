// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that a screen of an app with models is told of changes only, and of each as the least that it is: no change
/// that changes nothing, no row that goes and comes while it stays, and nothing at all while another screen covers it.
struct ScreenEventsChecker: Checker {
  static let promise = Promise(
    "screen-events",
    "A screen that shares models is told only of what differs, and of nothing while it is covered.",
    usualCause:
      "Usually an update was told to those who had it already, or a pause was forgotten.")
  static let judgesSurfaces = true
  static let kinds: KindSet = [.opened, .noted, .published, .closed, .killed]

  var verdict = Verdict.notReached
  var opportunities = 0
  private var phones: ScreensOfPhones

  init(_ ground: Ground) { phones = ScreensOfPhones(ground.surfaces) }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    if step.kind == .published, case .publication(let publication) = evidence,
      let phone = phones[Int(history.lists.surfaces.home(of: step.client))]
    {
      publish(step, publication, from: history.shown.sections, phone, history.lists.surfaces)
    }
    _ = phones.observe(step, evidence)
  }

  private mutating func publish(
    _ step: Step, _ publication: Publication, from old: [[Row]], _ phone: PhoneScreens,
    _ surfaces: SurfaceNumbers
  ) {
    guard let screen = phone.all.first(where: { $0.number == step.client }) else { return }
    opportunities += 1
    verdict.reach()
    if verdict.isBroken { return }
    let who = surfaces.words(for: step.client)
    if screen.isCovered, screen.hasBegun {
      return blame(step, nil, "\(who) is told of a change while another screen covers it")
    }
    if publication.isFirst == screen.hasBegun {
      return blame(
        step, nil,
        screen.hasBegun
          ? "\(who) is told the whole twice" : "\(who) is told a change before the whole")
    }
    let changes = publication.changes
    if changes.isEmpty, !publication.isFirst, !publication.hasNews {
      return blame(step, nil, "\(who) is told of a change where nothing is different")
    }
    // Only looked up in.
    let gone = Set(changes.deletes.compactMap { old.row(at: $0)?.key })
    for place in changes.inserts {
      guard let key = publication.sections.row(at: place)?.key, gone.contains(key) else { continue }
      return blame(step, key, "\(who) is told that '\(key)' goes and comes, which it had and has")
    }
    for update in changes.updates {
      guard let row = publication.sections.row(at: update.new), old.row(at: update.old) == row
      else { continue }
      return blame(step, row.key, "\(who) is told that '\(row.key)' changes, which shows the same")
    }
  }

  private mutating func blame(_ step: Step, _ key: Key?, _ reason: String) {
    verdict.breaks(
      at: step.at,
      Breach(reason, second: key.map { Fact(step, key: $0, reason) } ?? Fact(step, reason)))
  }
}
