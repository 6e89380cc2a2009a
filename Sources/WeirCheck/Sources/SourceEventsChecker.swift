// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

/// Promises that a list of sources is told as a whole once, and from then on only what differs: no change that changes
/// nothing, and no row that goes and comes again while it is in the old list and in the new one.
///
/// So an exchange for a source with the same content is told to nobody.
struct SourceEventsChecker: Checker {
  static let promise = Promise(
    "source-events",
    "A list of sources is told as a whole once, and from then on only what differs.",
    usualCause:
      "Usually an exchange told all rows anew, or told something where nothing was different.")
  static let kinds: KindSet = [.opened, .noted, .published, .closed, .killed]

  var verdict = Verdict.notReached
  var opportunities = 0

  /// A life of a list.
  private struct Life: Sendable {
    /// `true` if the list follows sources.
    var isOfSources = false
    var hasPublished = false
  }

  /// By client.
  private var lives: [Life] = []

  init(_ ground: Ground) {}

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    let client = Int(step.client)
    while lives.count <= client { lives.append(Life()) }
    switch step.kind {
    case .noted: if SourceNotes.followed.isSaid(by: step) { lives[client].isOfSources = true }
    case .published:
      guard case .publication(let publication) = evidence else { return }
      let isFirst = !lives[client].hasPublished
      lives[client].hasPublished = true
      guard lives[client].isOfSources else { return }
      publish(step, publication, from: history.shown.sections, isFirst: isFirst)
    default: lives[client] = Life()
    }
  }

  private mutating func publish(
    _ step: Step, _ publication: Publication, from old: [[Row]], isFirst: Bool
  ) {
    opportunities += 1
    verdict.reach()
    if verdict.isBroken { return }
    if publication.isFirst != isFirst {
      return blame(step, isFirst ? "is told a change before the whole" : "is told the whole twice")
    }
    let changes = publication.changes
    if changes.isEmpty, !isFirst, !publication.hasNews {
      return blame(step, "is told of a change where nothing is different")
    }
    // Only looked up in.
    let gone = Set(changes.deletes.compactMap { old.row(at: $0)?.key })
    if gone.isEmpty { return }
    for place in changes.inserts {
      guard let key = publication.sections.row(at: place)?.key, gone.contains(key) else { continue }
      return blame(step, "is told that '\(key)' goes and comes, which it had and has")
    }
  }

  private mutating func blame(_ step: Step, _ words: String) {
    let reason = "the list of client \(step.client) \(words)"
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, reason)))
  }
}
