// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTrace
import WeirTree

/// Promises that a form which has not heard of its row yet shows what its app has kept of it: the content that it heard last,
/// also in an earlier life, and nothing of a row of which it heard last that it is gone.
///
/// What an app heard in the last second before it was killed, or since it is in the background, it may not have kept; then the
/// content before counts as well. Apps that keep nothing show nothing.
struct KeptFormChecker: Checker {
  static let promise = Promise(
    "kept-forms",
    "A form shows what its app has heard last of the row, until it hears of it again.",
    usualCause:
      "Usually what is kept is not replaced by what was heard since, or not taken away with its row."
  )
  static let judgesSurfaces = true
  static let kinds: KindSet = [
    .opened, .closed, .killed, .cancelled, .published, .noted, .listened, .heard, .completed,
    .stored, .paused,
  ]
  /// The time after which an app has kept what it heard.
  private static let patience = Interval.seconds(1)

  var verdict = Verdict.notReached
  var opportunities = 0
  private let surfaces: SurfaceNumbers
  private var apps: [App] = []

  /// An app with a form.
  private struct App: Sendable {
    /// `true` if it has kept something.
    var keeps = false
    /// The moment since which it is in the background; nil: it is not.
    var pausedAt: Instant?
    var form: Form?
    var memories = SortedMap<Key, Memory>()
  }

  /// A row that is open in a form.
  private struct Form: Sendable {
    let key: Key
    let openedAt: Instant
    /// The tag of the listen to the row; nil: it did not begin.
    var tag: UInt64?
    var hasHeard = false
    var isTyped = false
    /// `true` if its app was in the background.
    var wasPaused = false
    /// The stamp of the word that it shows; 0: none.
    var word: UInt64 = 0
  }

  /// The words of a row that an app may have kept, as stamps; 0: the row is not there.
  private struct Memory: Sendable {
    /// Those of earlier lives.
    var earlier: [UInt64] = [0]
    /// Those of this life, as they were heard.
    var heard: [(word: UInt64, at: Instant)] = []
    /// `true` if the last word is that the row has gone, and the form did not show that.
    ///
    /// Apps believe it at the end of the batch, which need not come: where a write is taken back and the server has not
    /// spoken, nobody knows what is there.
    var isDoubtful = false

    /// The words that may be shown now.
    var kept: [UInt64] {
      guard let last = heard.last else { return earlier }
      if !isDoubtful { return [last.word] }
      return (heard.count > 1 ? [heard[heard.count - 2].word] : earlier) + [last.word]
    }

    /// The app is killed, and had the time until this moment to keep what it heard.
    mutating func outlive(_ end: Instant) {
      let end = isDoubtful ? min(end, heard[heard.count - 1].at) : end
      if let last = heard.lastIndex(where: { $0.at + KeptFormChecker.patience <= end }) {
        earlier = heard[last...].map(\.word)
      } else {
        earlier += heard.map(\.word)
      }
      (heard, isDoubtful) = ([], false)
    }
  }

  init(_ ground: Ground) { surfaces = ground.surfaces }

  mutating func observe(_ step: Step, _ evidence: Evidence, _ history: borrowing History) {
    let client = Int(surfaces.home(of: step.client))
    if surfaces.isSurface(step.client) {
      guard step.kind == .published, surfaces.name(of: step.client) == ObjectNotes.form,
        client < apps.count, case .publication(let publication) = evidence
      else { return }
      return show(publication.sections.first ?? [], step, client)
    }
    guard
      surfaces.beside(step.client).contains(where: { surfaces.name(of: $0) == ObjectNotes.form })
    else { return }
    while apps.count <= client { apps.append(App()) }
    look(at: step, client)
  }

  private mutating func look(at step: Step, _ client: Int) {
    switch step.kind {
    case .opened, .closed: close(client, step)
    case .killed:
      close(client, step)
      let end = min(step.at, apps[client].pausedAt ?? step.at)
      for (key, _) in apps[client].memories {
        apps[client].memories.update(key) { $0.outlive(end) }
      }
      apps[client].pausedAt = nil
    case .paused:
      if step.x == 1 { apps[client].form?.wasPaused = true }
      apps[client].pausedAt = step.x == 1 ? apps[client].pausedAt ?? step.at : nil
    case .stored: if step.key != Step.noKey { apps[client].keeps = true }
    case .noted: note(step, client)
    case .listened where step.list == Step.nowhere:
      if apps[client].form?.tag == nil { apps[client].form?.tag = step.x }
    case .heard where isOfForm(step[Step.Heard.tag], client):
      if step.key == ObjectNotes.word { hear(step.x, step, client) }
    case .completed where isOfForm(step.x, client):
      if apps[client].form?.hasHeard == false { hear(0, step, client) }
    case .cancelled where isOfForm(step.x, client): hear(0, step, client)
    default: break
    }
  }

  private func isOfForm(_ tag: UInt64, _ client: Int) -> Bool {
    apps[client].form.map { $0.tag == tag } ?? false
  }

  private mutating func note(_ step: Step, _ client: Int) {
    if ObjectNotes.opened.isSaid(by: step) {
      close(client, step)
      apps[client].form = Form(
        key: step.key, openedAt: step.at, wasPaused: apps[client].pausedAt != nil)
    } else if ObjectNotes.typed.isSaid(by: step) {
      apps[client].form?.isTyped = true
    }
  }

  /// A form hears the word of its row, or that there is none.
  private mutating func hear(_ word: UInt64, _ step: Step, _ client: Int) {
    guard let form = apps[client].form else { return }
    judgeEmpty(client, step)
    apps[client].form?.hasHeard = true
    var memory = apps[client].memories[form.key] ?? Memory()
    memory.heard.append((word, step.at))
    memory.isDoubtful = word == 0 && step.kind == .heard
    apps[client].memories.set(memory, for: form.key)
  }

  private mutating func close(_ client: Int, _ step: Step) {
    judgeEmpty(client, step)
    apps[client].form = nil
  }

  /// Judges a form that has shown nothing for as long as it takes to look up what is kept.
  private mutating func judgeEmpty(_ client: Int, _ step: Step) {
    guard apps[client].keeps, let form = apps[client].form, !form.hasHeard, !form.wasPaused,
      form.word == 0, form.openedAt + Self.patience < step.at,
      let kept = apps[client].memories[form.key]?.kept, !kept.contains(0)
    else { return }
    blame(
      step, form.key,
      "client \(client)'s form shows nothing of '\(form.key)', which its app has kept")
  }

  private mutating func show(_ rows: [Row], _ step: Step, _ client: Int) {
    guard let form = apps[client].form else { return }
    let word = rows.first { $0.key == ObjectNotes.word }?.stamp ?? 0
    apps[client].form?.word = word
    if word == 0, form.tag != nil, form.hasHeard {
      apps[client].memories.update(form.key) { $0.isDoubtful = false }
    }
    // What it shows until it begins to listen is of the row before.
    guard form.tag != nil, !form.hasHeard, !form.isTyped, word != 0 else { return }
    opportunities += 1
    verdict.reach()
    let kept = apps[client].memories[form.key]?.kept ?? [0]
    if kept.contains(word) { return }
    blame(
      step, form.key,
      kept == [0]
        ? "client \(client)'s form shows '\(form.key)', of which its app heard last that it is gone"
        : "client \(client)'s form shows of '\(form.key)' something else than its app has heard last"
    )
  }

  private mutating func blame(_ step: Step, _ key: Key, _ reason: String) {
    verdict.breaks(at: step.at, Breach(reason, second: Fact(step, key: key, reason)))
  }
}
